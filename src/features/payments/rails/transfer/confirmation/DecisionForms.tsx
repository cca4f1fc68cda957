import { useQueryClient } from '@tanstack/react-query';
import { words } from '../../../../../shared/words.ts';
import { cents, dollars } from '../../../../../shared/money.ts';
import { useRecentPassword } from '../../../../../web/recentPassword.ts';
import { Button } from '../../../../../web/ui/Button.tsx';
import { useConfirm } from '../../../../../web/ui/confirm.tsx';
import { Field } from '../../../../../web/forms/Field.tsx';
import { FormErrors } from '../../../../../web/forms/FormErrors.tsx';
import { TextArea } from '../../../../../web/forms/TextArea.tsx';
import { TextInput } from '../../../../../web/forms/TextInput.tsx';
import { LAST_ONE } from '../../../../../web/lists/panel/panel.ts';
import { toast } from '../../../../../web/ui/toasts.ts';
import { useAction } from '../../../../../web/actions/useAction.ts';
import { call } from '../../../../../web/api.ts';
import { takeBackPayment } from '../../../core/correction.contract.ts';
import { useForm } from '../../../../../web/forms/useForm.ts';
import { useWords } from '../../../../../web/words.tsx';
import { differenceOf } from '../transfer.rules.ts';
import { useDifferenceWarning } from '../../../core/lines/useDifferenceWarning.tsx';
import {
  confirmPayment,
  type PaymentRow,
  rejectPayment,
  settlePayment,
  undoRejectPayment,
} from './confirmation.contract.ts';
import type { SuggestedLine } from './MatchSuggestions.tsx';

export interface ClaimFormProps {
  claim: Pick<PaymentRow, 'id' | 'reference' | 'name' | 'amount'>;
  onCancel: () => void;
  /** Opens what is to be decided next; answers false when there is no other. */
  onDecided?: (() => boolean) | undefined;
}

/** The reader's calendar day, as a date input wants it. */
export const today = () => new Date().toLocaleDateString('sv');

export const FALLBACK = words('Your decision could not be saved. Please try again.');

/**
 * What all decisions share: toasts, and every list fetched anew. Without a title the answer is one. `undo` answers what
 * the toast offers to undo it.
 */
export function useDecision<B>(
  done?: string,
  undo?: (body: B) => () => void,
  onDecided?: () => boolean,
) {
  const t = useWords();
  const client = useQueryClient();
  return {
    through: useDifferenceWarning(useRecentPassword()),
    fallback: FALLBACK,
    onSuccess: (
      { message, isWaiting }: { message: string; isWaiting?: boolean | undefined },
      body: B,
    ) => {
      // What waits for a second administrator was not done.
      const action = isWaiting ? undefined : undo?.(body);
      const last = onDecided?.() === false ? t(LAST_ONE) : undefined;
      const [title, ...more] = done && !isWaiting ? [t(done), t(message)] : [t(message)];
      const description = [...more, ...(last ? [last] : [])].join(' ');
      toast({
        title,
        ...(description ? { description } : {}),
        ...(action ? { action: { label: t('Undo'), press: action } } : {}),
      });
      void client.invalidateQueries();
    },
    onFailure: (sentence: string) =>
      toast({ title: t('Update Failed'), description: t(sentence), variant: 'destructive' }),
  };
}

/** Takes the confirmation back: until the payer is notified, nobody sees that it was there. */
export function useUndoConfirmation(id: string) {
  const t = useWords();
  return useAction(
    (receivedAmount: string) =>
      call(takeBackPayment, {
        params: { id },
        body: { held: receivedAmount, reason: t('Undone right after it was confirmed.') },
      }),
    {
      through: useRecentPassword(),
      done: t('Undone'),
      failed: t('Update Failed'),
      refresh: 'all',
    },
  );
}

/** Lets the claim wait again: until the payer is emailed, nobody sees that it was rejected. */
function useUndoRejection(id: string) {
  const t = useWords();
  return useAction(() => call(undoRejectPayment, { params: { id } }), {
    done: t('Undone'),
    failed: t('Update Failed'),
    refresh: 'all',
  });
}

/** The money of a claim has arrived; a line of an imported statement says itself how much and when. */
export function ConfirmClaimForm({
  claim,
  line,
  onCancel,
  onDecided,
}: ClaimFormProps & { line?: SuggestedLine | undefined }) {
  const t = useWords();
  const confirm = useConfirm();
  const undo = useUndoConfirmation(claim.id);
  const form = useForm(confirmPayment, {
    ...useDecision(
      undefined,
      ({ receivedAmount }: { receivedAmount: string }) =>
        () => {
          void undo.run(receivedAmount);
        },
      onDecided,
    ),
    params: { id: claim.id },
    confirm: async ({ receivedAmount }) =>
      // The server asks about a different amount, with what is due by then.
      differenceOf(receivedAmount, claim.amount) !== undefined ||
      confirm({
        title: t('Confirm this payment?'),
        text: t(
          '{amount} from {name} for {reference}. The applicant will get a receipt by email.',
          {
            amount: dollars(cents(receivedAmount)),
            name: claim.name,
            reference: claim.reference,
          },
        ),
        confirmLabel: t('Confirm payment'),
      }),
  });
  const error = (name: string) => (form.errors[name] ? t(form.errors[name]) : undefined);
  return (
    <form {...form.form} className="grid gap-5">
      <FormErrors state={form} />
      <ReceiptFields claim={claim} line={line} error={error} />
      <div className="actions">
        <Button
          type="submit"
          variant="primary"
          pending={form.isPending}
          pendingLabel={t('Confirming...')}
        >
          {t('Confirm payment')}
        </Button>
        <Button onClick={onCancel}>{t('Back')}</Button>
      </div>
    </form>
  );
}

/** How much came, when, and what proves it. */
export function ReceiptFields({
  claim,
  line,
  error,
}: {
  claim: Pick<PaymentRow, 'amount'>;
  line?: SuggestedLine | undefined;
  error: (name: string) => string | undefined;
}) {
  const t = useWords();
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t('Received amount in USD')} required error={error('receivedAmount')}>
          <TextInput
            name="receivedAmount"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={line?.amount ?? claim.amount}
            readOnly={line !== undefined}
            data-autofocus
          />
        </Field>
        <Field label={t('Received on')} required error={error('receivedOn')}>
          <TextInput
            name="receivedOn"
            type="date"
            defaultValue={line?.bookedOn ?? today()}
            readOnly={line !== undefined}
          />
        </Field>
      </div>
      {line ? (
        <p className="[overflow-wrap:anywhere]">
          <span className="hint block">{t('Statement line')}</span>
          {line.text}
          <input type="hidden" name="lineId" value={line.id} />
        </p>
      ) : (
        <Field
          label={t('Statement line')}
          required={false}
          hint={t('Exactly as on the bank statement. One line proves one payment.')}
          error={error('statementLine')}
        >
          <TextInput name="statementLine" autoComplete="off" maxLength={500} />
        </Field>
      )}
    </>
  );
}

/** No such money has arrived. */
export function RejectClaimForm({ claim, onCancel, onDecided }: ClaimFormProps) {
  const t = useWords();
  const undo = useUndoRejection(claim.id);
  const form = useForm(rejectPayment, {
    ...useDecision(words('Payment rejected'), () => () => void undo.run(), onDecided),
    params: { id: claim.id },
  });
  const { reason } = form.errors;
  return (
    <form {...form.form} className="grid gap-5">
      <FormErrors state={form} />
      <Field
        label={t('Reason')}
        required
        hint={t('We’ll email {name} that no such payment has arrived, and why.', {
          name: claim.name,
        })}
        error={reason && t(reason)}
      >
        <TextArea name="reason" rows={3} maxLength={1000} />
      </Field>
      <div className="actions">
        <Button
          type="submit"
          variant="danger"
          pending={form.isPending}
          pendingLabel={t('Rejecting...')}
        >
          {t('Reject payment')}
        </Button>
        <Button onClick={onCancel}>{t('Back')}</Button>
      </div>
    </form>
  );
}

/** Several applications have claimed one number: confirms this claim and rejects the others with a reason. */
export function SettleNumberForm({ claim, onCancel, onDecided }: ClaimFormProps) {
  const t = useWords();
  const confirm = useConfirm();
  const form = useForm(settlePayment, {
    ...useDecision(words('Number assigned'), undefined, onDecided),
    params: { id: claim.id },
    confirm: ({ receivedAmount }) =>
      confirm({
        title: t('Assign this number to this payer?'),
        text: t(
          '{amount} from {name} for {reference} will be confirmed. The other payments with this number will be rejected. We’ll email those payers the reason.',
          {
            amount: dollars(cents(receivedAmount)),
            name: claim.name,
            reference: claim.reference,
          },
        ),
        confirmLabel: t('Confirm one, reject the others'),
        danger: true,
      }),
  });
  const error = (name: string) => (form.errors[name] ? t(form.errors[name]) : undefined);
  return (
    <form {...form.form} className="grid gap-5">
      <FormErrors state={form} />
      <ReceiptFields claim={claim} error={error} />
      <Field
        label={t('Reason for the others')}
        required
        hint={t('The payers will see this. Do not name anyone else.')}
        error={error('reason')}
      >
        <TextArea
          name="reason"
          rows={3}
          maxLength={1000}
          defaultValue={t(
            'The number you gave us belongs to another transfer. Please check your bank’s receipt and send us the number of your transfer.',
          )}
        />
      </Field>
      <div className="actions">
        <Button
          type="submit"
          variant="primary"
          pending={form.isPending}
          pendingLabel={t('Confirming...')}
        >
          {t('Confirm this one')}
        </Button>
        <Button onClick={onCancel}>{t('Back')}</Button>
      </div>
    </form>
  );
}
