import { TRANSFER_RAILS } from '../../src/features/payments/rails/transfer/transfer.rules.ts';
import { dayOf, type Rail } from '../../src/features/payments/core/payment.rules.ts';
import type { Payment } from '../../src/features/payments/core/payment.store.ts';
import { PAYMENTS_BEFORE_CANCELLING } from '../../src/features/payments/pricing/pricing.rules.ts';
import type { Instalment } from '../../src/features/payments/core/schedule/schedule.store.ts';
import { inWorkingHours, daysAfter, minutesAfter } from './calendar.ts';
import { paysByCard } from './card.ts';
import { advance, type Purchase, dueOf, endPayments, isPayable, take } from './purchase.ts';
import type { Fate } from './fate.ts';
import { travels } from './kit.ts';
import type { Timeline } from './timeline.ts';
import { paysByToken } from './token.ts';
import { paysByTransfer } from './transfer.ts';
import { teamMember, type World } from './world.ts';

/** An application from its draft on: its first payment, what becomes of it, the later ones, and the kit beside them. */
export function* lives(purchase: Purchase, fate: Fate, world: World): Timeline {
  const first = dueOf(purchase, 1);
  let at = yield* paysFirst(purchase, first, fate, world);
  if (first.status !== 'paid') return at;
  const [paid] = purchase.payments.filter(({ status }) => status === 'succeeded');
  yield travels(purchase, fate, at, world);
  if (paid && fate.turn !== 'none') yield turns(purchase, paid, fate.turn, at, world);
  for (const due of purchase.instalments.slice(1)) {
    const isLast = due.number > fate.lasts;
    if (isLast && fate.habit === 'stops') return at;
    yield (at = payDay(due, at, fate, world));
    if (!isPayable(due)) return at;
    if (isLast && fate.habit === 'leaves' && due.number > PAYMENTS_BEFORE_CANCELLING) {
      endPayments(purchase, at, { kind: 'payer' }, 'the plan was cancelled');
      return at;
    }
    advance(purchase, at);
    at = yield* pays(purchase, due, fate.rail, at, world);
    // No one tries a second time here: the plan goes past due.
    if (isPayable(due)) return at;
  }
  return at;
}

function* paysFirst(purchase: Purchase, due: Instalment, fate: Fate, world: World): Timeline {
  const { first, rail } = fate;
  const at = minutesAfter(purchase.application.createdAt, world.chance.between(1, 12));
  yield at;
  if (isManual(rail)) {
    const end = first === 'declined' ? 'rejected' : first;
    return yield* paysByTransfer(purchase, due, rail, at, world, end);
  }
  if (first === 'left') return yield* paysByCard(purchase, due, at, world, { isLeft: true });
  if (first !== 'declined') return yield* pays(purchase, due, rail, at, world);
  const declinedAt = yield* paysByCard(purchase, due, at, world, { isDeclined: true });
  // Most try once more, soon; with a moment ago named, the refusal is to be looked at.
  if (fate.daysAgo !== undefined || world.chance.happens(0.25)) return declinedAt;
  const again = minutesAfter(declinedAt, world.chance.between(3, 900));
  yield again;
  return yield* pays(purchase, due, rail, again, world);
}

const isManual = (rail: Rail): rail is (typeof TRANSFER_RAILS)[number] =>
  TRANSFER_RAILS.some((one) => one === rail);

function pays(purchase: Purchase, due: Instalment, rail: Rail, at: Date, world: World): Timeline {
  if (rail === 'paypal') return paysByCard(purchase, due, at, world);
  if (rail === 'crypto') return paysByToken(purchase, due, at, world);
  return paysByTransfer(purchase, due, rail, at, world);
}

/** Most pay a day or two around the due's; some need a reminder. */
function payDay(due: Instalment, after: Date, { habit }: Fate, { chance }: World): Date {
  const dueAt = new Date(`${due.dueOn}T00:00:00Z`);
  const away =
    habit === 'tardy' && chance.happens(0.5) ? chance.between(4, 24) : chance.between(-2, 2.9);
  const day = daysAfter(dueAt, away);
  return day > after ? day : minutesAfter(after, 10);
}

/** Money that does not stay as it came. */
function* turns(
  purchase: Purchase,
  payment: Payment,
  turn: Exclude<Fate['turn'], 'none'>,
  paidAt: Date,
  world: World,
): Timeline {
  const { chance } = world;
  const by = teamMember(world);
  let at = paidAt;
  yield (at = inWorkingHours(chance, at, 4, 24));
  const step = (to: Payment['status'], reason: string, refundedCents?: bigint) =>
    take(purchase, payment, {
      to,
      at,
      by,
      reason,
      details: to === 'disputed' ? {} : { refundedOn: dayOf(at) },
      ...(refundedCents === undefined ? {} : { facts: { refundedCents } }),
    });
  if (turn === 'refunded') step('refunded', 'The payer asked within the first weeks. (Demo)');
  else if (turn === 'in part')
    step('partially_refunded', 'A part paid twice. (Demo)', payment.amountCents / 4n);
  else step('disputed', 'The payer’s bank asks for proof. (Demo)');
  if (turn !== 'reversed') return at;
  yield (at = inWorkingHours(chance, at, 12, 30));
  step('reversed', 'The dispute was lost. (Demo)');
  return at;
}
