import { useRef, useState } from 'react';
import { cents, dollars } from '../../../../shared/money.ts';
import { words } from '../../../../shared/words.ts';
import { Button } from '../../../../web/ui/Button.tsx';
import { useConfirm } from '../../../../web/ui/confirm.tsx';
import { Field } from '../../../../web/forms/Field.tsx';
import { FormErrors } from '../../../../web/forms/FormErrors.tsx';
import { Notice } from '../../../../web/ui/Notice.tsx';
import { RadioGroup } from '../../../../web/forms/RadioGroup.tsx';
import { TextArea } from '../../../../web/forms/TextArea.tsx';
import { TextInput } from '../../../../web/forms/TextInput.tsx';
import { useForm } from '../../../../web/forms/useForm.ts';
import { useWords } from '../../../../web/words.tsx';
import { Copyable } from '../../payer/Copyable.tsx';
import { invoiceOf } from '../../rails/card/paypal/paypal.rules.ts';
import { endWaitingCard } from '../../rails/card/card-review.contract.ts';
import type { PaymentAttempt } from './payment-detail.contract.ts';
import { usePaymentAction } from '../../core/usePaymentAction.ts';

interface ResolveCardPaymentProps {
  payment: PaymentAttempt;
  /** Of the application. */
  reference: string;
  /** Of the invoice. */
  round: number;
}

/** A card payment that waits for a person: what to look for at PayPal, and the form that ends it. */
export function ResolveCardPayment({ payment, reference, round }: ResolveCardPaymentProps) {
  const t = useWords();
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLElement>(null);
  // The button that had the focus goes.
  function turn(isNowOpen: boolean) {
    setOpen(isNowOpen);
    place.current?.focus();
  }
  return (
    <section
      ref={place}
      tabIndex={-1}
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
      aria-label={t('A card payment to review')}
    >
      <Notice tone="danger">
        <strong>{t('We could not get the outcome of this payment from PayPal.')}</strong>
        <p>
          {t(
            'Find this invoice in our PayPal account’s activity. If it has a completed payment of exactly {amount}, enter its transaction ID to record it. If there is none, or it was refunded, mark this attempt as failed.',
            { amount: dollars(cents(payment.amount)) },
          )}
        </p>
      </Notice>
      <Copyable
        label={t('PayPal invoice')}
        value={invoiceOf(reference, payment.instalment, round)}
      />
      {isOpen ? (
        <ResolveCardPaymentForm payment={payment} onDone={() => turn(false)} />
      ) : (
        <div className="actions">
          <Button onClick={() => turn(true)}>{t('Enter the outcome...')}</Button>
        </div>
      )}
    </section>
  );
}

type Found = 'paid' | 'nothing';

const UNSAID = words('Choose what you found in PayPal.');
const NO_NUMBER = words('Enter the PayPal transaction ID: 10 to 30 letters and digits.');

function ResolveCardPaymentForm({
  payment,
  onDone,
}: {
  payment: PaymentAttempt;
  onDone: () => void;
}) {
  const t = useWords();
  const confirm = useConfirm();
  const [found, setFound] = useState<Found>();
  const amount = dollars(cents(payment.amount));
  const form = useForm(endWaitingCard, {
    ...usePaymentAction(onDone),
    params: { id: payment.id },
    read: (data) => ({
      reason: data.get('reason'),
      ...(found === 'paid' ? { captureId: data.get('captureId') } : {}),
    }),
    check: (data): Record<string, string> => {
      if (!found) return { found: UNSAID };
      return found === 'paid' && !data.get('captureId') ? { captureId: NO_NUMBER } : {};
    },
    confirm: ({ captureId }) =>
      captureId
        ? confirm({
            title: t('Record this payment?'),
            text: t(
              'We will check {number} with PayPal. If the invoice, amount and currency match, {amount} is recorded and the payer gets a receipt by email. Later refunds must then be recorded here by hand.',
              { number: captureId.trim().toUpperCase(), amount },
            ),
            confirmLabel: t('Record {amount}', { amount }),
          })
        : confirm({
            title: t('Mark this payment as failed?'),
            text: t(
              'The payer will see your reason. They can pay in another way, but not with PayPal, which refuses the same invoice twice. This cannot be undone.',
            ),
            confirmLabel: t('Mark as failed'),
            danger: true,
          }),
  });
  const error = (name: string) => (form.errors[name] ? t(form.errors[name]) : undefined);
  return (
    <form {...form.form} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <FormErrors state={form} />
      <RadioGroup
        label={t('What did you find in PayPal?')}
        name="found"
        required
        value={found ?? ''}
        onChange={setFound}
        choices={[
          {
            value: 'paid',
            label: t('A completed payment of {amount} for this invoice', { amount }),
          },
          { value: 'nothing', label: t('No such payment, or it was refunded') },
        ]}
        error={error('found')}
      />
      {found === 'paid' ? (
        <Field
          label={t('PayPal transaction ID')}
          required
          hint={t('Shown in the payment’s details as “transaction ID”, such as 3C679366HH908993F.')}
          error={error('captureId')}
        >
          <TextInput
            name="captureId"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={30}
          />
        </Field>
      ) : null}
      <Field
        label={t('Reason')}
        required
        hint={found === 'nothing' ? t('The payer will see this.') : t('It stays in the history.')}
        error={error('reason')}
      >
        <TextArea name="reason" rows={3} maxLength={1000} />
      </Field>
      <div className="actions">
        <Button
          type="submit"
          variant={found === 'nothing' ? 'danger' : 'primary'}
          pending={form.isPending}
          pendingLabel={t('Checking with PayPal...')}
        >
          {found === 'nothing' ? t('Mark as failed') : t('Record payment')}
        </Button>
        <Button onClick={onDone}>{t('Back')}</Button>
      </div>
    </form>
  );
}
