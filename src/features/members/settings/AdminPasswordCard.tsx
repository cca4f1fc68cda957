import { words } from '../../../shared/words.ts';
import { TextField } from '../../../web/fields/TextField.tsx';
import { useWords } from '../../../web/words.tsx';
import { useSession } from '../useSession.ts';
import { SettingsCard } from './SettingsCard.tsx';
import { changeAdminPassword, PASSWORDS_MISSING } from './settings.contract.ts';
import { PASSWORDS_DIFFER, useSettingsForm } from './useSettingsForm.ts';

/** What only the form knows: the new password is typed twice. */
function checkTwice(form: FormData): Record<string, string> {
  const again = form.get('confirmPassword');
  if (!again) return { confirmPassword: PASSWORDS_MISSING };
  return again === form.get('newPassword') ? {} : { confirmPassword: PASSWORDS_DIFFER };
}

/** Another password; every other browser is logged out with it. */
export function AdminPasswordCard() {
  const t = useWords();
  const { data: user } = useSession();
  const change = useSettingsForm(changeAdminPassword, {
    fallback: t('Failed to update password.'),
    doneTitle: words('Password Updated'),
    check: checkTwice,
  });
  const password = { of: change, type: 'password', maxLength: 200 } as const;
  return (
    <SettingsCard
      title={t('Change Password')}
      of={change}
      submitLabel={t('Update Password')}
      pendingLabel={t('Saving...')}
    >
      {/* Password managers ask whose password it is. */}
      <input type="hidden" autoComplete="username" value={user?.email ?? ''} readOnly />
      <TextField
        {...password}
        name="currentPassword"
        label={t('Current password')}
        autoComplete="current-password"
      />
      <TextField
        {...password}
        name="newPassword"
        label={t('New password')}
        hint={t('At least 6 characters; a sentence of several words is best.')}
        autoComplete="new-password"
      />
      <TextField
        {...password}
        name="confirmPassword"
        label={t('Confirm the new password')}
        autoComplete="new-password"
      />
      <p className="hint">{t('Every other browser is logged out then.')}</p>
    </SettingsCard>
  );
}
