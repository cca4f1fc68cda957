import { cents, dollars } from '../../../shared/money.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { useConfirm } from '../../../web/ui/confirm.tsx';
import { Field } from '../../../web/ui/Field.tsx';
import { FormErrors } from '../../../web/ui/FormErrors.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { TextArea } from '../../../web/ui/TextArea.tsx';
import { TextInput } from '../../../web/ui/TextInput.tsx';
import { useForm } from '../../../web/useForm.ts';
import { useWords } from '../../../web/words.tsx';
import type { MoneyPayment } from './money.contract.ts';
import { recordRefund } from './refund.contract.ts';
import { today, useMoneyDeed } from './useMoneyDeed.ts';

export interface MoneyFormProps {
  payment: MoneyPayment;
  onDone: () => void;
}

/** Writes down that money went back: the money itself is sent where it came from. */
export function RefundForm({ payment, onDone }: MoneyFormProps) {
  const t = useWords();
  const confirm = useConfirm();
  const form = useForm(recordRefund, {
    ...useMoneyDeed(onDone),
    params: { id: payment.id },
    confirm: ({ amount }) =>
      confirm({
        title: t('Record this refund?'),
        text: t(
          '{amount} of {held} is written down as given back, and the payer is told by mail.',
          {
            amount: dollars(cents(amount)),
            held: dollars(cents(payment.held)),
          },
        ),
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
            'This moves no money. Send it back first, at the bank, at PayPal or from the wallet; then record it here.',
          )}
        </p>
      </Notice>
      <input type="hidden" name="held" value={payment.held} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label={t('Amount given back in USD')}
          required
          hint={t('At most {held}.', { held: dollars(cents(payment.held)) })}
          error={error('amount')}
        >
          <TextInput name="amount" inputMode="decimal" autoComplete="off" data-autofocus />
        </Field>
        <Field label={t('Given back on')} required error={error('refundedOn')}>
          <TextInput name="refundedOn" type="date" defaultValue={today()} />
        </Field>
      </div>
      <Field label={t('Reason')} required hint={t('The payer reads it.')} error={error('reason')}>
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
