import { useState } from 'react';
import { NewPassword } from '../../../features/members/password/NewPassword.tsx';
import { acceptInvitation } from '../../../features/members/settings/invitation.contract.ts';
import { TextField } from '../../fields/TextField.tsx';
import { FormErrors } from '../../forms/FormErrors.tsx';
import { useForm } from '../../forms/useForm.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useWords } from '../../words.tsx';
import { AccountFrame } from './LinkPage.tsx';
import { PasswordSaved } from './PasswordSaved.tsx';
import { isDeadLink } from './useLinkAction.ts';

/** Makes an administrator of the reader of an invitation, who chooses a password. */
export function InvitationPage({ linkKey }: { linkKey: string }) {
  const t = useWords();
  const [done, setDone] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const dead =
    refusal ??
    (linkKey ? undefined : t('This link is incomplete. Open the link in our email again.'));
  return (
    <AccountFrame title={t('Join the team')}>
      {done ? <PasswordSaved message={done} isAdmin /> : null}
      {dead ? (
        <>
          <Notice role="alert" tone="danger">
            <p>{t(dead)}</p>
          </Notice>
          <p>{t('If you need a new invitation, ask the person who invited you.')}</p>
        </>
      ) : null}
      {done || dead ? null : (
        <InvitationForm linkKey={linkKey} onDone={setDone} onDead={setRefusal} />
      )}
    </AccountFrame>
  );
}

interface InvitationFormProps {
  linkKey: string;
  onDone: (sentence: string) => void;
  onDead: (sentence: string) => void;
}

function InvitationForm({ linkKey, onDone, onDead }: InvitationFormProps) {
  const t = useWords();
  const form = useForm(acceptInvitation, {
    fallback: t('The password could not be saved. Please try again.'),
    onSuccess: ({ message }) => onDone(message),
    onFailure: (sentence, error) => isDeadLink(error) && onDead(sentence),
  });
  return (
    <form {...form.form} className="grid gap-5">
      <FormErrors state={form} />
      <p>
        {t(
          'You are invited to run this site with others. Choose a password, then log in to the dashboard with the address that our email went to.',
        )}
      </p>
      <input type="hidden" name="token" value={linkKey} />
      <NewPassword
        of={form}
        label={t('New password')}
        required
        hint={t('Use 12 characters or more.')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          of={form}
          name="firstName"
          label={t('First name')}
          required={false}
          autoComplete="given-name"
          maxLength={100}
        />
        <TextField
          of={form}
          name="lastName"
          label={t('Last name')}
          required={false}
          autoComplete="family-name"
          maxLength={100}
        />
      </div>
      <div className="actions">
        <Button
          type="submit"
          variant="primary"
          pending={form.isPending}
          pendingLabel={t('Saving...')}
        >
          {t('Join the team')}
        </Button>
      </div>
    </form>
  );
}
