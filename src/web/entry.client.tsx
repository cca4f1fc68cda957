import './schemas.ts';
import { startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { BUILT_IN_PLANS } from '../features/payments/pricing/pricing.rules.ts';
import type { LivePageData, PageRequest, SentPageData } from '../shared/page.ts';
import type { Locale } from '../shared/words.ts';
import { App } from './App.tsx';
import { loadLocale } from './locales.ts';
import { Apply, loadPage } from './pages/lazyPages.ts';
import rareFaces from './styles/faces.css?url';

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

let page: Promise<void> | undefined;

/**
 * Takes the page over from the server's markup, with the deferred part that holds `target`; resolves when the buttons
 * there answer. Rejects when the code or the sentences cannot be had; the next call tries again.
 */
export async function hydrate(target?: EventTarget | null): Promise<void> {
  page ??= hydratePage().then(
    () => {
      markSections();
      showApplied();
    },
    (error: unknown) => {
      page = undefined;
      throw error;
    },
  );
  await page;
  if (target instanceof Element && target.closest('[data-deferred]')) await Apply.hydrate();
}

/**
 * The faces of rare letters, for names that are typed or shown from now on. New faces have all text laid out again, so they
 * are no part of the sheet that comes when the page is idle.
 */
function loadRareFaces(): void {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = rareFaces;
  document.head.append(link);
}

/** Shows who has applied from this browser their application; where its code cannot be had, the form stays empty. */
function showApplied(): void {
  const isDeferred = document.querySelector('[data-deferred]') !== null;
  if (isDeferred && document.cookie.includes('applied=1')) Apply.hydrate().catch(console.warn);
}

async function hydratePage(): Promise<void> {
  const root = document.getElementById('app');
  const state = document.getElementById('state');
  if (!root || !state) throw new Error('The page came without its state.');
  const { request, data } = JSON.parse(state.textContent ?? '') as Sent;
  const page: Page = {
    request,
    data: { plans: BUILT_IN_PLANS, content: {}, sandbox: false, ...data },
  };
  // The language first: what is opened later adds its sentences to it.
  const locale = await loadLocale(page.request.language);
  await loadPage(page.request.path);
  await new Promise<void>((resolve) => {
    // In slices: what is tapped or scrolled meanwhile comes first.
    startTransition(() => {
      hydrateRoot(root, <HydratedApp {...page} locale={locale} onHydrated={resolve} />);
    });
  });
  // Every other page carries them.
  if (request.path === '/') loadRareFaces();
}

/** The navigation says which section is in sight, and the years which quotation. */
function markSections(): void {
  const watch = new IntersectionObserver(
    (seen) => {
      for (const { isIntersecting, target } of seen)
        for (const link of document.querySelectorAll(`:is(header,.years) a[href="#${target.id}"]`))
          if (isIntersecting) link.setAttribute('aria-current', 'true');
          else link.removeAttribute('aria-current');
    },
    { rootMargin: '-30% 0px -69%' },
  );
  for (const section of document.querySelectorAll('section[id],figure[id]')) watch.observe(section);
}
