import type { ReactNode } from 'react';
import type { PageData } from '../../../shared/page.ts';
import type { Locale } from '../../../shared/words.ts';
import { ContentProvider } from '../../content.tsx';
import { useWords, WordsProvider } from '../../words.tsx';
import { Footer } from '../landing/Footer.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import { PageHeader } from '../PageHeader.tsx';
import { SandboxNotice } from '../SandboxNotice.tsx';

interface StaticPageProps {
  locale: Locale;
  data: PageData;
  /** The page's path; the start page's where it has none. */
  path: string;
  /** The content; absent at an address where there is nothing. */
  children: ReactNode;
}

/** The frame of pages that only say something: no script at all. */
export function StaticPage({ locale, data, path, children }: StaticPageProps) {
  return (
    <WordsProvider locale={locale}>
      <ContentProvider content={data.content}>
        <SkipLink />
        {data.sandbox ? <SandboxNotice /> : null}
        <PageHeader />
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
