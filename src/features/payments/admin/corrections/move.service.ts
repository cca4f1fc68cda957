import { addAudit } from '../../../../server/audit.store.ts';
import type { RequestContext } from '../../../../server/context.ts';
import { Fault } from '../../../../shared/fault.ts';
import { cents, decimal, dollars } from '../../../../shared/money.ts';
import { words } from '../../../../shared/words.ts';
import { findApplication } from '../../../application/application.store.ts';
import { type ApprovalContext, requireApproval } from '../../core/approvals/approval.service.ts';
import { ownCentsOf } from '../../core/instalment.rules.ts';
import { undoMove } from '../../core/moves/move.service.ts';
import { findPaymentOfMove, lockWithApplications } from '../../core/moves/move.store.ts';
import {
  listOpenInstalments,
  moveToInstalments,
  restOfAll,
} from '../../core/moves/move-target.service.ts';
import { findApplicationOfPayment, type Payment } from '../../core/payment.store.ts';
import { findApplicationId } from '../../core/schedule/schedule.store.ts';

type MoveContext = Pick<RequestContext<never>, 'db' | 'clock' | 'translate' | 'language'> &
  ApprovalContext;

export interface MoveGiven {
  amount: string;
  held: string;
  /** Of the application that it counts for; without it the payment's own. */
  reference?: string | undefined;
  /** The first instalment; the first unpaid one without it. */
  instalment?: number | undefined;
  reason: string;
}

/**
 * Lets money of a payment count for other instalments, of the same or another application, as an administrator enters it.
 * Throws 400, 404, and 409 where the payment cannot be moved or the administrator has not seen what is left of it.
 */
export async function enterMove(
  context: MoveContext,
  id: string,
  given: MoveGiven,
): Promise<{ message: string; operationId: string }> {
  const { db, clock, actorId, translate, language } = context;
  const own = await findApplicationOfPayment(db, id);
  if (!own) throw new Fault(404, words('This payment does not exist.'));
  const { reference } = given;
  const applicationId = reference ? await findApplicationId(db, reference.toUpperCase()) : own;
  if (!applicationId)
    throw atField('reference', words('There is no application with this reference.'));
  const payment = await lockWithApplications(db, id, [applicationId]);
  if (!payment) throw new Error('A locked payment vanished.');
  await requireRunning(db, applicationId);
  const amountCents = cents(given.amount);
  requireMovable(context, payment, { amountCents, heldCents: cents(given.held) });
  const open = await listOpenInstalments(db, applicationId, { payment, from: given.instalment });
  const restCents = restOfAll(open);
  if (amountCents > restCents) {
    const message =
      restCents === 0n
        ? words('Nothing is due there.')
        : translate(words('At most {rest} is due there.'), language, { rest: dollars(restCents) });
    throw atField('amount', message);
  }
  const about = { amountCents, paymentId: id };
  await requireApproval(context, about, payment.movedCents + amountCents);
  const step = {
    actor: { kind: 'admin', id: actorId },
    at: clock.now(),
    reason: given.reason,
  } as const;
  const operationId = await moveToInstalments(db, { paymentId: id, open, amountCents }, step);
  await audit(context, 'payment.moved', payment, {
    amount: decimal(amountCents),
    operationId,
    reason: given.reason,
    ...(reference ? { reference } : {}),
  });
  const message = translate(words('{amount} moved.'), language, { amount: dollars(amountCents) });
  return { message, operationId };
}

async function requireRunning(db: MoveContext['db'], applicationId: string): Promise<void> {
  const application = await findApplication(db, applicationId);
  const status = application?.applicationStatus;
  if (!status || status === 'draft' || status === 'cancelled')
    throw new Fault(409, words('This application has no running payment plan.'));
}

function requireMovable(
  { translate, language }: MoveContext,
  payment: Payment,
  { amountCents, heldCents }: { amountCents: bigint; heldCents: bigint },
): void {
  const ownCents = ownCentsOf([payment]);
  const isHeld = payment.status === 'succeeded' || payment.status === 'partially_refunded';
  if (!isHeld || ownCents <= 0n)
    throw new Fault(409, words('There is no money of this payment that can be moved.'));
  if (heldCents !== ownCents)
    throw new Fault(
      409,
      words('This payment has changed since you opened it. Check it and try again.'),
    );
  if (amountCents <= ownCents) return;
  const values = { held: dollars(ownCents) };
  throw atField('amount', translate(words('You can move at most {held}.'), language, values));
}

const atField = (field: string, message: string) =>
  new Fault(400, message, { fields: { [field]: message } });

/** Lets what was moved at once count for its own instalment again. Throws 404 and 409. */
export async function enterUndoMove(context: MoveContext, operationId: string): Promise<void> {
  const { db, clock, actorId } = context;
  const paymentId = await findPaymentOfMove(db, operationId);
  const payment = paymentId && (await lockWithApplications(db, paymentId));
  if (!payment) throw new Fault(404, words('This payment does not exist.'));
  const actor = { kind: 'admin', id: actorId };
  await undoMove(db, { paymentId: payment.id, operationId }, { actor, at: clock.now() });
  await audit(context, 'payment.move_undone', payment, { operationId });
}

const audit = (
  { db, clock, actorId }: MoveContext,
  action: string,
  payment: Payment,
  after: object,
) =>
  addAudit(db, {
    at: clock.now(),
    actorId,
    action,
    subject: payment.id,
    before: { status: payment.status, held: decimal(ownCentsOf([payment])) },
    after,
  });
