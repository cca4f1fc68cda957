import { words } from '../../../shared/words.ts';
import { isMadeOf, isRepeatedOrCounted, simpleFormsOf, stepsOf } from '../password.rules.ts';

/** A few of the thousands that the server refuses, in English and French. */
const FIRST_TRIED = new Set([
  'admin',
  'azerty',
  'azertyuiop',
  'bonjour',
  'dragon',
  'football',
  'iloveyou',
  'letmein',
  'monkey',
  'motdepasse',
  'password',
  'qwerty',
  'qwertyuiop',
  'soleil',
  'sunshine',
  'welcome',
]);

/** LIST from the weakest, each with the steps that are enough for it. */
export const STRENGTHS = [
  { from: 0, sentence: words('Password strength: weak. Add more words.') },
  {
    from: 9,
    sentence: words('Password strength: fair. One more word makes it much stronger.'),
  },
  { from: 13, sentence: words('Password strength: good.') },
  { from: 17, sentence: words('Password strength: very good.') },
] as const;

const KINDS = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}\s]/u];

/**
 * How strong a password is that is being typed, as a sentence; empty for none. Length counts, as in NIST SP 800-63B; a
 * further kind of characters is worth one. What repeats, counts up, is tried first or is made of `known` words is weak.
 */
export function strengthOf(password: string, known: readonly string[]): string {
  if (!password) return '';
  const lower = password.normalize('NFKC').toLowerCase();
  const isGuessed =
    isRepeatedOrCounted(lower) ||
    isMadeOf(lower, known) ||
    simpleFormsOf(lower).some((form) => FIRST_TRIED.has(form));
  const kinds = KINDS.filter((kind) => kind.test(password)).length;
  const steps = isGuessed ? 0 : stepsOf(lower) + kinds - 1;
  return STRENGTHS.findLast(({ from }) => steps >= from)?.sentence ?? '';
}
