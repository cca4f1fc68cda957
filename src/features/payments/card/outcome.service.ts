import { Fault } from '../../../shared/fault.ts';
import { words } from '../../../shared/words.ts';
import { setPaypalOrder } from '../../application/application.store.ts';
import { bookArrival, markProcessing, type MoneyDeed } from '../arrival.service.ts';
import { dayOf, OPEN, RECEIVED } from '../payment.rules.ts';
import { openAttempt, step } from '../payment.service.ts';
import type { Payment } from '../payment.store.ts';
import { remark } from '../remark.service.ts';
import { type Desk, endUnapproved, type Held, later, withOrder } from './held-order.service.ts';
import { type PaypalOrder, setOrder } from './paypal-order.store.ts';
import {
  type Capture,
  type DisputeStand,
  isRefused,
  isTaken,
  type Reading,
  stepsOnward,
} from './reading.rules.ts';
import { keepAccount } from './vault.service.ts';

const PAYPAL = { kind: 'paypal' } as const;

/** For the payer: nothing was taken. */
export const DECLINED = words(
  'PayPal or your bank declined this payment, and nothing was charged. You can try again, use another card or account, or pay in another way.',
);
const GIVEN_BACK = words(
  'This payment was not needed any more, and the money was given back to you.',
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

async function take(
  given: Held,
  reading: Reading,
  capture: Capture,
  dispute: DisputeStand,
): Promise<PaypalOrder> {
  const held = hasEndedEmpty(given) ? await openAgain(given) : given;
  if (!held) {
    const isRefused = given.order.state === 'declined';
    return review(given, reading, isRefused ? 'CAPTURED_AFTER_DECLINE' : 'NOT_ASKED_FOR');
  }
  const { deed, desk, payment } = held;
  const isNews = held.order.state !== 'captured';
  const awaits =
    held.order.wantsVault && !(await keepAccount(desk, deed, held.order, reading.vaultId));
  const order = await setOrder(deed.db, held.order, {
    ...factsOf(held.order, reading),
    captureId: capture.id,
    state: 'captured',
    ...later(held, 'captured', awaits),
    ...(isNews ? { issue: null, updatedAt: deed.at } : {}),
  });
  if (RECEIVED.includes(payment.status)) return moveOn({ ...held, order }, reading, dispute);
  if (!isNews) return endIfGivenBack({ ...held, order }, capture);
  try {
    const booked = await bookArrival(deed, {
      paymentId: payment.id,
      actor: PAYPAL,
      receivedCents: order.amountCents,
      receivedOn: dayOf(capture.at ? new Date(capture.at) : deed.at),
      facts: { railReference: capture.id },
    });
    await setPaypalOrder(deed.db, held.application.id, reading.orderId);
    return moveOn({ ...held, order, payment: booked }, reading, dispute);
  } catch (error) {
    // The table refuses it before anything of it is written: the due was paid or ended otherwise meanwhile.
    if (!(error instanceof Fault)) throw error;
    return review({ ...held, order }, reading, 'NOT_ASKED_FOR');
  }
}

/**
 * Whether the payment ended without money before its order was captured: refused, or cancelled for
 * another way to pay. No step leads on from there.
 */
const hasEndedEmpty = ({ order, payment }: Held) =>
  order.state !== 'captured' && (payment.status === 'failed' || payment.status === 'cancelled');

/**
 * Money that comes after a refusal or a change of mind pays the due that the ended payment was for, by
 * an attempt of its own.
 * Undefined where nothing asks for it any more or another payment is under way: then a person decides.
 */
async function openAgain(held: Held): Promise<Held | undefined> {
  const { deed, order, payment: ended } = held;
  const { db, at } = deed;
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
        ? await step(db, { paymentId: attempt.id, to: 'action_required', actor: PAYPAL, at })
        : attempt;
    return { ...held, payment, order: await setOrder(db, order, { paymentId: payment.id }) };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return undefined;
  }
}

/** Money that was asked for by nobody ends with its refund: until then its payment waits for a person. */
async function endIfGivenBack(
  { deed, order, payment }: Held,
  capture: Capture,
): Promise<PaypalOrder> {
  if (payment.status === 'processing' && capture.status === 'REFUNDED')
    await step(deed.db, {
      paymentId: payment.id,
      to: 'failed',
      actor: PAYPAL,
      at: deed.at,
      reason: GIVEN_BACK,
    });
  return order;
}

/** Refunds, reversals and disputes of money that had come. */
async function moveOn(held: Held, reading: Reading, dispute: DisputeStand): Promise<PaypalOrder> {
  const { deed, order, payment } = held;
  const steps = stepsOnward(
    {
      status: payment.status,
      receivedCents: payment.receivedCents ?? 0n,
      refundedCents: payment.refundedCents ?? 0n,
    },
    {
      refundedCents: reading.refundedCents,
      isRefundedWhole: reading.capture?.status === 'REFUNDED',
      dispute,
    },
  );
  if (!steps) return review(held, reading, `PAYPAL_SAYS_${reading.capture?.status}_${dispute}`);
  for (const { to, refundedCents } of steps) {
    const hasGone = to === 'refunded' || to === 'partially_refunded' || to === 'reversed';
    const moved = await step(deed.db, {
      paymentId: payment.id,
      to,
      actor: PAYPAL,
      at: deed.at,
      ...(refundedCents === undefined ? {} : { data: { refundedCents } }),
      ...(hasGone ? { told: { refundedOn: dayOf(deed.at) } } : {}),
    });
    if (hasGone) await tellOfRefund(deed, moved);
  }
  return order;
}

const tellOfRefund = ({ db, jobs }: MoneyDeed, { id, refundedCents }: Payment) =>
  jobs.send(db, 'refund-recorded', { id, refundedCents: String(refundedCents) });

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

/** Leaves the payment where it is, puts it before a person and tells the administrators; once for each reason. */
async function review(
  { deed, order, payment }: Held,
  reading: Reading | undefined,
  issue: string,
): Promise<PaypalOrder> {
  if (order.issue === issue) return setOrder(deed.db, order, { askAt: null });
  const { capture, differences = [] } = reading ?? {};
  await remark(deed.db, {
    paymentId: payment.id,
    actor: PAYPAL,
    at: deed.at,
    reason: issue,
    told: {
      ...(differences.length > 0 ? { differs: differences.join(', ') } : {}),
      orderId: reading?.orderId ?? order.orderId ?? '',
      ...(capture
        ? {
            captureId: capture.id,
            captureStatus: capture.status,
            capturedCents: String(capture.amountCents),
          }
        : {}),
    },
  });
  await deed.jobs.send(deed.db, 'card-review', { id: order.id, issue });
  return setOrder(deed.db, order, { issue, asked: 0, askAt: null, updatedAt: deed.at });
}

/** What an answer teaches our row: ids that it did not know yet. */
const factsOf = (order: PaypalOrder, { orderId, payee }: Reading) => ({
  orderId: order.orderId ?? orderId,
  payee: order.payee ?? payee ?? null,
});
