import { randomUUID } from 'node:crypto';
import { addAudit } from '../../../../server/audit.store.ts';
import { callerOf } from '../../../../server/context.ts';
import type { Database } from '../../../../server/database/database.ts';
import type { Commit } from '../../../../server/http/route.ts';
import { check } from '../../../../server/http/validation.ts';
import { findUser, listReachableAdministrators } from '../../../../server/user.store.ts';
import { Fault } from '../../../../shared/fault.ts';
import { decimal, dollars } from '../../../../shared/money.ts';
import { fieldsOf } from '../../../../shared/record.ts';
import { permissionsOf } from '../../../../shared/roles.ts';
import { words } from '../../../../shared/words.ts';
import { findApplication } from '../../../application/application.store.ts';
import { notifyAdmins } from '../../../mail/queue/mail-queue.service.ts';
import {
  APPROVAL_LABELS,
  type ApprovalAction,
  approvalLifetimeMs,
} from '../../core/approvals/approval.rules.ts';
import { ApprovalNeeded, findApprovalSum } from '../../core/approvals/approval-sum.service.ts';
import {
  addApproval,
  type AskedApproval,
  type Approval,
  expireApprovals,
  findApproval,
  listApprovalsOfApplication,
  lockApproval,
  setApproval,
} from '../../core/approvals/approval.store.ts';
import { CLAIMS_PATH } from '../../core/paths.rules.ts';
import { findApplicationOfPayment } from '../../core/payment.store.ts';
import { type ActionAnswer, type ActionContext, MONEY_ACTIONS } from './money-action.service.ts';

interface Asked {
  target: string;
  body: unknown;
}

/** Does an action, or asks for it where a second administrator must approve it: then nothing else is written. */
export async function doOrAsk(
  context: ActionContext,
  action: ApprovalAction,
  asked: Asked,
  commit: Commit<ActionAnswer>,
): Promise<ActionAnswer> {
  try {
    return await MONEY_ACTIONS[action].run(context, asked, { begin: async () => {}, commit });
  } catch (error) {
    if (!(error instanceof ApprovalNeeded)) throw error;
    return commit((db) => ask({ ...context, db }, action, { ...asked, about: error.subject }));
  }
}

/** Stores the request and emails those who can approve it. Throws 409 where the same waits already. */
async function ask(
  context: ActionContext,
  action: ApprovalAction,
  { target, body, about }: Asked & { about: ApprovalNeeded['subject'] },
): Promise<ActionAnswer> {
  const { db, clock, actorId, publicUrl } = context;
  const { amountCents, paymentId } = about;
  const applicationId =
    about.applicationId ?? (paymentId && (await findApplicationOfPayment(db, paymentId)));
  const at = clock.now();
  const approval: Approval = {
    id: randomUUID(),
    action,
    target,
    body,
    amountCents,
    paymentId: paymentId ?? null,
    applicationId: applicationId ?? null,
    state: 'waiting',
    askedBy: actorId,
    askedAt: at,
    expiresAt: new Date(at.getTime() + approvalLifetimeMs),
    decidedBy: null,
    decidedAt: null,
    decisionReason: null,
  };
  if (!(await addApproval(db, approval)))
    throw new Fault(409, words('This is waiting for a second administrator already.'));
  await audit(context, approval, 'asked', actorId, { reason: reasonOf(body) });
  const application = applicationId ? await findApplication(db, applicationId) : undefined;
  const { firstName, lastName, email } = callerOf(context);
  await notifyAdmins(
    context,
    {
      batch: `approval-asked:${approval.id}`,
      template: 'approval-asked',
      props: {
        asker: nameOf({ firstName, lastName, email }),
        action: APPROVAL_LABELS[action],
        amount: amountCents === null ? null : dollars(amountCents),
        reference: application?.reference ?? null,
        name: application ? `${application.firstName} ${application.lastName}` : null,
        reason: reasonOf(body),
        expiresAt: approval.expiresAt.toISOString(),
        adminUrl: `${publicUrl}${CLAIMS_PATH}`,
      },
    },
    { db, permission: 'payments:confirm', exceptId: actorId },
  );
  return {
    message: words('This waits for a second administrator. We have emailed the others.'),
    isWaiting: true,
  };
}

/**
 * Does what another administrator asked for, as if it were asked for now. Where it can no longer be done, the reason is
 * thrown and the request waits on. The one who has approved it may repeat the call. Throws 403, 404 and 409.
 */
export async function approve(
  context: ActionContext,
  id: string,
  commit: Commit<ActionAnswer>,
): Promise<ActionAnswer> {
  const seen = await findApproval(context.db, id);
  if (!seen) throw new Fault(404, NOT_THERE);
  const { actorId, clock } = context;
  if (seen.state === 'approved' && seen.decidedBy === actorId)
    return commit(async () => ({ message: words('You have approved this already.') }));
  const begin = async (db: Database) => {
    const approval = await lockWaiting({ ...context, db }, id);
    await requireOther({ ...context, db }, approval);
    await setApproval(db, id, { state: 'approved', decidedBy: actorId, decidedAt: clock.now() });
    await audit({ ...context, db }, approval, 'approved', actorId);
  };
  // Before an outside service is asked.
  requireWaiting(context, seen);
  await requireOther(context, seen);
  const { endpoint, run } = MONEY_ACTIONS[seen.action];
  const body = check(endpoint.body, seen.body, 'body');
  return run({ ...context, isApproved: true }, { target: seen.target, body }, { begin, commit });
}

/** Throws 404 and 409; 403 for the one who asked. */
export async function decline(context: ActionContext, id: string, reason: string): Promise<void> {
  const { db, actorId, clock } = context;
  const approval = await lockWaiting(context, id);
  if (approval.askedBy === actorId) throw new Fault(403, words('Withdraw what you asked for.'));
  await setApproval(db, id, {
    state: 'declined',
    decidedBy: actorId,
    decidedAt: clock.now(),
    decisionReason: reason,
  });
  await audit(context, approval, 'declined', actorId, { reason });
}

/** Throws 404 and 409; 403 for all but the one who asked. */
export async function withdraw(context: ActionContext, id: string): Promise<void> {
  const { db, actorId, clock } = context;
  const approval = await lockWaiting(context, id);
  if (approval.askedBy !== actorId)
    throw new Fault(403, words('Only the administrator who asked for this can withdraw it.'));
  await setApproval(db, id, { state: 'withdrawn', decidedBy: actorId, decidedAt: clock.now() });
  await audit(context, approval, 'withdrawn', actorId);
}

/** Ends what nobody has decided in time; for a job. */
export async function expire(context: Pick<ActionContext, 'db' | 'clock'>): Promise<void> {
  for (const approval of await expireApprovals(context.db, context.clock.now()))
    await audit(context, approval, 'expired', null);
}

/** What waits of an application's money, oldest first. */
export async function listApprovalsOf({ db, actorId }: ActionContext, applicationId: string) {
  const found = await listApprovalsOfApplication(db, applicationId);
  return found.map((one) => showApproval(one, actorId));
}

/** A request as an administrator sees it. */
export function showApproval({ approval, asker }: AskedApproval, readerId: string | undefined) {
  const { id, action, target, body, amountCents, askedBy, askedAt, expiresAt } = approval;
  return {
    id,
    action,
    target,
    amount: amountCents === null ? null : decimal(amountCents),
    askedBy: asker && nameOf(asker),
    isYours: askedBy === readerId,
    reason: reasonOf(body),
    // What the contract names of it leaves.
    details: fieldsOf(body),
    since: askedAt,
    expiresAt,
  };
}

/** The sum, and how many can approve what is above it. */
export async function describeApprovalSum(db: Database) {
  const sumCents = await findApprovalSum(db);
  return {
    sum: sumCents === null ? null : decimal(sumCents),
    approvers: (await listReachableAdministrators(db, 'payments:confirm')).length,
  };
}

const NOT_THERE = words('This request does not exist.');

type DecisionContext = Pick<ActionContext, 'db' | 'clock' | 'actorId'>;

async function lockWaiting(context: DecisionContext, id: string): Promise<Approval> {
  const approval = await lockApproval(context.db, id);
  if (!approval) throw new Fault(404, NOT_THERE);
  requireWaiting(context, approval);
  return approval;
}

function requireWaiting(
  { clock }: Pick<DecisionContext, 'clock'>,
  { state, expiresAt }: Approval,
): void {
  if (state !== 'waiting')
    throw new Fault(409, words('This is no longer waiting for a second administrator.'));
  if (expiresAt <= clock.now())
    throw new Fault(409, words('Nobody approved this in time. It must be asked for again.'));
}

/** Another administrator asked, who still may. */
async function requireOther(
  { db, actorId }: DecisionContext,
  { askedBy, action }: Approval,
): Promise<void> {
  if (askedBy === actorId)
    throw new Fault(403, words('Another administrator must approve what you asked for.'));
  const { access } = MONEY_ACTIONS[action].endpoint;
  const permission = access.who === 'admin' ? access.permission : 'payments:confirm';
  const asker = await findUser(db, askedBy);
  if (!asker || asker.suspendedAt || !permissionsOf(asker.role).includes(permission))
    throw new Fault(
      409,
      words(
        'Whoever asked for this may no longer do it. Decline it, and ask for it yourself if it is right.',
      ),
    );
}

function reasonOf(body: unknown): string | null {
  const { reason, note } = fieldsOf(body);
  const given = reason ?? note;
  return typeof given === 'string' ? given : null;
}

const nameOf = ({
  firstName,
  lastName,
  email,
}: {
  firstName: string | null;
  lastName: string | null;
  email: string;
}) => [firstName, lastName].filter(Boolean).join(' ') || email;

const audit = (
  { db, clock }: Pick<ActionContext, 'db' | 'clock'>,
  { id, action, target, amountCents }: Approval,
  step: 'asked' | 'approved' | 'declined' | 'withdrawn' | 'expired',
  actorId: string | null,
  more: object = {},
) =>
  addAudit(db, {
    at: clock.now(),
    actorId,
    action: `approval.${step}`,
    subject: id,
    after: {
      action,
      target,
      amount: amountCents === null ? null : decimal(amountCents),
      ...more,
    },
  });
