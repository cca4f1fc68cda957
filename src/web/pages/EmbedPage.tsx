import { SITE } from '../../features/content/texts/site.rules.ts';
import type { PageData } from '../../shared/page.ts';
import { useContent } from '../content.tsx';
import { useHref } from '../useHref.ts';
import { useWords } from '../words.tsx';
import { SIGNATURES } from './landing/signatures.ts';

/** What partners show in a frame on their own pages: the count, and a link that leads to signing. */
export function EmbedPage({ data: { signatures } }: { data: PageData }) {
  const t = useWords();
  const say = useContent();
  const href = useHref();
  return (
    <main>
      <h1>{say(SITE.name)}</h1>
      <p>{t(SIGNATURES, { count: signatures })}</p>
      <a href={href('/sign?utm_source=embed')} target="_blank" rel="noopener">
        {t('Sign the Unity Declaration')} <span>{t('(opens in a new tab)')}</span>
      </a>
    </main>
  );
}
