import type { ComponentProps, ReactNode } from 'react';
import { cents, dollars } from '../../../shared/money.ts';
import { words } from '../../../shared/words.ts';
import { Field } from '../../../web/forms/Field.tsx';
import { FormErrors } from '../../../web/forms/FormErrors.tsx';
import { TextArea } from '../../../web/forms/TextArea.tsx';
import { TextInput } from '../../../web/forms/TextInput.tsx';
import type { FormState, useForm } from '../../../web/forms/useForm.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { useWords } from '../../../web/words.tsx';

type Form = FormState & Pick<ReturnType<typeof useForm>, 'form'>;

/** An operation on a payment or an instalment: its fields, the button that does it and the way back. */
export function PaymentForm({
  form,
  submit,
  pending = words('Recording...'),
  onBack,
  children,
}: {
  form: Form;
  submit: string;
  pending?: string;
  onBack: () => void;
  children: ReactNode;
}) {
  const t = useWords();
  return (
    <form {...form.form} className="grid gap-5">
      <FormErrors state={form} />
      {children}
      <div className="actions">
        <Button type="submit" variant="primary" pending={form.isPending} pendingLabel={t(pending)}>
          {submit}
        </Button>
        <Button onClick={onBack}>{t('Back')}</Button>
      </div>
    </form>
  );
}

const useErrorOf = ({ errors }: FormState, name: string) => {
  const t = useWords();
  return errors[name] ? t(errors[name]) : undefined;
};

/** A field of an operation, with the server's sentence about it. */
export function FormField({
  form,
  name,
  label,
  hint,
  required = true,
  ...input
}: { form: FormState; name: string; label: string; hint?: string; required?: boolean } & Omit<
  ComponentProps<typeof TextInput>,
  'form' | 'name'
>) {
  return (
    <Field label={label} required={required} hint={hint} error={useErrorOf(form, name)}>
      <TextInput name={name} autoComplete="off" {...input} />
    </Field>
  );
}

/** An amount of what is held of a payment; `held` is what the administrator has seen. */
export function AmountField({
  form,
  label,
  held,
  ...input
}: { form: FormState; label: string; held: string } & Pick<
  ComponentProps<typeof TextInput>,
  'defaultValue'
>) {
  const t = useWords();
  return (
    <>
      <input type="hidden" name="held" value={held} />
      <FormField
        form={form}
        name="amount"
        label={label}
        hint={t('At most {held}.', { held: dollars(cents(held)) })}
        inputMode="decimal"
        data-autofocus
        {...input}
      />
    </>
  );
}

/** Why; the hint says who reads it. */
export function ReasonField({
  form,
  label,
  hint,
  isFirst = false,
}: {
  form: FormState;
  label?: string;
  hint?: string;
  isFirst?: boolean;
}) {
  const t = useWords();
  return (
    <Field label={label ?? t('Reason')} required hint={hint} error={useErrorOf(form, 'reason')}>
      <TextArea
        name="reason"
        rows={3}
        maxLength={1000}
        {...(isFirst ? { 'data-autofocus': true } : {})}
      />
    </Field>
  );
}
