import { words } from '../../../shared/words.ts';

/** How many have signed. Shown in every element with `data-signatures`, which is renewed after signing. */
export const SIGNATURES = words(
  '{count, plural, =0 {Nobody has signed yet. Be the first.} one {# person has signed.} other {# people have signed.}}',
);
