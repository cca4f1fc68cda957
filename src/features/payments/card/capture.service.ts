import type { CardService } from '../../../server/outside.ts';
import { type Desk } from './held-order.service.ts';
import { DUPLICATE } from './card.rules.ts';
import { endDuplicate } from './duplicate.service.ts';
import { recordCapture, recordDecline } from './outcome.service.ts';
import type { OrderAnswer } from './paypal.rules.ts';
import { captureOrder, getOrder } from './paypal.gateway.ts';
import type { PaypalOrder } from './paypal-order.store.ts';
import { type Reading, readOrder } from './reading.rules.ts';

/**
 * Takes the money of an order whose intent is written (`capturing`), or finds out that it was taken: any number of
 * calls take it once. What PayPal leaves open stays `capturing`, and the reconciler asks.
 */
export async function capture(
  desk: Desk,
  card: CardService,
  order: PaypalOrder,
): Promise<PaypalOrder> {
  const id = order.orderId as string;
  const answer = await captureOrder(card, id, order.captureRequestId);
  if (answer.kind === 'unknown') return order;
  const truth = answer.kind === 'ok' && isWhole(answer.value) ? answer : await getOrder(card, id);
  if (truth.kind === 'ok') {
    const reading = readOrder(order, truth.value);
    if (reading.stage === 'captured') return recordCapture(desk, order.id, reading);
    if (answer.kind === 'refused') return refuse(desk, card, order, answer.issue, reading);
    return order; // said to be done, and not to be seen yet
  }
  // Refused, and the order is gone: nothing was taken, unless that was long ago.
  const isGone = answer.kind === 'refused' && truth.kind === 'refused';
  return isGone ? refuse(desk, card, order, answer.issue) : order;
}

/** A refusal, and PayPal's books show no capture. A paid invoice is the one refusal that speaks of money. */
async function refuse(
  desk: Desk,
  card: CardService,
  order: PaypalOrder,
  issue: string,
  reading?: Reading,
): Promise<PaypalOrder> {
  if (issue !== DUPLICATE) return recordDecline(desk, order.id, issue);
  return (await endDuplicate(desk, card, order, reading)) ?? order;
}

/** Whether an answer holds every fact that is compared; a short one is asked for again. */
export const isWhole = ({ purchase_units: [unit] = [] }: OrderAnswer) =>
  unit?.amount !== undefined && unit.payee !== undefined;
