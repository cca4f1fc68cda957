import { because, declineOf, NO_ISSUE, refusedWith } from './order-issue.rules.ts';
import type { CardService } from '../../../../server/external-services.ts';
import {
  type OrderContext,
  voidOrder,
  expireOrder,
  type LockedOrder,
  nextSync,
  scheduleReconciliation,
  withLockedOrder,
} from './locked-order.service.ts';
import { DUPLICATE_INVOICE, UNKNOWN_STATES } from './card.rules.ts';
import {
  recordCapture,
  recordDecline,
  recordReview,
  withNewCapture,
  writeCapture,
} from './capture-recorder.service.ts';
import { type Refusal, refusalText } from './paypal/paypal-http.gateway.ts';
import type { OrderAnswer, RefundAnswer, RefundOrder } from './paypal/paypal.rules.ts';
import { captureOrder, getOrder, getRefund, refundCapture } from './paypal/paypal.gateway.ts';
import {
  findLiveOrder,
  listOrdersOfSameInvoice,
  lockOrder,
  type PaypalOrder,
  setOrder,
  requireOrderId,
} from './paypal-order.store.ts';
import {
  isDeclined,
  isCaptured,
  type OrderSnapshot,
  parseOrder,
} from './paypal/order-snapshot.rules.ts';
import { markProcessing } from '../../core/settlement.service.ts';
import { heldCentsOf } from '../../core/instalment.rules.ts';
import { OPEN, PAYABLE } from '../../core/payment.rules.ts';
import { listPaymentsOfInstalment } from '../../core/payment.store.ts';
import { findInstalment } from '../../core/schedule/schedule.store.ts';
import { words } from '../../../../shared/words.ts';
import { changePaymentStatus } from '../../core/payment.service.ts';

/**
 * Records the intent to capture an approved order before PayPal is called, so that no other rail pays the
 * instalment meanwhile and a crash leaves an open question, not a gap. The order stays as it was, or ends, when
 * its payment no longer waits for it; throws 409 when the instalment is being paid in another way.
 */
export const beginCapture = (context: OrderContext, id: string): Promise<PaypalOrder> =>
  withLockedOrder(context, id, async (locked) => {
    const { operation, order, payment } = locked;
    if (order.state !== 'created' && order.state !== 'void') return order;
    const isWaitedFor = payment.status === 'action_required' || payment.status === 'expired';
    if (!isWaitedFor || !(await isStillAskedFor(locked)))
      return expireOrder(locked, because('PAYMENT_ENDED'));
    // A later order of the same payment, made in another window.
    const other = await findLiveOrder(operation.db, payment.id);
    if (other && other.id !== order.id) await voidOrder(operation, other, because('REPLACED'));
    await markProcessing(operation, { paymentId: payment.id, actor: { kind: 'payer' } });
    await scheduleReconciliation(operation);
    return setOrder(operation.db, order, {
      state: 'capturing',
      ...nextSync(locked, 'capturing'),
      ...NO_ISSUE,
      updatedAt: operation.at,
    });
  });

/**
 * Whether the instalment needs all of the order's money: an expired payment may have been made in another way
 * since.
 */
async function isStillAskedFor({
  operation,
  application,
  order,
  payment,
}: LockedOrder): Promise<boolean> {
  if (application.applicationStatus === 'cancelled') return false;
  const found = await findInstalment(operation.db, payment.instalmentId);
  if (!found) throw new Error('A payment without an instalment.');
  const { status, amountCents } = found.instalment;
  const attempts = await listPaymentsOfInstalment(operation.db, payment.instalmentId);
  const heldCents = heldCentsOf(found.instalment, attempts);
  return PAYABLE.includes(status) && order.amountCents <= amountCents - heldCents;
}

const SUPERSEDED = words(
  'This payment was not needed: the money had come by another payment of yours. Nothing was charged twice.',
);

/**
 * PayPal refuses to capture an order because its invoice is paid. Looks for the payment among our other orders
 * of the same instalment: if one of them has the capture, this order is replaced by it. A capture of an order
 * that is not ours needs review. Returns the order with the capture, or this one; undefined while PayPal does
 * not answer.
 */
export async function resolveDuplicateInvoice(
  context: OrderContext,
  card: CardService,
  order: PaypalOrder,
  snapshot?: OrderSnapshot,
): Promise<PaypalOrder | undefined> {
  for (const other of await listOrdersOfSameInvoice(context.db, order)) {
    const answer = await getOrder(card, requireOrderId(other));
    if (answer.kind === 'unknown') return undefined;
    if (answer.kind === 'refused') continue;
    const found = parseOrder(other, answer.value);
    if (holdsMoney(other, found)) return supersede(context, order.id, other.id, found);
  }
  return recordReview(context, order.id, snapshot, refusedWith(DUPLICATE_INVOICE));
}

/** A pending capture is under way too, unless it was declined in our ledger. */
const holdsMoney = ({ state }: PaypalOrder, { capture, differences }: OrderSnapshot): boolean =>
  capture !== undefined &&
  differences.length === 0 &&
  (state === 'declined' ? isCaptured(capture) : !isDeclined(capture));

/**
 * Ends an order in favour of another one. A capture that is not in our ledger yet pays the waiting payment; one
 * that is there has paid already, and the waiting payment fails.
 */
const supersede = (
  context: OrderContext,
  id: string,
  otherId: string,
  found: OrderSnapshot,
): Promise<PaypalOrder> =>
  withNewCapture(context, id, found, async (locked) => {
    const { operation, order, payment } = locked;
    if (!UNKNOWN_STATES.includes(order.state)) return order;
    const other = await lockOrder(operation.db, otherId);
    await voidOrder(operation, order, because('PAID_BY_ANOTHER_ORDER'));
    if (other.state === 'captured' || other.state === 'pending') {
      if (OPEN.includes(payment.status)) await fail(locked, found);
      return other;
    }
    const moved = await setOrder(operation.db, other, { paymentId: payment.id });
    return writeCapture({ ...locked, order: moved }, found);
  });

const fail = ({ operation, payment }: LockedOrder, { orderId, capture }: OrderSnapshot) =>
  changePaymentStatus(operation.db, {
    paymentId: payment.id,
    to: 'failed',
    actor: { kind: 'paypal' },
    at: operation.at,
    reason: SUPERSEDED,
    eventData: { orderId, captureId: capture?.id ?? '' },
  });

/**
 * Takes the money of an order whose intent is written (`capturing`), or finds out that it was taken: any number of
 * calls take it once. What PayPal leaves open stays `capturing`, and the reconciler asks.
 */
export async function capture(
  context: OrderContext,
  card: CardService,
  order: PaypalOrder,
): Promise<PaypalOrder> {
  const id = requireOrderId(order);
  const answer = await captureOrder(card, id, order.captureRequestId);
  if (answer.kind === 'unknown') return order;
  const freshAnswer =
    answer.kind === 'ok' && isComplete(answer.value) ? answer : await getOrder(card, id);
  if (freshAnswer.kind === 'ok') {
    const snapshot = parseOrder(order, freshAnswer.value);
    if (snapshot.state === 'captured') return recordCapture(context, order.id, snapshot);
    // What was captured before is refused too.
    const isRefused = answer.kind === 'refused' && snapshot.state !== 'completed';
    return isRefused ? recordRefusal(context, card, order, answer, snapshot) : order;
  }
  // Refused, and the order is gone: nothing was taken, unless that was long ago.
  const isGone = answer.kind === 'refused' && freshAnswer.kind === 'refused';
  return isGone ? recordRefusal(context, card, order, answer) : order;
}

/** A refusal, and PayPal has no capture. A paid invoice is the one refusal that involves money. */
async function recordRefusal(
  context: OrderContext,
  card: CardService,
  order: PaypalOrder,
  refusal: Refusal,
  snapshot?: OrderSnapshot,
): Promise<PaypalOrder> {
  if (refusal.issue !== DUPLICATE_INVOICE)
    return recordDecline(context, order.id, declineOf(refusal));
  return (await resolveDuplicateInvoice(context, card, order, snapshot)) ?? order;
}

/** Whether an answer has all facts that are compared; a minimal one is requested again. */
export const isComplete = ({ purchase_units: [unit] = [] }: OrderAnswer) =>
  unit?.amount !== undefined && unit.payee !== undefined;

/** What PayPal made of a refund. `pending`: the money is not back yet, in its word why. `unknown`: it may have happened. */
export type RefundOutcome =
  | { state: 'done' | 'pending'; refundId: string; issue: string | null }
  /** PayPal's word for why, and the same with what its support asks for. */
  | { state: 'refused'; issue: string; text: string }
  | { state: 'unknown' };

/** Has PayPal give money of a capture back; with the same request id it happens once, for 45 days. */
export async function refundMoney(
  card: CardService,
  captureId: string,
  refund: RefundOrder,
  requestId: string,
): Promise<RefundOutcome> {
  const answer = await refundCapture(card, captureId, refund, requestId);
  if (answer.kind === 'unknown') return { state: 'unknown' };
  if (answer.kind === 'refused')
    return { state: 'refused', issue: answer.issue, text: refusalText(answer) };
  return outcomeOf(answer.value);
}

/** What became of a refund that PayPal has made. What it does not answer for is not refused. */
export async function readRefund(card: CardService, refundId: string): Promise<RefundOutcome> {
  const answer = await getRefund(card, refundId);
  return answer.kind === 'ok' ? outcomeOf(answer.value) : { state: 'unknown' };
}

function outcomeOf({ id, status, status_details }: RefundAnswer): RefundOutcome {
  if (status === 'FAILED' || status === 'CANCELLED')
    return { state: 'refused', issue: `REFUND_${status}`, text: `REFUND_${status}` };
  return status === 'COMPLETED'
    ? { state: 'done', refundId: id, issue: null }
    : { state: 'pending', refundId: id, issue: status_details?.reason ?? null };
}
