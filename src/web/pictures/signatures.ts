import { words } from '../../shared/words.ts';
import type { useWords } from '../words.tsx';

const SIGNATURES = words(
  '{country}: {count, plural, =0 {no signatures yet} one {# signature} other {# signatures}}',
);

/** "Kenya: 12 signatures" in the language of the page. `country` is the English name. */
export const signaturesOf = (
  t: ReturnType<typeof useWords>,
  country: string,
  count: number,
): string => t(SIGNATURES, { country: t(country), count });
