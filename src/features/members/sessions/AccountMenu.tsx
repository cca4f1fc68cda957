import { Button } from '../../../web/ui/Button.tsx';
import { useHref } from '../../../web/useHref.ts';
import { useWords } from '../../../web/words.tsx';
import type { Account, User } from './useAccount.ts';

/** What the header shows of who is logged in; the person is undefined until it is known. */
export interface HeaderAccount extends Pick<Account, 'unread' | 'logOut'> {
  user: User | null | undefined;
}

/** The logged-in person's menu: a native disclosure, so that keyboard and touch work alike. */
export function AccountMenu({ account }: { account: HeaderAccount & { user: User } }) {
  const t = useWords();
  const href = useHref();
  const { unread } = account;
  const news = t('{count, plural, one {# unread message} other {# unread messages}}', {
    count: unread,
  });
  const item = 'flex min-h-11 items-center gap-2 px-4 no-underline hover:underline';
  return (
    <details data-menu="" className="relative">
      <summary className="btn gap-2">
        <span className="max-w-24 truncate xl:max-w-40">{account.user.firstName || t('User')}</span>
        {unread > 0 ? <Unread count={unread} says={news} /> : null}
      </summary>
      <ul className="mt-1 grid edged border-line bg-raised py-2 md:absolute md:end-0 md:min-w-48">
        <li>
          <a className={item} href={href('/profile')}>
            {t('Profile')}
          </a>
        </li>
        <li>
          <a className={item} href={href('/messages')}>
            {t('Messages')}
            {unread > 0 ? <Unread count={unread} says={news} /> : null}
          </a>
        </li>
        {account.user.isAdmin ? (
          <li>
            <a className={item} href={href('/admin')}>
              {t('Admin')}
            </a>
          </li>
        ) : null}
        <li>
          <Button variant="quiet" onClick={() => void account.logOut()}>
            {t('Log Out')}
          </Button>
        </li>
      </ul>
    </details>
  );
}

/** A number for the eye, a sentence for who hears it. */
function Unread({ count, says }: { count: number; says: string }) {
  return (
    <span className="unread">
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="sr-only">{says}</span>
    </span>
  );
}
