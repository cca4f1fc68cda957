import type { Context } from '../../../server/context.ts';
import type { CardService } from '../../../server/outside.ts';
import { Fault } from '../../../shared/fault.ts';
import { words } from '../../../shared/words.ts';
import { browserOf } from '../../application/browser.service.ts';
import { capture } from './capture.service.ts';
import { getOrder } from './paypal.gateway.ts';
import { findByOrderId, type PaypalOrder } from './paypal-order.store.ts';
import { type Desk } from './held-order.service.ts';
import { beginCapture } from './intent.service.ts';
import { recordCapture, recordForeign, recordVoid } from './outcome.service.ts';
import { askAbout, PaypalAway } from './question.service.ts';
import { type Reading, readOrder } from './reading.rules.ts';

const UNKNOWN_ORDER = words('This payment does not exist.');
const NOT_APPROVED = words('Please approve the payment in the PayPal window first.');
const OVER = words(
  'This payment can no longer be completed, and nothing was charged. Please begin again.',
);
export const NO_ANSWER = words(
  'PayPal does not answer at the moment, and nothing was charged. Please try again in a moment or pay in another way.',
);

/**
 * Takes the money of an order that the payer of this browser has approved, and answers the capture's status word:
 * `COMPLETED` is paid, `DECLINED` is not, `PENDING` is everything that nobody knows yet. Throws 404 for an order
 * of another browser, 409 before the approval and for what is over, 503 while PayPal does not say.
 */
export async function captureForPayer(
  ctx: Desk & Pick<Context<never>, 'outside' | 'request'>,
  orderId: string,
): Promise<string> {
  const card = ctx.outside.card();
  const digest = browserOf(ctx);
  const order = digest && (await findByOrderId(ctx.db, orderId));
  if (!order || order.tokenDigest !== digest) throw new Fault(404, UNKNOWN_ORDER);
  if (!card || order.clientId !== card.clientId) throw new Fault(503, NO_ANSWER);
  if (order.state === 'capturing') return wordOf(await askAgain(ctx, card, order));
  if (order.state !== 'created' && order.state !== 'void') return wordOf(order);
  const reading = await readBefore(ctx, card, order);
  if (reading.stage === 'captured') return wordOf(await recordCapture(ctx, order.id, reading));
  if (reading.stage === 'waiting') throw new Fault(409, NOT_APPROVED);
  const begun = reading.stage === 'approved' && (await beginCapture(ctx, order.id));
  if (!begun || begun.state === 'void') throw new Fault(409, OVER);
  return wordOf(begun.state === 'capturing' ? await capture(ctx, card, begun) : begun);
}

/** A second click while the first is not answered, or after it was not: what is unknown stays pending. */
async function askAgain(desk: Desk, card: CardService, order: PaypalOrder): Promise<PaypalOrder> {
  try {
    return await askAbout(desk, card, order);
  } catch (error) {
    if (!(error instanceof PaypalAway)) throw error;
    return order;
  }
}

/** What PayPal says before anything is taken; facts that are not ours end the order here. */
async function readBefore(desk: Desk, card: CardService, order: PaypalOrder): Promise<Reading> {
  const answer = await getOrder(card, order.orderId as string);
  if (answer.kind === 'unknown')
    throw new Fault(503, NO_ANSWER, { headers: { 'Retry-After': '5' } });
  if (answer.kind === 'refused') {
    await recordVoid(desk, order.id, answer.issue);
    throw new Fault(409, OVER);
  }
  const reading = readOrder(order, answer.value);
  if (reading.differences.length > 0 && reading.stage !== 'captured') {
    await recordForeign(desk, order.id, reading);
    throw new Fault(409, OVER);
  }
  return reading;
}

/** The capture's status word for the page; what a person has to look at is being processed. */
function wordOf({ state, issue }: PaypalOrder): string {
  if (state === 'captured') return issue === null ? 'COMPLETED' : 'PENDING';
  return state === 'declined' ? 'DECLINED' : 'PENDING';
}
