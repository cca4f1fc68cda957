import type { CardService } from '../../../server/outside.ts';
import { words } from '../../../shared/words.ts';
import { OPEN } from '../payment.rules.ts';
import { step } from '../payment.service.ts';
import { DUPLICATE, UNKNOWN } from './card.rules.ts';
import { type Desk, endOrder, type Held, withOrder } from './held-order.service.ts';
import { recordReview, writeCapture } from './outcome.service.ts';
import { getOrder } from './paypal.gateway.ts';
import { listOrdersBeside } from './order-search.store.ts';
import { lockOrder, type PaypalOrder, setOrder } from './paypal-order.store.ts';
import { isRefused, isTaken, type Reading, readOrder } from './reading.rules.ts';

const SUPERSEDED = words(
  'This payment was not needed: the money had come by another payment of yours. Nothing was charged twice.',
);

/**
 * PayPal refuses to take the money of an order because its invoice is paid. Looks for the payment among our other
 * orders of the same due, by PayPal's word: where one of them holds the money, this order gives way to it. Money
 * under an order that is not ours goes before a person (waiting.service.ts). Answers the order that holds the money,
 * or else this one; undefined while PayPal does not say.
 */
export async function endDuplicate(
  desk: Desk,
  card: CardService,
  order: PaypalOrder,
  reading?: Reading,
): Promise<PaypalOrder | undefined> {
  for (const other of await listOrdersBeside(desk.db, order)) {
    const answer = await getOrder(card, other.orderId as string);
    if (answer.kind === 'unknown') return undefined;
    if (answer.kind === 'refused') continue;
    const found = readOrder(other, answer.value);
    if (holdsMoney(other, found)) return giveWay(desk, order.id, other.id, found);
  }
  return recordReview(desk, order.id, reading, DUPLICATE);
}

/** Money that is held back is on its way too; but not where our books say already that nothing came. */
const holdsMoney = ({ state }: PaypalOrder, { capture, differences }: Reading): boolean =>
  capture !== undefined &&
  differences.length === 0 &&
  (state === 'declined' ? isTaken(capture) : !isRefused(capture));

/**
 * Ends an order in favour of another one. Money that is not in our books yet pays the payment that waits for it;
 * what is there already has paid, and the payment that is not needed fails.
 */
const giveWay = (desk: Desk, id: string, otherId: string, found: Reading): Promise<PaypalOrder> =>
  withOrder(desk, id, async (held) => {
    const { deed, order, payment } = held;
    if (!UNKNOWN.includes(order.state)) return order;
    const other = await lockOrder(deed.db, otherId);
    await endOrder(deed, order, 'PAID_BY_ANOTHER_ORDER');
    if (other.state === 'captured' || other.state === 'pending') {
      if (OPEN.includes(payment.status)) await fail(held, found);
      return other;
    }
    const moved = await setOrder(deed.db, other, { paymentId: payment.id });
    return writeCapture({ ...held, order: moved }, found);
  });

const fail = ({ deed, payment }: Held, { orderId, capture }: Reading) =>
  step(deed.db, {
    paymentId: payment.id,
    to: 'failed',
    actor: { kind: 'paypal' },
    at: deed.at,
    reason: SUPERSEDED,
    told: { orderId, captureId: capture?.id ?? '' },
  });
