import { isLanguage, type Language, LANGUAGES } from '../shared/language.ts';
import type { Locale } from '../shared/words.ts';
import fr from './locales/fr.json' with { type: 'json' };

type Catalogue = Locale['catalogue'];
type Translated = Exclude<Language, (typeof LANGUAGES)[0]>;

/** Whole, for what runs on the server; the browser's bundles drop it. */
const WHOLE: Readonly<Record<Translated, Catalogue>> = { fr };

/** What the browser is given: see scripts/catalogues.ts. */
const PARTS: Readonly<
  Record<'public' | 'members', Record<Translated, () => Promise<{ default: Catalogue }>>>
> = {
  public: { fr: () => import('virtual:locale/fr/public') },
  members: { fr: () => import('virtual:locale/fr/members') },
};

/** A language with all of its sentences; a tag that we do not speak is English. */
export function localeOf(language: string): Locale {
  return isTranslated(language)
    ? { tag: language, catalogue: WHOLE[language], marksMissing }
    : { tag: LANGUAGES[0], catalogue: {} };
}

/**
 * A language as the browser needs it: the sentences of the public pages, or those of the members'.
 * English costs no request. Rejects when the connection does.
 */
export async function loadLocale(
  language: string,
  part: keyof typeof PARTS = 'public',
): Promise<Locale> {
  if (!isTranslated(language)) return { tag: LANGUAGES[0], catalogue: {} };
  const { default: catalogue } = await PARTS[part][language]();
  return { tag: language, catalogue, marksMissing };
}

/** Visitors read English where a translation is missing; who develops sees that it is. */
const marksMissing = import.meta.env?.DEV === true && import.meta.env.MODE !== 'test';

const isTranslated = (tag: string): tag is Translated => isLanguage(tag) && tag !== LANGUAGES[0];
