import './schemas.ts';
import './pages/header/menus.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { fieldsOf } from '../shared/record.ts';
import { loadLocale } from './locales.ts';
import { memberPageAt } from './pages/members/memberPages.ts';
import { MemberPages } from './pages/members/MemberPages.tsx';
import { watchActivity } from './presence.ts';
import { WordsProvider } from './words.tsx';

const root = document.getElementById('app');
if (!root) throw new Error('The page came without its place for the application.');
const state = fieldsOf(JSON.parse(document.getElementById('state')?.textContent ?? '{}'));
watchActivity();
const speaking = loadLocale(document.documentElement.lang, 'members');
// At once with the language; when it cannot be had the page says so itself.
memberPageAt(location.pathname)?.page.load().catch(console.warn);
const locale = await speaking.catch((error: unknown) => {
  // The connection went between two files: a page in English is better than none.
  console.warn(error);
  document.documentElement.lang = 'en';
  return loadLocale('en');
});
createRoot(root).render(
  <StrictMode>
    <WordsProvider locale={locale}>
      <MemberPages sandbox={state.sandbox === true} />
    </WordsProvider>
  </StrictMode>,
);
