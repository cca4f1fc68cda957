import { words } from '../../../shared/words.ts';
import { markProcessing } from '../arrival.service.ts';
import { OPEN } from '../payment.rules.ts';
import { step } from '../payment.service.ts';
import { type Desk, endUnapproved, type Held, later, withOrder } from './held-order.service.ts';
import { factsOf, PAYPAL, review } from './order-review.service.ts';
import { type PaypalOrder, setOrder } from './paypal-order.store.ts';
import {
  type Capture,
  type DisputeStand,
  isRefused,
  isTaken,
  type Reading,
} from './reading.rules.ts';
import { take } from './taken.service.ts';

/** For the payer: nothing was taken. */
export const DECLINED = words(
  'PayPal or your bank declined this payment, and nothing was charged. You can try again, use another card or account, or pay in another way.',
);

/** Writes what PayPal says of an order with a capture, and answers the order as it stands then. */
export function recordCapture(
  desk: Desk,
  id: string,
  reading: Reading,
  dispute: DisputeStand = 'none',
): Promise<PaypalOrder> {
  return withOrder(desk, id, (held) => writeCapture(held, reading, dispute));
}

/** The same of an order that is held already. */
export async function writeCapture(
  held: Held,
  reading: Reading,
  dispute: DisputeStand = 'none',
): Promise<PaypalOrder> {
  const { capture } = reading;
  if (!capture) throw new Error('An outcome without a capture.');
  if (reading.differences.length > 0) return review(held, reading, 'MISMATCH');
  if (isRefused(capture)) return decline(held, capture.status, reading);
  if (isTaken(capture)) return take(held, reading, capture, dispute);
  return wait(held, reading, capture);
}

/** Nothing was taken and nothing will be: the payment failed, for PayPal's reason. */
export const recordDecline = (desk: Desk, id: string, issue: string): Promise<PaypalOrder> =>
  withOrder(desk, id, (held) => decline(held, issue));

/** The order can no longer be approved. Its payment expires, unless it has another order or was ended before. */
export const recordVoid = (desk: Desk, id: string, issue: string): Promise<PaypalOrder> =>
  withOrder(desk, id, (held) => endUnapproved(held, issue));

/** Facts that do not fit stop everything: a person looks, and nothing counts as paid. */
export const recordReview = (
  desk: Desk,
  id: string,
  reading: Reading | undefined,
  issue: string,
): Promise<PaypalOrder> => withOrder(desk, id, (held) => review(held, reading, issue));

/** An order that is not ours in some fact, before anything was taken: it is ended, and a person is told. */
export const recordForeign = (desk: Desk, id: string, reading: Reading): Promise<PaypalOrder> =>
  withOrder(desk, id, async (held) => {
    const order = await review(held, reading, 'MISMATCH');
    return endUnapproved({ ...held, order }, 'MISMATCH');
  });

async function wait(held: Held, reading: Reading, capture: Capture): Promise<PaypalOrder> {
  const { deed, order } = held;
  if (order.state === 'captured' || order.state === 'declined') return order;
  await markProcessing(deed, { paymentId: order.paymentId, actor: PAYPAL });
  return setOrder(deed.db, order, {
    ...factsOf(order, reading),
    captureId: capture.id,
    state: 'pending',
    ...later(held, 'pending'),
    updatedAt: deed.at,
  });
}

async function decline(held: Held, issue: string, reading?: Reading): Promise<PaypalOrder> {
  const { deed, order, payment } = held;
  if (order.state === 'captured') return review(held, reading, issue);
  if (order.state === 'declined') return order;
  if (OPEN.includes(payment.status)) {
    await markProcessing(deed, { paymentId: payment.id, actor: PAYPAL });
    await step(deed.db, {
      paymentId: payment.id,
      to: 'failed',
      actor: PAYPAL,
      at: deed.at,
      reason: DECLINED,
      told: { issue },
    });
  }
  const declined = await setOrder(deed.db, order, {
    ...(reading ? factsOf(order, reading) : {}),
    state: 'declined',
    issue,
    asked: 0,
    askAt: null,
    updatedAt: deed.at,
  });
  if (order.kind === 'stored')
    await deed.jobs.send(deed.db, 'card-charge-refused', { id: order.id });
  return declined;
}
