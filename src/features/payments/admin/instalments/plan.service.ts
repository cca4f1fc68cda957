import { addAudit } from '../../../../server/audit.store.ts';
import type { RequestContext } from '../../../../server/context.ts';
import type { Database } from '../../../../server/database/database.ts';
import { Fault } from '../../../../shared/fault.ts';
import { words } from '../../../../shared/words.ts';
import { lockApplication } from '../../../application/application.store.ts';
import { type ApprovalContext, requireApproval } from '../../core/approvals/approval.service.ts';
import { heldCentsOf } from '../../core/instalment.rules.ts';
import { PAYABLE } from '../../core/payment.rules.ts';
import { listPaymentsOfInstalment } from '../../core/payment.store.ts';
import {
  findSchedule,
  findScheduleById,
  listInstalments,
  type Schedule,
} from '../../core/schedule/schedule.store.ts';
import { notifyAfter } from '../../core/settlement.service.ts';
import { endPlan, resumePlan } from '../../rails/card/renewals/plan-end.service.ts';

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
  await audit(context, 'plan.ended', schedule, { status: 'cancelled', reason });
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
  await audit(context, 'plan.end_undone', schedule, {});
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

const audit = (
  { db, clock, actorId }: PlanContext,
  action: string,
  { id, status }: Schedule,
  after: object,
) => addAudit(db, { at: clock.now(), actorId, action, subject: id, before: { status }, after });
