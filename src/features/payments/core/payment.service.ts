import { randomUUID } from 'node:crypto';
import type { Database } from '../../../server/database/database.ts';
import { publishEvent, withdrawEvent } from '../../../server/webhook-outbox.store.ts';
import { Fault } from '../../../shared/fault.ts';

import { CURRENCY, decimal } from '../../../shared/money.ts';
import { words } from '../../../shared/words.ts';
import { lockApplication } from '../../application/application.store.ts';
import { stepApplication } from '../../application/application-event.store.ts';
import {
  requireNoConflict,
  requireNoLaterPayment,
  flagFor,
  heldCentsOf,
  leftOf,
  refundFor,
} from './instalment.rules.ts';
import {
  dayOf,
  isTransitionAllowed,
  OPEN,
  PAYABLE,
  PAYMENT_CORRECTIONS,
  PAYMENT_TRANSITIONS,
  type PaymentStatus,
  type Rail,
  UNDER_WAY,
} from './payment.rules.ts';
import {
  addPayment,
  listPaymentsOf,
  listPaymentsOfInstalment,
  lockPayment,
  type Payment,
  setPayment,
} from './payment.store.ts';
import { lockApplicationsOfPayment } from './moves/move.store.ts';
import { flagShort, returnMoved } from './moves/move.service.ts';
import { refreshPaymentStatus } from './payment-view.service.ts';
import { addPaymentEvent } from './payment-event.store.ts';
import { postStep } from './journal/journal.service.ts';
import { disputedOfPayment } from './journal/journal.store.ts';
import { payOffOf } from './schedule/pay-off.rules.ts';
import { issueReceipt } from './receipts/receipt.service.ts';
import {
  advanceInstalments,
  balanceInstalment,
  separateInstalments,
  startSchedule,
} from './schedule/schedule.service.ts';
import { findInstalment, findSchedule, listInstalments } from './schedule/schedule.store.ts';

/** Who made a step: the payer, an administrator, this site, or the rail. */
export interface Actor {
  kind: 'payer' | 'admin' | 'system' | Rail;
  id?: string;
}

export type Facts = Partial<
  Pick<
    Payment,
    | 'flag'
    | 'railReference'
    | 'claimNumber'
    | 'numberInReview'
    | 'receivedCents'
    | 'receivedOn'
    | 'refundedCents'
    | 'statementLine'
  >
>;

interface Step {
  paymentId: string;
  to: PaymentStatus;
  actor: Actor;
  at: Date;
  /** Why, in words for the payer; kept on a payment that fails. */
  reason?: string;
  data?: Facts;
  /** Further event data, such as the day of a refund. */
  eventData?: Readonly<Record<string, string>>;
  /** Takes the last booking or rejection back: `data` is what was known before it. Only by PAYMENT_CORRECTIONS. */
  isCorrection?: boolean;
}

/** Steps that show a payment or a claim: the first one submits a draft. */
export const SUBMITTING: readonly PaymentStatus[] = ['claimed', 'processing', 'succeeded'];

/**
 * The only way to change a payment, in the caller's transaction. Locks the application and the payment, makes
 * the step if the table allows it (otherwise throws 409 and writes nothing), adds the event, updates instalment
 * and schedule, writes application.paymentStatus, and issues a receipt for money received. The application is
 * always locked first: two operations on one application wait and never deadlock.
 */
export async function changePaymentStatus(
  tx: Database,
  { paymentId, to, actor, at, reason, data = {}, eventData = {}, isCorrection = false }: Step,
): Promise<Payment> {
  const application = await lockApplicationsOfPayment(tx, paymentId);
  if (!application) throw new Fault(404, words('This payment does not exist.'));
  const applicationId = application.id;
  const seen = await lockPayment(tx, paymentId);
  if (!seen || !canStep(seen.status, to, isCorrection)) {
    throw new Fault(409, words('This payment cannot move to this step from its current status.'));
  }
  if (data.receivedCents !== undefined && seen.receivedCents !== null && !isCorrection) {
    throw new Error('The amount that came is written down once.');
  }
  const goneBack = isCorrection ? {} : refundFor(seen, to, data.refundedCents ?? undefined);
  const leftCents = leftOf({ ...seen, ...data, ...goneBack });
  const payment =
    seen.movedCents > leftCents ? await returnMoved(tx, seen, leftCents, { actor, at }) : seen;
  const { instalment, schedule, others } = await loadContext(tx, payment);
  if (isCorrection) requireNoLaterPayment(to, others);
  else requireNoConflict(payment, to, instalment, others);

  if (application.applicationStatus === 'draft' && SUBMITTING.includes(to)) {
    await stepApplication(tx, applicationId, 'submitted', at, { actor: { kind: 'payer' } });
    await startSchedule(tx, applicationId, at);
  }
  const isSettlement = to === 'succeeded' && payment.status === 'processing';
  const facts = {
    ...data,
    ...(isSettlement ? { receivedOn: data.receivedOn ?? dayOf(at) } : {}),
    ...(isCorrection
      ? {}
      : {
          ...flagFor(payment, to, data, instalment, others),
          ...goneBack,
        }),
  };
  const changed = await setPayment(tx, paymentId, {
    ...facts,
    ...(to === 'failed' ? { reason: reason ?? null } : isCorrection ? { reason: null } : {}),
    status: to,
    updatedAt: at,
  });
  const eventId = await addPaymentEvent(tx, {
    ...eventOf(actor, reason),
    paymentId,
    at,
    from: payment.status,
    to,
    data: inJson({ ...eventData, ...facts }),
  });
  await postStep(tx, {
    eventId,
    before: payment,
    after: changed,
    applicationId,
    at,
    data: { ...eventData, ...facts },
    isCorrection,
  });
  await publishStep(tx, { before: payment, after: changed, applicationId, at, isCorrection });
  const heldCents = heldCentsOf(instalment, [...others, changed]);
  await flagShort(tx, others, { instalment, heldCents, actor, at });
  const isEnded = application.applicationStatus === 'cancelled';
  await balanceInstalment(tx, { instalment, schedule }, { heldCents, isEnded, isCorrection, at });
  await refreshPaymentStatus(tx, applicationId, at);
  // Last, because all applications share the counter.
  if (isSettlement)
    await issueReceipt(tx, { application, schedule, instalment, payment: changed, at });
  return changed;
}

/** Announces money that came or went back; a correction takes back what has not been announced yet. */
async function publishStep(
  tx: Database,
  {
    before,
    after,
    applicationId,
    at,
    isCorrection,
  }: { before: Payment; after: Payment; applicationId: string; at: Date; isCorrection: boolean },
): Promise<void> {
  const { id, rail: method, isTest } = after;
  const sent = { objectId: applicationId, at };
  if (isCorrection) {
    const type = before.status === 'succeeded' ? 'payment.succeeded' : 'payment.refunded';
    return withdrawEvent(tx, { type, objectId: applicationId, id });
  }
  const about = (amountCents: bigint) => ({
    id,
    applicationId,
    amount: decimal(amountCents),
    method,
    isTest,
  });
  if (after.status === 'succeeded' && before.status === 'processing')
    await publishEvent(tx, {
      ...sent,
      type: 'payment.succeeded',
      data: about(after.receivedCents ?? after.amountCents),
    });
  if (after.status === 'refunded' || after.status === 'partially_refunded')
    await publishEvent(tx, {
      ...sent,
      type: 'payment.refunded',
      data: about((after.refundedCents ?? 0n) - (before.refundedCents ?? 0n)),
    });
}

const canStep = (from: PaymentStatus, to: PaymentStatus, isCorrection: boolean) =>
  isCorrection
    ? (PAYMENT_CORRECTIONS[from] ?? []).includes(to)
    : isTransitionAllowed<PaymentStatus>(PAYMENT_TRANSITIONS, from, to);

/**
 * Writes how much of a disputed payment is disputed now, in the caller's transaction; the journal gets the difference.
 * A payment that is no longer disputed, or whose amount is known, stays as it is.
 */
export async function changeDisputedAmount(
  tx: Database,
  {
    paymentId,
    disputedCents,
    actor,
    at,
  }: { paymentId: string; disputedCents: bigint; actor: Actor; at: Date },
): Promise<void> {
  const application = await lockApplicationsOfPayment(tx, paymentId);
  if (!application) throw new Error('A payment without an application.');
  const payment = await lockPayment(tx, paymentId);
  if (payment?.status !== 'disputed' || disputedCents <= 0n) return;
  const heldCents = leftOf(payment);
  const wanted = disputedCents < heldCents ? disputedCents : heldCents;
  if (wanted === (await disputedOfPayment(tx, payment))) return;
  const data = { disputedCents: String(wanted) };
  const step = { paymentId, at, from: payment.status, to: payment.status, data };
  const eventId = await addPaymentEvent(tx, { ...eventOf(actor), ...step });
  await postStep(tx, {
    eventId,
    before: payment,
    after: payment,
    applicationId: application.id,
    at,
    data,
  });
}

interface NewAttempt {
  instalmentId: string;
  rail: Rail;
  actor: Actor;
  at: Date;
  /** Paid to the sandbox. */
  isTest: boolean;
}

/**
 * Starts paying an instalment on a rail: the open attempt on that rail, or a new one for the unpaid amount. An
 * attempt on another rail is cancelled, unless money may be on its way: then 409.
 */
export async function openAttempt(
  tx: Database,
  { instalmentId, rail, actor, at, isTest }: NewAttempt,
): Promise<Payment> {
  const { instalment, applicationId } = await lockedInstalment(tx, instalmentId);
  const attempts = await listPaymentsOfInstalment(tx, instalmentId);
  const open = attempts.find(({ status }) => OPEN.includes(status));
  if (open && UNDER_WAY.includes(open.status)) {
    throw new Fault(
      409,
      words(
        'A payment is already being checked. Please wait for the result before you pay again or in another way.',
      ),
    );
  }
  if (open?.rail === rail) return open;
  if (open) await changePaymentStatus(tx, { paymentId: open.id, to: 'cancelled', actor, at });
  const amountCents = instalment.amountCents - heldCentsOf(instalment, attempts);
  if (!PAYABLE.includes(instalment.status) || amountCents <= 0n) {
    throw new Fault(409, words('This payment is already made or no longer due.'));
  }
  const payment: Payment = {
    ...BLANK,
    id: randomUUID(),
    instalmentId,
    rail,
    amountCents,
    isTest,
    createdAt: at,
    updatedAt: at,
  };
  await addPayment(tx, payment);
  await addPaymentEvent(tx, {
    ...eventOf(actor),
    paymentId: payment.id,
    at,
    from: null,
    to: 'created',
    data: inJson({ instalmentId, rail, amountCents, isTest }),
  });
  await refreshPaymentStatus(tx, applicationId, at);
  return payment;
}

/** An attempt of which nothing is known yet. */
const BLANK = {
  status: 'created',
  flag: 'none',
  currency: CURRENCY,
  railReference: null,
  claimNumber: null,
  numberInReview: false,
  receivedCents: null,
  receivedOn: null,
  refundedCents: null,
  movedCents: 0n,
  statementLine: null,
  reason: null,
} as const;

const eventOf = (actor: Actor, reason?: string) => ({
  actor: actor.kind,
  actorId: actor.id ?? null,
  reason: reason ?? null,
});

/** The instalment, read after its application is locked. */
async function lockedInstalment(tx: Database, id: string) {
  const seen = await findInstalment(tx, id);
  if (!seen) throw new Fault(404, words('This payment does not exist.'));
  const { applicationId } = seen.schedule;
  await lockApplication(tx, applicationId);
  const locked = await findInstalment(tx, id);
  if (!locked) throw new Error('An instalment vanished.');
  return { instalment: locked.instalment, applicationId };
}

/** Moves the instalments of a running plan along the calendar: due on their day, overdue after the grace period. */
export async function advanceInstalmentsOf(
  tx: Database,
  applicationId: string,
  at: Date,
): Promise<void> {
  await lockApplication(tx, applicationId);
  const attempts = await listPaymentsOf(tx, [applicationId]);
  const busy = new Set(
    attempts
      .filter(({ payment }) => UNDER_WAY.includes(payment.status))
      .map(({ instalment }) => instalment.id),
  );
  await endPayOffOffer(tx, applicationId, busy, at);
  await advanceInstalments(tx, applicationId, busy, at);
  await refreshPaymentStatus(tx, applicationId, at);
}

/** The rest of a plan was to be paid at once and has not come in time: the plan goes on month by month. */
async function endPayOffOffer(
  tx: Database,
  applicationId: string,
  busy: ReadonlySet<string>,
  at: Date,
): Promise<void> {
  const schedule = await findSchedule(tx, applicationId);
  const offer = schedule && payOffOf(schedule, await listInstalments(tx, schedule.id));
  if (!offer || at < offer.until || busy.has(offer.whole.id)) return;
  for (const { id, status } of await listPaymentsOfInstalment(tx, offer.whole.id))
    if (OPEN.includes(status))
      await changePaymentStatus(tx, {
        paymentId: id,
        to: 'cancelled',
        actor: { kind: 'system' },
        at,
        reason: 'the rest of the plan did not come in time',
      });
  await separateInstalments(tx, schedule, at);
}

async function loadContext(tx: Database, payment: Payment) {
  const found = await findInstalment(tx, payment.instalmentId);
  if (!found) throw new Error('A payment without an instalment.');
  const attempts = await listPaymentsOfInstalment(tx, payment.instalmentId);
  return { ...found, others: attempts.filter(({ id }) => id !== payment.id) };
}

/** JSON has no bigint: amounts are decimal strings of cents. */
const inJson = (facts: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(facts).map(([key, value]) => [
      key,
      typeof value === 'bigint' ? value.toString() : value,
    ]),
  );
