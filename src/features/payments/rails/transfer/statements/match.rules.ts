import { words } from '../../../../../shared/words.ts';
import { days } from '../../../../../shared/time.ts';

/** A claim that waits, as far as a line of a statement can be compared with it. */
export interface ClaimToMatch {
  number: string;
  reference: string;
  amountCents: bigint;
  firstName: string;
  lastName: string;
  /** Money that went back has no day to be near to. */
  claimedAt?: Date;
}

/** A line of an imported statement that has proved no payment. */
interface CandidateLine {
  bookedOn: string;
  amountCents: bigint;
  text: string;
}

interface MatchScore {
  score: number;
  /** Sentences, the strongest first. */
  reasons: string[];
}

/** How far around the day of a claim its money is looked for. */
export const searchWindowDays = 21;
/** Below it a line is not suggested: the amount alone, or one name alone, is not enough. */
export const minScore = 30;
export const maxSuggestions = 5;

const closeDays = 4;

/** How near a line is to a claim; undefined when it is not worth showing. */
export function scoreMatch(claim: ClaimToMatch, line: CandidateLine): MatchScore | undefined {
  const keys = lookupKeysIn(line.text);
  const key = lookupKey(claim.number);
  const apart = claim.claimedAt && Math.abs(Date.parse(line.bookedOn) - claim.claimedAt.getTime());
  const names = wordsOf(line.text);
  const saysName = (name: string) => {
    const parts = wordsOf(name);
    return parts.length > 0 && parts.every((part) => names.includes(part));
  };
  const namesSaid = [claim.firstName, claim.lastName].filter(saysName).length;
  const hints: [holds: boolean, score: number, reason: string][] = [
    [
      memosIn(line.text).some(({ reference }) => reference === claim.reference),
      60,
      words('Its text contains our reference.'),
    ],
    [keys.includes(key), 50, words('Its text contains the number the payer gave.')],
    [
      !keys.includes(key) && keys.some((other) => isOneSwapApart(key, other)),
      30,
      words('Its text contains a number very close to the one the payer gave.'),
    ],
    [line.amountCents === claim.amountCents, 25, words('The amount is the same.')],
    [namesSaid === 2, 25, words('Its text contains the payer’s name.')],
    [namesSaid === 1, 10, words('Its text contains part of the payer’s name.')],
    [
      apart !== undefined && apart <= days(closeDays),
      10,
      words('Its date is within days of the payer’s report.'),
    ],
  ];
  const holding = hints.filter(([holds]) => holds);
  const score = holding.reduce((sum, [, points]) => sum + points, 0);
  // A nearby day supports a match, but is never its reason.
  if (score < minScore || (apart ?? 0) > days(searchWindowDays)) return undefined;
  return { score, reasons: holding.map(([, , reason]) => reason) };
}

/** The words of a text without accents and signs. */
export const wordsOf = (text: string): string[] =>
  withoutAccents(text)
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1);

/** Two neighbours exchanged: the commonest slip of a hand. */
function isOneSwapApart(a: string, b: string): boolean {
  return a !== b && swapVariants(a).includes(b);
}

const maxNumberLength = 40;

/** The number itself and what one exchange of neighbours makes of it; few enough to ask an index for each. */
export function swapVariants(key: string): string[] {
  const own = key.slice(0, maxNumberLength);
  const swapped = Array.from({ length: Math.max(0, own.length - 1) }, (_, at) =>
    [own.slice(0, at), own[at + 1], own[at], own.slice(at + 2)].join(''),
  );
  return [...new Set([own, ...swapped])];
}

/** An instalment that a line may pay. */
export interface PayableInstalment {
  applicationId: string;
  instalmentId: string;
  reference: string;
  name: string;
  number: number;
  /** How many instalments its plan has. */
  of: number;
  isPayable: boolean;
  remainingCents: bigint;
  /** The attempt on this rail that waits for the money, or has waited for it too long. */
  paymentId: string | null;
  /** An attempt on another rail has money under way. */
  hasOtherPaymentUnderWay: boolean;
}

/** A number that a payer has claimed for an instalment. */
export interface PendingClaim {
  key: string;
  due: PayableInstalment;
}

/** What a line of a statement is held to pay, and how sure that is. */
export interface ProposedMatch {
  due: PayableInstalment;
  difference: 'equal' | 'less' | 'more';
  /** Why, as sentences for the administrator; what speaks against it comes after. */
  reasons: string[];
  /** No contradiction: ticked by default. */
  isSure: boolean;
}

const LETTERS = '234679ACDEFGHJKMNPQRTWXY';
/** Our reference anywhere, with or without dash and spaces; a number after it only when joined. */
const MEMO = new RegExp(
  `(?<![A-Z0-9])P[\\s-]?X[\\s-]{0,3}((?:[${LETTERS}][\\s-]?){4}[${LETTERS}])(?:-?([1-9]\\d?)(?![\\d.,/]))?(?![A-Z])`,
  'g',
);

/** Our references in a text, each once, with the instalment's number where the memo names one. */
export function memosIn(text: string): { reference: string; instalment: number | undefined }[] {
  const found = [...text.toUpperCase().matchAll(MEMO)].map(([, letters = '', number]) => ({
    reference: `PX-${letters.replace(/[\s-]/g, '')}`,
    instalment: number ? Number(number) : undefined,
  }));
  return found.filter((one, at) => at === found.findIndex((f) => f.reference === one.reference));
}

/**
 * What stays of a number when it is copied by hand: letters and digits, with O and 0, I, L and 1 as one. The
 * index `payments_claim_key` holds the same of every claim.
 */
export const lookupKey = (number: string) =>
  number
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');

/** Banks write ELEONORE for Éléonore. */
export const withoutAccents = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '');

export const minKeyLength = 4;
const maxKeys = 80;

/** The lookup keys of a text: every word, and neighbours joined where a bank has spaced a number. */
export function lookupKeysIn(text: string): string[] {
  const bare = withoutAccents(text);
  const parts = bare.split(/\s+/).map(lookupKey);
  const joined = parts.flatMap((part, at) => {
    const next = parts[at + 1];
    return next && /\d/.test(part + next) ? [part + next] : [];
  });
  const inside = bare.split(/[^\p{L}\p{N}]+/u).map(lookupKey);
  const keys = [...parts, ...inside, ...joined].filter((key) => key.length >= minKeyLength);
  return [...new Set(keys)].slice(0, maxKeys);
}

const BY_REFERENCE = words('Its text contains our reference.');
const BY_NUMBER = words('Its text contains the number the payer gave.');
const NEXT_DUE = words('The payment it names is already paid, so the next one is suggested.');
const NO_CLAIM = words('The payer has not reported this payment yet.');
const LESS = words('It is less than the amount due.');
const MORE = words('It is more than the amount due.');
const BUSY = words('Another payment for this instalment is in progress.');
const TWICE = words('Another line is suggested for the same payment.');
const RECORDED = words('Money with this number is already recorded.');
const AMBIGUOUS = words('More than one payment matches. Check before you select this line.');

/** What the database knows of the references and numbers in the lines of a statement. */
export interface LookedUp {
  /** By reference, in order of their numbers. */
  instalments: ReadonlyMap<string, readonly PayableInstalment[]>;
  /** By key. */
  claims: ReadonlyMap<string, readonly PendingClaim[]>;
  /** Keys of numbers under which money is recorded. */
  recorded: ReadonlySet<string>;
}

interface Line {
  amountCents: bigint;
  text: string;
}

/** The proposed match of each line; undefined without one. Only one line is sure of an instalment. */
export function proposeMatches(
  lines: readonly Line[],
  known: LookedUp,
): (ProposedMatch | undefined)[] {
  const proposed = new Set<string>();
  return lines.map((line) => {
    const proposal = proposeMatch(line, known);
    if (!proposal) return undefined;
    const { instalmentId } = proposal.due;
    if (!proposed.has(instalmentId)) {
      proposed.add(instalmentId);
      return proposal;
    }
    return { ...proposal, isSure: false, reasons: [...proposal.reasons, TWICE] };
  });
}

function proposeMatch(line: Line, known: LookedUp): ProposedMatch | undefined {
  const memos = memosIn(line.text).flatMap((memo) => dueOf(memo, known) ?? []);
  const keys = lookupKeysIn(line.text);
  const claims = keys.flatMap((key) => known.claims.get(key) ?? []);
  const [first] = memos;
  const found = first ?? (claims[0] && { due: claims[0].due, reasons: [BY_NUMBER], doubts: [] });
  if (!found) return undefined;
  const { due } = found;
  const fits = new Set([...memos, ...claims].map((one) => one.due.instalmentId));
  const difference =
    line.amountCents === due.remainingCents
      ? 'equal'
      : line.amountCents < due.remainingCents
        ? 'less'
        : 'more';
  const doubts = [
    ...(difference === 'less' ? [LESS] : difference === 'more' ? [MORE] : []),
    ...(due.hasOtherPaymentUnderWay ? [BUSY] : []),
    ...(fits.size > 1 ? [AMBIGUOUS] : []),
    // This very line, confirmed by hand before the statement came.
    ...(keys.some((key) => known.recorded.has(key)) ? [RECORDED] : []),
  ];
  // Whose number it is has reported it.
  const notes = due.paymentId === null && first ? [NO_CLAIM] : [];
  return {
    due,
    difference,
    reasons: [...found.reasons, ...found.doubts, ...notes, ...doubts],
    isSure: found.doubts.length + doubts.length === 0,
  };
}

/**
 * The instalment that a memo names, or the next unpaid one when that is paid: by other money, or by this very
 * line, confirmed by hand or imported before. So it is never ticked by default.
 */
function dueOf(
  memo: ReturnType<typeof memosIn>[number],
  { instalments }: LookedUp,
): { due: PayableInstalment; reasons: string[]; doubts: string[] } | undefined {
  const all = instalments.get(memo.reference) ?? [];
  const named = all.find(({ number }) => number === (memo.instalment ?? 1));
  if (named?.isPayable) return { due: named, reasons: [BY_REFERENCE], doubts: [] };
  const next = all.find(({ isPayable }) => isPayable);
  return next && { due: next, reasons: [BY_REFERENCE], doubts: [NEXT_DUE] };
}
