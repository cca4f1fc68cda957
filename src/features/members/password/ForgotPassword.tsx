import { useState } from 'react';
import { Button } from '../../../web/ui/Button.tsx';
import { Field } from '../../../web/forms/Field.tsx';
import { FormErrors } from '../../../web/forms/FormErrors.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { TextInput } from '../../../web/forms/TextInput.tsx';
import { useForm } from '../../../web/forms/useForm.ts';
import { useWords } from '../../../web/words.tsx';
import { requestReset } from './password.contract.ts';

interface ForgotPasswordProps {
  /** What was typed already. */
  email?: string;
  /** Goes back to the login; absent where there is none to go back to. */
  onBack?: () => void;
}

/** Asks for the address that gets the link for a new password; the answer does not reveal whether it has an account. */
export function ForgotPassword({ email = '', onBack }: ForgotPasswordProps) {
  const t = useWords();
  const [said, setSaid] = useState<string>();
  const request = useForm(requestReset, {
    fallback: t('The link could not be sent. Please try again.'),
    onSuccess: ({ message }) => setSaid(message),
  });
  const { email: error } = request.errors;
  const wayBack = onBack ? (
    <Button variant="quiet" onClick={onBack}>
      {t('Back to the login')}
    </Button>
  ) : null;
  if (said !== undefined)
    return (
      <div className="grid justify-items-start gap-4">
        <Notice role="status" tone="leaf">
          <p>{t(said)}</p>
        </Notice>
        {wayBack}
      </div>
    );
  return (
    <form {...request.form} className="grid gap-5">
      <FormErrors state={request} />
      <p>{t('We will email you a link to choose a new password. It works for one hour.')}</p>
      <Field label={t('Email')} required error={error && t(error)}>
        <TextInput
          name="email"
          type="email"
          autoComplete="username"
          maxLength={254}
          defaultValue={email}
        />
      </Field>
      <div className="actions">
        <Button
          type="submit"
          variant="primary"
          pending={request.isPending}
          pendingLabel={t('Sending...')}
        >
          {t('Send the link')}
        </Button>
        {wayBack}
      </div>
    </form>
  );
}
