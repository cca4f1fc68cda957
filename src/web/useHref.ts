import { inLanguage } from '../shared/language.ts';
import { useLanguage } from './words.tsx';

/** Addresses of our own pages in the language of this one. */
export function useHref(): (href: string) => string {
  const language = useLanguage();
  return (href) => inLanguage(href, language);
}
