import { useState } from 'react';
import type { AnswerOf } from '../../../shared/endpoint.ts';
import { finishReset } from '../../../features/members/password/password.contract.ts';
import { ForgotPassword } from '../../../features/members/password/ForgotPassword.tsx';
import { NewPassword } from '../../../features/members/password/NewPassword.tsx';
import { Button } from '../../ui/Button.tsx';
import { FormErrors } from '../../forms/FormErrors.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useForm } from '../../forms/useForm.ts';
import { useWords } from '../../words.tsx';
import { AccountFrame } from './LinkPage.tsx';
import { PasswordSaved } from './PasswordSaved.tsx';
import { isDeadLink } from './useLinkAction.ts';

type Saved = AnswerOf<typeof finishReset>;

/** Chooses a new password with the link that was mailed; without one, or with a dead one, asks for a new link. */
export function ResetPage({ linkKey }: { linkKey: string }) {
  const t = useWords();
  const [saved, setSaved] = useState<Saved>();
  const [dead, setDead] = useState<string>();

  if (saved !== undefined)
    return (
      <AccountFrame title={t('Choose a new password')}>
        <PasswordSaved {...saved} />
      </AccountFrame>
    );
  return (
    <AccountFrame title={t('Choose a new password')}>
      {dead === undefined ? null : (
        <Notice role="alert" tone="danger">
          <p>{t(dead)}</p>
        </Notice>
      )}
      {linkKey && dead === undefined ? (
        <NewPasswordForm linkKey={linkKey} onSaved={setSaved} onDead={setDead} />
      ) : (
        <ForgotPassword />
      )}
    </AccountFrame>
  );
}

interface NewPasswordFormProps {
  linkKey: string;
  onSaved: (saved: Saved) => void;
  onDead: (sentence: string) => void;
}

function NewPasswordForm({ linkKey, onSaved, onDead }: NewPasswordFormProps) {
  const t = useWords();
  const reset = useForm(finishReset, {
    fallback: t('The password could not be saved. Please try again.'),
    read: (form) => ({ token: linkKey, password: form.get('password') }),
    onSuccess: onSaved,
    onFailure: (sentence, error) => isDeadLink(error) && onDead(sentence),
  });
  return (
    <form {...reset.form} className="grid gap-5">
      <FormErrors state={reset} />
      <p>{t('This logs everyone out of your account, everywhere.')}</p>
      <NewPassword
        of={reset}
        label={t('New password')}
        required
        hint={t('A phrase of several words is best.')}
      />
      <div className="actions">
        <Button
          type="submit"
          variant="primary"
          pending={reset.isPending}
          pendingLabel={t('Saving...')}
        >
          {t('Save the new password')}
        </Button>
      </div>
    </form>
  );
}
