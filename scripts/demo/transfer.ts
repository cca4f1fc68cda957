import {
  claimNumberOf,
  type TransferRail,
} from '../../src/features/payments/rails/transfer/transfer.rules.ts';
import { dayOf, memoOf } from '../../src/features/payments/core/payment.rules.ts';
import { expiryMs } from '../../src/features/payments/rails/transfer/transfer-reminder.rules.ts';
import type { Instalment } from '../../src/features/payments/core/schedule/schedule.store.ts';
import { decimal } from '../../src/shared/money.ts';
import { inWorkingHours, daysAfter, later, minutesAfter } from './calendar.ts';
import { begin, type Purchase, take } from './purchase.ts';
import type { Timeline } from './timeline.ts';
import { teamMember, type World } from './world.ts';

/** The outcome of a transfer. */
export type TransferEnd = 'found' | 'waits' | 'rejected' | 'short' | 'over' | 'late' | 'left';

const PAYER = { kind: 'payer' } as const;
const NOT_FOUND =
  'We found no transfer with this number on our account. Please look at the number and tell us again. (Demonstration)';
/** By how much a transfer comes short or is too much, in cents. */
const offCents = 1500n;

/** A due paid by Zelle or bank: the payer claims a number, and the team finds the money on the account. */
export function* paysByTransfer(
  purchase: Purchase,
  due: Instalment,
  rail: TransferRail,
  begunAt: Date,
  world: World,
  end: TransferEnd = 'found',
): Timeline {
  const { chance } = world;
  const payment = begin(purchase, due, rail, begunAt, chance.id());
  let at = later(begunAt, chance.between(300, 1500));
  take(purchase, payment, { to: 'awaiting_transfer', at, by: PAYER });
  const by = teamMember(world);
  if (end === 'left' || end === 'late') {
    yield (at = later(at, expiryMs));
    take(purchase, payment, { to: 'expired', at, by: { kind: 'system' } });
    if (end === 'left') return at;
    yield (at = inWorkingHours(chance, at, 1, 6));
  } else {
    yield (at = minutesAfter(at, chance.between(4, chance.happens(0.7) ? 50 : 2500)));
    const claimNumber = numberFor(purchase, due, world);
    take(purchase, payment, { to: 'claimed', at, by: PAYER, facts: { claimNumber } });
    if (end === 'waits') return at;
    yield (at = inWorkingHours(chance, at, 0.2, 2.4));
  }
  take(purchase, payment, { to: 'processing', at, by });
  if (end === 'rejected') {
    take(purchase, payment, { to: 'failed', at, by, reason: NOT_FOUND });
    return at;
  }
  const off = { short: -offCents, over: offCents };
  const receivedCents = payment.amountCents + (end === 'short' || end === 'over' ? off[end] : 0n);
  const receivedOn = dayOf(at);
  // As proof.service names a line, by the digest of one that no bank has written.
  const statementLine = [receivedOn, decimal(receivedCents), `demo${chance.hex(12)}`].join(' · ');
  take(purchase, payment, {
    to: 'succeeded',
    at,
    by,
    facts: { receivedCents, receivedOn, statementLine },
  });
  if (end !== 'short') return at;
  yield (at = daysAfter(at, chance.between(2, 6)));
  return yield* paysByTransfer(purchase, due, rail, at, world);
}

/** Half of the payers write our own memo, the others what their bank suggested. */
function numberFor(
  { application, payments }: Purchase,
  due: Instalment,
  { chance }: World,
): string {
  if (chance.happens(0.5)) return `DEMO${chance.hex(10).toUpperCase()}`;
  const times = payments.filter(({ instalmentId }) => instalmentId === due.id).length;
  return claimNumberOf(memoOf(application.reference, due.number), times);
}
