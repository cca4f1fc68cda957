import type { ApplicationStatus } from '../application.rules.ts';
import type { PaymentStatus, Rail } from '../../payments/core/payment.rules.ts';

/** What a history can tell; the page has a sentence for each. */
export const TOLD = [
  'begun',
  'submitted',
  'in_review',
  'needs_information',
  'approved',
  'dispatched',
  'delivered',
  'cancelled',
  'claimed',
  'processing',
  'confirming',
  'paid',
  'paid_in_part',
  'failed',
  'expired',
  'refunded',
  'partially_refunded',
  'disputed',
  'dispute_won',
  'reversed',
  'plan_stopped',
] as const;
export type Told = (typeof TOLD)[number];

/** One line of a history. Amounts are decimal strings. */
export interface Entry {
  at: Date;
  told: Told;
  instalment: number | null;
  method: Rail | null;
  amount: string | null;
  note: string | null;
}

export const toldOfApplication = (to: ApplicationStatus): Told | undefined =>
  to === 'draft' ? undefined : to;

interface PaymentStep {
  rail: Rail;
  from: PaymentStatus | null;
  to: PaymentStatus;
  /** What came was less than what was due. */
  isShort: boolean;
}

const MOVES: Readonly<Partial<Record<PaymentStatus, Told>>> = {
  claimed: 'claimed',
  failed: 'failed',
  refunded: 'refunded',
  partially_refunded: 'partially_refunded',
  disputed: 'disputed',
  reversed: 'reversed',
};

/**
 * What a step of a payment is to its payer. Nothing is told of attempts that were begun and left: no money
 * moved. A transfer is `claimed` until somebody has found it, so its `processing` says nothing more.
 */
export function toldOfPayment({ rail, from, to, isShort }: PaymentStep): Told | undefined {
  if (to === 'processing') {
    if (rail === 'crypto') return 'confirming';
    return rail === 'paypal' ? 'processing' : undefined;
  }
  if (to === 'expired') return from === 'awaiting_transfer' ? 'expired' : undefined;
  if (to === 'succeeded') {
    if (from === 'disputed') return 'dispute_won';
    return isShort ? 'paid_in_part' : 'paid';
  }
  return MOVES[to];
}

/** Payments and deeds in the order of their days; what was only passed through in a moment is left out. */
export function inOrder(entries: readonly Entry[]): Entry[] {
  const sorted = [...entries].sort((a, b) => a.at.getTime() - b.at.getTime());
  const isPassed = (entry: Entry, place: number) =>
    (entry.told === 'processing' || entry.told === 'confirming') &&
    sorted
      .slice(place + 1)
      .some(
        (later) =>
          later.at.getTime() === entry.at.getTime() && later.instalment === entry.instalment,
      );
  return sorted.filter((entry, place) => !isPassed(entry, place));
}
