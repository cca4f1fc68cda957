import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { TextField } from '../../../web/fields/TextField.tsx';
import { Button } from '../../../web/ui/Button.tsx';
import { useRestoreFocus } from '../../../web/forms/useRestoreFocus.ts';
import { useForm } from '../../../web/forms/useForm.ts';
import { useWords } from '../../../web/words.tsx';
import { NewPassword } from '../password/NewPassword.tsx';
import { changePassword } from '../password/password.contract.ts';
import { listOwnSessions } from '../sessions/session.contract.ts';
import { SecurityForm, SecuritySection, useSecurityAction } from './SecuritySection.tsx';

/** Another password; every other browser is logged out with it. */
export function PasswordSettings({ email }: { email: string }) {
  const t = useWords();
  const [isChanging, setChanging] = useState(false);
  const place = useRestoreFocus(isChanging);
  return (
    <SecuritySection title={t('Password')}>
      <div ref={place} className="w-full">
        {isChanging ? (
          <ChangeForm email={email} onDone={() => setChanging(false)} />
        ) : (
          <Button onClick={() => setChanging(true)}>{t('Change the password')}</Button>
        )}
      </div>
    </SecuritySection>
  );
}

function ChangeForm({ email, onDone }: { email: string; onDone: () => void }) {
  const t = useWords();
  const client = useQueryClient();
  const { through, said, failed } = useSecurityAction();
  const change = useForm(changePassword, {
    fallback: t('The password could not be changed. Please try again.'),
    through,
    onSuccess: ({ message }) => {
      said(message);
      void client.invalidateQueries({ queryKey: [listOwnSessions.name] });
      onDone();
    },
    onFailure: failed,
  });
  return (
    <SecurityForm
      of={change}
      submitLabel={t('Save the new password')}
      pendingLabel={t('Saving...')}
      onCancel={onDone}
    >
      {/* Password managers ask whose password it is. */}
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <TextField
        of={change}
        name="currentPassword"
        label={t('Current password')}
        type="password"
        autoComplete="current-password"
        maxLength={200}
      />
      <NewPassword
        of={change}
        name="newPassword"
        label={t('New password')}
        hint={t('A phrase of several words is best.')}
        email={email}
      />
      <p className="hint">{t('This logs out every other browser.')}</p>
    </SecurityForm>
  );
}
