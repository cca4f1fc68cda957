import type { Language } from '../shared/language.ts';
import type { Locale } from '../shared/words.ts';

/** A language with its sentences, for what the server draws. */
export const localeOf = (language: Language): Locale => ({ tag: language, catalogue: {} });

/** The same for the browser, fetched when it is needed. */
export const loadLocale = async (language: Language): Promise<Locale> => localeOf(language);
