import type { Application } from '../../src/features/application/application.store.ts';
import {
  type ApplicationStatus,
  canStepApplication,
} from '../../src/features/application/application.rules.ts';
import type { applicationEvents } from '../../src/features/application/application-event.store.ts';
import {
  requireNoConflict,
  flagFor,
  kitReleasedAt,
  heldCentsOf,
  refundFor,
} from '../../src/features/payments/core/instalment.rules.ts';
import {
  dayOf,
  overdueAfterMs,
  INSTALMENT_STEPS,
  type InstalmentStatus,
  isTransitionAllowed,
  monthsAfter,
  OPEN,
  PAYABLE,
  PAYMENT_TRANSITIONS,
  type PaymentStatus,
  paymentStatusOf,
  type Rail,
  type ScheduleStatus,
  UNDER_WAY,
} from '../../src/features/payments/core/payment.rules.ts';
import {
  type Actor,
  type Facts,
  SUBMITTING,
} from '../../src/features/payments/core/payment.service.ts';
import type { Payment } from '../../src/features/payments/core/payment.store.ts';
import type { paymentEvents } from '../../src/features/payments/core/payment-event.store.ts';
import type {
  Instalment,
  StoredSchedule,
} from '../../src/features/payments/core/schedule/schedule.store.ts';
import { CURRENCY } from '../../src/shared/money.ts';

/** Everything that the ledger holds of one application, before any of it is in the database. */
export interface Purchase {
  application: Application;
  schedule: StoredSchedule;
  instalments: Instalment[];
  payments: Payment[];
  paymentEvents: (typeof paymentEvents.$inferInsert)[];
  applicationEvents: (typeof applicationEvents.$inferInsert)[];
}

/** Moves `from` along a table of steps; one that it does not list is a mistake of the demonstration. */
function requireStep<S extends string>(
  steps: Readonly<Record<S, readonly S[]>>,
  from: S,
  to: S,
): void {
  if (!isTransitionAllowed(steps, from, to))
    throw new Error(`No step leads from ${from} to ${to}.`);
}

export const dueOf = (purchase: Purchase, number: number): Instalment => {
  const due = purchase.instalments[number - 1];
  if (!due) throw new Error(`There is no due ${number}.`);
  return due;
};

const attemptsOn = ({ payments }: Purchase, { id }: Instalment) =>
  payments.filter(({ instalmentId }) => instalmentId === id);

export const isPayable = ({ status }: Instalment): boolean => PAYABLE.includes(status);

/** As payment.service's `openAttempt` does. */
export function begin(
  purchase: Purchase,
  due: Instalment,
  rail: Rail,
  at: Date,
  id: string,
): Payment {
  const attempts = attemptsOn(purchase, due);
  const amountCents = due.amountCents - heldCentsOf(due, attempts);
  if (!isPayable(due) || amountCents <= 0n) throw new Error('This due asks for nothing.');
  if (attempts.some(({ status }) => OPEN.includes(status)))
    throw new Error('Two attempts at once.');
  const payment: Payment = {
    id,
    instalmentId: due.id,
    rail,
    status: 'created',
    flag: 'none',
    amountCents,
    currency: CURRENCY,
    railReference: null,
    claimNumber: null,
    numberInReview: false,
    receivedCents: null,
    receivedOn: null,
    refundedCents: null,
    movedCents: 0n,
    isTest: true,
    statementLine: null,
    reason: null,
    createdAt: at,
    updatedAt: at,
  };
  purchase.payments.push(payment);
  purchase.paymentEvents.push({
    paymentId: id,
    at,
    from: null,
    to: 'created',
    actor: 'payer',
    actorId: null,
    reason: null,
    data: inJson({ instalmentId: due.id, rail, amountCents, isTest: true }),
  });
  return payment;
}

interface StatusChange {
  to: PaymentStatus;
  at: Date;
  by: Actor;
  facts?: Facts;
  reason?: string;
  details?: Readonly<Record<string, string>>;
}

/** As payment.service's `step` does, by the same tables and rules. */
export function take(
  purchase: Purchase,
  payment: Payment,
  { to, at, by, facts = {}, reason, details = {} }: StatusChange,
): void {
  const from = payment.status;
  requireStep<PaymentStatus>(PAYMENT_TRANSITIONS, from, to);
  const due = purchase.instalments.find(({ id }) => id === payment.instalmentId);
  if (!due) throw new Error('A payment without a due.');
  const others = attemptsOn(purchase, due).filter(({ id }) => id !== payment.id);
  requireNoConflict(payment, to, due, others);
  if (purchase.application.applicationStatus === 'draft' && SUBMITTING.includes(to)) {
    stepKit(purchase, 'submitted', at, { kind: 'payer' });
    for (const one of purchase.instalments) one.dueOn = monthsAfter(dayOf(at), one.number - 1);
  }
  const isSettlement = to === 'succeeded' && from === 'processing';
  const written: Facts = {
    ...facts,
    ...(isSettlement ? { receivedOn: facts.receivedOn ?? dayOf(at) } : {}),
    ...flagFor(payment, to, facts, due, others),
    ...refundFor(payment, to, facts.refundedCents ?? undefined),
  };
  Object.assign(payment, written, { status: to, updatedAt: at });
  if (to === 'failed') payment.reason = reason ?? null;
  purchase.paymentEvents.push({
    paymentId: payment.id,
    at,
    from,
    to,
    actor: by.kind,
    actorId: by.id ?? null,
    reason: reason ?? null,
    data: inJson({ ...details, ...written }),
  });
  balance(purchase, due, heldCentsOf(due, [...others, payment]), at);
}

/** As schedule.service's `balanceInstalment` does. */
function balance(purchase: Purchase, due: Instalment, heldCents: bigint, at: Date): void {
  const { application, schedule } = purchase;
  const isHeld = heldCents >= due.amountCents;
  if (isHeld && isPayable(due)) {
    if (due.status === 'scheduled') stepDue(due, 'due', at);
    stepDue(due, 'paid', at);
    if (schedule.storedStatus === 'draft') setTerms(purchase, 'active', at);
  } else if (!isHeld && due.status === 'paid') {
    const isCancelled = schedule.storedStatus === 'cancelled';
    const isOver = application.applicationStatus === 'cancelled' || isCancelled;
    stepDue(due, isOver ? 'cancelled' : 'due', at);
    if (isOver && !isCancelled) cancelTerms(purchase, at);
  }
}

function cancelTerms(purchase: Purchase, at: Date): void {
  for (const due of purchase.instalments) if (isPayable(due)) stepDue(due, 'cancelled', at);
  setTerms(purchase, 'cancelled', at);
}

function setTerms({ schedule }: Purchase, storedStatus: 'active' | 'cancelled', at: Date): void {
  Object.assign(schedule, { storedStatus, updatedAt: at });
}

/** As schedule.service's `advanceInstalments` does when the calendar has come to `at`. */
export function advance(purchase: Purchase, at: Date): void {
  if (purchase.schedule.storedStatus !== 'active') return;
  const lateDay = dayOf(new Date(at.getTime() - overdueAfterMs));
  for (const due of purchase.instalments) {
    const isBusy = attemptsOn(purchase, due).some(({ status }) => UNDER_WAY.includes(status));
    if (due.status === 'scheduled' && due.dueOn <= dayOf(at)) stepDue(due, 'due', at);
    const isLate = due.dueOn <= lateDay && dayOf(due.updatedAt) <= lateDay;
    if (due.status === 'due' && isLate && !isBusy) stepDue(due, 'overdue', at);
  }
}

/** Nothing more is asked for, as when a plan is stopped or an application cancelled; false while money is on its way. */
export function endPayments(purchase: Purchase, at: Date, by: Actor, reason: string): boolean {
  const open = purchase.payments.filter(({ status }) => OPEN.includes(status));
  if (open.some(({ status }) => UNDER_WAY.includes(status))) return false;
  for (const payment of open) take(purchase, payment, { to: 'cancelled', at, by, reason });
  if (purchase.instalments.some(isPayable)) cancelTerms(purchase, at);
  return true;
}

/** As application-event.store's `stepApplication` does. */
export function stepKit(
  { application, applicationEvents }: Purchase,
  to: ApplicationStatus,
  at: Date,
  by: { kind: 'payer' | 'admin'; id?: string },
  note?: string,
): void {
  const from = application.applicationStatus;
  if (!canStepApplication(from, to)) throw new Error(`No step leads from ${from} to ${to}.`);
  Object.assign(application, { applicationStatus: to, updatedAt: at });
  if (to === 'submitted') application.submittedAt = at;
  applicationEvents.push({
    applicationId: application.id,
    at,
    from,
    to,
    actor: by.kind,
    actorId: by.id ?? null,
    note: note ?? null,
  });
}

/** What follows from all of it. */
export function viewOf(purchase: Purchase) {
  const schedule = { ...purchase.schedule, status: scheduleStatusOf(purchase) };
  return {
    paymentStatus: paymentStatusOf(schedule, purchase.payments),
    kitReleasedAt: kitReleasedAt(schedule, purchase.instalments),
  };
}

/** As schedule.store's `scheduleStatus` does. */
function scheduleStatusOf({ schedule, instalments }: Purchase): ScheduleStatus {
  if (schedule.storedStatus !== 'active') return schedule.storedStatus;
  if (!instalments.some(isPayable)) return 'completed';
  return instalments.some(({ status }) => status === 'overdue') ? 'past_due' : 'active';
}

/** As payment.service's `refreshPaymentStatus` does. */
export function refreshView(purchase: Purchase): void {
  const { application, schedule, payments } = purchase;
  const latest = payments.findLast(({ status }) => status !== 'cancelled');
  Object.assign(application, {
    ...viewOf(purchase),
    paymentPlan: schedule.plan,
    paymentAmountCents: schedule.amountCents,
    ...(latest ? { paymentMethod: latest.rail } : {}),
  });
  for (const { updatedAt } of payments)
    if (updatedAt > application.updatedAt) application.updatedAt = updatedAt;
}

function stepDue(due: Instalment, to: InstalmentStatus, at: Date): void {
  requireStep<InstalmentStatus>(INSTALMENT_STEPS, due.status, to);
  Object.assign(due, { status: to, updatedAt: at });
}

/** JSON has no bigint: events hold amounts as decimal strings of cents. */
const inJson = (facts: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(facts).map(([key, value]) => [
      key,
      typeof value === 'bigint' ? value.toString() : value,
    ]),
  );
