import { shownName } from '../../shared/shown.ts';
import { Badge } from '../../web/ui/Badge.tsx';
import { useWords } from '../../web/words.tsx';
import { ROLE_NAMES } from './roles.rules.ts';
import type { ListedUser } from './users.contract.ts';

/** How administrators call an account: by the name, or by the address where there is none to see. */
export const accountName = (user: Pick<ListedUser, 'firstName' | 'lastName' | 'email'>) =>
  shownName(user) || user.email;

/** Where a list is read, nobody's name pushes the others out of sight. */
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
