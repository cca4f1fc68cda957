import { isPossiblePhoneNumber } from 'libphonenumber-js/min';
import { AFRICAN_COUNTRIES, DIASPORA_COUNTRIES } from '../shared/country.ts';

const CODES = new Map<string, (typeof AFRICAN_COUNTRIES | typeof DIASPORA_COUNTRIES)[number][0]>(
  [...AFRICAN_COUNTRIES, ...DIASPORA_COUNTRIES].map(([code, name]) => [name, code]),
);

/**
 * Whether such a number may exist: a possible length is enough (gaps.md §2). Without "+" it may be one
 * of `country` (an English name of our lists), or one whose plus was left out.
 */
export function isPossibleTelephone(telephone: string, country: string): boolean {
  const code = CODES.get(country.replace(' (Diaspora)', ''));
  return (
    isPossiblePhoneNumber(telephone) ||
    (!telephone.startsWith('+') &&
      ((code !== undefined && isPossiblePhoneNumber(telephone, code)) ||
        isPossiblePhoneNumber(`+${telephone}`)))
  );
}
