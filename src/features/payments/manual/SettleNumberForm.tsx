import { words } from '../../../shared/words.ts';
import { cents, dollars } from '../../../shared/money.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { useConfirm } from '../../../web/ui/confirm.tsx';
import { Field } from '../../../web/ui/Field.tsx';
import { FormErrors } from '../../../web/ui/FormErrors.tsx';
import { TextArea } from '../../../web/ui/TextArea.tsx';
import { useForm } from '../../../web/useForm.ts';
import { useWords } from '../../../web/words.tsx';
import { type ClaimFormProps, ReceiptFields, useDecision } from './ClaimForms.tsx';
import { settlePayment } from './confirmation.contract.ts';

/** Several applications have claimed one number: this one is confirmed, the others are told why theirs is not. */
export function SettleNumberForm({ claim, onCancel }: ClaimFormProps) {
  const t = useWords();
  const confirm = useConfirm();
  const form = useForm(settlePayment, {
    ...useDecision(words('Number settled')),
    params: { id: claim.id },
    confirm: ({ receivedAmount }) =>
      confirm({
        title: t('Is the number theirs?'),
        text: t(
          '{amount} from {name} for {reference} is confirmed. The other claims with this number are rejected, and their payers are told why.',
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
        hint={t('Their payers read it. Name nobody else in it.')}
        error={error('reason')}
      >
        <TextArea
          name="reason"
          rows={3}
          maxLength={1000}
          defaultValue={t(
            'The number that you gave us belongs to another transfer. Please look at the receipt of your bank and tell us the number of yours.',
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
