import type { House } from '../../../server/context.ts';
import { type Database, inTransaction } from '../../../server/database.ts';
import { Fault } from '../../../shared/fault.ts';
import { seconds } from '../../../shared/time.ts';
import { words } from '../../../shared/words.ts';
import { lockApplication, setPaypalOrder } from '../../application/application.store.ts';
import { bookArrival, markProcessing, type MoneyDeed } from '../arrival.service.ts';
import { receivedCentsOf } from '../instalment.rules.ts';
import { dayOf, OPEN, PAYABLE, RECEIVED } from '../payment.rules.ts';
import { step } from '../payment.service.ts';
import {
  findApplicationOfPayment,
  listPaymentsOfInstalment,
  lockPayment,
  type Payment,
} from '../payment.store.ts';
import { remark } from '../remark.service.ts';
import { findInstalment } from '../schedule.store.ts';
import { nextAsk, type PaypalOrderState, unknownPaceMs } from './card.rules.ts';
import {
  findLiveOrder,
  findOrder,
  lockOrder,
  type PaypalOrder,
  setOrder,
} from './paypal-order.store.ts';
import {
  type Capture,
  type DisputeStand,
  isRefused,
  isTaken,
  type Reading,
  stepsOnward,
} from './reading.rules.ts';
import { keepAccount } from './vault.service.ts';

/** What writing an outcome needs of the house; `db` is the plain database. */
export type Desk = Pick<House, 'db' | 'jobs' | 'clock' | 'secrets'>;

const PAYPAL = { kind: 'paypal' } as const;
const PAYER = { kind: 'payer' } as const;

/** For the payer: nothing was taken. */
export const DECLINED = words(
  'PayPal or your bank declined this payment, and nothing was charged. You can try again, use another card or account, or pay in another way.',
);
const GIVEN_BACK = words(
  'This payment was not needed any more, and the money was given back to you.',
);
const NOT_APPROVED = words(
  'The payment was not approved in time, and nothing was charged. You can begin again at any moment.',
);

/** An order with its payment, both locked, as the writer of an outcome finds them. */
interface Held {
  deed: MoneyDeed;
  desk: Desk;
  applicationId: string;
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

async function hold(desk: Desk, tx: Database, id: string): Promise<Held> {
  const seen = await findOrder(tx, id);
  const applicationId = seen && (await findApplicationOfPayment(tx, seen.paymentId));
  if (!applicationId) throw new Error('An order at PayPal without an application.');
  await lockApplication(tx, applicationId);
  const payment = await lockPayment(tx, seen.paymentId);
  if (!payment) throw new Error('An order at PayPal without a payment.');
  const deed: MoneyDeed = { db: tx, jobs: desk.jobs, at: desk.clock.now() };
  return { deed, desk, applicationId, payment, order: await lockOrder(tx, id) };
}

/** Writes what PayPal says of an order with a capture, and answers the order as it stands then. */
export function recordCapture(
  desk: Desk,
  id: string,
  reading: Reading,
  dispute: DisputeStand = 'none',
): Promise<PaypalOrder> {
  const { capture } = reading;
  if (!capture) throw new Error('An outcome without a capture.');
  return withOrder(desk, id, async (held) => {
    if (reading.differences.length > 0) return review(held, reading, 'MISMATCH');
    if (isRefused(capture)) return decline(held, capture.status, reading);
    if (isTaken(capture)) return take(held, reading, capture, dispute);
    return wait(held, reading, capture);
  });
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

/**
 * The intent to take the money of an approved order: order and payment say so before PayPal is told, so that no
 * other rail takes the due meanwhile and a crash leaves a question, not a gap. The order stays what it was, or
 * ends, where its payment no longer waits for it; throws 409 when the due is being paid in another way.
 */
export const beginCapture = (desk: Desk, id: string): Promise<PaypalOrder> =>
  withOrder(desk, id, async (held) => {
    const { deed, order, payment } = held;
    if (order.state !== 'created' && order.state !== 'void') return order;
    const isWaitedFor = payment.status === 'action_required' || payment.status === 'expired';
    if (!isWaitedFor || !(await isStillAskedFor(held))) return endUnapproved(held, 'PAYMENT_ENDED');
    // A later order of the same payment, made in another window.
    const other = await findLiveOrder(deed.db, payment.id);
    if (other && other.id !== order.id) await endOrder(deed, other, 'REPLACED');
    await markProcessing(deed, { paymentId: payment.id, actor: PAYER });
    await soon(deed);
    return setOrder(deed.db, order, {
      state: 'capturing',
      ...later(held, 'capturing'),
      issue: null,
      updatedAt: deed.at,
    });
  });

/** Whether the due still asks for all of an order's money: an expired payment may have been made in another way since. */
async function isStillAskedFor({ deed, order, payment }: Held): Promise<boolean> {
  const found = await findInstalment(deed.db, payment.instalmentId);
  if (!found) throw new Error('A payment without an instalment.');
  const { status, amountCents } = found.instalment;
  const heldCents = receivedCentsOf(await listPaymentsOfInstalment(deed.db, payment.instalmentId));
  return PAYABLE.includes(status) && order.amountCents <= amountCents - heldCents;
}

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

/** PayPal is asked again later. */
export const postpone = (desk: Desk, id: string): Promise<PaypalOrder> =>
  withOrder(desk, id, (held) =>
    setOrder(held.deed.db, held.order, later(held, held.order.state, held.order.wantsVault)),
  );

/** When PayPal is asked again once the order is in a state: the first time of a state, or one more. */
function later({ order, deed }: Held, state: PaypalOrderState = order.state, awaits = false) {
  const asked = state === order.state ? order.asked + 1 : 0;
  return { asked, askAt: nextAsk({ state, asked }, awaits, deed.at) };
}

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
  held: Held,
  reading: Reading,
  capture: Capture,
  dispute: DisputeStand,
): Promise<PaypalOrder> {
  const { deed, desk, payment } = held;
  if (held.order.state === 'declined') return review(held, reading, 'CAPTURED_AFTER_DECLINE');
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
    await setPaypalOrder(deed.db, held.applicationId, reading.orderId);
    return moveOn({ ...held, order, payment: booked }, reading, dispute);
  } catch (error) {
    // The table refuses it before anything of it is written: the due was paid or ended otherwise meanwhile.
    if (!(error instanceof Fault)) throw error;
    return review({ ...held, order }, reading, 'NOT_ASKED_FOR');
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

async function endUnapproved(held: Held, issue: string): Promise<PaypalOrder> {
  const { deed, order, payment } = held;
  if (order.state !== 'created' && order.state !== 'creating') return order;
  if (payment.status === 'created' || payment.status === 'action_required') {
    await step(deed.db, {
      paymentId: payment.id,
      to: 'expired',
      actor: PAYPAL,
      at: deed.at,
      reason: NOT_APPROVED,
    });
  }
  return endOrder(deed, order, issue);
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
