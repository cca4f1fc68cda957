import { days } from '../../../shared/time.ts';
import { words } from '../../../shared/words.ts';
import { keyOf, keysIn, memosIn, withoutAccents } from './match.rules.ts';

/** A claim that waits, as far as a line of a statement can be compared with it. */
export interface Sought {
  number: string;
  reference: string;
  amountCents: bigint;
  firstName: string;
  lastName: string;
  claimedAt: Date;
}

/** A line of an imported statement that has proved no payment. */
export interface Candidate {
  bookedOn: string;
  amountCents: bigint;
  text: string;
}

export interface Nearness {
  score: number;
  /** Sentences, the strongest first. */
  reasons: string[];
}

/** How far around the day of a claim its money is looked for. */
export const windowDays = 21;
/** Below it a line is not offered: the amount alone, or one name alone, is no hint. */
export const leastScore = 30;
export const mostOffers = 5;

const closeDays = 4;

/** How near a line is to a claim; undefined when it is not worth showing. */
export function nearnessOf(claim: Sought, line: Candidate): Nearness | undefined {
  const keys = keysIn(line.text);
  const key = keyOf(claim.number);
  const apart = Math.abs(Date.parse(line.bookedOn) - claim.claimedAt.getTime());
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
      words('Our reference stands in its text.'),
    ],
    [keys.includes(key), 50, words('The number that the payer gave stands in its text.')],
    [
      !keys.includes(key) && keys.some((other) => isOneSwapApart(key, other)),
      30,
      words('A number stands in its text that reads almost like the one the payer gave.'),
    ],
    [line.amountCents === claim.amountCents, 25, words('The amount is the same.')],
    [namesSaid === 2, 25, words('The payer’s name stands in its text.')],
    [namesSaid === 1, 10, words('A part of the payer’s name stands in its text.')],
    [apart <= days(closeDays), 10, words('It was booked within days of the claim.')],
  ];
  const holding = hints.filter(([holds]) => holds);
  const score = holding.reduce((sum, [, points]) => sum + points, 0);
  // What was booked around that day is a circumstance, never the reason.
  if (score < leastScore || apart > days(windowDays)) return undefined;
  return { score, reasons: holding.map(([, , reason]) => reason) };
}

/** The words of a text without accents and signs. */
export const wordsOf = (text: string): string[] =>
  withoutAccents(text)
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1);

/** Two neighbours exchanged: the commonest slip of a hand. */
export function isOneSwapApart(a: string, b: string): boolean {
  return a !== b && variantsOf(a).includes(b);
}

const longestNumber = 40;

/** The number itself and what one exchange of neighbours makes of it; few enough to ask an index for each. */
export function variantsOf(key: string): string[] {
  const own = key.slice(0, longestNumber);
  const swapped = Array.from({ length: Math.max(0, own.length - 1) }, (_, at) =>
    [own.slice(0, at), own[at + 1], own[at], own.slice(at + 2)].join(''),
  );
  return [...new Set([own, ...swapped])];
}
