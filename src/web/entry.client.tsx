import './schemas.ts';
import { startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { BUILT_IN_PLANS } from '../features/payments/pricing/pricing.rules.ts';
import type { LivePageData, PageRequest, SentPageData } from '../shared/page.ts';
import type { Locale } from '../shared/words.ts';
import { App } from './App.tsx';
import { loadLocale } from './locales.ts';
import { loadPage } from './pages/lazyPages.ts';

interface Page {
  request: PageRequest;
  data: LivePageData;
}

/** The same as it came in the document. */
interface Sent {
  request: PageRequest;
  data: SentPageData;
}

function HydratedApp({ onHydrated, ...page }: Page & { locale: Locale; onHydrated: () => void }) {
  useEffect(onHydrated, [onHydrated]);
  return <App {...page} />;
}

/** Takes the page over from the server's markup; resolves when its buttons answer. */
export async function hydrate(): Promise<void> {
  const root = document.getElementById('app');
  const state = document.getElementById('state');
  if (!root || !state) throw new Error('The page came without its state.');
  const { request, data } = JSON.parse(state.textContent ?? '') as Sent;
  const page: Page = { request, data: { plans: BUILT_IN_PLANS, ...data } };
  // The language first: what is opened later adds its sentences to it.
  const locale = await loadLocale(page.request.language);
  await loadPage(page.request.path);
  await new Promise<void>((resolve) => {
    // In slices: what is tapped or scrolled meanwhile comes first.
    startTransition(() => {
      hydrateRoot(root, <HydratedApp {...page} locale={locale} onHydrated={resolve} />);
    });
  });
}
