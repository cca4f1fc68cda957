import type { ReactNode } from 'react';
import { SITE } from '../../features/content/site.rules.ts';
import type { PageData } from '../../shared/page.ts';
import type { Locale } from '../../shared/words.ts';
import { ContentProvider, useContent } from '../content.tsx';
import { useHref } from '../useHref.ts';
import { useWords, WordsProvider } from '../words.tsx';
import { Footer } from './landing/Footer.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import { SandboxNotice } from './SandboxNotice.tsx';

interface StillPageProps {
  locale: Locale;
  data: PageData;
  /** Where the page stands; the start page's path where there is none. */
  path: string;
  /** What the page says; absent at an address where there is nothing. */
  children: ReactNode;
}

/** The frame of pages that only say something: no script at all. */
export function StillPage({ locale, data, path, children }: StillPageProps) {
  return (
    <WordsProvider locale={locale}>
      <ContentProvider content={data.content}>
        <SkipLink />
        {data.sandbox ? <SandboxNotice /> : null}
        <Header />
        <main id="main" tabIndex={-1}>
          {children ?? <NotFoundPage />}
        </main>
        <Footer data={data} base="/" path={path} />
      </ContentProvider>
    </WordsProvider>
  );
}

function SkipLink() {
  const t = useWords();
  return (
    <a className="sr-only btn" href="#main">
      {t('Skip to the content')}
    </a>
  );
}

function Header() {
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
