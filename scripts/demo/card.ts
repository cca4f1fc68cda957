import { DECLINED } from '../../src/features/payments/rails/card/capture-recorder.service.ts';
import type { PaypalOrder } from '../../src/features/payments/rails/card/paypal-order.store.ts';
import type { Instalment } from '../../src/features/payments/core/schedule/schedule.store.ts';
import { daysAfter, later, minutesAfter } from './calendar.ts';
import { begin, type Purchase, take } from './purchase.ts';
import type { Timeline } from './timeline.ts';
import type { World } from './world.ts';

const PAYPAL = { kind: 'paypal' } as const;
const ISSUE = 'INSTRUMENT_DECLINED';

/** A due paid by card or PayPal in a few minutes; declined now and then, and sometimes PayPal takes days over it. */
export function* paysByCard(
  purchase: Purchase,
  due: Instalment,
  begunAt: Date,
  world: World,
  how: { isDeclined?: boolean; isLeft?: boolean } = {},
): Timeline {
  const { chance } = world;
  const payment = begin(purchase, due, 'paypal', begunAt, chance.id());
  let at = later(begunAt, chance.between(400, 2500));
  const order = orderFor(payment, at, world);
  take(purchase, payment, { to: 'action_required', at, by: { kind: 'payer' } });
  if (how.isLeft) {
    // An order that no one approves is gone after three hours.
    yield (at = minutesAfter(at, 180));
    Object.assign(order, { state: 'void', issue: 'EXPIRED', updatedAt: at });
    take(purchase, payment, { to: 'expired', at, by: PAYPAL });
    return at;
  }
  yield (at = minutesAfter(at, chance.between(1, 7)));
  take(purchase, payment, { to: 'processing', at, by: PAYPAL });
  if (how.isDeclined) {
    Object.assign(order, { state: 'declined', issue: ISSUE, updatedAt: at });
    take(purchase, payment, {
      to: 'failed',
      at,
      by: PAYPAL,
      reason: DECLINED,
      details: { issue: ISSUE },
    });
    return at;
  }
  const captureId = nameOf(world);
  if (chance.happens(0.015)) {
    Object.assign(order, { state: 'pending', captureId, updatedAt: at });
    yield (at = daysAfter(at, chance.between(0.3, 0.9)));
  }
  Object.assign(order, { state: 'captured', captureId, updatedAt: at });
  take(purchase, payment, {
    to: 'succeeded',
    at,
    by: PAYPAL,
    facts: { receivedCents: payment.amountCents, railReference: captureId },
  });
  purchase.application.paypalOrderId = order.orderId;
  return at;
}

/** A name as PayPal gives its orders and captures, and yet none of PayPal's. */
const nameOf = ({ chance }: World) => `DEMO${chance.hex(13).toUpperCase()}`;

function orderFor(
  { id, amountCents, currency }: { id: string; amountCents: bigint; currency: string },
  at: Date,
  world: World,
): PaypalOrder {
  const { chance, orders } = world;
  const order: PaypalOrder = {
    id: chance.id(),
    paymentId: id,
    kind: 'approval',
    state: 'created',
    requestId: chance.id(),
    orderId: nameOf(world),
    captureRequestId: chance.id(),
    captureId: null,
    clientId: 'demonstration',
    payee: null,
    amountCents,
    currency,
    invoiceRound: 1,
    tokenDigest: chance.hex(43),
    wantsVault: false,
    vaultTokenId: null,
    reason: null,
    paypalCode: null,
    // No one at PayPal can be asked about it.
    askAt: null,
    asked: 0,
    failures: 0,
    createdAt: at,
    updatedAt: at,
  };
  orders.push(order);
  return order;
}
