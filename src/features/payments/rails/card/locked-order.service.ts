import type { AppContext } from '../../../../server/context.ts';
import { type Database, inTransaction } from '../../../../server/database/database.ts';
import { seconds } from '../../../../shared/time.ts';
import { words } from '../../../../shared/words.ts';
import type { Application } from '../../../application/application.store.ts';
import { lockApplicationsOfPayment } from '../../core/moves/move.store.ts';
import { type MoneyOperation, flagForReview } from '../../core/settlement.service.ts';
import { changePaymentStatus } from '../../core/payment.service.ts';
import { lockPayment, type Payment } from '../../core/payment.store.ts';
import { nextSyncAt, type PaypalOrderState, unknownPaceMs } from './card.rules.ts';
import type { OrderIssue } from './order-issue.rules.ts';
import { findOrder, lockOrder, type PaypalOrder, setOrder } from './paypal-order.store.ts';

import type { OrderSnapshot } from './paypal/order-snapshot.rules.ts';

/** The actor of changes that PayPal reports. */
export const PAYPAL = { kind: 'paypal' } as const;

/** Flags the payment for review and notifies the administrators; once for each reason. */
export async function flagOrder(
  { operation, order, payment }: LockedOrder,
  snapshot: OrderSnapshot | undefined,
  issue: OrderIssue,
): Promise<PaypalOrder> {
  const { reason, paypalCode } = issue;
  if (order.reason === reason && order.paypalCode === paypalCode)
    return setOrder(operation.db, order, { askAt: null });
  const { capture, differences = [] } = snapshot ?? {};
  await flagForReview(operation.db, {
    paymentId: payment.id,
    actor: PAYPAL,
    at: operation.at,
    reason,
    eventData: {
      ...(paypalCode ? { paypalCode } : {}),
      ...(differences.length > 0 ? { differs: differences.join(', ') } : {}),
      orderId: snapshot?.orderId ?? order.orderId ?? '',
      ...(capture
        ? {
            captureId: capture.id,
            captureStatus: capture.status,
            capturedCents: String(capture.amountCents),
          }
        : {}),
    },
  });
  await operation.jobs.send(operation.db, 'card-review', { id: order.id, ...issue });
  return setOrder(operation.db, order, {
    ...issue,
    asked: 0,
    askAt: null,
    updatedAt: operation.at,
  });
}

/** What an answer teaches our row: ids that it did not know yet. */
export const newIds = (order: PaypalOrder, { orderId, payee }: OrderSnapshot) => ({
  orderId: order.orderId ?? orderId,
  payee: order.payee ?? payee ?? null,
});

/** The context for recording an outcome; `db` is the plain database. */
export type OrderContext = Pick<AppContext, 'db' | 'jobs' | 'clock' | 'secrets'>;

const NOT_APPROVED = words(
  'The payment was not approved in time, and nothing was charged. You can begin again at any moment.',
);

/** An order with its payment, both locked. */
export interface LockedOrder {
  operation: MoneyOperation;
  context: OrderContext;
  application: Application;
  order: PaypalOrder;
  payment: Payment;
}

/** Runs `write` in a transaction that holds application, payment and order, in this sequence, always. */
export async function withLockedOrder<T>(
  context: OrderContext,
  id: string,
  write: (locked: LockedOrder) => Promise<T>,
): Promise<T> {
  return inTransaction(context.db, async (tx) => write(await lockOrderContext(context, tx, id)));
}

/** The same in a transaction that is under way. */
export async function lockOrderContext(
  context: OrderContext,
  tx: Database,
  id: string,
): Promise<LockedOrder> {
  const seen = await findOrder(tx, id);
  const application = seen && (await lockApplicationsOfPayment(tx, seen.paymentId));
  if (!application) throw new Error('An order at PayPal without an application.');
  // Read once more: until the application was ours, the order could go over to another payment.
  const order = await findOrder(tx, id);
  const payment = order && (await lockPayment(tx, order.paymentId));
  if (!payment) throw new Error('An order at PayPal without a payment.');
  const operation: MoneyOperation = { db: tx, jobs: context.jobs, at: context.clock.now() };
  return { operation, context, application, payment, order: await lockOrder(tx, id) };
}

/** When to check the order in its new state: the first check of a state, or one more. */
export function nextSync(
  { order, operation }: LockedOrder,
  state: PaypalOrderState = order.state,
  awaits = false,
) {
  const asked = state === order.state ? order.asked + 1 : 0;
  return { asked, askAt: nextSyncAt({ state, asked }, awaits, operation.at) };
}

/** Checks the order again later. */
export const postpone = (context: OrderContext, id: string): Promise<PaypalOrder> =>
  withLockedOrder(context, id, (locked) =>
    setOrder(
      locked.operation.db,
      locked.order,
      nextSync(locked, locked.order.state, locked.order.wantsVault),
    ),
  );

/** Has the reconciler look after what may stay unknown; by the machine's clock, as the queue goes by it. */
export function scheduleReconciliation(
  { db, jobs }: Pick<MoneyOperation, 'db' | 'jobs'>,
  waitMs = unknownPaceMs,
) {
  const delayMs = Math.min(Math.max(waitMs, 0), unknownPaceMs) + seconds(1);
  return jobs.send(db, 'card-reconcile', {}, { startAfter: new Date(Date.now() + delayMs) });
}

/** Ends a locked order without a capture; its payment stays open. */
export const voidOrder = (
  { db, at }: Pick<MoneyOperation, 'db' | 'at'>,
  order: PaypalOrder,
  issue: OrderIssue,
): Promise<PaypalOrder> =>
  setOrder(db, order, { state: 'void', ...issue, asked: 0, askAt: null, updatedAt: at });

/** The order can no longer be approved. Its payment expires, unless it has another order or was ended before. */
export async function expireOrder(locked: LockedOrder, issue: OrderIssue): Promise<PaypalOrder> {
  const { operation, order, payment } = locked;
  if (order.state !== 'created' && order.state !== 'creating') return order;
  if (payment.status === 'created' || payment.status === 'action_required') {
    await changePaymentStatus(operation.db, {
      paymentId: payment.id,
      to: 'expired',
      actor: { kind: 'paypal' },
      at: operation.at,
      reason: NOT_APPROVED,
    });
  }
  return voidOrder(operation, order, issue);
}
