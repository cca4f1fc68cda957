import { choosing, LANGUAGE_NAMES, LANGUAGES } from '../../../shared/language.ts';
import { useLanguage } from '../../words.tsx';

/** This page in the other languages, each in its own words; choosing one is remembered. */
export function LanguageLinks({ path, className }: { path: string; className?: string }) {
  const language = useLanguage();
  return LANGUAGES.filter((tag) => tag !== language).map((tag) => (
    <a key={tag} className={className} href={choosing(path, tag)} lang={tag} hrefLang={tag}>
      {LANGUAGE_NAMES[tag]}
    </a>
  ));
}
