import { because, declineOf, refusedWith } from './order-issue.rules.ts';
import type { CardService } from '../../../../server/external-services.ts';
import { Fault } from '../../../../shared/fault.ts';
import { days } from '../../../../shared/time.ts';
import { keepDispute, listDisputesOf } from './report/paypal-dispute.store.ts';
import { findPayment } from '../../core/payment.store.ts';
import {
  retryAfterFailure,
  approvalLifeMs,
  DUPLICATE_INVOICE,
  failuresBeforeReview,
  requestIdLifetimeMs,
  unknownPaceMs,
} from './card.rules.ts';
import { beginCapture, capture, resolveDuplicateInvoice, isComplete } from './capture.service.ts';
import { type OrderContext, postpone, scheduleReconciliation } from './locked-order.service.ts';
import {
  recordCapture,
  recordDecline,
  recordForeign,
  recordReview,
  recordVoid,
} from './capture-recorder.service.ts';
import { type Refusal, refusalText } from './paypal/paypal-http.gateway.ts';
import {
  chargeOrder,
  getDispute,
  getOrder,
  listDisputes,
  getCapture,
} from './paypal/paypal.gateway.ts';
import {
  scheduleOrdersSince,
  scheduleSync,
  resetSyncFailures,
  nextUnknownSyncAt,
  recordSyncFailure,
  claimOrdersToSync,
} from './order-sync.store.ts';
import {
  type PaypalOrder,
  findByCaptureId,
  findByOrderId,
  findOrder,
} from './paypal-order.store.ts';
import {
  isRefundedCapture,
  type OrderSnapshot,
  parseOrder,
} from './paypal/order-snapshot.rules.ts';
import type { OrderAnswer } from './paypal/paypal.rules.ts';
import { storedOrderBody } from './order-payload.service.ts';
import type { FastifyBaseLogger } from 'fastify';
import { inTransaction, isUnavailable } from '../../../../server/database/database.ts';
import type { AppContext } from '../../../../server/context.ts';

/** The context of a round of checks: failures are logged. */
export type Log = Pick<FastifyBaseLogger, 'error' | 'warn'>;

/**
 * One check; false when PayPal or the database did not answer. A failing check is logged, repeated at growing
 * intervals, and flagged for review at the third time, and the others go on.
 */
export async function withRetry(
  context: OrderContext,
  log: Log,
  order: PaypalOrder,
  ask: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await ask();
    if (order.failures > 0) await resetSyncFailures(context.db, order.id);
    return true;
  } catch (error) {
    if (error instanceof PaypalUnavailable) return false;
    if (isUnavailable(error)) {
      log.warn({ err: error, order: order.id }, 'an order at PayPal could not be written');
      return false;
    }
    log.error({ err: error, order: order.id }, 'a question about an order at PayPal broke');
    await deferAfterFailure(context, order);
    return true;
  }
}

/** In a transaction of its own: the failed one was rolled back. */
async function deferAfterFailure(
  { db, jobs, clock }: OrderContext,
  { id, failures }: PaypalOrder,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const inARow = await recordSyncFailure(tx, id, retryAfterFailure(failures, clock.now()));
    if (inARow === failuresBeforeReview)
      await jobs.send(tx, 'card-review', { id, reason: 'QUESTION_BROKE', paypalCode: null });
  });
}

const ordersPerTurn = 40;
const concurrency = 8;
/** While another process has an order in hand; longer than the longest question. */
const claimLeaseMs = 60_000;
/** How many days back all orders are checked again. */
const lastDaysMs = days(4);

/**
 * Checks every order that is due at PayPal, until none is left or PayPal does not answer. While anything is
 * unknown the next round follows in seconds, so that it ends within a minute of PayPal's return. A failing
 * check stops no other. Returns how many were checked.
 */
export async function syncDueOrders(
  context: OrderContext,
  card: CardService,
  log: Log,
): Promise<number> {
  let asked = 0;
  for (;;) {
    const orders = await claimBatch(context);
    if (orders.length === 0) break;
    asked += orders.length;
    if (!(await syncBatch(context, card, orders, log))) break;
  }
  const next = await nextUnknownSyncAt(context.db);
  if (next) {
    const waitMs = next.getTime() - context.clock.now().getTime();
    await inTransaction(context.db, (tx) =>
      scheduleReconciliation({ db: tx, jobs: context.jobs }, waitMs),
    );
  }
  return asked;
}

function claimBatch({ db, clock }: OrderContext): Promise<PaypalOrder[]> {
  const now = clock.now();
  const again = new Date(now.getTime() + claimLeaseMs);
  return inTransaction(db, (tx) => claimOrdersToSync(tx, { now, again, limit: ordersPerTurn }));
}

/** Some at a time; false as soon as none of them was answered: PayPal is away, and the others wait for it. */
async function syncBatch(
  context: OrderContext,
  card: CardService,
  orders: PaypalOrder[],
  log: Log,
): Promise<boolean> {
  for (let n = 0; n < orders.length; n += concurrency) {
    const group = orders.slice(n, n + concurrency);
    const answered = await Promise.all(
      group.map((order) => withRetry(context, log, order, () => syncOrder(context, card, order))),
    );
    if (answered.includes(true)) continue;
    await returnToQueue(context, orders.slice(n + concurrency));
    return false;
  }
  return true;
}

/** Unchecked ones come first in the next round. */
async function returnToQueue({ db, clock }: OrderContext, orders: PaypalOrder[]): Promise<void> {
  const askAt = new Date(clock.now().getTime() + unknownPaceMs);
  await inTransaction(db, (tx) =>
    scheduleSync(
      tx,
      orders.map(({ id }) => id),
      askAt,
    ),
  );
}

/** Once a day, schedules checks of all recent orders, so that nothing depends on a webhook event alone. */
export async function scheduleRecentOrders({
  db,
  clock,
  jobs,
}: Pick<AppContext, 'db' | 'clock' | 'jobs'>): Promise<number> {
  const now = clock.now();
  return inTransaction(db, async (tx) => {
    const count = await scheduleOrdersSince(tx, new Date(now.getTime() - lastDaysMs), now);
    await jobs.send(tx, 'card-reconcile', {});
    return count;
  });
}

/** After that an order that PayPal no longer knows says nothing: a person looks. */
const goneIsGoneMs = days(3);

/** PayPal did not answer: the order is checked again later. */
export class PaypalUnavailable extends Error {}

async function deferSync(context: OrderContext, { id }: PaypalOrder): Promise<never> {
  await postpone(context, id);
  throw new PaypalUnavailable('PayPal does not answer.');
}

/**
 * Reads an order at PayPal and records it; what is unknown is checked again. Returns the order as it is then; throws
 * `PaypalUnavailable`.
 */
export async function syncOrder(
  context: OrderContext,
  card: CardService,
  order: PaypalOrder,
): Promise<PaypalOrder> {
  // Another account of ours made it: asking with this one would only find nothing.
  if (order.clientId !== card.clientId) return postpone(context, order.id);
  if (!order.orderId) return syncWithoutId(context, card, order);
  const answer = await getOrder(card, order.orderId);
  if (answer.kind === 'unknown') return deferSync(context, order);
  if (answer.kind === 'refused') return syncMissing(context, order, answer);
  const snapshot = parseOrder(order, answer.value);
  if (snapshot.state === 'captured') return syncCaptured(context, card, order, snapshot);
  return syncUncaptured(context, card, order, snapshot);
}

/** Disputes are only read where something points to one. */
async function syncCaptured(
  context: OrderContext,
  card: CardService,
  order: PaypalOrder,
  snapshot: OrderSnapshot,
): Promise<PaypalOrder> {
  const captureId = snapshot.capture?.id ?? '';
  const isDisputed =
    (await findPayment(context.db, order.paymentId))?.payment.status === 'disputed';
  const isKnown = (await listDisputesOf(context.db, captureId)).length > 0;
  const isPossiblyDisputed = isKnown || isDisputed || isRefundedCapture(snapshot);
  if (isPossiblyDisputed && !(await readDisputes(context, card, captureId)))
    return deferSync(context, order);
  return recordCapture(context, order.id, snapshot);
}

/**
 * Keeps what PayPal says of the disputes of a capture; false while it does not answer. An account without the right to
 * list disputes learns of them by webhook events.
 */
async function readDisputes(
  context: OrderContext,
  card: CardService,
  captureId: string,
): Promise<boolean> {
  const found = await listDisputes(card, captureId);
  if (found.kind === 'unknown') return false;
  const listed = found.kind === 'ok' ? (found.value.items ?? []) : [];
  for (const { dispute_id } of listed) {
    const answer = await getDispute(card, dispute_id);
    if (answer.kind === 'unknown') return false;
    if (answer.kind === 'ok')
      await keepDispute(context.db, captureId, answer.value, context.clock.now());
  }
  return true;
}

/** Nothing was taken yet, as far as PayPal knows. */
async function syncUncaptured(
  context: OrderContext,
  card: CardService,
  order: PaypalOrder,
  snapshot: OrderSnapshot,
): Promise<PaypalOrder> {
  const { state } = order;
  if (snapshot.state === 'completed') return postpone(context, order.id);
  if (state === 'capturing') {
    if (snapshot.differences.length > 0)
      return recordReview(context, order.id, snapshot, because('MISMATCH'));
    // The call never arrived, or the order fell back to its payer, who chose a means that did not work.
    return snapshot.state === 'approved'
      ? captureOrDefer(context, card, order)
      : recordDecline(context, order.id, { issue: because('NOT_APPROVED_ANY_MORE') });
  }
  if (state !== 'created') return postpone(context, order.id);
  if (snapshot.differences.length > 0) return recordForeign(context, order.id, snapshot);
  if (snapshot.state === 'approved') return captureAbandoned(context, card, order);
  const isOver = context.clock.now().getTime() - order.createdAt.getTime() > approvalLifeMs;
  return snapshot.state === 'void' || isOver
    ? recordVoid(context, order.id, because('NOT_APPROVED'))
    : postpone(context, order.id);
}

async function captureOrDefer(
  context: OrderContext,
  card: CardService,
  order: PaypalOrder,
): Promise<PaypalOrder> {
  const captured = await capture(context, card, order);
  return captured.state === 'capturing' && captured.reason === null
    ? deferSync(context, order)
    : captured;
}

/** The payer has approved ("Pay now") and the page has not come back: its tab was closed, its line is gone. */
async function captureAbandoned(
  context: OrderContext,
  card: CardService,
  order: PaypalOrder,
): Promise<PaypalOrder> {
  try {
    const begun = await beginCapture(context, order.id);
    return begun.state === 'capturing' ? await captureOrDefer(context, card, begun) : begun;
  } catch (error) {
    // The instalment is being paid in another way: this order captures nothing.
    if (!(error instanceof Fault)) throw error;
    return recordVoid(context, order.id, because('PAID_OTHERWISE'));
  }
}

/** PayPal no longer knows the order: without a capture it lives for hours only. */
async function syncMissing(
  context: OrderContext,
  order: PaypalOrder,
  refusal: Refusal,
): Promise<PaypalOrder> {
  if (order.state === 'created') return recordVoid(context, order.id, refusedWith(refusal.issue));
  if (order.state !== 'capturing') return postpone(context, order.id);
  const ageMs = context.clock.now().getTime() - order.updatedAt.getTime();
  return ageMs < goneIsGoneMs
    ? recordDecline(context, order.id, declineOf(refusal))
    : recordReview(context, order.id, undefined, because('GONE_AT_PAYPAL'));
}

/**
 * The call that creates the order had no answer. An order for the payer's window was never shown, so it cannot
 * be approved. A charge may have been made: repeated with its request id it happens once.
 */
async function syncWithoutId(
  context: OrderContext,
  card: CardService,
  order: PaypalOrder,
): Promise<PaypalOrder> {
  if (order.state !== 'creating') return postpone(context, order.id);
  if (order.kind === 'approval') return recordVoid(context, order.id, because('NEVER_SHOWN'));
  const ageMs = context.clock.now().getTime() - order.createdAt.getTime();
  if (ageMs > requestIdLifetimeMs)
    return recordReview(context, order.id, undefined, because('UNKNOWN_TOO_LONG'));
  return chargeStoredAccount(context, card, order);
}

/** Charges a kept account for an order whose intent is written (`creating`); any number of calls charge once. Throws `PaypalUnavailable`. */
export async function chargeStoredAccount(
  context: OrderContext,
  card: CardService,
  order: PaypalOrder,
): Promise<PaypalOrder> {
  const answer = await chargeOrder(card, await storedOrderBody(context, order), order.requestId);
  if (answer.kind === 'unknown') return deferSync(context, order);
  if (answer.kind === 'refused') {
    if (answer.issue !== DUPLICATE_INVOICE)
      return recordDecline(context, order.id, declineOf(answer));
    return (await resolveDuplicateInvoice(context, card, order)) ?? deferSync(context, order);
  }
  const truth = isComplete(answer.value) ? answer : await getOrder(card, answer.value.id);
  if (truth.kind !== 'ok') return deferSync(context, order);
  const snapshot = await parseCharge(context, order, truth.value);
  if (snapshot.state === 'completed') return postpone(context, order.id);
  return snapshot.state === 'captured'
    ? recordCapture(context, order.id, snapshot)
    : recordDecline(context, order.id, { issue: because('ORDER', truth.value.status ?? null) });
}

/** A charge learns its order's id by the answer, which may name one that another payment has. */
async function parseCharge(
  { db }: OrderContext,
  order: PaypalOrder,
  answer: OrderAnswer,
): Promise<OrderSnapshot> {
  const snapshot = parseOrder(order, answer);
  const known = await findByOrderId(db, answer.id);
  return known && known.id !== order.id
    ? { ...snapshot, differences: ['order', ...snapshot.differences] }
    : snapshot;
}

/** Records the order of a capture, as PayPal says when asked. Throws `PaypalUnavailable`. */
export async function syncCapture(
  context: OrderContext,
  card: CardService,
  captureId: string,
): Promise<string> {
  const known = await findByCaptureId(context.db, captureId);
  if (known) return describeOrder(await syncOrder(context, card, known));
  const answer = await getCapture(card, captureId);
  if (answer.kind === 'unknown') throw new PaypalUnavailable('PayPal does not answer.');
  if (answer.kind === 'refused') return `refused: ${refusalText(answer)}`;
  const { custom_id, supplementary_data } = answer.value;
  const orderId = supplementary_data?.related_ids?.order_id;
  const byOrder = orderId ? await findByOrderId(context.db, orderId) : undefined;
  if (byOrder) return describeOrder(await syncOrder(context, card, byOrder));
  // A charge whose answer was lost has no order id yet: it is known by what we named it.
  const named = custom_id && isUuid(custom_id) ? await findOrder(context.db, custom_id) : undefined;
  if (!named || !orderId) return 'not ours';
  if (named.orderId !== null || named.kind !== 'stored') {
    // Genuine money under a name of ours, by an order that we did not make: it pays for nothing, and a person looks.
    await inTransaction(context.db, (tx) =>
      context.jobs.send(tx, 'card-review', {
        id: named.id,
        reason: 'STRAY_CAPTURE',
        paypalCode: captureId,
      }),
    );
    return 'another order under our name';
  }
  return describeOrder(await syncOrder(context, card, { ...named, orderId }));
}

const isUuid = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);

/** What became of an order, in a few words. */
export const describeOrder = ({ state, reason, paypalCode }: PaypalOrder) =>
  reason ? `${state}: ${paypalCode ?? reason}` : state;
