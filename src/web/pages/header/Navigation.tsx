import {
  AccountMenu,
  type HeaderAccount,
} from '../../../features/members/sessions/AccountMenu.tsx';
import { words } from '../../../shared/words.ts';
import { Button } from '../../ui/Button.tsx';
import { useHref } from '../../useHref.ts';
import { useWords } from '../../words.tsx';
import { LanguageLinks } from './LanguageLinks.tsx';
import { live } from '../landing/live.ts';
import { SiteName } from './SiteName.tsx';

/** Sections that the navigation leads to, in their order (specification §2). */
const SECTIONS = [
  ['home', words('Home')],
  ['vision', words('Vision')],
  ['benefits', words('Benefits')],
  ['history', words('Heritage')],
  ['buy-now', words('Buy Now')],
  ['contact', words('Contact')],
] as const;

interface NavigationProps {
  account: HeaderAccount;
  /** The page's own, with what of its address goes along into another language. */
  path: string;
  /** Opens the dialog to join over the start page; elsewhere its address is followed. */
  onJoin?: (link: Element) => void;
}

/** The header of every page: home, the sections of the start page, the language, the account. */
export function Navigation({ account, path, onJoin }: NavigationProps) {
  const t = useWords();
  const href = useHref();
  // On the start page every section is in this very page.
  const to = (id: string) => (path === '/' ? `#${id}` : href(`/#${id}`));
  const join = href('/join');
  // The bootstrap marks the section that is in sight with aria-current.
  const links = SECTIONS.map(([id, label]) => (
    <li key={id}>
      <a href={to(id)}>{t(label)}</a>
    </li>
  ));
  const { user } = account;
  const entry = user ? (
    <AccountMenu account={{ ...account, user }} />
  ) : user === null ? (
    <Button {...(onJoin ? live(join, onJoin) : { href: join })}>{t('Join Us')}</Button>
  ) : null;
  const language = <LanguageLinks className="flex min-h-11 items-center px-2" path={path} />;
  return (
    <header className="bar">
      <div>
        <HomeLink href={to('home')} />
        <nav aria-label={t('Sections')} className="hidden lg:flex">
          <ul className="flex">{links}</ul>
        </nav>
        <div className="hidden gap-2 lg:flex">
          {language}
          {entry}
        </div>
        {/* A native disclosure: the menu opens before any script has run; the bootstrap closes it. */}
        <details data-menu="" className="lg:hidden">
          <summary className="btn px-2">{t('Menu')}</summary>
          <nav aria-label={t('Sections')}>
            <ul className="grid pb-4">{links}</ul>
            <div className="flex justify-between">
              {entry}
              {language}
            </div>
          </nav>
        </details>
      </div>
    </header>
  );
}

function HomeLink({ href }: { href: string }) {
  return (
    <a
      className="display flex min-h-11 min-w-0 items-center [overflow-wrap:anywhere] text-heading no-underline"
      href={href}
    >
      <SiteName />
    </a>
  );
}

/** The menu that is seen now; what opened a dialog may be folded away in it, or gone after logging in. */
export const menuButton = () =>
  [...document.querySelectorAll<HTMLElement>('header summary')].find(
    (menu) => menu.getClientRects().length > 0,
  );
