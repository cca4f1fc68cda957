import { SITE } from '../../features/content/texts/site.rules.ts';
import { useContent } from '../content.tsx';
import { useHref } from '../useHref.ts';
import { useWords } from '../words.tsx';

/** The campaign's name and the way to the start page, above the pages outside the start page. */
export function PageHeader() {
  const t = useWords();
  const say = useContent();
  const href = useHref();
  return (
    <header className="edged-b border-rule bg-paper">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-6 px-5 py-2">
        <a
          className="display flex min-h-11 min-w-0 items-center [overflow-wrap:anywhere] text-heading no-underline"
          href={href('/')}
        >
          {say(SITE.name)}
        </a>
        <a className="flex min-h-11 items-center" href={href('/')}>
          {t('Back to the start page')}
        </a>
      </div>
    </header>
  );
}
