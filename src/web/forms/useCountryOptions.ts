import { AFRICAN_COUNTRIES, COUNTRY_SEARCH } from '../../shared/country.ts';
import type { Option } from './options.tsx';
import { useLanguage, useWords } from '../words.tsx';

const african = new Set<string>(AFRICAN_COUNTRIES.map(([, name]) => name));

/**
 * Stored names as choices in the page's language: those of Africa in its alphabet, the others after
 * them as they were given. Found by what they are called here, in English, and by other names.
 */
export function useCountryOptions(names: readonly string[]): Option[] {
  const t = useWords();
  const { compare } = new Intl.Collator(useLanguage());
  const options = names.map((value) => ({
    value,
    label: t(value),
    search: `${value} ${COUNTRY_SEARCH[value] ?? ''}`,
  }));
  const [home, diaspora] = [true, false].map((isHome) =>
    options.filter(({ value }) => african.has(value) === isHome),
  ) as [Option[], Option[]];
  return [...home.sort((a, b) => compare(placeOf(a), placeOf(b))), ...diaspora];
}

/** The Gambia is under G. */
const placeOf = ({ label }: Option) => label.replace(/^The /, '');
