import { isOutcomeUnclear, NO_ISSUE } from '../order-issue.rules.ts';
import { randomUUID } from 'node:crypto';
import type { AppContext } from '../../../../../server/context.ts';
import {
  type Database,
  inTransaction,
  isUnavailable,
} from '../../../../../server/database/database.ts';
import type { CardService } from '../../../../../server/external-services.ts';
import { Fault } from '../../../../../shared/fault.ts';
import { words } from '../../../../../shared/words.ts';
import { markProcessing } from '../../../core/settlement.service.ts';
import { dayOf, OPEN, UNDER_WAY } from '../../../core/payment.rules.ts';
import { type Actor, openAttempt, changePaymentStatus } from '../../../core/payment.service.ts';
import { findPayment, listPaymentsOf } from '../../../core/payment.store.ts';
import { refreshPaymentStatus } from '../../../core/payment-view.service.ts';
import { cancelSchedule, resumeSchedule } from '../../../core/schedule/schedule.service.ts';
import {
  setInstalment,
  setSchedule,
  type Instalment,
  type Schedule,
} from '../../../core/schedule/schedule.store.ts';
import {
  chargeDayOf,
  daysAfter,
  nextChargeDay,
  nextSyncAt,
  NOTICE_DAYS,
  expectedChargeDays,
} from '../card.rules.ts';
import {
  type ChargeableInstalment,
  findVaultToken,
  lockNextChargeableInstalment,
  lockNextUnannouncedInstalment,
  setAccountDeleted,
  listSchedulesWithToken,
} from './vault.store.ts';
import { endStoredAccount, reuseStoredAccount } from './vault.service.ts';
import { type OrderContext, scheduleReconciliation } from '../locked-order.service.ts';
import {
  addOrder,
  findOrder,
  findPayee,
  listCharges,
  nextInvoiceRound,
  type PaypalOrder,
} from '../paypal-order.store.ts';
import { chargeStoredAccount, withRetry, type Log } from '../reconciliation.service.ts';

const SYSTEM = { kind: 'system' } as const;

/**
 * Charges every due instalment to the stored account, one after the other: intent first, then the call, then
 * its outcome. Returns how many were charged or tried. Stops when PayPal does not answer: the next round
 * continues.
 */
export async function chargeDueInstalments(
  context: OrderContext,
  card: CardService,
  log: Log,
): Promise<number> {
  let after: string | undefined;
  let unanswered = 0;
  let tried = 0;
  while (unanswered < maxUnansweredInARow) {
    const next = await prepareNext(context, card, after, log);
    if (!next) break;
    after = next.instalmentId;
    const { order } = next;
    if (!order) continue;
    tried++;
    const isAnswered = await withRetry(context, log, order, () =>
      chargeStoredAccount(context, card, order),
    );
    unanswered = isAnswered ? 0 : unanswered + 1;
  }
  return tried;
}

/**
 * Gives every instalment that is due within seven days the day on which it is charged, and announces it to its payer: the
 * announcement and the day are written together, and without them nothing is charged. After a gap only the first of the
 * overdue ones of a plan gets a day, 28 days after the one before it.
 */
export async function announceCharges({ db, jobs, clock }: OrderContext): Promise<void> {
  const today = dayOf(clock.now());
  const dueBy = daysAfter(today, NOTICE_DAYS);
  let after: string | undefined;
  do {
    after = await inTransaction(db, async (tx) => {
      const found = await lockNextUnannouncedInstalment(tx, { dueBy, after });
      if (!found) return undefined;
      const { id, dueOn, lastChargeOn } = found;
      const chargeOn = chargeDayOf(dueOn, lastChargeOn, today);
      if (chargeOn > dueBy) return id;
      await setInstalment(tx, id, { chargeOn });
      await jobs.send(tx, 'charge-soon', { id });
      return id;
    });
  } while (after);
}

/** One order of which PayPal says nothing is its own matter; several in a row mean that PayPal is away. */
const maxUnansweredInARow = 3;

type Next = { instalmentId: string; order?: PaypalOrder };

/**
 * The next instalment, with the order that charges it where it should be charged. One whose order cannot be
 * written is skipped.
 */
async function prepareNext(
  context: OrderContext,
  card: CardService,
  after: string | undefined,
  log: Log,
): Promise<Next | undefined> {
  let instalmentId: string | undefined;
  try {
    return await inTransaction(context.db, async (tx) => {
      const found = await lockNextChargeableInstalment(tx, {
        day: dayOf(context.clock.now()),
        after,
      });
      instalmentId = found?.instalment.id;
      return found && prepare(context, tx, card, found);
    });
  } catch (error) {
    if (!instalmentId || isUnavailable(error)) throw error;
    log.error({ err: error, instalment: instalmentId }, 'a due could not be charged');
    return { instalmentId };
  }
}

/** On a day for a try, records the intent to charge. */
async function prepare(
  context: OrderContext,
  tx: Database,
  card: CardService,
  found: ChargeableInstalment,
): Promise<Next> {
  const today = dayOf(context.clock.now());
  const { id: instalmentId, dueOn, chargeOn } = found.instalment;
  const before = await listCharges(tx, instalmentId);
  const last = before.at(-1);
  // The payer is asked to pay in person.
  if (last && isOutcomeUnclear(last.reason)) return { instalmentId };
  const day = nextChargeDay(chargeOn ?? dueOn, before.length, last && dayOf(last.createdAt));
  if (!day || day > today) return { instalmentId };
  return { instalmentId, order: await createChargeOrder(context, tx, card, found) };
}

async function createChargeOrder(
  { jobs, clock }: OrderContext,
  tx: Database,
  card: CardService,
  { instalment, token }: ChargeableInstalment,
): Promise<PaypalOrder> {
  const at = clock.now();
  const attempt = { instalmentId: instalment.id, rail: 'paypal', actor: SYSTEM, at } as const;
  const payment = await openAttempt(tx, { ...attempt, isTest: card.isTest });
  const started = { paymentId: payment.id, actor: SYSTEM } as const;
  await changePaymentStatus(tx, { ...started, to: 'action_required', at });
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
    invoiceRound: await nextInvoiceRound(tx, instalment.id),
    tokenDigest: null,
    wantsVault: false,
    vaultTokenId: token.id,
    ...NO_ISSUE,
    asked: 0,
    failures: 0,
    askAt: nextSyncAt({ state: 'creating', asked: 0 }, false, at),
    createdAt: at,
    updatedAt: at,
  };
  await addOrder(tx, order);
  await scheduleReconciliation({ db: tx, jobs });
  return order;
}

/**
 * Handles a refused charge: ends an account that PayPal no longer has, so that the plan continues with pay
 * links; after the last try asks the payer to pay in person. In its own transaction.
 */
export async function handleDeclinedCharge(
  context: Pick<AppContext, 'db' | 'jobs' | 'clock'>,
  orderId: string,
): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const order = await findOrder(tx, orderId);
    const found = order && (await findPayment(tx, order.paymentId));
    if (!found || order.state !== 'declined') return;
    const { instalment } = found;
    const isGone = order.reason === 'ACCOUNT_GONE';
    const account =
      isGone && order.vaultTokenId ? await findVaultToken(tx, order.vaultTokenId) : undefined;
    if (account) await setAccountDeleted(tx, [account.digest], context.clock.now());
    const tries = await listCharges(tx, instalment.id);
    const isLatest = tries.at(-1)?.id === order.id;
    const again =
      isGone || isOutcomeUnclear(order.reason)
        ? undefined
        : nextChargeDay(
            instalment.chargeOn ?? instalment.dueOn,
            tries.length,
            dayOf(order.createdAt),
          );
    if (isLatest && !again)
      await context.jobs.send(tx, 'due-payment-failed', { id: instalment.id });
  });
}

/** For each instalment that a stored account will be charged for: the day, YYYY-MM-DD. `instalments` are in order. */
export async function listChargeDays(
  db: Database,
  instalments: readonly Instalment[],
  now: Date,
): Promise<Map<string, string>> {
  const byPlan = Map.groupBy(instalments, ({ scheduleId }) => scheduleId);
  const charging = await listSchedulesWithToken(db, [...byPlan.keys()]);
  const days = new Map<string, string>();
  for (const [scheduleId, ofPlan] of byPlan) {
    if (!charging.has(scheduleId)) continue;
    const tries = new Map<string, { count: number; lastOn: string }>();
    for (const { id } of ofPlan.filter(({ chargeOn, status }) => chargeOn && status !== 'paid')) {
      const charges = await listCharges(db, id);
      const last = charges.at(-1);
      const count = last && isOutcomeUnclear(last.reason) ? Infinity : charges.length;
      if (last) tries.set(id, { count, lastOn: dayOf(last.createdAt) });
    }
    for (const [id, day] of expectedChargeDays(ofPlan, tries, dayOf(now))) days.set(id, day);
  }
  return days;
}

/** `db` is a transaction that holds the application. */
type PlanContext = Pick<AppContext, 'db' | 'jobs' | 'clock'>;

/**
 * Ends a plan: what is unpaid is cancelled, what was begun to be paid ends, and the stored account is charged no more.
 * The payer gets an email, at once without `after`. Throws 409 while money is on its way.
 */
export async function endPlan(
  context: PlanContext,
  schedule: Schedule,
  actor: Actor,
  after: { startAfter?: Date } = {},
): Promise<void> {
  const { db, jobs, clock } = context;
  const { id, applicationId } = schedule;
  const at = clock.now();
  await cancelOpenPayments(context, applicationId, {
    actor,
    at,
    refusal:
      actor.kind === 'admin'
        ? words('A payment of this plan is being checked. Decide it first.')
        : words(
            'We are still checking a payment. Please wait for the result, then cancel the plan.',
          ),
    reason: 'the plan was cancelled',
  });
  await cancelSchedule(db, schedule, at);
  if (actor.kind === 'admin' && actor.id) await setSchedule(db, id, { endedBy: actor.id });
  await endStoredAccount(context, id, after);
  await refreshPaymentStatus(db, applicationId, at);
  await jobs.send(db, 'plan-stopped', { id: applicationId }, after);
}

/** Undoes it: the plan runs again, with the stored account where PayPal still has it. */
export async function resumePlan(
  { db, clock }: Omit<PlanContext, 'jobs'>,
  schedule: Schedule,
): Promise<void> {
  const at = clock.now();
  await resumeSchedule(db, schedule, at);
  await setSchedule(db, schedule.id, { endedBy: null });
  await reuseStoredAccount({ db }, schedule.id, schedule.updatedAt);
  await refreshPaymentStatus(db, schedule.applicationId, at);
}

/** Ends what was begun to be paid. Throws 409 with `refusal` while money may be on its way. */
export async function cancelOpenPayments(
  { db }: Pick<PlanContext, 'db'>,
  applicationId: string,
  { refusal, ...step }: { actor: Actor; at: Date; refusal: string; reason: string },
): Promise<void> {
  const open = (await listPaymentsOf(db, [applicationId])).filter(({ payment }) =>
    OPEN.includes(payment.status),
  );
  if (open.some(({ payment }) => UNDER_WAY.includes(payment.status))) throw new Fault(409, refusal);
  for (const { payment } of open)
    await changePaymentStatus(db, { paymentId: payment.id, to: 'cancelled', ...step });
}
