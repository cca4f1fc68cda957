import { LANGUAGE_NAMES, type Language } from '../../../shared/language.ts';
import { useLanguage } from '../../../web/words.tsx';

/** What a language is called in that of the page. */
export function useLanguageName(): (language: Language) => string {
  const names = new Intl.DisplayNames(useLanguage(), { type: 'language' });
  return (language) => names.of(language) ?? LANGUAGE_NAMES[language];
}
