import type { Account } from '../../../features/members/useAccount.ts';
import { AccountMenu } from '../../../features/members/AccountMenu.tsx';
import { words } from '../../../shared/words.ts';
import { Button } from '../../ui/Button.tsx';
import { useWords } from '../../words.tsx';
import { live } from './live.ts';

/** Sections of the page in the order they stand; the next ones join when they are written. */
const SECTIONS = [
  ['home', words('Home')],
  ['buy-now', words('Buy Now')],
  ['contact', words('Contact')],
] as const;

export function Navigation({ account, onJoin }: { account: Account; onJoin: () => void }) {
  const t = useWords();
  const links = SECTIONS.map(([id, label]) => (
    <li key={id}>
      <a className="flex min-h-11 items-center px-2 no-underline hover:underline" href={`/#${id}`}>
        {t(label)}
      </a>
    </li>
  ));
  const entry = account.user ? (
    <AccountMenu account={account} />
  ) : (
    <Button {...live('/join', onJoin)}>{t('Join Us')}</Button>
  );
  return (
    <header className="sticky top-0 z-30 border-b-[1.5px] border-rule bg-paper">
      <div className="mx-auto flex max-w-6xl items-center justify-between gap-x-3 px-5 py-2">
        <a className="display flex min-h-11 items-center text-heading no-underline" href="/#home">
          {t('One Africa Passport')}
        </a>
        <nav aria-label={t('Sections')} className="hidden md:block">
          <ul className="flex gap-4">{links}</ul>
        </nav>
        <div className="hidden md:block">{entry}</div>
        {/* A native disclosure: the menu opens before any script has run; the bootstrap closes it. */}
        <details data-menu="" className="md:hidden">
          <summary className="btn list-none px-4">{t('Menu')}</summary>
          <nav
            aria-label={t('Sections')}
            className="absolute inset-x-0 top-full border-b-[1.5px] border-rule bg-paper px-5 py-4"
          >
            <ul className="grid gap-1 pb-4">{links}</ul>
            {entry}
          </nav>
        </details>
      </div>
    </header>
  );
}
