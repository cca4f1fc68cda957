import type { Flag, PaymentStatus } from './payment.rules.ts';

/** A step of a payment as it was written down. */
export interface MoneyEvent {
  id: number;
  paymentId: string;
  at: Date;
  from: PaymentStatus | null;
  to: PaymentStatus;
  /** `payer`, `admin`, `system` or the rail. */
  actor: string;
  reason: string | null;
  /** Amounts are decimal strings of cents. */
  data: Readonly<Record<string, unknown>>;
}

/** What is known of a payment's money at one time. */
export interface MoneyFacts {
  flag: Flag;
  receivedCents: bigint | null;
  /** YYYY-MM-DD. */
  receivedOn: string | null;
  refundedCents: bigint | null;
  statementLine: string | null;
}

/** Money that was recorded as received or refunded, and has not been taken back since. */
export interface Booking {
  kind: 'received' | 'refunded';
  event: MoneyEvent;
  cents: bigint;
  /** What the payment was before it. */
  before: { status: PaymentStatus; facts: MoneyFacts };
}

const NOTHING: MoneyFacts = {
  flag: 'none',
  receivedCents: null,
  receivedOn: null,
  refundedCents: null,
  statementLine: null,
};

/** The event of a correction names the event that it takes back. */
export const correctedBy = ({ data }: Pick<MoneyEvent, 'data'>): number | undefined =>
  typeof data.corrects === 'string' ? Number(data.corrects) : undefined;

/** What of a payment's history is in force, oldest first: a correction takes the last one back. */
export function bookingsOf(events: readonly MoneyEvent[]): Booking[] {
  const bookings: Booking[] = [];
  let now: Booking['before'] = { status: 'created', facts: NOTHING };
  let beforeProcessing = now;
  for (const event of events) {
    const facts = { ...now.facts, ...factsIn(event.data) };
    if (event.to === 'processing') beforeProcessing = now;
    if (correctedBy(event) !== undefined) bookings.pop();
    else if (event.from === 'processing' && event.to === 'succeeded')
      bookings.push({
        kind: 'received',
        event,
        cents: facts.receivedCents ?? 0n,
        before: beforeProcessing,
      });
    else if ('refundedCents' in event.data)
      bookings.push({
        kind: 'refunded',
        event,
        cents: (facts.refundedCents ?? 0n) - (now.facts.refundedCents ?? 0n),
        before: now,
      });
    now = { status: event.to, facts };
  }
  return bookings;
}

const inCents = (value: unknown) => (typeof value === 'string' ? BigInt(value) : null);
const inWords = (value: unknown) => (typeof value === 'string' ? value : null);

/** The facts that an event writes; its amounts are decimal strings of cents. */
function factsIn(data: MoneyEvent['data']): Partial<MoneyFacts> {
  return {
    ...('flag' in data ? { flag: data.flag as Flag } : {}),
    ...('receivedCents' in data ? { receivedCents: inCents(data.receivedCents) } : {}),
    ...('receivedOn' in data ? { receivedOn: inWords(data.receivedOn) } : {}),
    ...('refundedCents' in data ? { refundedCents: inCents(data.refundedCents) } : {}),
    ...('statementLine' in data ? { statementLine: inWords(data.statementLine) } : {}),
  };
}
