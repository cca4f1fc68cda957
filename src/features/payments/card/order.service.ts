import { randomUUID } from 'node:crypto';
import type { output } from 'zod/v4/core';
import type { Database } from '../../../server/database.ts';
import type { CardService } from '../../../server/outside.ts';
import { Fault } from '../../../shared/fault.ts';
import { words } from '../../../shared/words.ts';
import { takeApplication } from '../choice.service.ts';
import type { Desk as CheckoutDesk } from '../draft.service.ts';
import { PAYABLE } from '../payment.rules.ts';
import { openAttempt } from '../payment.service.ts';
import type { Payment } from '../payment.store.ts';
import {
  findSchedule,
  type Instalment,
  listInstalments,
  type Schedule,
} from '../schedule.store.ts';
import type { CardOrder } from './card.contract.ts';
import { nextAsk, offeredAgainMs, ORDER_LIMITS } from './card.rules.ts';
import { type Desk, endOrder } from './held-order.service.ts';
import { findPayee, listOrderTimes } from './order-search.store.ts';
import { addOrder, findLiveOrder, type PaypalOrder, setOrder } from './paypal-order.store.ts';
import { hasStoredAccount } from './vault.service.ts';

const PAYER = { kind: 'payer' } as const;

export type Asked = output<typeof CardOrder>;

/**
 * Writes the intent to pay a due by card: application, attempt and order row with the request id, all before PayPal
 * is called; in the caller's transaction. The order of an earlier click is answered again while it still fits.
 * Throws 400, 404, 409 and 429 as sentences for the payer.
 */
export async function prepareOrder(
  desk: CheckoutDesk & Pick<Desk, 'jobs'>,
  card: CardService,
  asked: Asked,
): Promise<PaypalOrder> {
  const { db: tx, clock } = desk;
  const at = clock.now();
  const { application, browser } = await takeApplication(desk, asked);
  const { schedule, due, later } = await findDue(tx, application.id, asked.instalment);
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
  if (live && fits(live, payment, wanted, at))
    return setOrder(tx, live, { askAt: nextAsk({ state: live.state, asked: 1 }, false, at) });
  if (live) await endOrder({ db: tx, at }, live, 'REPLACED');
  await demandPatience(tx, application.id, at);
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
    issue: null,
    asked: 0,
    failures: 0,
    askAt: new Date(at.getTime() + neverShownMs),
    createdAt: at,
    updatedAt: at,
  };
  await addOrder(tx, order);
  return order;
}

/** A call that makes an order is over by then, one way or the other. */
const neverShownMs = 60_000;

/** The due that is paid, whether others follow it, and the schedule. */
async function findDue(
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
const fits = (
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
  (order.wantsVault === wanted.wantsVault || order.issue !== null) &&
  now.getTime() - order.createdAt.getTime() < offeredAgainMs;

/** Throws 429 with the time to wait when an application has had its orders of a minute or a day. */
async function demandPatience(tx: Database, applicationId: string, now: Date): Promise<void> {
  for (const { orders, withinMs } of ORDER_LIMITS) {
    const since = new Date(now.getTime() - withinMs);
    const times = await listOrderTimes(tx, applicationId, since);
    const oldest = times[times.length - orders];
    if (!oldest) continue;
    const waitMs = oldest.getTime() + withinMs - now.getTime();
    throw new Fault(
      429,
      words(
        'Many payments were begun for this application. Please wait a little before the next one.',
      ),
      { headers: { 'Retry-After': String(Math.max(1, Math.ceil(waitMs / 1000))) } },
    );
  }
}
