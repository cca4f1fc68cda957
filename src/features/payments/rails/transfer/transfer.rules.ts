import { cents, dollars } from '../../../../shared/money.ts';
import { words } from '../../../../shared/words.ts';

/** Rails without an API: the payer sends money and enters a number. */
export const TRANSFER_RAILS = ['zelle', 'bank'] as const;
export type TransferRail = (typeof TRANSFER_RAILS)[number];

export const isTransferRail = (rail: string): rail is TransferRail =>
  TRANSFER_RAILS.some((one) => one === rail);

/** Whether it is a transfer that was no longer waited for: its money is never lost (payment.rules.ts). */
export const isLateTransfer = ({ status, method }: { status: string; method: string }): boolean =>
  status === 'expired' && TRANSFER_RAILS.some((rail) => rail === method);

/** Which field of `paymentData` carries the number (specification §7). */
export const NUMBER_FIELD = {
  zelle: 'confirmationNumber',
  bank: 'referenceNumber',
} as const satisfies Record<TransferRail, string>;

/** Said when a rail has no destination; money that was sent before is not lost. */
export const RAIL_UNAVAILABLE: Readonly<Record<TransferRail, string>> = {
  zelle: words(
    'Zelle payments are not available at the moment. If you have already sent money, write to us with your reference.',
  ),
  bank: words(
    'Bank transfers are not available at the moment. If you have already sent money, write to us with your reference.',
  ),
};

/**
 * The difference between received and due amount (decimal strings in dollars), as a sentence with its values;
 * undefined without one.
 */
export function differenceOf(
  received: string,
  due: string,
): { sentence: string; values: { difference: string; due: string } } | undefined {
  const over = cents(received) - cents(due);
  if (over === 0n) return undefined;
  return {
    sentence:
      over > 0n
        ? words('{difference} more than the {due} due.')
        : words('{difference} less than the {due} due.'),
    values: { difference: dollars(over < 0n ? -over : over), due: dollars(cents(due)) },
  };
}

/** Dashes and spaces get lost in banking apps; letters and digits do not. */
const compact = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** The memo as a claim's number: what came short is paid with the same memo again, so the later ones are counted. */
export const claimNumberOf = (memo: string, time: number) =>
  time === 1 ? memo : `${memo}/${time}`;

/**
 * Compares a payer's number with our references: `own` with the instalment that it names (the reference alone
 * is the memo of the first), `foreign` when it looks like another application's memo, otherwise `other`.
 */
export function parseClaimNumber(
  number: string,
  reference: string,
): { kind: 'own'; instalment: number } | { kind: 'foreign' } | { kind: 'other' } {
  const given = compact(number);
  const ours = compact(reference);
  if (given === ours) return { kind: 'own', instalment: 1 };
  const [, suffix] = given.startsWith(ours)
    ? (/^([1-9]\d*)$/.exec(given.slice(ours.length)) ?? [])
    : [];
  if (suffix) return { kind: 'own', instalment: Number(suffix) };
  return /^PX[234679ACDEFGHJKMNPQRTWXY]{5}\d*$/.test(given)
    ? { kind: 'foreign' }
    : { kind: 'other' };
}
