import { keysOf } from '../../../shared/record.ts';
import { days, seconds } from '../../../shared/time.ts';

/** The rails; the first is what the specification calls the card provider. */
export const RAILS = ['paypal', 'zelle', 'bank', 'crypto'] as const;
export type Rail = (typeof RAILS)[number];

/** The two state tables of payments: which step may follow which. A step that is not listed is refused. */
export const PAYMENT_TRANSITIONS = {
  created: ['action_required', 'awaiting_transfer', 'cancelled', 'expired'],
  action_required: ['processing', 'cancelled', 'expired'],
  awaiting_transfer: ['claimed', 'cancelled', 'expired'],
  claimed: ['processing'],
  /** Late money is never lost. */
  expired: ['processing'],
  processing: ['succeeded', 'failed'],
  succeeded: ['refunded', 'partially_refunded', 'disputed'],
  /** A dispute also ends by agreement: the payer gets a part or all of it back. */
  disputed: ['succeeded', 'reversed', 'partially_refunded', 'refunded'],
  failed: [],
  cancelled: [],
  refunded: [],
  /** More can go back later, and the payer's bank can dispute what is left. */
  partially_refunded: ['partially_refunded', 'refunded', 'disputed'],
  reversed: [],
} as const satisfies Record<string, readonly string[]>;
export type PaymentStatus = keyof typeof PAYMENT_TRANSITIONS;

/**
 * The steps back that a correction may take, and nothing else: what an administrator booked or rejected is taken back,
 * and the payment is what it was before it.
 */
export const PAYMENT_CORRECTIONS: Readonly<
  Partial<Record<PaymentStatus, readonly PaymentStatus[]>>
> = {
  succeeded: ['claimed', 'expired'],
  failed: ['claimed'],
  partially_refunded: ['succeeded', 'partially_refunded'],
  refunded: ['succeeded', 'partially_refunded'],
};

export const INSTALMENT_STEPS = {
  scheduled: ['due', 'waived', 'cancelled', 'combined'],
  /** To come again, once an administrator has moved its day. */
  due: ['scheduled', 'paid', 'overdue', 'waived', 'cancelled', 'combined'],
  overdue: ['scheduled', 'due', 'paid', 'waived', 'cancelled', 'combined'],
  /** Money that goes back makes it due again, or ends it where nothing is to be paid any more. */
  paid: ['scheduled', 'due', 'cancelled'],
  /** An administrator can undo it. */
  waived: ['scheduled', 'due'],
  /** Its amount is part of an earlier instalment, with which the payer pays the rest at once; until that is undone. */
  combined: ['scheduled', 'due'],
  /** Until an administrator undoes that the plan was ended. */
  cancelled: ['scheduled', 'due'],
} as const satisfies Record<string, readonly string[]>;
export type InstalmentStatus = keyof typeof INSTALMENT_STEPS;

export const SCHEDULE_STATUSES = ['draft', 'active', 'past_due', 'completed', 'cancelled'] as const;
export type ScheduleStatus = (typeof SCHEDULE_STATUSES)[number];

/** Whether the table lists the step. */
export function isTransitionAllowed<S extends string>(
  table: Readonly<Record<S, readonly S[]>>,
  from: S,
  to: S,
): boolean {
  return table[from].includes(to);
}

export const PAYMENT_STATUSES = keysOf(PAYMENT_TRANSITIONS);

/** Attempts that a payer can still end with money; an instalment has at most one. */
export const OPEN: readonly PaymentStatus[] = [
  'created',
  'action_required',
  'awaiting_transfer',
  'claimed',
  'processing',
];
/** Attempts from which money may already be on its way; they hold plan and rail in place. */
export const UNDER_WAY: readonly PaymentStatus[] = ['claimed', 'processing'];
/** Money was received, also when it was refunded or disputed later. */
export const RECEIVED: readonly PaymentStatus[] = [
  'succeeded',
  'disputed',
  'refunded',
  'partially_refunded',
  'reversed',
];
export const PAYABLE: readonly InstalmentStatus[] = ['scheduled', 'due', 'overdue'];

/** Why a payment differs from the usual, besides its status. */
export const FLAGS = ['none', 'under', 'over', 'late', 'manual'] as const;
export type Flag = (typeof FLAGS)[number];

/** The flag of money that has come: too little, too much, or what was noted of it before. */
export function flagOf(totalCents: bigint, priceCents: bigint, noted: Flag): Flag {
  if (totalCents < priceCents) return 'under';
  return totalCents > priceCents ? 'over' : noted === 'under' ? 'none' : noted;
}

export const APPLICATION_PAYMENT_STATUSES = [
  'disputed',
  'refunded',
  'past_due',
  'awaiting_verification',
  'confirming',
  'processing',
  'completed',
  'partially_paid',
  'failed',
  'pending',
] as const;
/** application.paymentStatus: the first that holds, in this order (gaps.md §4). */
export type ApplicationPaymentStatus = (typeof APPLICATION_PAYMENT_STATUSES)[number];

interface Attempt {
  instalmentId: string;
  rail: Rail;
  status: PaymentStatus;
  flag: Flag;
  receivedCents?: bigint | null;
  refundedCents?: bigint | null;
  /** Of what came, what counts for other instalments. */
  movedCents?: bigint;
}

/** Nothing of its money counts here any more. */
const isMovedAway = ({ receivedCents, refundedCents, movedCents = 0n }: Attempt) =>
  movedCents > 0n && movedCents === (receivedCents ?? 0n) - (refundedCents ?? 0n);

/** What an application's payments add up to, and what was moved to its instalments. */
export function paymentStatusOf(
  schedule: { status: ScheduleStatus },
  attempts: readonly Attempt[],
  credited: readonly { id: string; status: InstalmentStatus }[] = [],
): ApplicationPaymentStatus {
  const some = (status: PaymentStatus) => attempts.some((attempt) => attempt.status === status);
  const isHeld = (attempt: Attempt) =>
    (attempt.status === 'succeeded' || attempt.status === 'partially_refunded') &&
    !isMovedAway(attempt);
  const isPaidOtherwise = ({ instalmentId }: Attempt) =>
    credited.some(({ id, status }) => id === instalmentId && status === 'paid') ||
    attempts.some(
      (other) =>
        other.instalmentId === instalmentId &&
        other.status === 'succeeded' &&
        other.flag !== 'under',
    );
  const holds: Record<ApplicationPaymentStatus, boolean> = {
    disputed: some('disputed'),
    refunded: attempts.some(
      (a) => (a.status === 'refunded' || a.status === 'reversed') && !isPaidOtherwise(a),
    ),
    past_due: schedule.status === 'past_due',
    awaiting_verification: some('claimed'),
    confirming: attempts.some((a) => a.status === 'processing' && a.rail === 'crypto'),
    processing: some('processing'),
    completed: schedule.status === 'completed',
    partially_paid: attempts.some(isHeld) || credited.length > 0,
    failed: some('failed') && !attempts.some(({ status }) => OPEN.includes(status)),
    pending: true,
  };
  return APPLICATION_PAYMENT_STATUSES.find((status) => holds[status]) ?? 'pending';
}

/** Calendar day of a time, in UTC: "2026-01-31". */
export const dayOf = (time: Date) => time.toISOString().slice(0, 10);

/**
 * The day `months` after a start day, counted from the start and cut at the month's end: from 31 January,
 * instalments are due on 28 February and 31 March.
 */
export function monthsAfter(startDay: string, months: number): string {
  const start = new Date(`${startDay}T00:00:00Z`);
  const first = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months, 1));
  const lastDay = new Date(
    Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0),
  ).getUTCDate();
  first.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return dayOf(first);
}

/** An instalment is overdue this long after its day; a transfer takes days to arrive. */
export const overdueAfterMs = days(7);
/**
 * Without a payment a price is valid this long: a bank transfer is under way for days (payments.md §4: expiry
 * after 14).
 */
export const priceHeldMs = days(14);

/**
 * The memo of a transfer: the reference, and from the second instalment on its number. The page shows it before
 * the payment.
 */
export const memoOf = (reference: string, instalment: number) =>
  instalment === 1 ? reference : `${reference}-${instalment}`;

/**
 * A receipt within this time of the submission says that the application is here, too; later, its applicant has
 * had an email of its own.
 */
export const receiptAwaitedMs = seconds(30);
