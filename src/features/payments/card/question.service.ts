import type { CardService } from '../../../server/outside.ts';
import { Fault } from '../../../shared/fault.ts';
import { days } from '../../../shared/time.ts';
import { findPayment } from '../payment.store.ts';
import { approvalLifeMs, DUPLICATE, repeatableMs } from './card.rules.ts';
import { capture, isWhole } from './capture.service.ts';
import { endDuplicate } from './duplicate.service.ts';
import { type Desk, postpone } from './held-order.service.ts';
import { beginCapture } from './intent.service.ts';
import {
  recordCapture,
  recordDecline,
  recordForeign,
  recordReview,
  recordVoid,
} from './outcome.service.ts';
import type { DisputeAnswer } from './paypal.rules.ts';
import { chargeOrder, getDispute, getOrder, listDisputes } from './paypal.gateway.ts';
import type { PaypalOrder } from './paypal-order.store.ts';
import {
  type DisputeStand,
  hasGoneBack,
  type Reading,
  readOrder,
  standOf,
} from './reading.rules.ts';
import { storedBody } from './sale.service.ts';

/** After that an order that PayPal no longer knows says nothing: a person looks. */
const goneIsGoneMs = days(3);

/** PayPal did not answer: what was asked is as unknown as before, and is asked again. */
export class PaypalAway extends Error {}

async function away(desk: Desk, { id }: PaypalOrder): Promise<never> {
  await postpone(desk, id);
  throw new PaypalAway('PayPal does not answer.');
}

/**
 * Asks PayPal how an order stands and writes down what it says; what is unknown stays so and is asked again.
 * `dispute`: one that a notice tells of. Answers the order as it stands then; throws `PaypalAway`.
 */
export async function askAbout(
  desk: Desk,
  card: CardService,
  order: PaypalOrder,
  dispute?: DisputeAnswer,
): Promise<PaypalOrder> {
  // Another account of ours made it: asking with this one would only find nothing.
  if (order.clientId !== card.clientId) return postpone(desk, order.id);
  if (!order.orderId) return askWithoutId(desk, card, order);
  const answer = await getOrder(card, order.orderId);
  if (answer.kind === 'unknown') return away(desk, order);
  if (answer.kind === 'refused') return whenGone(desk, order, answer.issue);
  const reading = readOrder(order, answer.value);
  if (reading.stage === 'captured') return askTheRest(desk, card, order, reading, dispute);
  return beforeCapture(desk, card, order, reading);
}

/** What came of the money: disputes are asked about where something speaks of them. */
async function askTheRest(
  desk: Desk,
  card: CardService,
  order: PaypalOrder,
  reading: Reading,
  dispute?: DisputeAnswer,
): Promise<PaypalOrder> {
  const isDisputed = (await findPayment(desk.db, order.paymentId))?.payment.status === 'disputed';
  const mayBeDisputed = dispute !== undefined || isDisputed || hasGoneBack(reading);
  const stand = mayBeDisputed ? await askDisputes(card, reading, dispute) : 'none';
  if (stand === undefined) return away(desk, order);
  return recordCapture(desk, order.id, reading, stand);
}

/** Undefined while PayPal does not say. An account without the right to read disputes learns of them by notices. */
async function askDisputes(
  card: CardService,
  { capture: taken }: Reading,
  told?: DisputeAnswer,
): Promise<DisputeStand | undefined> {
  const found = await listDisputes(card, taken?.id ?? '');
  if (found.kind === 'unknown') return undefined;
  const listed = found.kind === 'ok' ? (found.value.items ?? []) : [];
  const ids = listed.map(({ dispute_id }) => dispute_id).filter((id) => id !== told?.dispute_id);
  const disputes: DisputeAnswer[] = told ? [told] : [];
  for (const id of ids) {
    const answer = await getDispute(card, id);
    if (answer.kind === 'unknown') return undefined;
    if (answer.kind === 'ok') disputes.push(answer.value);
  }
  return standOf(disputes);
}

/** Nothing was taken yet, as far as PayPal knows. */
async function beforeCapture(
  desk: Desk,
  card: CardService,
  order: PaypalOrder,
  reading: Reading,
): Promise<PaypalOrder> {
  const { state } = order;
  if (state === 'capturing') {
    // The call never arrived, or the order fell back to its payer, who chose a means that did not work.
    return reading.stage === 'approved'
      ? take(desk, card, order)
      : recordDecline(desk, order.id, 'NOT_APPROVED_ANY_MORE');
  }
  if (state !== 'created') return postpone(desk, order.id);
  if (reading.differences.length > 0) return recordForeign(desk, order.id, reading);
  if (reading.stage === 'approved') return captureForAbsent(desk, card, order);
  const isOver = desk.clock.now().getTime() - order.createdAt.getTime() > approvalLifeMs;
  return reading.stage === 'void' || isOver
    ? recordVoid(desk, order.id, 'NOT_APPROVED')
    : postpone(desk, order.id);
}

async function take(desk: Desk, card: CardService, order: PaypalOrder): Promise<PaypalOrder> {
  const taken = await capture(desk, card, order);
  return taken.state === 'capturing' && taken.issue === null ? away(desk, order) : taken;
}

/** The payer has approved ("Pay now") and the page has not come back: its tab was closed, its line is gone. */
async function captureForAbsent(
  desk: Desk,
  card: CardService,
  order: PaypalOrder,
): Promise<PaypalOrder> {
  try {
    const begun = await beginCapture(desk, order.id);
    return begun.state === 'capturing' ? await take(desk, card, begun) : begun;
  } catch (error) {
    // The due is being paid in another way: then this order takes nothing.
    if (!(error instanceof Fault)) throw error;
    return recordVoid(desk, order.id, 'PAID_OTHERWISE');
  }
}

/** PayPal no longer knows the order: without a capture it lives for hours only. */
async function whenGone(desk: Desk, order: PaypalOrder, issue: string): Promise<PaypalOrder> {
  if (order.state === 'created') return recordVoid(desk, order.id, issue);
  if (order.state !== 'capturing') return postpone(desk, order.id);
  const ageMs = desk.clock.now().getTime() - order.updatedAt.getTime();
  return ageMs < goneIsGoneMs
    ? recordDecline(desk, order.id, issue)
    : recordReview(desk, order.id, undefined, 'GONE_AT_PAYPAL');
}

/**
 * The call that makes the order was not heard to the end. An order for the payer's window was never shown to
 * anybody, so nobody can approve it. A charge may have been made: sent again with its request id it is made once.
 */
async function askWithoutId(
  desk: Desk,
  card: CardService,
  order: PaypalOrder,
): Promise<PaypalOrder> {
  if (order.state !== 'creating') return postpone(desk, order.id);
  if (order.kind === 'approval') return recordVoid(desk, order.id, 'NEVER_SHOWN');
  const ageMs = desk.clock.now().getTime() - order.createdAt.getTime();
  if (ageMs > repeatableMs) return recordReview(desk, order.id, undefined, 'UNKNOWN_TOO_LONG');
  return charge(desk, card, order);
}

/** Charges a kept account for an order whose intent is written (`creating`); any number of calls charge once. Throws `PaypalAway`. */
export async function charge(
  desk: Desk,
  card: CardService,
  order: PaypalOrder,
): Promise<PaypalOrder> {
  const answer = await chargeOrder(card, await storedBody(desk, order), order.requestId);
  if (answer.kind === 'unknown') return away(desk, order);
  if (answer.kind === 'refused') {
    if (answer.issue !== DUPLICATE) return recordDecline(desk, order.id, answer.issue);
    return (await endDuplicate(desk, card, order)) ?? away(desk, order);
  }
  const truth = isWhole(answer.value) ? answer : await getOrder(card, answer.value.id);
  if (truth.kind !== 'ok') return away(desk, order);
  const reading = readOrder(order, truth.value);
  return reading.stage === 'captured'
    ? recordCapture(desk, order.id, reading)
    : recordDecline(desk, order.id, `ORDER_${truth.value.status}`);
}
