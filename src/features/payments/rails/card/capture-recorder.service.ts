import { words } from '../../../../shared/words.ts';
import {
  settlePayment,
  markProcessing,
  type MoneyOperation,
} from '../../core/settlement.service.ts';
import { dayOf, OPEN, RECEIVED } from '../../core/payment.rules.ts';
import {
  changeDisputedAmount,
  changePaymentStatus,
  openAttempt,
} from '../../core/payment.service.ts';
import {
  type OrderContext,
  expireOrder,
  newIds,
  type LockedOrder,
  nextSync,
  PAYPAL,
  flagOrder,
  withLockedOrder,
} from './locked-order.service.ts';
import { type PaypalOrder, setOrder } from './paypal-order.store.ts';
import {
  type Capture,
  disputeFactsOf,
  isDeclined,
  isCaptured,
  type OrderSnapshot,
  stepsTowards,
} from './paypal/order-snapshot.rules.ts';
import { breaksUnique } from '../../../../server/database/database.ts';
import { Fault } from '../../../../shared/fault.ts';
import { setPaypalOrder } from '../../../application/application.store.ts';
import type { Payment } from '../../core/payment.store.ts';
import { storeAccount } from './renewals/vault.service.ts';
import { postFees } from '../../core/journal/journal.service.ts';
import {
  because,
  type Decline,
  NO_ISSUE,
  type OrderIssue,
  refusedWith,
} from './order-issue.rules.ts';
import { listDisputesOf } from './report/paypal-dispute.store.ts';
import { sumReportedBack } from './report/paypal-line.store.ts';

const GIVEN_BACK = words(
  'This payment was not needed any more, and the money was given back to you.',
);

/**
 * Records a capture: it pays its instalment, or waits for review when the instalment needs none; refunds and
 * disputes since then are recorded with it.
 */
async function recordCaptured(
  given: LockedOrder,
  snapshot: OrderSnapshot,
  capture: Capture,
): Promise<PaypalOrder> {
  const locked = hasEndedWithoutMoney(given) ? await reopenAttempt(given) : given;
  if (!locked) {
    const isDeclined = given.order.state === 'declined';
    return flagOrder(
      given,
      snapshot,
      because(isDeclined ? 'CAPTURED_AFTER_DECLINE' : 'NOT_ASKED_FOR'),
    );
  }
  const { operation, context, payment } = locked;
  const isFirstCapture = locked.order.state !== 'captured';
  const awaits =
    locked.order.wantsVault &&
    !(await storeAccount(context, operation, locked.order, snapshot.vaultId));
  const order = await setOrder(operation.db, locked.order, {
    ...newIds(locked.order, snapshot),
    captureId: capture.id,
    state: 'captured',
    ...nextSync(locked, 'captured', awaits),
    ...(isFirstCapture ? { ...NO_ISSUE, updatedAt: operation.at } : {}),
  });
  if (RECEIVED.includes(payment.status))
    return recordRefundsAndDisputes({ ...locked, order }, snapshot);
  if (!isFirstCapture) return failIfRefunded({ ...locked, order }, capture);
  try {
    const booked = await settlePayment(operation, {
      paymentId: payment.id,
      actor: PAYPAL,
      receivedCents: order.amountCents,
      receivedOn: dayOf(capture.at ? new Date(capture.at) : operation.at),
      facts: { railReference: capture.id },
    });
    await setPaypalOrder(operation.db, locked.application.id, snapshot.orderId);
    return recordRefundsAndDisputes({ ...locked, order, payment: booked }, snapshot);
  } catch (error) {
    // The instalment was paid or ended otherwise meanwhile.
    if (!(error instanceof Fault)) throw error;
    return flagOrder({ ...locked, order }, snapshot, because('NOT_ASKED_FOR'));
  }
}

/**
 * Whether the payment ended without money before its order was captured: refused, or cancelled for
 * another way to pay. No step leads on from there.
 */
const hasEndedWithoutMoney = ({ order, payment }: LockedOrder) =>
  order.state !== 'captured' && (payment.status === 'failed' || payment.status === 'cancelled');

/**
 * Money that comes after a refusal pays the instalment of the ended payment, by an attempt of its own.
 * Undefined when the instalment is paid or another payment is under way: then a person decides.
 */
async function reopenAttempt(locked: LockedOrder): Promise<LockedOrder | undefined> {
  const { operation, order, payment: ended } = locked;
  const { db, at } = operation;
  try {
    const { instalmentId, isTest } = ended;
    const attempt = await openAttempt(db, {
      instalmentId,
      rail: 'paypal',
      actor: PAYPAL,
      at,
      isTest,
    });
    const payment =
      attempt.status === 'created'
        ? await changePaymentStatus(db, {
            paymentId: attempt.id,
            to: 'action_required',
            actor: PAYPAL,
            at,
          })
        : attempt;
    return { ...locked, payment, order: await setOrder(db, order, { paymentId: payment.id }) };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return undefined;
  }
}

/** A capture without an unpaid instalment ends with its refund: until then its payment waits for review. */
async function failIfRefunded(
  { operation, order, payment }: LockedOrder,
  capture: Capture,
): Promise<PaypalOrder> {
  if (payment.status === 'processing' && capture.status === 'REFUNDED')
    await changePaymentStatus(operation.db, {
      paymentId: payment.id,
      to: 'failed',
      actor: PAYPAL,
      at: operation.at,
      reason: GIVEN_BACK,
    });
  return order;
}

/** Refunds, reversals and disputes of money that had come. */
async function recordRefundsAndDisputes(
  locked: LockedOrder,
  snapshot: OrderSnapshot,
): Promise<PaypalOrder> {
  const { operation, order, payment } = locked;
  // Read under the lock: an answer that was overtaken meanwhile says nothing.
  const dispute = disputeFactsOf(await listDisputesOf(operation.db, order.captureId ?? ''));
  await postFees(operation.db, snapshot.fees, {
    at: operation.at,
    day: dayOf(operation.at),
    applicationId: locked.application.id,
    instalmentId: payment.instalmentId,
    paymentId: payment.id,
    isTest: payment.isTest,
  });
  const reportedCents = await sumReportedBack(operation.db, order.captureId ?? '');
  const backCents = greatest(snapshot.refundedCents, dispute.lostCents, reportedCents);
  const steps = stepsTowards(
    {
      status: payment.status,
      receivedCents: payment.receivedCents ?? 0n,
      refundedCents: payment.refundedCents ?? 0n,
    },
    {
      refundedCents: backCents,
      isRefundedWhole: snapshot.capture?.status === 'REFUNDED',
      dispute: dispute.status,
    },
  );
  if (payment.status === 'disputed' && dispute.status === 'open')
    await changeDisputedAmount(operation.db, {
      paymentId: payment.id,
      disputedCents: dispute.openCents,
      actor: PAYPAL,
      at: operation.at,
    });
  if (!steps)
    return flagOrder(
      locked,
      snapshot,
      because('PAYPAL_SAYS', `${snapshot.capture?.status} ${dispute.status}`),
    );
  for (const { to, refundedCents } of steps) {
    const hasGone = to === 'refunded' || to === 'partially_refunded' || to === 'reversed';
    const moved = await changePaymentStatus(operation.db, {
      paymentId: payment.id,
      to,
      actor: PAYPAL,
      at: operation.at,
      ...(refundedCents === undefined ? {} : { data: { refundedCents } }),
      eventData: {
        ...(hasGone && { refundedOn: dayOf(operation.at) }),
        ...(to === 'disputed' && dispute.openCents > 0n
          ? { disputedCents: String(dispute.openCents) }
          : {}),
      },
    });
    if (hasGone) await notifyRefund(operation, moved);
  }
  return order;
}

/** An order may not list what went back by a dispute, nor the report yet what its order lists. */
const greatest = (...amounts: bigint[]) =>
  amounts.reduce((one, other) => (one > other ? one : other), 0n);

const notifyRefund = ({ db, jobs }: MoneyOperation, { id, refundedCents }: Payment) =>
  jobs.send(db, 'refund-recorded', { id, refundedCents: String(refundedCents) });

/** For the payer: nothing was taken. */
export const DECLINED = words(
  'PayPal or your bank declined this payment, and nothing was charged. You can try again, use another card or account, or pay in another way.',
);

/** Records PayPal's answer about an order with a capture, and returns the order. */
export const recordCapture = (
  context: OrderContext,
  id: string,
  snapshot: OrderSnapshot,
): Promise<PaypalOrder> =>
  withNewCapture(context, id, snapshot, (locked) => writeCapture(locked, snapshot));

/** A capture pays one payment; the database refuses it for a second one. */
export const isOfAnotherPayment = (error: unknown) =>
  breaksUnique(error, 'paypal_orders_capture_id_unique') ||
  breaksUnique(error, 'payments_rail_reference');

/** Writes under the order's lock. A capture that pays another payment is not recorded: a person looks. */
export async function withNewCapture(
  context: OrderContext,
  id: string,
  snapshot: OrderSnapshot,
  write: (locked: LockedOrder) => Promise<PaypalOrder>,
): Promise<PaypalOrder> {
  try {
    return await withLockedOrder(context, id, write);
  } catch (error) {
    if (!isOfAnotherPayment(error)) throw error;
    return recordReview(
      context,
      id,
      { ...snapshot, differences: ['capture'] },
      because('MISMATCH'),
    );
  }
}

/** The same of an order that is locked already. */
export async function writeCapture(
  locked: LockedOrder,
  snapshot: OrderSnapshot,
): Promise<PaypalOrder> {
  const { capture } = snapshot;
  if (!capture) throw new Error('An outcome without a capture.');
  if (snapshot.differences.length > 0) return flagOrder(locked, snapshot, because('MISMATCH'));
  if (isDeclined(capture))
    return recordDeclined(locked, { issue: refusedWith(capture.status) }, snapshot);
  if (isCaptured(capture)) return recordCaptured(locked, snapshot, capture);
  return recordPending(locked, snapshot, capture);
}

/** Nothing was taken and nothing will be: the payment failed, for PayPal's reason. */
export const recordDecline = (
  context: OrderContext,
  id: string,
  decline: Decline,
): Promise<PaypalOrder> =>
  withLockedOrder(context, id, (locked) => recordDeclined(locked, decline));

/** The order can no longer be approved. Its payment expires, unless it has another order or was ended before. */
export const recordVoid = (
  context: OrderContext,
  id: string,
  issue: OrderIssue,
): Promise<PaypalOrder> => withLockedOrder(context, id, (locked) => expireOrder(locked, issue));

/** Facts that do not fit stop everything: a person looks, and nothing counts as paid. */
export const recordReview = (
  context: OrderContext,
  id: string,
  snapshot: OrderSnapshot | undefined,
  issue: OrderIssue,
): Promise<PaypalOrder> =>
  withLockedOrder(context, id, (locked) => flagOrder(locked, snapshot, issue));

/** An order that differs from our row, before a capture: it is ended and flagged for review. */
export const recordForeign = (
  context: OrderContext,
  id: string,
  snapshot: OrderSnapshot,
): Promise<PaypalOrder> =>
  withLockedOrder(context, id, async (locked) => {
    const order = await flagOrder(locked, snapshot, because('MISMATCH'));
    return expireOrder({ ...locked, order }, because('MISMATCH'));
  });

async function recordPending(
  locked: LockedOrder,
  snapshot: OrderSnapshot,
  capture: Capture,
): Promise<PaypalOrder> {
  const { operation, order } = locked;
  if (order.state === 'captured' || order.state === 'declined') return order;
  await markProcessing(operation, { paymentId: order.paymentId, actor: PAYPAL });
  return setOrder(operation.db, order, {
    ...newIds(order, snapshot),
    captureId: capture.id,
    state: 'pending',
    ...nextSync(locked, 'pending'),
    updatedAt: operation.at,
  });
}

/** For the history: where PayPal gave a code, both. */
const inWords = ({ reason, paypalCode }: OrderIssue) => ({
  declinedBecause: reason,
  ...(paypalCode && { paypalCode }),
});

async function recordDeclined(
  locked: LockedOrder,
  { issue, debugId }: Decline,
  snapshot?: OrderSnapshot,
): Promise<PaypalOrder> {
  const { operation, order, payment } = locked;
  if (order.state === 'captured') return flagOrder(locked, snapshot, issue);
  if (order.state === 'declined') return order;
  if (OPEN.includes(payment.status)) {
    await markProcessing(operation, { paymentId: payment.id, actor: PAYPAL });
    await changePaymentStatus(operation.db, {
      paymentId: payment.id,
      to: 'failed',
      actor: PAYPAL,
      at: operation.at,
      reason: DECLINED,
      eventData: { ...inWords(issue), ...(debugId && { debugId }) },
    });
  }
  const declined = await setOrder(operation.db, order, {
    ...(snapshot ? newIds(order, snapshot) : {}),
    state: 'declined',
    ...issue,
    asked: 0,
    askAt: null,
    updatedAt: operation.at,
  });
  if (order.kind === 'stored')
    await operation.jobs.send(operation.db, 'card-charge-refused', { id: order.id });
  return declined;
}
