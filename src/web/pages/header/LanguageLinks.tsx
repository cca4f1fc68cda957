import { choosing, LANGUAGE_NAMES, LANGUAGES } from '../../../shared/language.ts';
import { useLanguage } from '../../words.tsx';

/** Pages without an address of their own; the start page is nearest. */
const WITHOUT_ADDRESS = /^\/(404|receipt|signature)/;

/** This page in the other languages, each in its own words; choosing one is remembered. */
export function LanguageLinks({ path, className }: { path: string; className?: string }) {
  const language = useLanguage();
  const address = WITHOUT_ADDRESS.test(path) ? '/' : path;
  return LANGUAGES.filter((tag) => tag !== language).map((tag) => (
    <a key={tag} className={className} href={choosing(address, tag)} lang={tag} hrefLang={tag}>
      {LANGUAGE_NAMES[tag]}
    </a>
  ));
}
