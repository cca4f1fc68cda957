import type { AnswerOf } from '../../../../shared/endpoint.ts';
import { amountIn, cents, dollars } from '../../../../shared/money.ts';
import { useAction } from '../../../../web/actions/useAction.ts';
import { call } from '../../../../web/api.ts';
import { fromForm } from '../../../../shared/form.ts';
import { useForm } from '../../../../web/forms/useForm.ts';
import { useRecentPassword } from '../../../../web/recentPassword.ts';
import { Button } from '../../../../web/ui/Button.tsx';
import { Notice } from '../../../../web/ui/Notice.tsx';
import { useLanguage, useWords } from '../../../../web/words.tsx';
import { movePayment, undoMovePayment } from '../../core/correction.contract.ts';
import { usePaymentAction } from '../../core/usePaymentAction.ts';
import type { MovedMoney, PaymentAttempt } from '../detail/payment-detail.contract.ts';
import { AmountField, FormField, PaymentForm, ReasonField } from '../PaymentForm.tsx';

/** Lets what was moved at once count for its own instalment again. */
function useUndoMove() {
  const t = useWords();
  return useAction((id: string) => call(undoMovePayment, { params: { id } }), {
    through: useRecentPassword(),
    done: t('Undone'),
    failed: t('Update Failed'),
    refresh: 'all',
  });
}

/** An empty number is that of the first unpaid payment. */
const withNumber = (form: FormData) => {
  const { instalment, ...body } = fromForm(movePayment.body, form);
  return instalment === undefined ? body : { ...body, instalment: Number(instalment) };
};

/** Lets money of a payment count for another instalment: a surplus for the next ones, or what was recorded in the wrong place. */
export function MoveMoneyForm({
  payment,
  reference,
  onDone,
}: {
  payment: Pick<PaymentAttempt, 'id' | 'held' | 'surplus'>;
  reference: string;
  onDone: () => void;
}) {
  const t = useWords();
  const undo = useUndoMove();
  const form = useForm(movePayment, {
    ...usePaymentAction(onDone, ({ operationId }: AnswerOf<typeof movePayment>) =>
      operationId ? () => void undo.run(operationId) : undefined,
    ),
    params: { id: payment.id },
    read: withNumber,
  });
  return (
    <PaymentForm form={form} submit={t('Move the money')} onBack={onDone}>
      <Notice>
        <p>
          {t(
            'The amount will count for another payment, and what it is taken from may be due again. No money is sent, and nobody gets an email.',
          )}
        </p>
      </Notice>
      <AmountField
        form={form}
        label={t('Amount in USD')}
        held={payment.held}
        defaultValue={payment.surplus ?? payment.held}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <FormField
          form={form}
          name="reference"
          label={t('Application reference')}
          defaultValue={reference}
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={30}
        />
        <FormField
          form={form}
          name="instalment"
          label={t('From payment number')}
          required={false}
          hint={t('Leave it empty for the first unpaid payment.')}
          inputMode="numeric"
          maxLength={4}
        />
      </div>
      <ReasonField form={form} hint={t('Only administrators see this.')} />
    </PaymentForm>
  );
}

/** What of a payment counts elsewhere, each move with the way back. */
export function MovedElsewhere({ moved }: { moved: readonly MovedMoney[] }) {
  const t = useWords();
  const language = useLanguage();
  const undo = useUndoMove();
  const operations = Map.groupBy(moved, ({ operationId }) => operationId);
  return [...operations].map(([operationId, parts]) => (
    <div key={operationId} className="grid gap-1">
      {parts.map(({ amount, reference, instalment }) => (
        <p key={`${reference} ${instalment}`}>
          {t('{amount} counts for payment {number} of {reference}.', {
            amount: amountIn(dollars(cents(amount)), language),
            number: instalment,
            reference,
          })}
        </p>
      ))}
      <div className="actions">
        <Button pending={undo.isPending} onClick={() => void undo.run(operationId)}>
          {t('Undo this move')}
        </Button>
      </div>
    </div>
  ));
}
