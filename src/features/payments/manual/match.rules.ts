import { words } from '../../../shared/words.ts';

/** A due of ours that a line of a statement may pay. */
export interface PayableDue {
  applicationId: string;
  instalmentId: string;
  reference: string;
  name: string;
  number: number;
  /** How many dues its plan has. */
  of: number;
  isPayable: boolean;
  restCents: bigint;
  /** The attempt on this rail that waits for the money, or has waited for it too long. */
  paymentId: string | null;
  /** An attempt on another rail has money under way. */
  isBusy: boolean;
}

/** A number that a payer has given for a due. */
export interface WaitingClaim {
  key: string;
  due: PayableDue;
}

/** What a line of a statement is held to pay, and how sure that is. */
export interface Proposal {
  due: PayableDue;
  difference: 'equal' | 'less' | 'more';
  /** Why, as sentences for the administrator; what speaks against it comes after. */
  reasons: string[];
  /** Nothing speaks against it: ticked before anybody looks. */
  isSure: boolean;
}

const LETTERS = '234679ACDEFGHJKMNPQRTWXY';
/** Our reference wherever it stands, with or without dash and spaces; a number after it only where it is joined. */
const MEMO = new RegExp(
  `(?<![A-Z0-9])P[\\s-]?X[\\s-]{0,3}((?:[${LETTERS}][\\s-]?){4}[${LETTERS}])(?:-?([1-9]\\d?)(?![\\d.,/]))?(?![A-Z])`,
  'g',
);

/** The references of ours in a text, each once, with the number of the due where the memo names one. */
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
export const keyOf = (number: string) =>
  number
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');

/** Banks write ELEONORE for Éléonore. */
export const withoutAccents = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '');

export const shortestKey = 4;
const mostKeys = 80;

/** The keys of what stands in a text: every word, and neighbours as one where a bank has spaced a number. */
export function keysIn(text: string): string[] {
  const bare = withoutAccents(text);
  const parts = bare.split(/\s+/).map(keyOf);
  const joined = parts.flatMap((part, at) => {
    const next = parts[at + 1];
    return next && /\d/.test(part + next) ? [part + next] : [];
  });
  const inside = bare.split(/[^\p{L}\p{N}]+/u).map(keyOf);
  const keys = [...parts, ...inside, ...joined].filter((key) => key.length >= shortestKey);
  return [...new Set(keys)].slice(0, mostKeys);
}

const BY_REFERENCE = words('Our reference stands in its text.');
const BY_NUMBER = words('The number that the payer gave stands in its text.');
const NEXT_DUE = words('The payment that it names is paid, so the next one is proposed.');
const NO_CLAIM = words('The payer has not told us of it yet.');
const LESS = words('It is less than the due.');
const MORE = words('It is more than the due.');
const BUSY = words('Another payment for this due is under way.');
const TWICE = words('Another line is proposed for the same payment.');
const AMBIGUOUS = words('More than one payment fits; look before you tick it.');

/** What the database knows of the references and numbers in the lines of a statement. */
export interface Known {
  /** By reference, in order of their numbers. */
  dues: ReadonlyMap<string, readonly PayableDue[]>;
  /** By key. */
  claims: ReadonlyMap<string, readonly WaitingClaim[]>;
}

interface Line {
  amountCents: bigint;
  text: string;
}

/** What each line is held to pay; undefined where nothing fits. Two lines are never sure of one due. */
export function proposalsFor(lines: readonly Line[], known: Known): (Proposal | undefined)[] {
  const taken = new Set<string>();
  return lines.map((line) => {
    const proposal = proposalFor(line, known);
    if (!proposal) return undefined;
    const { instalmentId } = proposal.due;
    if (!taken.has(instalmentId)) {
      taken.add(instalmentId);
      return proposal;
    }
    return { ...proposal, isSure: false, reasons: [...proposal.reasons, TWICE] };
  });
}

function proposalFor(line: Line, known: Known): Proposal | undefined {
  const memos = memosIn(line.text).flatMap((memo) => dueOf(memo, known) ?? []);
  const claims = keysIn(line.text).flatMap((key) => known.claims.get(key) ?? []);
  const [first] = memos;
  const found = first ?? (claims[0] && { due: claims[0].due, reasons: [BY_NUMBER], doubts: [] });
  if (!found) return undefined;
  const { due } = found;
  const fits = new Set([...memos, ...claims].map((one) => one.due.instalmentId));
  const difference =
    line.amountCents === due.restCents
      ? 'equal'
      : line.amountCents < due.restCents
        ? 'less'
        : 'more';
  const doubts = [
    ...found.doubts,
    ...(difference === 'less' ? [LESS] : difference === 'more' ? [MORE] : []),
    ...(due.isBusy ? [BUSY] : []),
    ...(fits.size > 1 ? [AMBIGUOUS] : []),
  ];
  const notes = due.paymentId === null ? [NO_CLAIM] : [];
  return {
    due,
    difference,
    reasons: [...found.reasons, ...notes, ...doubts],
    isSure: doubts.length === 0,
  };
}

/**
 * The due that a memo names, or the next that asks for money where that one is paid: by further money, or by this
 * very line, which was confirmed by hand or came in with another file. So that one is never ticked before anybody looks.
 */
function dueOf(
  memo: ReturnType<typeof memosIn>[number],
  { dues }: Known,
): { due: PayableDue; reasons: string[]; doubts: string[] } | undefined {
  const all = dues.get(memo.reference) ?? [];
  const named = all.find(({ number }) => number === (memo.instalment ?? 1));
  if (named?.isPayable) return { due: named, reasons: [BY_REFERENCE], doubts: [] };
  const next = all.find(({ isPayable }) => isPayable);
  return next && { due: next, reasons: [BY_REFERENCE], doubts: [NEXT_DUE] };
}
