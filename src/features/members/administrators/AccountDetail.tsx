import { type ReactNode, useRef } from 'react';
import { linkTo } from '../../../web/address.ts';
import { IfCan } from '../../../web/permissions.tsx';
import { Dialog } from '../../../web/ui/Dialog.tsx';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import { AccountActions } from './AccountActions.tsx';
import { accountName, type ListedUser } from './accounts.contract.ts';
import { Badge } from '../../../web/ui/Badge.tsx';
import { ROLE_NAMES } from './roles.rules.ts';

/** Where everything known of an account's person is shown; the page knows it, as people belong to another feature. */
export type PersonAddress = (accountId: string) => string;

interface AccountDetailProps {
  /** Undefined while nothing is opened, and when it is missing. */
  user: ListedUser | undefined;
  isMissing: boolean;
  onClose: () => void;
  personAddress: PersonAddress;
}

/** One account with all that is known of it and what an administrator can do about it. */
export function AccountDetail({ user, isMissing, onClose, personAddress }: AccountDetailProps) {
  const t = useWords();
  const hasWords = useRef(false);
  const close = () => {
    hasWords.current = false;
    onClose();
  };
  return (
    <Dialog
      open={user !== undefined || isMissing}
      onClose={close}
      isDirty={() => hasWords.current}
      size="3xl"
      title={
        user ? (
          <span className="line-clamp-3 [overflow-wrap:anywhere]">
            <bdi>{accountName(user)}</bdi>
          </span>
        ) : (
          t('Nothing is stored here')
        )
      }
    >
      {user ? (
        <>
          <AccountFacts user={user} />
          <IfCan permission="submissions:read">
            <p>
              <a {...linkTo(personAddress(user.id))} className="inline-flex min-h-11 items-center">
                {t('Everything known of this person')}
              </a>
            </p>
          </IfCan>
          <AccountActions
            key={user.id}
            user={user}
            onWords={(isTyped) => {
              hasWords.current = isTyped;
            }}
          />
        </>
      ) : (
        <p>{t('We can’t find what this link points to. It may have been removed.')}</p>
      )}
    </Dialog>
  );
}

function AccountFacts({ user }: { user: ListedUser }) {
  const t = useWords();
  const { dateTimeOf } = useDates();
  const facts: (readonly [label: string, value: ReactNode])[] = [
    [t('Name'), <AccountName key="name" user={user} />],
    [t('Email'), user.email],
    [
      t('Address'),
      user.emailVerifiedAt
        ? t('Confirmed on {moment}', { moment: dateTimeOf(user.emailVerifiedAt) })
        : t('Not confirmed yet'),
    ],
    [t('Second factor'), user.hasSecondFactor ? t('Set up') : t('Not set up')],
    [t('Role'), <AccountRole key="role" role={user.role} />],
    [t('Joined'), dateTimeOf(user.createdAt)],
    [t('Last seen'), user.lastSeenAt ? dateTimeOf(user.lastSeenAt) : '–'],
  ];
  if (user.suspendedAt)
    facts.push(
      [t('Suspended since'), dateTimeOf(user.suspendedAt)],
      [
        t('The reason'),
        <span key="reason" dir="auto" className="block whitespace-pre-line">
          {user.suspendedFor}
        </span>,
      ],
    );
  return (
    <dl className="grid edged-t border-rule">
      {facts.map(([label, value]) => (
        <div
          key={label}
          className="grid gap-x-6 edged-b border-rule py-2 sm:grid-cols-[12rem_minmax(0,1fr)]"
        >
          <dt className="text-muted">{label}</dt>
          <dd className="[overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
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
