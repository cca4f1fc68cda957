import { COUNTED_LATER } from '../../../features/declaration/confirmation.rules.ts';
import type { PageData } from '../../../shared/page.ts';
import { words } from '../../../shared/words.ts';
import { useWords } from '../../words.tsx';

/**
 * How many have signed. Shown in every element with `data-signatures`, which holds what is shown instead to who has just
 * signed.
 */
export const SIGNATURES = words(
  '{count, plural, =0 {Nobody has signed yet. Be the first.} one {# person has signed.} other {# people have signed.}}',
);

/** What a person reads right after signing. Empty where their signature counts at once: it is in the next count. */
export function useSignedText({ signatures, confirmsSignatures }: PageData): string {
  const t = useWords();
  return confirmsSignatures ? t(COUNTED_LATER, { count: signatures }) : '';
}
