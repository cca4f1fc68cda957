import { shownName } from '../../shared/shown.ts';
import { Badge } from '../../web/ui/Badge.tsx';
import { useWords } from '../../web/words.tsx';
import type { ListedUser } from './users.contract.ts';

/** How administrators call an account: by the name, or by the address where there is none to see. */
export const accountName = (user: Pick<ListedUser, 'firstName' | 'lastName' | 'email'>) =>
  shownName(user) || user.email;

/** A name in its own direction, with what sets the account apart. */
export function AccountName({ user }: { user: ListedUser }) {
  const t = useWords();
  return (
    <span className="[overflow-wrap:anywhere]">
      <bdi>{accountName(user)}</bdi>
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
export function AccountRole({ isAdmin }: Pick<ListedUser, 'isAdmin'>) {
  const t = useWords();
  return <Badge>{isAdmin ? t('Administrator') : t('Member')}</Badge>;
}
