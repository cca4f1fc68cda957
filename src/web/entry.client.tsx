import './schemas.ts';
import { useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { LivePageData, PageRequest } from '../shared/page.ts';
import type { Locale } from '../shared/words.ts';
import { App } from './App.tsx';
import { loadLocale } from './locales.ts';
import { loadPage } from './pages/latePages.ts';

interface Page {
  request: PageRequest;
  data: LivePageData;
}

function Woken({ onAwake, ...page }: Page & { locale: Locale; onAwake: () => void }) {
  useEffect(onAwake, [onAwake]);
  return <App {...page} />;
}

/** Takes the page over from the server's markup; resolves when its buttons answer. */
export async function wake(): Promise<void> {
  const root = document.getElementById('app');
  const state = document.getElementById('state');
  if (!root || !state) throw new Error('The page came without its state.');
  const page = JSON.parse(state.textContent ?? '') as Page;
  // The language first: what is opened later adds its sentences to it.
  const locale = await loadLocale(page.request.language);
  await loadPage(page.request.path);
  await new Promise<void>((resolve) => {
    hydrateRoot(root, <Woken {...page} locale={locale} onAwake={resolve} />);
  });
}
