import { cents, dollars } from '../../../../shared/money.ts';
import { Button } from '../../../../web/ui/Button.tsx';
import { useConfirm } from '../../../../web/ui/confirm.tsx';
import { Field } from '../../../../web/forms/Field.tsx';
import { FormErrors } from '../../../../web/forms/FormErrors.tsx';
import { Notice } from '../../../../web/ui/Notice.tsx';
import { TextArea } from '../../../../web/forms/TextArea.tsx';
import { TextInput } from '../../../../web/forms/TextInput.tsx';
import { useForm } from '../../../../web/forms/useForm.ts';
import { useWords } from '../../../../web/words.tsx';
import { endDispute, recordDispute, recordRefund, refundThroughPaypal } from './refund.contract.ts';
import { today, usePaymentAction } from '../../core/usePaymentAction.ts';
import { RadioGroup } from '../../../../web/forms/RadioGroup.tsx';

export /** What of a payment these forms need. */
interface RefundablePayment {
  id: string;
  /** Dollars that are still held, a decimal string. */
  held: string;
}

interface AttemptFormProps {
  payment: RefundablePayment;
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
  const error = (name: string) => (form.errors[name] ? t(form.errors[name]) : undefined);
  return (
    <form {...form.form} className="grid gap-5">
      <FormErrors state={form} />
      <Notice>
        <p>
          {t(
            'This does not move any money. First send it back through the bank, PayPal or the wallet, then record it here.',
          )}
        </p>
      </Notice>
      <input type="hidden" name="held" value={payment.held} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label={t('Refund amount in USD')}
          required
          hint={t('At most {held}.', { held: dollars(cents(payment.held)) })}
          error={error('amount')}
        >
          <TextInput name="amount" inputMode="decimal" autoComplete="off" data-autofocus />
        </Field>
        <Field label={t('Refund date')} required error={error('refundedOn')}>
          <TextInput name="refundedOn" type="date" defaultValue={today()} />
        </Field>
      </div>
      <Field
        label={t('Reason')}
        required
        hint={t('The payer will see this.')}
        error={error('reason')}
      >
        <TextArea name="reason" rows={3} maxLength={1000} />
      </Field>
      <div className="actions">
        <Button
          type="submit"
          variant="primary"
          pending={form.isPending}
          pendingLabel={t('Recording...')}
        >
          {t('Record the refund')}
        </Button>
        <Button onClick={onDone}>{t('Back')}</Button>
      </div>
    </form>
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
  const error = (name: string) => (form.errors[name] ? t(form.errors[name]) : undefined);
  return (
    <form {...form.form} className="grid gap-5">
      <FormErrors state={form} />
      <input type="hidden" name="held" value={payment.held} />
      <Field
        label={t('Refund amount in USD')}
        required
        hint={t('At most {held}.', { held: dollars(cents(payment.held)) })}
        error={error('amount')}
      >
        <TextInput
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={payment.held}
          data-autofocus
        />
      </Field>
      <Field
        label={t('Reason')}
        required
        hint={t('The payer will see this.')}
        error={error('reason')}
      >
        <TextArea name="reason" rows={3} maxLength={1000} />
      </Field>
      <div className="actions">
        <Button
          type="submit"
          variant="primary"
          pending={form.isPending}
          pendingLabel={t('Asking PayPal...')}
        >
          {t('Refund through PayPal')}
        </Button>
        <Button onClick={onDone}>{t('Back')}</Button>
      </div>
    </form>
  );
}

/** The payer's bank or PayPal wants the money back. */
export function DisputeForm({ payment, onDone }: AttemptFormProps) {
  const t = useWords();
  const form = useForm(recordDispute, {
    ...usePaymentAction(onDone),
    params: { id: payment.id },
  });
  const { reason } = form.errors;
  return (
    <form {...form.form} className="grid gap-5">
      <FormErrors state={form} />
      <Field
        label={t('What is disputed, and the bank’s or PayPal’s case number')}
        required
        error={reason && t(reason)}
      >
        <TextArea name="reason" rows={3} maxLength={1000} data-autofocus />
      </Field>
      <div className="actions">
        <Button
          type="submit"
          variant="primary"
          pending={form.isPending}
          pendingLabel={t('Recording...')}
        >
          {t('Record the dispute')}
        </Button>
        <Button onClick={onDone}>{t('Back')}</Button>
      </div>
    </form>
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
  const error = (name: string) => (form.errors[name] ? t(form.errors[name]) : undefined);
  return (
    <form {...form.form} className="grid gap-5">
      <FormErrors state={form} />
      <RadioGroup
        label={t('How did the dispute end?')}
        name="outcome"
        required
        choices={[
          { value: 'kept', label: t('We keep the money') },
          { value: 'lost', label: t('{held} was taken back', { held }) },
        ]}
        error={error('outcome')}
      />
      <Field label={t('Ended on')} required error={error('endedOn')}>
        <TextInput name="endedOn" type="date" defaultValue={today()} />
      </Field>
      <Field
        label={t('Reason')}
        required
        hint={t('If the money was taken back, the payer will see this.')}
        error={error('reason')}
      >
        <TextArea name="reason" rows={3} maxLength={1000} />
      </Field>
      <div className="actions">
        <Button
          type="submit"
          variant="primary"
          pending={form.isPending}
          pendingLabel={t('Recording...')}
        >
          {t('Record the outcome')}
        </Button>
        <Button onClick={onDone}>{t('Back')}</Button>
      </div>
    </form>
  );
}
