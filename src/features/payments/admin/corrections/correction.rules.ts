import {
  type Booking,
  bookingsOf,
  correctedBy,
  type MoneyEvent,
} from '../../core/booking.rules.ts';
import { PAYMENT_CORRECTIONS, type PaymentStatus, type Rail } from '../../core/payment.rules.ts';
import { isTransferRail } from '../../rails/transfer/transfer.rules.ts';

interface History {
  rail: Rail;
  status: PaymentStatus;
  /** Of the payment, oldest first. */
  events: readonly MoneyEvent[];
}

/**
 * The last booking of a payment, where it can be taken back: it was an administrator's word. What a rail itself
 * reported happened, and is refunded instead.
 */
export function correctableBooking({ rail, status, events }: History): Booking | undefined {
  const last = bookingsOf(events).at(-1);
  if (!last || last.event.actor !== 'admin' || isReportedByRail(last, rail)) return undefined;
  return PAYMENT_CORRECTIONS[status]?.includes(last.before.status) ? last : undefined;
}

/** A refund that PayPal made names it; PayPal and the chain are asked before money of theirs is recorded. */
const isReportedByRail = ({ kind, event }: Booking, rail: Rail) =>
  kind === 'received' ? !isTransferRail(rail) : event.data.refundId !== undefined;

export interface Correction {
  event: MoneyEvent;
  /** The event of the booking that it took back. */
  corrected: MoneyEvent;
}

/** The correction with which a payment's history ends; undefined when anything has happened since. */
export function lastCorrection(events: readonly MoneyEvent[]): Correction | undefined {
  const event = events.findLast(({ from, to, data }) => from !== to || 'refundedCents' in data);
  const corrected = event && events.find(({ id }) => id === correctedBy(event));
  return event && corrected && { event, corrected };
}
