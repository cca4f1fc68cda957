import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { words } from '../../../shared/words.ts';
import { useAction } from '../../../web/actions/useAction.ts';
import { call } from '../../../web/api.ts';
import { LoadError } from '../../../web/loading/LoadError.tsx';
import { read } from '../../../web/queries.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { useConfirm } from '../../../web/ui/confirm.tsx';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import { ROLE_NAMES } from '../administrators/roles.rules.ts';
import {
  cancelInvitation,
  inviteAdministrator,
  type Invitation,
  listInvitations,
} from './invitation.contract.ts';
import { accountIn, NewAdminFields } from './NewAdminFields.tsx';
import { SettingsCard, useSettingsForm } from './SettingsCard.tsx';

const WAITING = read(listInvitations);

/** Somebody new who may open the dashboard, and who chooses the password. */
export function InviteCard() {
  const t = useWords();
  const client = useQueryClient();
  const confirm = useConfirm();
  const [account, setAccount] = useState<string>();
  const invite = useSettingsForm(inviteAdministrator, {
    fallback: t('The invitation could not be sent. Please try again.'),
    doneTitle: words('Invitation sent'),
    confirm: ({ email, role }) =>
      confirm({
        title: t('Send this invitation?'),
        text: (
          <p className="[overflow-wrap:anywhere]">
            {t(
              '{email} can then choose a password and open the dashboard with the role “{role}”. Please check the address again.',
              { email, role: t(ROLE_NAMES[role]) },
            )}
          </p>
        ),
        confirmLabel: t('Send invitation'),
      }),
    onDone() {
      setAccount(undefined);
      void client.invalidateQueries({ queryKey: WAITING.queryKey });
    },
    onFailure: (error) => setAccount(accountIn(error)),
  });
  return (
    <SettingsCard
      title={t('Invite an administrator')}
      of={invite}
      intro={<p>{t('We email them a link. They choose their own password.')}</p>}
      submitLabel={t('Send invitation')}
      pendingLabel={t('Sending...')}
      below={<WaitingInvitations />}
    >
      <NewAdminFields of={invite} account={account} />
    </SettingsCard>
  );
}

/** The invitations that nobody has accepted yet, each with its way back. */
function WaitingInvitations() {
  const t = useWords();
  const list = useQuery(WAITING);
  if (list.error && !list.data)
    return <LoadError query={list} fallback={t('The invitations could not be loaded.')} />;
  if (!list.data?.length) return null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3>{t('Invitations not accepted yet')}</h3>
      <ul className="grid edged-t border-rule">
        {list.data.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </div>
  );
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const t = useWords();
  const { dayOf } = useDates();
  const { id, email, role, expiresAt } = invitation;
  const cancel = useAction(() => call(cancelInvitation, { params: { id } }), {
    done: t('Invitation cancelled'),
    failed: t('Error'),
    refresh: [listInvitations],
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 edged-b border-rule py-3">
      <p className="min-w-0 [overflow-wrap:anywhere]">
        {email}
        <span className="hint block">
          {t('{role}, until {date}', { role: t(ROLE_NAMES[role]), date: dayOf(expiresAt) })}
        </span>
      </p>
      <Button
        pending={cancel.isPending}
        aria-label={t('Cancel the invitation to {email}', { email })}
        onClick={() => void cancel.run()}
      >
        {t('Cancel')}
      </Button>
    </li>
  );
}
