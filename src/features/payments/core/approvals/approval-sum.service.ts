import { addAudit } from '../../../../server/audit.store.ts';
import type { RequestContext } from '../../../../server/context.ts';
import type { Database } from '../../../../server/database/database.ts';
import { conflict } from '../../../../server/http/conflict.ts';
import { hasOtherAdministratorWith } from '../../../../server/user.store.ts';
import { Fault } from '../../../../shared/fault.ts';
import { cents, decimal } from '../../../../shared/money.ts';
import { fieldsOf } from '../../../../shared/record.ts';
import { words } from '../../../../shared/words.ts';
import { findSetting, putSetting } from '../../../maintenance/site.store.ts';

/** The setting: `{sum}`, a decimal string of dollars or null. */
const APPROVAL_SUM = 'approval-sum';

/** Above which a second administrator must agree; null where nobody needs to. */
export async function findApprovalSum(db: Database): Promise<bigint | null> {
  const { sum } = fieldsOf((await findSetting(db, APPROVAL_SUM))?.value);
  return typeof sum === 'string' ? cents(sum) : null;
}

/** What a request is about. */
export interface ApprovalSubject {
  amountCents: bigint | null;
  paymentId?: string;
  applicationId?: string;
}

/**
 * A second administrator must agree first. The call of an action that can be asked for stores the request (decision 33);
 * elsewhere the sentence is shown.
 */
export class ApprovalNeeded extends Fault {
  readonly subject: ApprovalSubject;

  constructor(subject: ApprovalSubject) {
    super(
      409,
      words(
        'A second administrator must approve this. Do it on the payment’s own page to ask for it.',
      ),
    );
    this.subject = subject;
  }
}

/** Who acts, and whether a second administrator has agreed. */
export type ApprovalContext = Pick<RequestContext<never>, 'db' | 'clock'> & {
  actorId: string;
  isApproved?: boolean;
};

/**
 * Throws `ApprovalNeeded` for an amount above the owners' sum. `countedCents` is the amount together with what came
 * before it: parts of an amount are no way round.
 */
export async function requireApproval(
  context: ApprovalContext,
  subject: ApprovalSubject & { amountCents: bigint },
  countedCents = subject.amountCents,
): Promise<void> {
  if (context.isApproved) return;
  const sumCents = await findApprovalSum(context.db);
  if (sumCents !== null && countedCents > sumCents) await requireSecondPerson(context, subject);
}

/** The same whatever the amount is. Where nobody else could agree, nobody needs to, and the audit log says so. */
export async function requireSecondPerson(
  { db, clock, actorId, isApproved }: ApprovalContext,
  subject: ApprovalSubject,
): Promise<void> {
  if (isApproved) return;
  const other = { id: actorId, permission: 'payments:confirm' } as const;
  if (await hasOtherAdministratorWith(db, other)) throw new ApprovalNeeded(subject);
  const { amountCents, paymentId, applicationId } = subject;
  await addAudit(db, {
    at: clock.now(),
    actorId,
    action: 'approval.skipped',
    subject: paymentId ?? applicationId ?? null,
    after: { amount: amountCents === null ? null : decimal(amountCents) },
  });
}

/**
 * Sets the sum; null switches it off. A higher one, or none, would let one administrator do alone what needs two by now:
 * it needs two as well. Throws 409 where another owner has changed it meanwhile.
 */
export async function changeApprovalSum(
  context: ApprovalContext,
  sum: string | null,
): Promise<void> {
  const { db, clock, actorId } = context;
  const before = await findSetting(db, APPROVAL_SUM);
  const beforeCents = await findApprovalSum(db);
  const sumCents = sum === null ? null : cents(sum);
  if (sumCents === beforeCents) return;
  if (beforeCents !== null && (sumCents === null || sumCents > beforeCents))
    await requireSecondPerson(context, { amountCents: sumCents });
  const at = clock.now();
  const setting = { name: APPROVAL_SUM, value: { sum }, updatedBy: actorId, updatedAt: at };
  if (!(await putSetting(db, setting, before?.updatedAt.getTime() ?? 0))) throw conflict();
  await addAudit(db, {
    at,
    actorId,
    action: 'approval.sum_changed',
    subject: null,
    before: { sum: beforeCents === null ? null : decimal(beforeCents) },
    after: { sum },
  });
}
