import { because, NO_ISSUE, refusedWith, type OrderIssue } from './order-issue.rules.ts';
import { randomUUID } from 'node:crypto';
import type { output } from 'zod/v4/core';
import { type Database, inTransaction } from '../../../../server/database/database.ts';
import type { CardService } from '../../../../server/external-services.ts';
import { Fault } from '../../../../shared/fault.ts';
import { words } from '../../../../shared/words.ts';
import { type DraftContext, selectApplication } from '../../payer/draft.service.ts';
import { PAYABLE } from '../../core/payment.rules.ts';
import { openAttempt, changePaymentStatus } from '../../core/payment.service.ts';
import type { Payment } from '../../core/payment.store.ts';
import {
  findSchedule,
  type Instalment,
  listInstalments,
  type Schedule,
} from '../../core/schedule/schedule.store.ts';
import type { CardOrder } from './card.contract.ts';
import {
  VAULT_NOT_ENABLED_ISSUES,
  nextSyncAt,
  offeredAgainMs,
  ORDER_LIMITS,
} from './card.rules.ts';
import { type OrderContext, voidOrder, withLockedOrder } from './locked-order.service.ts';
import {
  addOrder,
  findByOrderId,
  findLiveOrder,
  findOrder,
  findPayee,
  listOrderTimes,
  nextInvoiceRound,
  type PaypalOrder,
  setOrder,
  requireOrderId,
} from './paypal-order.store.ts';
import { hasStoredAccount } from './renewals/vault.service.ts';
import type { RequestContext } from '../../../../server/context.ts';
import { createOrder, getOrder } from './paypal/paypal.gateway.ts';
import type { OrderAnswer } from './paypal/paypal.rules.ts';
import { approvalOrderBody } from './order-payload.service.ts';
import { browserOf } from '../../../application/browser.service.ts';
import { beginCapture, capture } from './capture.service.ts';
import { recordCapture, recordForeign, recordVoid } from './capture-recorder.service.ts';
import { syncOrder, PaypalUnavailable } from './reconciliation.service.ts';
import { type OrderSnapshot, parseOrder } from './paypal/order-snapshot.rules.ts';

export const CARD_OFF = words('Card payment is not configured yet.');

/** The whole of a click on the button: intent, call, outcome. */
export async function createOrderForPayer(
  ctx: Omit<RequestContext<never>, 'body' | 'query' | 'params'> & { body: Asked },
): Promise<{ id: string; cookies: Parameters<RequestContext<never>['setCookie']>[] }> {
  const card = ctx.externalServices.card();
  if (!card) throw new Fault(503, CARD_OFF);
  // They leave with the answer, which a later transaction keeps.
  const cookies: Parameters<RequestContext<never>['setCookie']>[] = [];
  const order = await inTransaction(ctx.db, (tx) =>
    prepareOrder(
      { ...ctx, db: tx, setCookie: (...cookie) => void cookies.push(cookie) },
      card,
      ctx.body,
    ),
  );
  const id = await createAtPaypal(ctx, card, order);
  const made = await findOrder(ctx.db, order.id);
  if (made?.state === 'void') {
    throw new Fault(
      409,
      words('This payment was changed in another window. Please start again here.'),
    );
  }
  return { id, cookies };
}

/**
 * Makes the order at PayPal and answers PayPal's id of it. Called again for the same row, by a second click or
 * after a crash, it is made once. Throws 503 when PayPal refuses or does not answer: then nothing was charged.
 */
async function createAtPaypal(
  ctx: OrderContext & Pick<RequestContext<never>, 'publicUrl' | 'log'>,
  card: CardService,
  order: PaypalOrder,
): Promise<string> {
  if (order.orderId) return order.orderId;
  const answer = await createOrder(card, await approvalOrderBody(ctx, order), order.requestId);
  if (answer.kind === 'ok') return recordCreated(ctx, order.id, answer.value);
  if (
    answer.kind === 'refused' &&
    order.wantsVault &&
    VAULT_NOT_ENABLED_ISSUES.includes(answer.issue)
  )
    return createAtPaypal(ctx, card, await withoutVault(ctx, order, refusedWith(answer.issue)));
  ctx.log.warn({ order: order.id, paypal: answer }, 'PayPal made no order');
  if (answer.kind === 'refused')
    await withLockedOrder(ctx, order.id, ({ operation, order: locked }) =>
      locked.state === 'creating'
        ? voidOrder(operation, locked, refusedWith(answer.issue))
        : Promise.resolve(locked),
    );
  throw new Fault(503, NO_ANSWER, { headers: { 'Retry-After': '5' } });
}

/** The order exists at PayPal: from now on its payment waits for the payer. */
const recordCreated = (context: OrderContext, id: string, made: OrderAnswer): Promise<string> =>
  withLockedOrder(context, id, async ({ operation, order, payment }) => {
    const [unit] = made.purchase_units ?? [];
    const payee = unit?.payee?.merchant_id ?? unit?.payee?.email_address ?? null;
    const known = { orderId: made.id, payee: order.payee ?? payee, updatedAt: operation.at };
    if (order.state === 'creating') {
      if (payment.status === 'created')
        await changePaymentStatus(operation.db, {
          paymentId: payment.id,
          to: 'action_required',
          actor: { kind: 'payer' },
          at: operation.at,
        });
      const asked = { state: 'created', asked: 0 } as const;
      await setOrder(operation.db, order, {
        ...known,
        ...asked,
        askAt: nextSyncAt(asked, false, operation.at),
      });
    }
    return made.id;
  });

/** Our account may not store payers' accounts: the plan starts without, and continues with pay links. */
const withoutVault = (
  context: OrderContext,
  { id }: PaypalOrder,
  issue: OrderIssue,
): Promise<PaypalOrder> =>
  withLockedOrder(context, id, async ({ operation, order }) =>
    order.wantsVault
      ? setOrder(operation.db, order, { wantsVault: false, requestId: randomUUID(), ...issue })
      : order,
  );

const UNKNOWN_ORDER = words('This payment does not exist.');
const NOT_APPROVED = words('Please approve the payment in the PayPal window first.');
const OVER = words(
  'This payment can no longer be completed, and nothing was charged. Please start again.',
);
const NO_ANSWER = words(
  'PayPal is not responding, and nothing was charged. Please try again in a moment, or pay in another way.',
);

/**
 * Captures an order that the payer of this browser has approved, and returns the capture's status: `COMPLETED`
 * is paid, `DECLINED` is not, `PENDING` is anything unknown. Throws 404 for an order of another browser, 409
 * before the approval and for an ended order, 503 while PayPal does not answer.
 */
export async function captureForPayer(
  ctx: OrderContext & Pick<RequestContext<never>, 'externalServices' | 'request'>,
  orderId: string,
): Promise<string> {
  const card = ctx.externalServices.card();
  const digest = browserOf(ctx);
  const order = digest && (await findByOrderId(ctx.db, orderId));
  if (!order || order.tokenDigest !== digest) throw new Fault(404, UNKNOWN_ORDER);
  if (!card || order.clientId !== card.clientId) throw new Fault(503, NO_ANSWER);
  if (order.state === 'capturing') return captureStatusOf(await syncAgain(ctx, card, order));
  if (order.state !== 'created' && order.state !== 'void') return captureStatusOf(order);
  const snapshot = await fetchBeforeCapture(ctx, card, order);
  if (snapshot.state === 'captured')
    return captureStatusOf(await recordCapture(ctx, order.id, snapshot));
  // Captured by another call, as the reconciler will see.
  if (snapshot.state === 'completed') return 'PENDING';
  if (snapshot.state === 'waiting') throw new Fault(409, NOT_APPROVED);
  const begun = snapshot.state === 'approved' && (await beginCapture(ctx, order.id));
  if (!begun || begun.state === 'void') throw new Fault(409, OVER);
  return captureStatusOf(begun.state === 'capturing' ? await capture(ctx, card, begun) : begun);
}

/** A second click while the first is not answered, or after it was not: what is unknown stays pending. */
async function syncAgain(
  context: OrderContext,
  card: CardService,
  order: PaypalOrder,
): Promise<PaypalOrder> {
  try {
    return await syncOrder(context, card, order);
  } catch (error) {
    if (!(error instanceof PaypalUnavailable)) throw error;
    return order;
  }
}

/** What PayPal says before anything is taken; facts that are not ours end the order here. */
async function fetchBeforeCapture(
  context: OrderContext,
  card: CardService,
  order: PaypalOrder,
): Promise<OrderSnapshot> {
  const answer = await getOrder(card, requireOrderId(order));
  if (answer.kind === 'unknown')
    throw new Fault(503, NO_ANSWER, { headers: { 'Retry-After': '5' } });
  if (answer.kind === 'refused') {
    await recordVoid(context, order.id, refusedWith(answer.issue));
    throw new Fault(409, OVER);
  }
  const snapshot = parseOrder(order, answer.value);
  if (snapshot.differences.length > 0 && snapshot.state !== 'captured') {
    await recordForeign(context, order.id, snapshot);
    throw new Fault(409, OVER);
  }
  return snapshot;
}

/** The capture's status for the page; a payment in review is pending. */
function captureStatusOf({ state, reason }: PaypalOrder): string {
  if (state === 'captured') return reason === null ? 'COMPLETED' : 'PENDING';
  return state === 'declined' ? 'DECLINED' : 'PENDING';
}

const PAYER = { kind: 'payer' } as const;

export type Asked = output<typeof CardOrder>;

/**
 * Records the intent to pay an instalment by card: application, attempt and order row with the request id, all
 * before PayPal is called, in the caller's transaction. Returns the order of an earlier click while it still
 * matches. Throws 400, 404, 409 and 429 as sentences for the payer.
 */
export async function prepareOrder(
  context: DraftContext & Pick<OrderContext, 'jobs'>,
  card: CardService,
  asked: Asked,
): Promise<PaypalOrder> {
  const { db: tx, clock } = context;
  const at = clock.now();
  const { application, browser } = await selectApplication(context, asked);
  const { schedule, due, later } = await findPayableInstalment(
    tx,
    application.id,
    asked.instalment,
  );
  const payment = await openAttempt(tx, {
    instalmentId: due.id,
    rail: 'paypal',
    actor: PAYER,
    at,
    isTest: card.isTest,
  });
  const wantsVault = later && !(await hasStoredAccount(tx, schedule.id));
  const wanted = { tokenDigest: browser.digest, clientId: card.clientId, wantsVault };
  const live = await findLiveOrder(tx, payment.id);
  if (live && isReusable(live, payment, wanted, at))
    return setOrder(tx, live, { askAt: nextSyncAt({ state: live.state, asked: 1 }, false, at) });
  if (live) await voidOrder({ db: tx, at }, live, because('REPLACED'));
  await requireOrderLimit(tx, application.id, at);
  const order: PaypalOrder = {
    ...wanted,
    id: randomUUID(),
    paymentId: payment.id,
    kind: 'approval',
    state: 'creating',
    requestId: randomUUID(),
    captureRequestId: randomUUID(),
    orderId: null,
    captureId: null,
    vaultTokenId: null,
    payee: await findPayee(tx, card.clientId),
    amountCents: payment.amountCents,
    currency: payment.currency,
    invoiceRound: await nextInvoiceRound(tx, due.id),
    ...NO_ISSUE,
    asked: 0,
    failures: 0,
    askAt: new Date(at.getTime() + creationTimeoutMs),
    createdAt: at,
    updatedAt: at,
  };
  await addOrder(tx, order);
  return order;
}

/** A call that makes an order is over by then, one way or the other. */
const creationTimeoutMs = 60_000;

/** The instalment to pay, whether others follow it, and the schedule. */
async function findPayableInstalment(
  tx: Database,
  applicationId: string,
  number: number | undefined,
): Promise<{ schedule: Schedule; due: Instalment; later: boolean }> {
  const schedule = await findSchedule(tx, applicationId);
  if (!schedule) throw new Error('An application without a schedule cannot be paid.');
  const open = (await listInstalments(tx, schedule.id)).filter(({ status }) =>
    PAYABLE.includes(status),
  );
  const due = number === undefined ? open[0] : open.find((one) => one.number === number);
  if (!due) throw new Fault(409, words('There is nothing left to pay for this application.'));
  return { schedule, due, later: open.length > 1 };
}

/** Whether an order can be offered once more: the same money, for the same account, browser and wish. */
const isReusable = (
  order: PaypalOrder,
  { amountCents, currency }: Payment,
  wanted: Pick<PaypalOrder, 'tokenDigest' | 'clientId' | 'wantsVault'>,
  now: Date,
) =>
  order.state !== 'capturing' &&
  order.amountCents === amountCents &&
  order.currency === currency &&
  order.tokenDigest === wanted.tokenDigest &&
  order.clientId === wanted.clientId &&
  (order.wantsVault === wanted.wantsVault || order.reason !== null) &&
  now.getTime() - order.createdAt.getTime() < offeredAgainMs;

/** Throws 429 with the time to wait when an application has had its orders of a minute or a day. */
async function requireOrderLimit(tx: Database, applicationId: string, now: Date): Promise<void> {
  for (const { orders, withinMs } of ORDER_LIMITS) {
    const since = new Date(now.getTime() - withinMs);
    const times = await listOrderTimes(tx, applicationId, since);
    const oldest = times[times.length - orders];
    if (!oldest) continue;
    const waitMs = oldest.getTime() + withinMs - now.getTime();
    throw new Fault(
      429,
      words(
        'Too many payments were started for this application. Please wait a little before you try again.',
      ),
      { headers: { 'Retry-After': String(Math.max(1, Math.ceil(waitMs / 1000))) } },
    );
  }
}
