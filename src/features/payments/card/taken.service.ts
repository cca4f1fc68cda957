import { Fault } from '../../../shared/fault.ts';
import { words } from '../../../shared/words.ts';
import { setPaypalOrder } from '../../application/application.store.ts';
import { bookArrival, type MoneyDeed } from '../arrival.service.ts';
import { dayOf, RECEIVED } from '../payment.rules.ts';
import { openAttempt, step } from '../payment.service.ts';
import type { Payment } from '../payment.store.ts';
import { type Held, later } from './held-order.service.ts';
import { factsOf, PAYPAL, review } from './order-review.service.ts';
import { type PaypalOrder, setOrder } from './paypal-order.store.ts';
import { type Capture, type DisputeStand, type Reading, stepsOnward } from './reading.rules.ts';
import { keepAccount } from './vault.service.ts';

const GIVEN_BACK = words(
  'This payment was not needed any more, and the money was given back to you.',
);

/**
 * Money was taken: it pays the due that was asked for, or waits for a person where nothing asks for it; what went
 * back or is disputed since then is recorded with it.
 */
export async function take(
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
