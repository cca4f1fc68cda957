import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { words } from '../../../shared/words.ts';
import { call, sentenceOf } from '../../../web/api.ts';
import { TextField } from '../../../web/fields/TextField.tsx';
import { Button } from '../../../web/ui/Button.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { toast } from '../../../web/ui/toasts.ts';
import { useWords } from '../../../web/words.tsx';
import { cancelEmailChange, readAccount } from '../account.contract.ts';
import { useOwnAccount } from '../security/useOwnAccount.ts';
import { sessionKey, useSession } from '../useSession.ts';
import { SettingsCard } from './SettingsCard.tsx';
import { changeUsername } from './settings.contract.ts';
import { useSettingsForm } from './useSettingsForm.ts';

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
          'An email address. We write to both addresses; the old one stays in use until you open the link in the mail to the new one.',
        )}
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={254}
      />
    </SettingsCard>
  );
}

/** The address that waits to be proved, and the way back. */
function Pending({ email }: { email: string }) {
  const t = useWords();
  const client = useQueryClient();
  const [isPending, setPending] = useState(false);

  async function keep() {
    setPending(true);
    try {
      const { message } = await call(cancelEmailChange);
      toast({ title: t('Done'), description: t(message) });
      await client.invalidateQueries({ queryKey: [readAccount.name] });
    } catch (error) {
      const sentence = sentenceOf(error, words('Failed to update username.'));
      toast({ title: t('Error'), description: t(sentence), variant: 'destructive' });
    } finally {
      setPending(false);
    }
  }

  return (
    <Notice>
      <p className="[overflow-wrap:anywhere]">
        {t('{email} becomes your address once you have opened the link in the mail there.', {
          email,
        })}
      </p>
      <Button pending={isPending} pendingLabel={t('Saving...')} onClick={() => void keep()}>
        {t('Keep the old address')}
      </Button>
    </Notice>
  );
}
