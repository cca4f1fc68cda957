import { addAudit } from '../../../../../server/audit.store.ts';
import type { RequestContext } from '../../../../../server/context.ts';
import type { Database } from '../../../../../server/database/database.ts';
import { Fault } from '../../../../../shared/fault.ts';
import { cents, decimal, dollars } from '../../../../../shared/money.ts';
import { days } from '../../../../../shared/time.ts';
import { words } from '../../../../../shared/words.ts';
import { lockApplication } from '../../../../application/application.store.ts';
import {
  type ApprovalContext,
  requireApproval,
} from '../../../core/approvals/approval-sum.service.ts';
import { dayOf, RECEIVED } from '../../../core/payment.rules.ts';
import { heldCentsOf } from '../../../core/instalment.rules.ts';
import { dueCentsOf, moveSurplus, requireDue } from '../../../core/moves/move-target.service.ts';
import { notifyAfter, settlePayment } from '../../../core/settlement.service.ts';
import {
  findPayment,
  type JoinedPayment,
  listPaymentsOfInstalment,
  type Payment,
} from '../../../core/payment.store.ts';
import { findByStatementLine, listClaims, lockClaimNumber } from '../claim.store.ts';
import { isTransferRail } from '../transfer.rules.ts';
import {
  findRailOfLine,
  lockLine,
  setLine,
  type StatementLine,
} from '../statements/statement.store.ts';
import { isResolved } from '../statements/statement-matching.service.ts';
import { findResolvedLine } from '../statements/statement-matching.store.ts';

type StatementContext = Pick<RequestContext<never>, 'db' | 'translate' | 'language'>;

/** What shows that money has arrived: the administrator's text, or a line of an imported statement. */
interface Evidence {
  statementLine: string | null;
  line?: StatementLine;
}

const LINE_ALREADY_USED = words(
  'This statement line has already confirmed a payment for {reference}.',
);

/**
 * The evidence that an administrator names. An imported line is locked, before any application is, so that two
 * confirmations with one line wait for each other. Throws 404 when there is no such line.
 */
export async function lockEvidence(
  { db }: StatementContext,
  given: { statementLine?: string | undefined; lineId?: string | undefined },
): Promise<Evidence> {
  if (given.lineId === undefined) return { statementLine: given.statementLine ?? null };
  const line = await lockLine(db, given.lineId);
  if (!line) throw new Fault(404, words('This statement line no longer exists.'));
  return { statementLine: evidenceNameOf(line), line };
}

/**
 * The name of a line in the ledger, unique by its digest. Its text, in which banks name people, stays in the
 * statement: the ledger is never deleted.
 */
const evidenceNameOf = ({ bookedOn, amountCents, digest }: StatementLine) =>
  [bookedOn, decimal(amountCents), digest.slice(0, 16)].join(' · ');

/**
 * One line of a statement confirms one payment; a number that has confirmed one needs a line to confirm
 * another. Throws 409 otherwise.
 */
async function requireUnusedEvidence(
  context: StatementContext,
  payment: Payment,
  evidence: Evidence,
): Promise<void> {
  const { db: tx, translate, language } = context;
  const { rail, claimNumber } = payment;
  if (claimNumber) await lockClaimNumber(tx, rail, claimNumber);
  const claims = claimNumber ? await listClaims(tx, rail, claimNumber) : [];
  const otherClaim = claims.find(
    (other) => other.payment.id !== payment.id && RECEIVED.includes(other.payment.status),
  );
  if (otherClaim && !evidence.statementLine) {
    const message = words(
      'This number has already confirmed a payment for {reference}. Enter the statement line that proves a second transfer.',
    );
    throw new Fault(
      409,
      translate(message, language, { reference: otherClaim.application.reference }),
    );
  }
  if (!evidence.statementLine) return;
  if (evidence.line) await requireUnusedLine(context, payment, evidence.line);
  await lockClaimNumber(tx, rail, `line ${evidence.statementLine}`);
  const used = await findByStatementLine(tx, rail, evidence.statementLine);
  if (used)
    throw new Fault(
      409,
      translate(LINE_ALREADY_USED, language, { reference: used.application.reference }),
    );
}

/** The same line may be on two statements, also of two rails. */
async function requireUnusedLine(
  { db, translate, language }: StatementContext,
  payment: Payment,
  line: StatementLine,
): Promise<void> {
  if ((await findRailOfLine(db, line.id)) !== payment.rail)
    throw new Fault(409, words('This line is from the statement of another account.'));
  await lockClaimNumber(db, 'bank', `digest ${line.digest}`);
  const evidence = isResolved(line) ? line : await findResolvedLine(db, line.digest);
  if (evidence && !evidence.paymentId)
    throw new Fault(409, words('This line is put to an account or dismissed. Undo that first.'));
  const used = evidence?.paymentId ? await findPayment(db, evidence.paymentId) : undefined;
  if (used)
    throw new Fault(
      409,
      translate(LINE_ALREADY_USED, language, { reference: used.application.reference }),
    );
}

export type ConfirmationContext = Pick<
  RequestContext<never>,
  'db' | 'jobs' | 'clock' | 'translate' | 'language' | 'settings'
> &
  ApprovalContext;

export interface ReceivedMoney {
  /** Dollars, a decimal string. */
  receivedAmount: string;
  /** YYYY-MM-DD. */
  receivedOn: string;
  statementLine?: string | undefined;
  /** A line of an imported statement, which then names amount and day. */
  lineId?: string | undefined;
  /** Whether more or less than is due is meant. */
  acceptDifference?: boolean | undefined;
  /** Whether what is more than due counts for the next payments of the plan. */
  keepSurplus?: boolean | undefined;
}

/**
 * Confirms a claim with the received amount and returns the result for the administrator. A repeated call
 * changes nothing. Throws 404, and 409 when it was decided otherwise, the evidence was used before, or the amount is
 * not the one that is due and was not accepted.
 */
export async function confirmTransfer(
  context: ConfirmationContext,
  id: string,
  receipt: ReceivedMoney,
): Promise<string> {
  const { db, actorId, jobs } = context;
  const at = context.clock.now();
  // Somewhere on earth it is tomorrow already.
  if (receipt.receivedOn > dayOf(new Date(at.getTime() + days(1)))) {
    const message = words('The date cannot be in the future.');
    throw new Fault(400, message, { fields: { receivedOn: message } });
  }
  const evidence = await lockEvidence(context, receipt);
  const { payment, instalment, application } = await lockTransfer(db, id);
  const receivedCents = cents(receipt.receivedAmount);
  const { receivedOn } = receipt;
  if (RECEIVED.includes(payment.status)) {
    if (payment.receivedCents === receivedCents && payment.receivedOn === receivedOn)
      return resultMessage(context, payment);
    throw new Fault(
      409,
      context.translate(
        words('This payment was already confirmed with {amount}.'),
        context.language,
        {
          amount: dollars(payment.receivedCents ?? 0n),
        },
      ),
    );
  }
  requireConfirmable(payment);
  requireMatchingLine(evidence, { receivedCents, receivedOn });
  await requireUnusedEvidence(context, payment, evidence);
  const { statementLine, line } = evidence;
  const dueCents = (await dueCentsOf(db, instalment.id)) ?? receivedCents;
  if (!receipt.acceptDifference) {
    const { id: instalmentId } = instalment;
    const received = { instalmentId, receivedCents, dueCents, applicationId: application.id };
    await requireDue(context, received);
  }
  // A line says what came; without one it is only the administrator's word.
  if (!line) await requireApproval(context, differenceSubject(payment, receivedCents, dueCents));

  const actor = { kind: 'admin', id: actorId } as const;
  const settled = await settlePayment(
    { db, jobs, at },
    {
      paymentId: id,
      actor,
      receivedCents,
      receivedOn,
      facts: { statementLine },
      notifyAfter: notifyAfter(context.settings),
    },
  );
  if (line) await setLine(db, line.id, { paymentId: id, failure: null });
  const confirmed = receipt.keepSurplus ? await moveSurplus(db, settled, { actor, at }) : settled;
  await addAudit(db, {
    at,
    actorId,
    action: 'payment.confirmed',
    subject: id,
    before: auditSnapshot(payment),
    after: auditSnapshot(confirmed),
  });
  return resultMessage(context, confirmed);
}

const differenceSubject = ({ id }: Payment, receivedCents: bigint, dueCents: bigint) => ({
  amountCents: receivedCents > dueCents ? receivedCents - dueCents : dueCents - receivedCents,
  paymentId: id,
});

/** The payment on a rail of ours, read after its application is locked: what is read is what will be changed. */
export async function lockTransfer(tx: Database, id: string): Promise<JoinedPayment> {
  const seen = await findPayment(tx, id);
  if (seen) await lockApplication(tx, seen.application.id);
  const locked = seen && (await findPayment(tx, id));
  if (!locked || !isTransferRail(locked.payment.rail))
    throw new Fault(404, words('This payment does not exist.'));
  return locked;
}

/** A claim, or a transfer that was no longer waited for and came after all. */
function requireConfirmable(payment: Payment): void {
  if (payment.status !== 'claimed' && payment.status !== 'expired')
    throw new Fault(409, decidedMessage(payment));
}

export const decidedMessage = ({ status }: Payment) =>
  status === 'failed'
    ? words('This payment was already rejected.')
    : words('This payment is not waiting to be checked.');

/** An imported line says itself how much came and when. */
function requireMatchingLine(
  { line }: Evidence,
  received: { receivedCents: bigint; receivedOn: string },
): void {
  if (!line) return;
  if (line.amountCents !== received.receivedCents || line.bookedOn !== received.receivedOn) {
    const message = words('The amount and date must match the statement line.');
    throw new Fault(400, message, { fields: { receivedAmount: message } });
  }
}

/** What the administrator reads after a confirmation. */
async function resultMessage(
  { db, translate, language }: ConfirmationContext,
  payment: Payment,
): Promise<string> {
  const found = await findPayment(db, payment.id);
  if (!found) throw new Error('A confirmed payment vanished.');
  const attempts = await listPaymentsOfInstalment(db, payment.instalmentId);
  const differenceCents = heldCentsOf(found.instalment, attempts) - found.instalment.amountCents;
  const values = {
    received: dollars(payment.receivedCents ?? 0n),
    difference: dollars(differenceCents < 0n ? -differenceCents : differenceCents),
    moved: dollars(payment.movedCents),
  };
  if (payment.flag === 'under')
    return translate(words('{received} recorded. {difference} is still due.'), language, values);
  if (payment.flag === 'over')
    return translate(
      words('Payment confirmed. {difference} more than due has arrived.'),
      language,
      values,
    );
  if (payment.movedCents > 0n)
    return translate(
      words('Payment confirmed. {moved} of it counts for the next payments.'),
      language,
      values,
    );
  return words('Payment confirmed.');
}

/** For the audit log: without name and address. */
export const auditSnapshot = ({
  status,
  flag,
  amountCents,
  receivedCents,
  receivedOn,
  movedCents,
  statementLine,
  claimNumber,
  reason,
}: Payment) => ({
  status,
  flag,
  amount: decimal(amountCents),
  received: receivedCents === null ? null : decimal(receivedCents),
  receivedOn,
  moved: decimal(movedCents),
  statementLine,
  claimNumber,
  reason,
});
