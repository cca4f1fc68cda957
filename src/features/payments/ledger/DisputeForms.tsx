import { cents, dollars } from '../../../shared/money.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { useConfirm } from '../../../web/ui/confirm.tsx';
import { Field } from '../../../web/ui/Field.tsx';
import { FormErrors } from '../../../web/ui/FormErrors.tsx';
import { RadioGroup } from '../../../web/ui/RadioGroup.tsx';
import { TextArea } from '../../../web/ui/TextArea.tsx';
import { TextInput } from '../../../web/ui/TextInput.tsx';
import { useForm } from '../../../web/useForm.ts';
import { useWords } from '../../../web/words.tsx';
import type { MoneyFormProps } from './RefundForm.tsx';
import { endDispute, recordDispute } from './refund.contract.ts';
import { today, useMoneyDeed } from './useMoneyDeed.ts';

/** The payer's bank or PayPal wants the money back. */
export function DisputeForm({ payment, onDone }: MoneyFormProps) {
  const t = useWords();
  const form = useForm(recordDispute, {
    ...useMoneyDeed(onDone),
    params: { id: payment.id },
  });
  const { reason } = form.errors;
  return (
    <form {...form.form} className="grid gap-5">
      <FormErrors state={form} />
      <Field
        label={t('What is disputed, and its number at the bank or PayPal')}
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
export function DisputeEndForm({ payment, onDone }: MoneyFormProps) {
  const t = useWords();
  const confirm = useConfirm();
  const held = dollars(cents(payment.held));
  const form = useForm(endDispute, {
    ...useMoneyDeed(onDone),
    params: { id: payment.id },
    confirm: async ({ outcome }) =>
      outcome === 'kept' ||
      confirm({
        title: t('Record that the money is gone?'),
        text: t('{held} is written down as taken back, and the payer is told by mail.', { held }),
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
          { value: 'kept', label: t('The money stays with us') },
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
        hint={t('Where money was taken back, the payer reads it.')}
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
          {t('Record the end')}
        </Button>
        <Button onClick={onDone}>{t('Back')}</Button>
      </div>
    </form>
  );
}
