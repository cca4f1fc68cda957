import { useRef } from 'react';
import { Fact, FactList } from '../../../web/lists/FactList.tsx';
import { RowActions } from '../../../web/lists/RowActions.tsx';
import { RowDialog } from '../../../web/lists/RowDialog.tsx';
import type { OpenedRow } from '../../../web/lists/useOpenedRow.ts';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import { AccountActions } from './AccountActions.tsx';
import { accountName, type ListedUser } from './accounts.contract.ts';
import { Badge } from '../../../web/ui/Badge.tsx';
import { ROLE_NAMES } from './roles.rules.ts';

/** Where everything known of an account's person is shown; the page knows it, as people belong to another feature. */
export type PersonAddress = (accountId: string) => string;

interface AccountDetailProps {
  opened: OpenedRow<ListedUser>;
  personAddress: PersonAddress;
}

/** One account with all that is known of it and what an administrator can do about it. */
export function AccountDetail({ opened, personAddress }: AccountDetailProps) {
  const hasWords = useRef(false);
  return (
    <RowDialog
      opened={opened}
      isDirty={() => hasWords.current}
      onLeave={() => {
        hasWords.current = false;
      }}
      title={(user) => (
        <span className="line-clamp-3 [overflow-wrap:anywhere]">
          <bdi>{accountName(user)}</bdi>
        </span>
      )}
      actions={(user) => <RowActions email={user.email} person={personAddress(user.id)} />}
    >
      {(user) => (
        <>
          <AccountFacts user={user} />
          <AccountActions
            key={user.id}
            user={user}
            onWords={(isTyped) => {
              hasWords.current = isTyped;
            }}
          />
        </>
      )}
    </RowDialog>
  );
}

function AccountFacts({ user }: { user: ListedUser }) {
  const t = useWords();
  const { dateTimeOf } = useDates();
  const { emailVerifiedAt, lastSeenAt, suspendedAt } = user;
  return (
    <FactList>
      <Fact label={t('Name')}>
        <AccountName user={user} />
      </Fact>
      <Fact label={t('Email')}>{user.email}</Fact>
      <Fact label={t('Address')}>
        {emailVerifiedAt
          ? t('Confirmed on {moment}', { moment: dateTimeOf(emailVerifiedAt) })
          : t('Not confirmed yet')}
      </Fact>
      <Fact label={t('Two-step verification')}>
        {user.hasSecondFactor ? t('Set up') : t('Not set up')}
      </Fact>
      <Fact label={t('Role')}>
        <AccountRole role={user.role} />
      </Fact>
      <Fact label={t('Joined')}>{dateTimeOf(user.createdAt)}</Fact>
      <Fact label={t('Last seen')}>{lastSeenAt ? dateTimeOf(lastSeenAt) : '–'}</Fact>
      {suspendedAt ? (
        <>
          <Fact label={t('Suspended since')}>{dateTimeOf(suspendedAt)}</Fact>
          <Fact label={t('Reason for the suspension')}>
            <span dir="auto" className="block">
              {user.suspendedFor}
            </span>
          </Fact>
        </>
      ) : null}
    </FactList>
  );
}

/** In a list a long name must not push the others out of sight. */
const LONGEST_IN_LIST = 60;
const clampOf = (name: string) => (name.length > LONGEST_IN_LIST ? 'line-clamp-2' : '');

/** A name in its own direction, with what sets the account apart; in a list the longest are cut. */
export function AccountName({ user, isListed = false }: { user: ListedUser; isListed?: boolean }) {
  const t = useWords();
  const name = accountName(user);
  return (
    <span className="[overflow-wrap:anywhere]">
      <bdi className={isListed ? clampOf(name) : ''}>{name}</bdi>
      {user.isAdmin ? (
        <>
          {' '}
          <Badge tone="strong">{t('Admin')}</Badge>
        </>
      ) : null}
      {user.suspendedAt ? (
        <>
          {' '}
          <Badge tone="bad">{t('Suspended')}</Badge>
        </>
      ) : null}
    </span>
  );
}

/** What the account may do (specification §2). */
export function AccountRole({ role }: Pick<ListedUser, 'role'>) {
  const t = useWords();
  if (!role) return <Badge>{t('Member')}</Badge>;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <Badge>{t('Administrator')}</Badge>
      <span>{t(ROLE_NAMES[role])}</span>
    </span>
  );
}
