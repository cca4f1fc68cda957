import { days, hours, minutes, seconds } from '../../../../shared/time.ts';
import {
  dayOf,
  type InstalmentStatus,
  isTransitionAllowed,
  PAYABLE,
} from '../../core/payment.rules.ts';

/** `approval`: the payer approves it in PayPal's window; `stored`: we charge the account that PayPal keeps. */
export type PaypalOrderKind = 'approval' | 'stored';

/** The state of an order at PayPal; `creating` and `capturing` also mean "unknown". */
export const PAYPAL_ORDER_STEPS = {
  creating: ['created', 'captured', 'pending', 'declined', 'void'],
  created: ['capturing', 'captured', 'pending', 'declined', 'void'],
  capturing: ['captured', 'pending', 'declined', 'void'],
  pending: ['captured', 'declined'],
  captured: [],
  /** A refusal is not final: the payer can approve again. */
  declined: ['captured'],
  /** It can take no money any more: expired, cancelled by the payer, or never made. */
  void: ['capturing', 'captured', 'pending', 'declined'],
} as const satisfies Record<string, readonly string[]>;
export type PaypalOrderState = keyof typeof PAYPAL_ORDER_STEPS;

export const canStepOrder = (from: PaypalOrderState, to: PaypalOrderState) =>
  isTransitionAllowed<PaypalOrderState>(PAYPAL_ORDER_STEPS, from, to);

/** Orders that may still take money; a payment waits for at most one. */
export const LIVE_STATES: readonly PaypalOrderState[] = ['creating', 'created', 'capturing'];
/** The outcome of the last call is unknown. */
export const UNKNOWN_STATES: readonly PaypalOrderState[] = ['creating', 'capturing'];

/** PayPal deletes an unapproved order after three hours. */
export const approvalLifeMs = hours(3);
/** An order is offered again to the same payer as long as there is time enough to approve it. */
export const offeredAgainMs = hours(2);
/**
 * A call with the same request id is answered with what the first one did, for six hours (orders v2). After that
 * it could charge a second time: then a person looks.
 */
export const requestIdLifetimeMs = hours(5);
/** Unknown outcomes are checked at this interval. */
export const unknownPaceMs = seconds(10);
/** The page captures after an approval; a minute later the server does. */
export const pageCapturesWithinMs = seconds(60);

/** New orders of one application (security.md §2): a shop window for stolen cards is worth nothing with these. */
export const ORDER_LIMITS = [
  { orders: 3, withinMs: minutes(1) },
  { orders: 10, withinMs: days(1) },
] as const;

/** Waits between checks of an order, by their number; the last one repeats. */
const SYNC_INTERVALS: Partial<Record<PaypalOrderState, readonly number[]>> = {
  creating: [unknownPaceMs],
  capturing: [unknownPaceMs],
  created: [minutes(2), minutes(5), minutes(15), minutes(30)],
  pending: [minutes(10), hours(1), hours(6), days(1)],
};
/** PayPal may report a stored account later than the capture. */
const VAULT_SYNC_INTERVALS = [minutes(1), minutes(5), minutes(30), hours(3), hours(12), days(1)];

/** What broke on our side is tried again with growing patience; the last one repeats. */
const RETRY_INTERVALS = [minutes(1), minutes(10), hours(1), hours(6), days(1)];
/** So often in a row it may break before a person is written to. */
export const failuresBeforeReview = 3;

/** When something that broke so often before is tried again. */
export const retryAfterFailure = (before: number, now: Date): Date =>
  new Date(
    now.getTime() + (RETRY_INTERVALS[Math.min(before, RETRY_INTERVALS.length - 1)] ?? days(1)),
  );

/** When to check an order next; null when nothing is open. */
export function nextSyncAt(
  { state, asked }: { state: PaypalOrderState; asked: number },
  awaitsAccount: boolean,
  now: Date,
): Date | null {
  const pace = SYNC_INTERVALS[state];
  const waitMs = pace
    ? pace[Math.min(asked, pace.length - 1)]
    : state === 'captured' && awaitsAccount
      ? VAULT_SYNC_INTERVALS[asked]
      : undefined;
  return waitMs === undefined ? null : new Date(now.getTime() + waitMs);
}

/** A charge is announced so many days before it, and the charges of a plan are so many days apart. */
export const NOTICE_DAYS = 7;
const DAYS_BETWEEN_CHARGES = 28;

/**
 * The day on which an instalment is charged when that is announced today, all days YYYY-MM-DD: on its due day, but not
 * sooner than announced, nor soon after the plan's last charge. So nobody is charged twice at once after a gap.
 */
export function chargeDayOf(dueOn: string, lastChargeOn: string | null, today: string): string {
  const announced = daysAfter(today, NOTICE_DAYS);
  const spaced = lastChargeOn ? daysAfter(lastChargeOn, DAYS_BETWEEN_CHARGES) : dueOn;
  return [dueOn, announced, spaced].toSorted().at(-1) ?? dueOn;
}

/** A refused charge is tried again on these days after the first. */
const CHARGE_DAYS = [0, 1, 3, 7] as const;

/** The first day (YYYY-MM-DD) on which an instalment may be charged; undefined after the last try. */
export function nextChargeDay(
  chargeOn: string,
  tries: number,
  lastTryOn?: string,
): string | undefined {
  const offset = CHARGE_DAYS[tries];
  if (offset === undefined) return undefined;
  const planned = daysAfter(chargeOn, offset);
  // After days offline the tries keep their distance.
  const spaced = lastTryOn ? daysAfter(lastTryOn, offset - (CHARGE_DAYS[tries - 1] ?? 0)) : planned;
  return spaced > planned ? spaced : planned;
}

export const daysAfter = (day: string, count: number) =>
  dayOf(new Date(Date.parse(`${day}T00:00:00Z`) + days(count)));

/** The invoice is paid already; PayPal does not say by which order. */
export const DUPLICATE_INVOICE = 'DUPLICATE_INVOICE_ID';

/** Whether PayPal does not allow our account to store payers' accounts. */
export const VAULT_NOT_ENABLED_ISSUES: readonly string[] = [
  'NOT_ENABLED_TO_VAULT_PAYMENT_SOURCE',
  'NOT_ENABLED_FOR_VAULTING',
  'PAYPAL_WALLET_VAULTING_NOT_ENABLED',
];

/** PayPal no longer has the stored account: the plan continues with pay links. */
export const ACCOUNT_GONE_ISSUES: readonly string[] = [
  'INVALID_RESOURCE_ID',
  'RESOURCE_NOT_FOUND',
  'TOKEN_ID_NOT_FOUND',
  'PAYMENT_TOKEN_NOT_FOUND',
  'INVALID_VAULT_ID',
  'VAULT_ID_NOT_FOUND',
];

interface Chargeable {
  id: string;
  status: InstalmentStatus;
  dueOn: string;
  chargeOn: string | null;
}

/**
 * The day on which each unpaid instalment of a plan with a stored account is charged, all days YYYY-MM-DD: the announced
 * one, the next try after a refused charge, or the earliest that can still be announced. None after the last try.
 * `instalments` are in order; `tries` says how often an instalment was charged, and when last.
 */
export function expectedChargeDays(
  instalments: readonly Chargeable[],
  tries: ReadonlyMap<string, { count: number; lastOn: string }>,
  today: string,
): Map<string, string> {
  const expected = new Map<string, string>();
  let last =
    instalments
      .flatMap(({ chargeOn }) => chargeOn ?? [])
      .toSorted()
      .at(-1) ?? null;
  for (const { id, status, dueOn, chargeOn } of instalments) {
    if (!PAYABLE.includes(status)) continue;
    const tried = tries.get(id);
    const day = chargeOn
      ? nextChargeDay(chargeOn, tried?.count ?? 0, tried?.lastOn)
      : chargeDayOf(dueOn, last, today);
    if (!day) continue;
    expected.set(id, day);
    if (!chargeOn) last = day;
  }
  return expected;
}
