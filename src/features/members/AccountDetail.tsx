import { type ReactNode, useRef } from 'react';
import { linkTo } from '../../web/address.ts';
import { IfMay } from '../../web/rights.tsx';
import { Dialog } from '../../web/ui/Dialog.tsx';
import { useDates } from '../../web/useDates.ts';
import { useWords } from '../../web/words.tsx';
import { personAddress } from '../person/paths.rules.ts';
import { AccountDeeds } from './AccountDeeds.tsx';
import { AccountName, accountName, AccountRole } from './AccountName.tsx';
import type { ListedUser } from './users.contract.ts';

interface AccountDetailProps {
  /** Undefined while nothing is opened, and when it is missing. */
  user: ListedUser | undefined;
  isMissing: boolean;
  onClose: () => void;
}

/** One account with all that is known of it and what an administrator can do about it. */
export function AccountDetail({ user, isMissing, onClose }: AccountDetailProps) {
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
          <IfMay may="submissions:read">
            <p>
              <a
                {...linkTo(personAddress('account', user.id))}
                className="inline-flex min-h-11 items-center"
              >
                {t('Everything known of this person')}
              </a>
            </p>
          </IfMay>
          <AccountDeeds
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
  const { momentOf } = useDates();
  const facts: (readonly [label: string, value: ReactNode])[] = [
    [t('Name'), <AccountName key="name" user={user} />],
    [t('Email'), user.email],
    [
      t('Address'),
      user.emailVerifiedAt
        ? t('Confirmed on {moment}', { moment: momentOf(user.emailVerifiedAt) })
        : t('Not confirmed yet'),
    ],
    [t('Second factor'), user.hasSecondFactor ? t('Set up') : t('Not set up')],
    [t('Role'), <AccountRole key="role" role={user.role} />],
    [t('Joined'), momentOf(user.createdAt)],
    [t('Last seen'), user.lastSeenAt ? momentOf(user.lastSeenAt) : '–'],
  ];
  if (user.suspendedAt)
    facts.push(
      [t('Suspended since'), momentOf(user.suspendedAt)],
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
