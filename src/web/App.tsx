import type { LivePageData, PageRequest } from '../shared/page.ts';
import type { Locale } from '../shared/words.ts';
import { ContentProvider } from './content.tsx';
import { PausedContext } from './paused.tsx';
import { OtherPage } from './pages/OtherPage.tsx';
import { LandingPage, type StaticParts } from './pages/landing/LandingPage.tsx';
import { ConfirmProvider } from './ui/confirm.tsx';
import { Toaster } from './ui/toast.tsx';
import { WordsProvider } from './words.tsx';

interface AppProps {
  request: PageRequest;
  data: LivePageData;
  locale: Locale;
  /** The parts that the server draws and the browser leaves alone. */
  staticParts?: StaticParts;
}

/** A public page, as the server draws it and the browser takes it over. */
export function App({ request, data, locale, staticParts }: AppProps) {
  return (
    <WordsProvider locale={locale}>
      <ContentProvider content={data.content}>
        <PausedContext value={data.paused ?? {}}>
          <ConfirmProvider>
            {request.path === '/' ? (
              <LandingPage data={data} staticParts={staticParts} />
            ) : (
              <OtherPage request={request} data={data} staticParts={staticParts} />
            )}
            <Toaster />
          </ConfirmProvider>
        </PausedContext>
      </ContentProvider>
    </WordsProvider>
  );
}
