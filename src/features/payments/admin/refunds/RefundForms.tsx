import { cents, dollars } from '../../../../shared/money.ts';
import { words } from '../../../../shared/words.ts';
import { RadioGroup } from '../../../../web/forms/RadioGroup.tsx';
import { useForm } from '../../../../web/forms/useForm.ts';
import { useConfirm } from '../../../../web/ui/confirm.tsx';
import { Notice } from '../../../../web/ui/Notice.tsx';
import { useWords } from '../../../../web/words.tsx';
import { today, usePaymentAction } from '../../core/usePaymentAction.ts';
import { AmountField, FormField, PaymentForm, ReasonField } from '../PaymentForm.tsx';
import { endDispute, recordDispute, recordRefund, refundThroughPaypal } from './refund.contract.ts';

export interface AttemptFormProps {
  payment: {
    id: string;
    /** Dollars that are still held, a decimal string. */
    held: string;
  };
  onDone: () => void;
}

/** Records a refund: the money itself is sent at the rail. */
export function RefundForm({ payment, onDone }: AttemptFormProps) {
  const t = useWords();
  const confirm = useConfirm();
  const form = useForm(recordRefund, {
    ...usePaymentAction(onDone),
    params: { id: payment.id },
    confirm: ({ amount }) =>
      confirm({
        title: t('Record this refund?'),
        text: t('{amount} of {held} will be recorded as refunded. The payer will get an email.', {
          amount: dollars(cents(amount)),
          held: dollars(cents(payment.held)),
        }),
        confirmLabel: t('Record {amount}', { amount: dollars(cents(amount)) }),
        danger: true,
      }),
  });
  return (
    <PaymentForm form={form} submit={t('Record the refund')} onBack={onDone}>
      <Notice>
        <p>
          {t(
            'This does not move any money. First send it back through the bank, PayPal or the wallet, then record it here.',
          )}
        </p>
      </Notice>
      <div className="grid gap-5 sm:grid-cols-2">
        <AmountField form={form} label={t('Refund amount in USD')} held={payment.held} />
        <FormField
          form={form}
          name="refundedOn"
          label={t('Refund date')}
          type="date"
          defaultValue={today()}
        />
      </div>
      <ReasonField form={form} hint={t('The payer will see this.')} />
    </PaymentForm>
  );
}

/** Has PayPal give money back: the payer gets it and an email. */
export function PaypalRefundForm({ payment, onDone }: AttemptFormProps) {
  const t = useWords();
  const confirm = useConfirm();
  const form = useForm(refundThroughPaypal, {
    ...usePaymentAction(onDone),
    params: { id: payment.id },
    confirm: ({ amount }) =>
      confirm({
        title: t('Refund this money now?'),
        text: t('PayPal will send {amount} back to the payer. This cannot be undone.', {
          amount: dollars(cents(amount)),
        }),
        confirmLabel: t('Refund {amount}', { amount: dollars(cents(amount)) }),
        danger: true,
      }),
  });
  return (
    <PaymentForm
      form={form}
      submit={t('Refund through PayPal')}
      pending={words('Asking PayPal...')}
      onBack={onDone}
    >
      <AmountField
        form={form}
        label={t('Refund amount in USD')}
        held={payment.held}
        defaultValue={payment.held}
      />
      <ReasonField form={form} hint={t('The payer will see this.')} />
    </PaymentForm>
  );
}

/** The payer's bank or PayPal wants the money back. */
export function DisputeForm({ payment, onDone }: AttemptFormProps) {
  const t = useWords();
  const form = useForm(recordDispute, {
    ...usePaymentAction(onDone),
    params: { id: payment.id },
  });
  return (
    <PaymentForm form={form} submit={t('Record the dispute')} onBack={onDone}>
      <ReasonField
        form={form}
        label={t('What is disputed, and the bank’s or PayPal’s case number')}
        isFirst
      />
    </PaymentForm>
  );
}

/** How a dispute ended. A part that went back by agreement is recorded as a refund instead. */
export function DisputeEndForm({ payment, onDone }: AttemptFormProps) {
  const t = useWords();
  const confirm = useConfirm();
  const held = dollars(cents(payment.held));
  const form = useForm(endDispute, {
    ...usePaymentAction(onDone),
    params: { id: payment.id },
    confirm: async ({ outcome }) =>
      outcome === 'kept' ||
      confirm({
        title: t('Record the money as lost?'),
        text: t('{held} will be recorded as taken back. The payer will get an email.', { held }),
        confirmLabel: t('Record {amount}', { amount: held }),
        danger: true,
      }),
  });
  return (
    <PaymentForm form={form} submit={t('Record the outcome')} onBack={onDone}>
      <RadioGroup
        label={t('How did the dispute end?')}
        name="outcome"
        required
        choices={[
          { value: 'kept', label: t('We keep the money') },
          { value: 'lost', label: t('{held} was taken back', { held }) },
        ]}
        error={form.errors.outcome && t(form.errors.outcome)}
      />
      <FormField
        form={form}
        name="endedOn"
        label={t('Ended on')}
        type="date"
        defaultValue={today()}
      />
      <ReasonField form={form} hint={t('If the money was taken back, the payer will see this.')} />
    </PaymentForm>
  );
}
