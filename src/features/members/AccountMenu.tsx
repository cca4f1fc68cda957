import { Button } from '../../web/ui/Button.tsx';
import { useWords } from '../../web/words.tsx';
import type { Account } from './useAccount.ts';

/** The logged-in person's menu: a native disclosure, so that keyboard and touch work alike. */
export function AccountMenu({ account }: { account: Account }) {
  const t = useWords();
  const item = 'flex min-h-11 items-center px-4 no-underline hover:underline';
  return (
    <details data-menu="" className="relative">
      <summary className="btn list-none">{account.user?.firstName || t('User')}</summary>
      <ul className="mt-1 grid edged border-line bg-raised py-2 md:absolute md:end-0 md:min-w-48">
        <li>
          <a className={item} href="/profile">
            {t('Profile')}
          </a>
        </li>
        {account.user?.isAdmin ? (
          <li>
            <a className={item} href="/admin">
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
