import type { House } from '../../../server/context.ts';
import { type Database, inTransaction } from '../../../server/database.ts';
import { seconds } from '../../../shared/time.ts';
import { words } from '../../../shared/words.ts';
import { type Application, lockApplication } from '../../application/application.store.ts';
import type { MoneyDeed } from '../arrival.service.ts';
import { step } from '../payment.service.ts';
import { findApplicationOfPayment, lockPayment, type Payment } from '../payment.store.ts';
import { nextAsk, type PaypalOrderState, unknownPaceMs } from './card.rules.ts';
import { findOrder, lockOrder, type PaypalOrder, setOrder } from './paypal-order.store.ts';

/** What writing an outcome needs of the house; `db` is the plain database. */
export type Desk = Pick<House, 'db' | 'jobs' | 'clock' | 'secrets'>;

const NOT_APPROVED = words(
  'The payment was not approved in time, and nothing was charged. You can begin again at any moment.',
);

/** An order with its payment, both locked, as whoever writes about it finds them. */
export interface Held {
  deed: MoneyDeed;
  desk: Desk;
  application: Application;
  order: PaypalOrder;
  payment: Payment;
}

/** Runs `write` in a transaction that holds application, payment and order, in this sequence, always. */
export async function withOrder<T>(
  desk: Desk,
  id: string,
  write: (held: Held) => Promise<T>,
): Promise<T> {
  return inTransaction(desk.db, async (tx) => write(await hold(desk, tx, id)));
}

/** The same in a transaction that is under way. */
export async function hold(desk: Desk, tx: Database, id: string): Promise<Held> {
  const seen = await findOrder(tx, id);
  const applicationId = seen && (await findApplicationOfPayment(tx, seen.paymentId));
  if (!applicationId) throw new Error('An order at PayPal without an application.');
  const application = await lockApplication(tx, applicationId);
  // Read once more: until the application was ours, the order could go over to another payment.
  const order = await findOrder(tx, id);
  const payment = order && (await lockPayment(tx, order.paymentId));
  if (!payment) throw new Error('An order at PayPal without a payment.');
  const deed: MoneyDeed = { db: tx, jobs: desk.jobs, at: desk.clock.now() };
  return { deed, desk, application, payment, order: await lockOrder(tx, id) };
}

/** When PayPal is asked again once the order is in a state: the first time of a state, or one more. */
export function later(
  { order, deed }: Held,
  state: PaypalOrderState = order.state,
  awaits = false,
) {
  const asked = state === order.state ? order.asked + 1 : 0;
  return { asked, askAt: nextAsk({ state, asked }, awaits, deed.at) };
}

/** PayPal is asked again later. */
export const postpone = (desk: Desk, id: string): Promise<PaypalOrder> =>
  withOrder(desk, id, (held) =>
    setOrder(held.deed.db, held.order, later(held, held.order.state, held.order.wantsVault)),
  );

/** Has the reconciler look after what may stay unknown; by the machine's clock, as the queue goes by it. */
export function soon({ db, jobs }: Pick<MoneyDeed, 'db' | 'jobs'>, waitMs = unknownPaceMs) {
  const delayMs = Math.min(Math.max(waitMs, 0), unknownPaceMs) + seconds(1);
  return jobs.send(db, 'card-reconcile', {}, { startAfter: new Date(Date.now() + delayMs) });
}

/** Ends a locked order that took nothing; its payment goes on. */
export const endOrder = (
  { db, at }: Pick<MoneyDeed, 'db' | 'at'>,
  order: PaypalOrder,
  issue: string,
): Promise<PaypalOrder> =>
  setOrder(db, order, { state: 'void', issue, asked: 0, askAt: null, updatedAt: at });

/** The order can no longer be approved. Its payment expires, unless it has another order or was ended before. */
export async function endUnapproved(held: Held, issue: string): Promise<PaypalOrder> {
  const { deed, order, payment } = held;
  if (order.state !== 'created' && order.state !== 'creating') return order;
  if (payment.status === 'created' || payment.status === 'action_required') {
    await step(deed.db, {
      paymentId: payment.id,
      to: 'expired',
      actor: { kind: 'paypal' },
      at: deed.at,
      reason: NOT_APPROVED,
    });
  }
  return endOrder(deed, order, issue);
}
