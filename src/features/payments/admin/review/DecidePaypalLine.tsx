import { useState } from 'react';
import { keysOf } from '../../../../shared/record.ts';
import { words } from '../../../../shared/words.ts';
import { Field } from '../../../../web/forms/Field.tsx';
import { FormErrors } from '../../../../web/forms/FormErrors.tsx';
import { Select } from '../../../../web/forms/Select.tsx';
import { TextArea } from '../../../../web/forms/TextArea.tsx';
import { TextInput } from '../../../../web/forms/TextInput.tsx';
import { useForm } from '../../../../web/forms/useForm.ts';
import { Button } from '../../../../web/ui/Button.tsx';
import { useWords } from '../../../../web/words.tsx';
import { usePaymentAction } from '../../core/usePaymentAction.ts';
import { ACCOUNT_LABELS } from '../balances/account-labels.rules.ts';
import { decidePaypalLine } from '../../rails/card/report/line-decision.contract.ts';

const CHOICES = {
  assign: words('Assign to an application'),
  refund: words('Refund with PayPal'),
  donations: ACCOUNT_LABELS.donations,
  other_income: ACCOUNT_LABELS.other_income,
  spending: ACCOUNT_LABELS.spending,
  in_transit: ACCOUNT_LABELS.in_transit,
} as const;
type Choice = keyof typeof CHOICES;

/** What is to become of money at PayPal that nothing explains. */
export function DecidePaypalLine({ id }: { id: string }) {
  const t = useWords();
  const [isOpen, setOpen] = useState(false);
  return isOpen ? (
    <DecideForm id={id} onDone={() => setOpen(false)} />
  ) : (
    <p>
      <Button onClick={() => setOpen(true)}>{t('Resolve...')}</Button>
    </p>
  );
}

function DecideForm({ id, onDone }: { id: string; onDone: () => void }) {
  const t = useWords();
  const [to, setTo] = useState<Choice>('assign');
  const form = useForm(decidePaypalLine, {
    ...usePaymentAction(onDone),
    params: { id },
    read: (data) => ({
      to,
      reason: data.get('reason'),
      ...(to === 'assign' ? { reference: data.get('reference') } : {}),
    }),
  });
  const error = (name: string) => (form.errors[name] ? t(form.errors[name]) : undefined);
  return (
    <form {...form.form} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <FormErrors state={form} />
      <Field label={t('What is it?')} required error={error('to')}>
        <Select<Choice>
          name="to"
          value={to}
          onChoose={setTo}
          options={keysOf(CHOICES).map((value) => ({ value, label: t(CHOICES[value]) }))}
        />
      </Field>
      {to === 'assign' ? (
        <Field label={t('Application reference')} required error={error('reference')}>
          <TextInput name="reference" autoComplete="off" spellCheck={false} maxLength={20} />
        </Field>
      ) : null}
      <Field
        label={t('Reason')}
        required
        hint={t('It stays in the history.')}
        error={error('reason')}
      >
        <TextArea name="reason" rows={2} maxLength={1000} />
      </Field>
      <div className="actions">
        <Button type="submit" pending={form.isPending} pendingLabel={t('Recording...')}>
          {t(CHOICES[to])}
        </Button>
        <Button onClick={onDone}>{t('Back')}</Button>
      </div>
    </form>
  );
}
