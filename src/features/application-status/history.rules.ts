import type { ApplicationStatus } from '../application/application.rules.ts';
import type { PaymentStatus, Rail } from '../payments/core/payment.rules.ts';
import { words } from '../../shared/words.ts';

/** The kinds of history entries; the page has a sentence for each. */
export const HISTORY_KINDS = [
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
  'corrected',
  'plan_stopped',
] as const;
export type HistoryKind = (typeof HISTORY_KINDS)[number];

/** One line of a history. Amounts are decimal strings. */
export interface HistoryEntry {
  at: Date;
  told: HistoryKind;
  instalment: number | null;
  method: Rail | null;
  amount: string | null;
  note: string | null;
}

export const kindOfApplicationStep = (to: ApplicationStatus): HistoryKind | undefined =>
  to === 'draft' ? undefined : to;

interface PaymentStep {
  rail: Rail;
  from: PaymentStatus | null;
  to: PaymentStatus;
  /** The payment covered only a part of the instalment. */
  isShort: boolean;
}

const KINDS_BY_STATUS: Readonly<Partial<Record<PaymentStatus, HistoryKind>>> = {
  claimed: 'claimed',
  failed: 'failed',
  refunded: 'refunded',
  partially_refunded: 'partially_refunded',
  disputed: 'disputed',
  reversed: 'reversed',
};

/**
 * The kind of a payment's step in its payer's history. Attempts that were abandoned are left out: no money moved.
 * A transfer is `claimed` until an administrator has found it, so its `processing` says nothing more.
 */
export function kindOfPaymentStep({
  rail,
  from,
  to,
  isShort,
}: PaymentStep): HistoryKind | undefined {
  if (to === 'processing') {
    if (rail === 'crypto') return 'confirming';
    return rail === 'paypal' ? 'processing' : undefined;
  }
  if (to === 'expired') return from === 'awaiting_transfer' ? 'expired' : undefined;
  if (to === 'succeeded') {
    if (from === 'disputed') return 'dispute_won';
    return isShort ? 'paid_in_part' : 'paid';
  }
  return KINDS_BY_STATUS[to];
}

const RECEIVED: readonly HistoryKind[] = ['paid', 'paid_in_part'];

/** Entries in the order of their times, without what was under way and has been received, or was left at once. */
export function chronological(entries: readonly HistoryEntry[]): HistoryEntry[] {
  const sorted = [...entries].sort((a, b) => a.at.getTime() - b.at.getTime());
  const isTransient = (entry: HistoryEntry, place: number) =>
    (entry.told === 'processing' || entry.told === 'confirming') &&
    sorted
      .slice(place + 1)
      .some(
        (later) =>
          later.instalment === entry.instalment &&
          (later.at.getTime() === entry.at.getTime() ||
            (later.method === entry.method && RECEIVED.includes(later.told))),
      );
  return sorted.filter((entry, place) => !isTransient(entry, place));
}

/** A history entry as a sentence; `{amount}`, `{number}` and `{method}` are filled where an entry has them. */
export const HISTORY_SENTENCES: Readonly<Record<HistoryKind, string>> = {
  begun: words('You started the application.'),
  submitted: words('You submitted the application.'),
  in_review: words('We started to review the application.'),
  needs_information: words('We asked you for more information.'),
  approved: words('We approved the application.'),
  dispatched: words('The kit was handed to the courier.'),
  delivered: words('The kit was delivered.'),
  cancelled: words('The application was cancelled.'),
  claimed: words('You reported a payment of {amount} ({method}). We are checking for it.'),
  processing: words('A payment of {amount} ({method}) is being processed.'),
  confirming: words('The network has seen a payment of {amount} and is confirming it.'),
  paid: words('We received {amount} ({method}).'),
  paid_in_part: words('We received {amount} ({method}), less than was due.'),
  failed: words('A payment of {amount} ({method}) failed.'),
  expired: words('An expected payment did not arrive ({method}).'),
  refunded: words('{amount} was refunded to you.'),
  partially_refunded: words('{amount} was refunded to you.'),
  disputed: words('A payment of {amount} is in dispute.'),
  dispute_won: words('The dispute about {amount} has ended. The payment counts.'),
  reversed: words('A payment of {amount} was reversed.'),
  corrected: words('We corrected our record of a payment: {amount} ({method}).'),
  plan_stopped: words('The payment plan was cancelled.'),
};
