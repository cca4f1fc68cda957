import { useQueryClient } from '@tanstack/react-query';
import { words } from '../../../shared/words.ts';
import { call } from '../../../web/api.ts';
import { TextField } from '../../../web/fields/TextField.tsx';
import { Button } from '../../../web/ui/Button.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { useAction } from '../../../web/actions/useAction.ts';
import { useWords } from '../../../web/words.tsx';
import { cancelEmailChange, readAccount } from '../account/account.contract.ts';
import { NewPassword } from '../password/NewPassword.tsx';
import { useOwnAccount } from '../account/useOwnAccount.ts';
import { sessionKey, useSession } from '../sessions/useSession.ts';
import { PASSWORDS_DIFFER, SettingsCard, useSettingsForm } from './SettingsCard.tsx';
import { changeAdminPassword, changeUsername, PASSWORDS_MISSING } from './settings.contract.ts';

/** Another email to log in with; the old one stays in use until the new one is proved, so that a slip shuts nobody out. */
export function UsernameCard() {
  const t = useWords();
  const client = useQueryClient();
  const { data: user } = useSession();
  const { data: account } = useOwnAccount(true);
  const change = useSettingsForm(changeUsername, {
    fallback: t('Failed to update username.'),
    doneTitle: words('Confirm the new address'),
    onDone() {
      void client.invalidateQueries({ queryKey: sessionKey });
      void client.invalidateQueries({ queryKey: [readAccount.name] });
    },
  });
  return (
    <SettingsCard
      title={t('Change Username')}
      of={change}
      submitLabel={t('Update Username')}
      pendingLabel={t('Saving...')}
      intro={
        <>
          <p className="[overflow-wrap:anywhere]">
            {t('You log in with {email}.', { email: account?.email ?? user?.email ?? '' })}
          </p>
          {account?.pendingEmail ? <Pending email={account.pendingEmail} /> : null}
        </>
      }
    >
      <TextField
        of={change}
        name="newUsername"
        label={t('New username')}
        hint={t(
          'Enter an email address. We will email both addresses. The old one stays in use until you open the link we send to the new one.',
        )}
        type="email"
        autoComplete="off"
        maxLength={254}
      />
    </SettingsCard>
  );
}

/** The address that waits to be proved, and the way back. */
function Pending({ email }: { email: string }) {
  const t = useWords();
  const keep = useAction(() => call(cancelEmailChange), {
    done: t('Done'),
    failed: t('Error'),
    fallback: words('Failed to update username.'),
    refresh: [readAccount],
  });

  return (
    <Notice>
      <p className="[overflow-wrap:anywhere]">
        {t('{email} will become your address when you open the link in the email we sent there.', {
          email,
        })}
      </p>
      <Button
        pending={keep.isPending}
        pendingLabel={t('Saving...')}
        onClick={() => void keep.run()}
      >
        {t('Keep the old address')}
      </Button>
    </Notice>
  );
}

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
      <NewPassword
        of={change}
        name="newPassword"
        label={t('New password')}
        hint={t('A phrase of several words is best.')}
        email={user?.email ?? ''}
      />
      <TextField
        {...password}
        name="confirmPassword"
        label={t('Confirm the new password')}
        autoComplete="new-password"
      />
      <p className="hint">{t('This logs out every other browser.')}</p>
    </SettingsCard>
  );
}
