import { addAudit } from '../../../../server/audit.store.ts';
import type { RequestContext } from '../../../../server/context.ts';
import type { Database } from '../../../../server/database/database.ts';
import { Fault } from '../../../../shared/fault.ts';
import { days } from '../../../../shared/time.ts';
import { words } from '../../../../shared/words.ts';
import { lockApplication } from '../../../application/application.store.ts';
import {
  type ApprovalContext,
  requireApproval,
} from '../../core/approvals/approval-sum.service.ts';
import { heldCentsOf } from '../../core/instalment.rules.ts';
import { dayOf, OPEN, PAYABLE, UNDER_WAY } from '../../core/payment.rules.ts';
import { changePaymentStatus } from '../../core/payment.service.ts';
import { refreshPaymentStatus } from '../../core/payment-view.service.ts';
import { listPaymentsOfInstalment } from '../../core/payment.store.ts';
import {
  moveInstalments,
  unwaiveInstalment,
  waiveInstalment,
} from '../../core/schedule/schedule.service.ts';
import {
  findInstalment,
  type Instalment,
  listInstalments,
  type Schedule,
  findSchedule,
  findScheduleById,
} from '../../core/schedule/schedule.store.ts';
import { notifyAfter } from '../../core/settlement.service.ts';
import { endPlan, resumePlan } from '../../rails/card/renewals/renewals.service.ts';

type InstalmentContext = Pick<RequestContext<never>, 'db' | 'clock'> & ApprovalContext;

/** Nobody plans further ahead; a typing error in the year would. */
const furthestMs = days(2 * 366);

/** Writes off what is owed for an unpaid instalment. Throws 404 and 409. */
export async function waive(context: InstalmentContext, id: string, reason: string): Promise<void> {
  const { db, clock, actorId } = context;
  const { instalment, schedule } = await lockedInstalment(db, id);
  requireUnpaid(instalment);
  const at = clock.now();
  const attempts = await listPaymentsOfInstalment(db, id);
  if (attempts.some(({ status }) => UNDER_WAY.includes(status)))
    throw new Fault(409, words('A payment of this instalment is being checked. Decide it first.'));
  const amountCents = instalment.amountCents - heldCentsOf(instalment, attempts);
  const about = { amountCents, applicationId: schedule.applicationId };
  await requireApproval(context, about, amountCents + (await waivedBefore(db, schedule)));
  for (const { id: paymentId, status } of attempts) {
    const actor = { kind: 'admin', id: actorId } as const;
    if (OPEN.includes(status))
      await changePaymentStatus(db, { paymentId, to: 'cancelled', actor, at });
  }
  await waiveInstalment(db, { instalment, schedule }, at);
  await refreshPaymentStatus(db, schedule.applicationId, at);
  await audit(context, 'instalment.waived', instalment, { status: 'waived', reason });
}

/** What was waived of a plan, at most. */
async function waivedBefore(db: Database, { id }: Schedule): Promise<bigint> {
  const waived = (await listInstalments(db, id)).filter(({ status }) => status === 'waived');
  return waived.reduce((sum, { amountCents }) => sum + amountCents, 0n);
}

/** Charges a waived instalment again. Throws 404 and 409. */
export async function undoWaive(context: InstalmentContext, id: string): Promise<void> {
  const { db, clock } = context;
  const { instalment, schedule } = await lockedInstalment(db, id);
  if (instalment.status !== 'waived' || schedule.status === 'cancelled')
    throw new Fault(409, words('This instalment is not waived.'));
  const at = clock.now();
  await unwaiveInstalment(db, { instalment, schedule }, at);
  await refreshPaymentStatus(db, schedule.applicationId, at);
  await audit(context, 'instalment.waiver_undone', instalment, {});
}

/**
 * Moves the day of an unpaid instalment, or of it and all later ones by as many days. Throws 400 for a day that is over,
 * too far away, or out of the order of the instalments; 404 and 409.
 */
export async function move(
  context: InstalmentContext,
  id: string,
  { dueOn, withLater = false, reason }: MoveGiven,
): Promise<void> {
  const { db, clock } = context;
  const { instalment, schedule } = await lockedInstalment(db, id);
  requireUnpaid(instalment);
  const at = clock.now();
  const all = await listInstalments(db, schedule.id);
  const before = all.filter(({ number }) => number < instalment.number).at(-1);
  const later = all.filter(
    ({ number, status }) => number > instalment.number && PAYABLE.includes(status),
  );
  const isTooFar = dueOn > dayOf(new Date(at.getTime() + furthestMs));
  const next = withLater ? undefined : later[0];
  if (dueOn < dayOf(at) || isTooFar) throw notThisDay(words('Choose a day from today on.'));
  if ((before && dueOn <= before.dueOn) || (next && dueOn >= next.dueOn))
    throw notThisDay(words('Choose a day between the instalments before and after this one.'));
  const byMs = Date.parse(dueOn) - Date.parse(instalment.dueOn);
  const moved = [instalment, ...(withLater ? later : [])].map((one) => ({
    instalment: one,
    dueOn: dayOf(new Date(Date.parse(one.dueOn) + byMs)),
  }));
  await moveInstalments(db, moved, at);
  await refreshPaymentStatus(db, schedule.applicationId, at);
  await audit(context, 'instalment.moved', instalment, { dueOn, withLater, reason });
}

interface MoveGiven {
  /** YYYY-MM-DD. */
  dueOn: string;
  withLater?: boolean | undefined;
  reason: string;
}

const notThisDay = (message: string) => new Fault(400, message, { fields: { dueOn: message } });

function requireUnpaid({ status }: Instalment): void {
  if (!PAYABLE.includes(status))
    throw new Fault(409, words('This instalment is paid, waived or cancelled.'));
}

/** The instalment of a running plan, read after its application is locked. Throws 404 and 409. */
async function lockedInstalment(
  db: Database,
  id: string,
): Promise<{ instalment: Instalment; schedule: Schedule }> {
  const seen = await findInstalment(db, id);
  if (!seen) throw new Fault(404, words('This instalment does not exist.'));
  const application = await lockApplication(db, seen.schedule.applicationId);
  const locked = await findInstalment(db, id);
  if (!locked) throw new Error('An instalment vanished.');
  // Until it is submitted, nothing is charged.
  if (application.applicationStatus === 'draft' || application.applicationStatus === 'cancelled')
    throw new Fault(409, words('This application has no running payment plan.'));
  return locked;
}

const audit = (
  { db, clock, actorId }: InstalmentContext,
  action: string,
  { id, number, status, dueOn }: Instalment,
  after: object,
) =>
  addAudit(db, {
    at: clock.now(),
    actorId,
    action,
    subject: id,
    before: { number, status, dueOn },
    after,
  });

type PlanContext = Pick<RequestContext<never>, 'db' | 'jobs' | 'clock' | 'settings'> &
  ApprovalContext;

/** Ends a running plan for an administrator; the payer gets one email about it. Throws 404 and 409. */
export async function end(context: PlanContext, id: string, reason: string): Promise<void> {
  const schedule = await lockedPlan(context.db, id);
  if (schedule.status !== 'active' && schedule.status !== 'past_due')
    throw new Fault(409, words('There is no active payment plan to end.'));
  await requireApproval(context, {
    amountCents: await restOfPlan(context.db, schedule),
    applicationId: schedule.applicationId,
  });
  const actor = { kind: 'admin', id: context.actorId } as const;
  await endPlan(context, schedule, actor, notifyAfter(context.settings));
  await auditPlan(context, 'plan.ended', schedule, { status: 'cancelled', reason });
}

/** What is still owed for a plan, and would not be. */
async function restOfPlan(db: Database, { id }: Schedule): Promise<bigint> {
  let restCents = 0n;
  for (const instalment of await listInstalments(db, id))
    if (PAYABLE.includes(instalment.status))
      restCents +=
        instalment.amountCents -
        heldCentsOf(instalment, await listPaymentsOfInstalment(db, instalment.id));
  return restCents;
}

/** Lets a plan run again that an administrator has ended. Throws 404 and 409. */
export async function undoEnd(context: PlanContext, id: string): Promise<void> {
  const schedule = await lockedPlan(context.db, id);
  if (schedule.status !== 'cancelled' || schedule.endedBy === null)
    throw new Fault(409, words('No administrator has ended this plan.'));
  await resumePlan(context, schedule);
  await auditPlan(context, 'plan.end_undone', schedule, {});
}

/** The plan of an application in force, read after its application is locked. Throws 404 and 409. */
async function lockedPlan(db: Database, id: string): Promise<Schedule> {
  const seen = await findScheduleById(db, id);
  const application = seen && (await lockApplication(db, seen.applicationId));
  const current = application && (await findSchedule(db, application.id));
  if (!application || current?.id !== id || current.plan !== 'installment')
    throw new Fault(404, words('This payment plan does not exist.'));
  if (application.applicationStatus === 'draft' || application.applicationStatus === 'cancelled')
    throw new Fault(409, words('This application has no running payment plan.'));
  return current;
}

const auditPlan = (
  { db, clock, actorId }: PlanContext,
  action: string,
  { id, status }: Schedule,
  after: object,
) => addAudit(db, { at: clock.now(), actorId, action, subject: id, before: { status }, after });
