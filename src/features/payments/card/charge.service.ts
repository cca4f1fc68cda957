import { randomUUID } from 'node:crypto';
import type { House } from '../../../server/context.ts';
import { type Database, inTransaction } from '../../../server/database.ts';
import type { CardService } from '../../../server/outside.ts';
import { markProcessing } from '../arrival.service.ts';
import { dayOf } from '../payment.rules.ts';
import { openAttempt, step } from '../payment.service.ts';
import { findPayment } from '../payment.store.ts';
import { ACCOUNT_GONE, nextAsk, nextChargeDay } from './card.rules.ts';
import { type Chargeable, lockNextChargeable } from './charge.store.ts';
import type { Desk } from './held-order.service.ts';
import { soon } from './held-order.service.ts';
import {
  addOrder,
  findOrder,
  findPayee,
  listCharges,
  type PaypalOrder,
} from './paypal-order.store.ts';
import { charge, PaypalAway } from './question.service.ts';
import { findVaultToken, setAccountDeleted } from './vault.store.ts';

const SYSTEM = { kind: 'system' } as const;

/**
 * Charges every due whose day has come to the account that PayPal keeps, one after the other: intent first, then
 * the call, then what came of it. Answers how many were charged or tried. Stops when PayPal does not answer: what
 * is left is taken up in the next round.
 */
export async function chargeDues(desk: Desk, card: CardService): Promise<number> {
  let after: string | undefined;
  let unheard = 0;
  let tried = 0;
  while (unheard < unheardInARow) {
    const next = await inTransaction(desk.db, (tx) => takeNext(desk, tx, card, after));
    if (!next) break;
    after = next.instalmentId;
    if (!next.order) continue;
    tried++;
    unheard = (await isHeard(desk, card, next.order)) ? 0 : unheard + 1;
  }
  return tried;
}

/** One order of which PayPal says nothing is its own matter; several in a row mean that PayPal is away. */
const unheardInARow = 3;

async function isHeard(desk: Desk, card: CardService, order: PaypalOrder): Promise<boolean> {
  try {
    await charge(desk, card, order);
    return true;
  } catch (error) {
    if (!(error instanceof PaypalAway)) throw error;
    return false;
  }
}

/** Looks at the next due and, when one of its days to be tried has come, writes down that it is charged. */
async function takeNext(
  desk: Desk,
  tx: Database,
  card: CardService,
  after: string | undefined,
): Promise<{ instalmentId: string; order?: PaypalOrder } | undefined> {
  const at = desk.clock.now();
  const found = await lockNextChargeable(tx, { day: dayOf(at), after });
  if (!found) return undefined;
  const { id: instalmentId, dueOn } = found.instalment;
  const before = await listCharges(tx, instalmentId);
  const last = before.at(-1);
  const day = nextChargeDay(dueOn, before.length, last && dayOf(last.createdAt));
  if (!day || day > dayOf(at)) return { instalmentId };
  return { instalmentId, order: await intend(desk, tx, card, found) };
}

async function intend(
  { jobs, clock }: Desk,
  tx: Database,
  card: CardService,
  { instalment, token }: Chargeable,
): Promise<PaypalOrder> {
  const at = clock.now();
  const attempt = { instalmentId: instalment.id, rail: 'paypal', actor: SYSTEM, at } as const;
  const payment = await openAttempt(tx, { ...attempt, isTest: card.isTest });
  const started = { paymentId: payment.id, actor: SYSTEM } as const;
  await step(tx, { ...started, to: 'action_required', at });
  await markProcessing({ db: tx, jobs, at }, started);
  const order: PaypalOrder = {
    id: randomUUID(),
    paymentId: payment.id,
    kind: 'stored',
    state: 'creating',
    requestId: randomUUID(),
    captureRequestId: randomUUID(),
    orderId: null,
    captureId: null,
    clientId: card.clientId,
    payee: await findPayee(tx, card.clientId),
    amountCents: payment.amountCents,
    currency: payment.currency,
    tokenDigest: null,
    wantsVault: false,
    vaultTokenId: token.id,
    issue: null,
    asked: 0,
    askAt: nextAsk({ state: 'creating', asked: 0 }, false, at),
    createdAt: at,
    updatedAt: at,
  };
  await addOrder(tx, order);
  await soon({ db: tx, jobs });
  return order;
}

/**
 * What follows a refused charge: an account that PayPal no longer keeps is ended, so that the plan goes on by pay
 * links; after the last try its payer is asked to pay in person. In a transaction of its own.
 */
export async function followRefusal(
  house: Pick<House, 'db' | 'jobs' | 'clock'>,
  orderId: string,
): Promise<void> {
  await inTransaction(house.db, async (tx) => {
    const order = await findOrder(tx, orderId);
    const found = order && (await findPayment(tx, order.paymentId));
    if (!found || order.state !== 'declined') return;
    const { instalment } = found;
    const isGone = ACCOUNT_GONE.includes(order.issue ?? '');
    const account =
      isGone && order.vaultTokenId ? await findVaultToken(tx, order.vaultTokenId) : undefined;
    if (account) await setAccountDeleted(tx, account.digest, house.clock.now());
    const tries = await listCharges(tx, instalment.id);
    const isLatest = tries.at(-1)?.id === order.id;
    const again = isGone
      ? undefined
      : nextChargeDay(instalment.dueOn, tries.length, dayOf(order.createdAt));
    if (isLatest && !again) await house.jobs.send(tx, 'due-payment-failed', { id: instalment.id });
  });
}
