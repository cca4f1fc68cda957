import { NO_ISSUE } from '../order-issue.rules.ts';
import { randomUUID } from 'node:crypto';
import { addAudit } from '../../../../../server/audit.store.ts';
import type { RequestContext } from '../../../../../server/context.ts';
import { type Database, inTransaction } from '../../../../../server/database/database.ts';
import type { Commit } from '../../../../../server/http/route.ts';
import { Fault } from '../../../../../shared/fault.ts';
import { CURRENCY, decimal } from '../../../../../shared/money.ts';
import { words } from '../../../../../shared/words.ts';
import { lockApplication } from '../../../../application/application.store.ts';
import {
  type ApprovalContext,
  requireApproval,
} from '../../../core/approvals/approval-sum.service.ts';
import { findInstalmentToPay } from '../../../core/schedule/schedule.service.ts';
import type { LineAction } from '../../../core/lines/line-decision.contract.ts';
import {
  isSetAsideAccount,
  type SetAsideAccount,
} from '../../../core/lines/line-decision.rules.ts';
import { postOtherMoney } from '../../../core/journal/journal.service.ts';
import { dueCentsOf, moveSurplus, requireDue } from '../../../core/moves/move-target.service.ts';
import { addToJournal, findLastRowOfSource } from '../../../core/journal/journal.store.ts';
import { dayOf } from '../../../core/payment.rules.ts';
import { changePaymentStatus, openAttempt } from '../../../core/payment.service.ts';
import { findRailCheck } from '../../../core/rail-check.store.ts';
import { findApplicationId } from '../../../core/schedule/schedule.store.ts';
import { settlePayment } from '../../../core/settlement.service.ts';
import type { OrderContext } from '../locked-order.service.ts';
import { refusalText } from '../paypal/paypal-http.gateway.ts';
import { refundCapture } from '../paypal/paypal.gateway.ts';
import { addOrder } from '../paypal-order.store.ts';
import { isRecordedByNow, settleLine } from './report.service.ts';
import { lineKindOf } from './line.rules.ts';
import { findLine, lockLine, type PaypalLine, setLine } from './paypal-line.store.ts';

type DecisionContext = OrderContext &
  Pick<RequestContext<never>, 'externalServices' | 'translate' | 'language'> &
  ApprovalContext;
type MessageAnswer = { message: string };
interface Decision {
  to: LineAction;
  reference?: string | undefined;
  acceptDifference?: boolean | undefined;
  keepSurplus?: boolean | undefined;
  reason: string;
}

const NOT_OPEN = words('This money is no longer waiting for review.');
const NOT_A_PAYMENT = words('Only a payment that came without an order can be used for this.');
const NOT_AT_PAYPAL = words('This cannot be done with money at PayPal.');
const SILENT = words('PayPal cannot be reached at the moment. Please try again later.');

/**
 * Decides what a line is that nothing explains, with its audit entry. Throws 404; 409 when it was decided before, cannot
 * be used so, or PayPal refuses; 503 while PayPal does not answer.
 */
export async function decideLine(
  context: DecisionContext,
  id: number,
  given: Decision,
  commit: Commit<MessageAnswer>,
): Promise<MessageAnswer> {
  if (!(await findLine(context.db, id))) throw new Fault(404, NOT_OPEN);
  const { to } = given;
  if (to === 'refund') return refundLine(context, id, given, commit);
  return commit(async (tx) => {
    const scope = { ...context, db: tx };
    if (to === 'assign') return assignLine(scope, id, given);
    if (!isSetAsideAccount(to)) throw new Fault(409, NOT_AT_PAYPAL);
    const line = await lockOpenLine(tx, id);
    await setAside(tx, line, to, context.clock.now());
    await audit(scope, line, given);
    return { message: words('Recorded. It stays in the records with your reason.') };
  });
}

async function lockUnmatchedLine(tx: Database, id: number): Promise<PaypalLine> {
  const line = await lockLine(tx, id);
  if (line.state !== 'unmatched' || (await isRecordedByNow(tx, line)))
    throw new Fault(409, NOT_OPEN);
  return line;
}

async function lockOpenLine(tx: Database, id: number): Promise<PaypalLine> {
  const line = await lockUnmatchedLine(tx, id);
  if (line.refundRequestId !== null) throw new Fault(409, NOT_OPEN);
  return line;
}

/** The journal has it, in `unmatched`. */
const isDollars = ({ currency }: PaypalLine) => currency === CURRENCY;

/** Money that came without an order of ours. */
function requirePayment(line: PaypalLine): void {
  const isPayment = lineKindOf(line) === 'payment' && line.amountCents > 0n && isDollars(line);
  if (!isPayment || line.paymentId !== null) throw new Fault(409, NOT_A_PAYMENT);
}

const decidedSource = ({ id }: PaypalLine) => `paypal-line:${id}:decided:`;

/** Moves it from `unmatched` to the account. */
async function setAside(
  tx: Database,
  line: PaypalLine,
  account: SetAsideAccount,
  at: Date,
): Promise<void> {
  const { id, amountCents, isTest } = line;
  if (isDollars(line))
    await postOtherMoney(tx, [
      {
        at,
        day: dayOf(line.at),
        kind: 'unmatched_ended',
        // It can be undone and decided again.
        source: `${decidedSource(line)}${at.toISOString()}`,
        held: 'unmatched',
        other: account,
        cents: amountCents,
        paymentId: line.paymentId,
        isTest,
      },
    ]);
  await setLine(tx, id, { state: 'decided' });
}

/** Undoes that a line was put to an account: it is unmatched again. Throws 404 and 409. */
export async function reopenLine(
  context: Pick<DecisionContext, 'db' | 'clock' | 'actorId'>,
  id: number,
): Promise<void> {
  const { db: tx, clock, actorId } = context;
  if (!(await findLine(tx, id))) throw new Fault(404, NOT_OPEN);
  const line = await lockLine(tx, id);
  if (line.state !== 'decided') throw new Fault(409, NOT_OPEN);
  const at = clock.now();
  const written = await findLastRowOfSource(tx, decidedSource(line));
  if (written) {
    const { id: _, period: __, debit, credit, ...row } = written;
    const source = `paypal-line:${id}:reopened:${at.toISOString()}`;
    const reversed = { ...row, at, day: dayOf(at), debit: credit, credit: debit, source };
    await addToJournal(tx, [{ ...reversed, kind: 'correction' }]);
  }
  await setLine(tx, id, { state: 'unmatched' });
  await addAudit(tx, {
    at,
    actorId,
    action: 'paypal_line.reopened',
    subject: line.transactionId,
    before: {
      account: written && (written.debit === 'unmatched' ? written.credit : written.debit),
    },
  });
}

/** Pays the first unpaid instalment of an application with it. */
async function assignLine(
  context: DecisionContext,
  id: number,
  given: Decision,
): Promise<MessageAnswer> {
  const { db: tx, jobs, clock, actorId } = context;
  const applicationId = given.reference && (await findApplicationId(tx, given.reference));
  if (!applicationId) throw new Fault(404, words('This application does not exist.'));
  await lockApplication(tx, applicationId);
  const line = await lockOpenLine(tx, id);
  requirePayment(line);
  const at = clock.now();
  const actor = { kind: 'admin', id: actorId } as const;
  const { amountCents } = line;
  const instalmentId = await findInstalmentToPay(tx, applicationId, undefined);
  if (!given.acceptDifference) {
    const dueCents = (await dueCentsOf(tx, instalmentId)) ?? amountCents;
    await requireDue(context, {
      instalmentId,
      receivedCents: amountCents,
      dueCents,
      applicationId,
    });
  }
  const paymentId = await attemptFor(tx, { instalmentId, line, actor, at });
  const settled = await settlePayment(
    { db: tx, jobs, at },
    {
      paymentId,
      actor,
      receivedCents: amountCents,
      receivedOn: dayOf(line.at),
      facts: { railReference: line.transactionId },
    },
  );
  await settleLine(tx, line, at);
  if (given.keepSurplus) await moveSurplus(tx, settled, { actor, at });
  await audit(context, line, { ...given, paymentId });
  return { message: words('The payment is recorded.') };
}

/** An attempt with an order that PayPal has captured already. */
async function attemptFor(
  tx: Database,
  {
    instalmentId,
    line,
    actor,
    at,
  }: { instalmentId: string; line: PaypalLine; actor: { kind: 'admin'; id: string }; at: Date },
): Promise<string> {
  const { isTest } = line;
  const attempt = await openAttempt(tx, { instalmentId, rail: 'paypal', actor, at, isTest });
  if (attempt.status === 'created')
    await changePaymentStatus(tx, { paymentId: attempt.id, to: 'action_required', actor, at });
  await addOrder(tx, {
    id: randomUUID(),
    paymentId: attempt.id,
    kind: 'approval',
    state: 'captured',
    requestId: randomUUID(),
    orderId: null,
    captureRequestId: randomUUID(),
    captureId: line.transactionId,
    clientId: (await findRailCheck(tx, 'paypal'))?.account ?? '',
    payee: null,
    amountCents: line.amountCents,
    currency: line.currency,
    invoiceRound: 1,
    tokenDigest: null,
    wantsVault: false,
    vaultTokenId: null,
    ...NO_ISSUE,
    askAt: null,
    asked: 0,
    failures: 0,
    createdAt: at,
    updatedAt: at,
  });
  return attempt.id;
}

/** The request id is written first, so that any number of calls give the money back once. */
async function refundLine(
  context: DecisionContext,
  id: number,
  given: Decision,
  commit: Commit<MessageAnswer>,
): Promise<MessageAnswer> {
  const card = context.externalServices.card();
  if (!card) throw new Fault(503, SILENT);
  const line = await inTransaction(context.db, async (tx) => {
    const locked = await lockUnmatchedLine(tx, id);
    requirePayment(locked);
    await requireApproval({ ...context, db: tx }, { amountCents: locked.amountCents });
    const refundRequestId = locked.refundRequestId ?? randomUUID();
    await setLine(tx, id, { refundRequestId });
    return { ...locked, refundRequestId };
  });
  const answer = await refundCapture(card, line.transactionId, {}, line.refundRequestId);
  if (answer.kind === 'unknown') throw new Fault(503, SILENT);
  if (answer.kind === 'refused') {
    await setLine(context.db, id, { refundRequestId: null });
    throw new Fault(
      409,
      context.translate(words('PayPal refused the refund: {reason}.'), context.language, {
        reason: refusalText(answer),
      }),
    );
  }
  return commit(async (tx) => {
    await audit({ ...context, db: tx }, line, { ...given, refundId: answer.value.id });
    return { message: words('PayPal has taken the refund.') };
  });
}

const audit = (
  { db, clock, actorId }: DecisionContext,
  { id, transactionId, eventCode, amountCents }: PaypalLine,
  after: Decision & { paymentId?: string; refundId?: string },
): Promise<void> =>
  addAudit(db, {
    at: clock.now(),
    actorId,
    action: 'paypal_line.decided',
    subject: transactionId,
    before: { eventCode, amount: decimal(amountCents) },
    after: { line: id, ...after },
  });
