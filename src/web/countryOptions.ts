import { COUNTRY_SEARCH } from '../shared/country.ts';
import type { Option } from './ui/options.tsx';

/** Stored names as choices in the page's language, findable by their other names too. */
export function countryOptions(
  names: readonly string[],
  t: (sentence: string) => string,
): Option[] {
  return names.map((name) => ({ value: name, label: t(name), search: COUNTRY_SEARCH[name] ?? '' }));
}
