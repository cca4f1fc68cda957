import { randomUUID } from 'node:crypto';
import { addAudit } from '../../../../server/audit.store.ts';
import { Fault } from '../../../../shared/fault.ts';
import { decimal } from '../../../../shared/money.ts';
import { words } from '../../../../shared/words.ts';
import { postOtherMoney } from '../../core/journal/journal.service.ts';
import type { LineAction } from '../../core/lines/line-decision.contract.ts';
import { isSetAsideAccount, type SetAsideAccount } from '../../core/lines/line-decision.rules.ts';
import {
  type ConfirmationContext,
  confirmTransfer,
} from '../../rails/transfer/confirmation/confirmation.service.ts';
import {
  listOpenLinesWith,
  lockLines,
  type OpenLine,
} from '../../rails/transfer/statements/open-line.store.ts';
import { isResolved, ruleFor } from '../../rails/transfer/statements/statement-matching.service.ts';
import { memosIn } from '../../rails/transfer/statements/match.rules.ts';
import { listRules, putRule } from '../../rails/transfer/statements/statement-rule.store.ts';
import { setLine, type StatementLine } from '../../rails/transfer/statements/statement.store.ts';
import type { Commit } from '../../../../server/http/route.ts';
import { decideLine } from '../../rails/card/report/line-decision.service.ts';
import { lockApplication } from '../../../application/application.store.ts';
import { bookingsOf } from '../../core/booking.rules.ts';
import { findInstalmentToPay } from '../../core/schedule/schedule.service.ts';
import { leftOf } from '../../core/instalment.rules.ts';
import { listPaymentEvents } from '../../core/payment-event.store.ts';
import { findPayment, listPaymentsOfInstalment, type Payment } from '../../core/payment.store.ts';
import { findApplicationId } from '../../core/schedule/schedule.store.ts';
import { notifyAfter } from '../../core/settlement.service.ts';
import { claimForPayer } from '../../rails/transfer/confirmation/statement-booking.service.ts';
import { listRefundEvents } from '../../rails/transfer/statements/statement-matching.store.ts';
import { takeBack } from '../corrections/correction.service.ts';
import { bookRefund } from '../refunds/refund.service.ts';

export interface LineDecision {
  lines: readonly string[];
  to: LineAction;
  reference?: string | undefined;
  paymentId?: string | undefined;
  refundId?: string | undefined;
  contains?: string | undefined;
  acceptDifference?: boolean | undefined;
  keepSurplus?: boolean | undefined;
  reason: string;
}

const GONE = words('This statement line no longer exists.');
const RESOLVED = words('One of these lines is resolved already. Refresh the page and check again.');
const WAITING = words('One of these lines is confirmed and waits to be recorded. Undo that first.');
const ONE_AT_A_TIME = words('Select one line at a time for this.');
const mostByRule = 1000;
/** So many lines are named one by one in the log. */
const mostNamed = 100;

/**
 * Says what lines of bank statements are, in the caller's transaction, with an audit entry. Throws 404, and 409 where one
 * was resolved before or cannot be this.
 */
async function decideStatementLines(
  context: ConfirmationContext,
  given: LineDecision,
): Promise<string> {
  const { to } = given;
  if (to === 'assign' || to === 'return') {
    const [open, ...more] = await lockOpenLines(context, given.lines);
    if (!open || more.length > 0) throw new Fault(409, ONE_AT_A_TIME);
    const message =
      to === 'assign'
        ? await assignLine(context, open, given)
        : await returnLine(context, open, given);
    await audit(context, 'statement_line.decided', [open], { ...given, lines: 1 });
    return message;
  }
  if (to === 'refund') throw new Fault(409, words('Only PayPal can be asked for a refund.'));
  const ids = given.contains && isSetAsideAccount(to) ? await addRule(context, given, to) : [];
  const open = await lockOpenLines(context, [...new Set([...given.lines, ...ids])]);
  await putLines(context, open, { to: to === 'dismiss' ? 'dismissed' : to, reason: given.reason });
  await audit(context, 'statement_line.decided', open, { ...given, lines: open.length });
  return countMessage(
    context,
    words('{count, plural, one {# line is} other {# lines are}} resolved.'),
    open.length,
  );
}

/** Puts lines to the accounts that their rules name. Throws 409 where none of them has a rule any more. */
export async function applyRulesTo(
  context: ConfirmationContext,
  ids: readonly string[],
): Promise<string> {
  const rules = await listRules(context.db);
  const open = await lockOpenLines(context, ids);
  for (const one of open) {
    const rule = ruleFor(rules, one.line);
    if (!rule) throw new Fault(409, RESOLVED);
    await putLines(context, [one], { to: rule.account, reason: rule.reason });
  }
  await audit(context, 'statement_line.decided', open, { to: 'rule', lines: open.length });
  return countMessage(
    context,
    words('{count, plural, one {# line is} other {# lines are}} resolved.'),
    open.length,
  );
}

/** Keeps a rule for the words of a line, and answers which other open lines have them. */
async function addRule(
  { db, clock }: ConfirmationContext,
  { lines, contains, reason }: LineDecision,
  account: SetAsideAccount,
): Promise<string[]> {
  const wanted = (contains ?? '').toUpperCase();
  const [first] = (await lockLines(db, lines)).filter(({ line }) => lines.includes(line.id));
  if (!first) throw new Fault(404, GONE);
  if (wanted.length < 3 || !first.line.text.toUpperCase().includes(wanted)) {
    const message = words('Enter at least three letters that are in the text of the line.');
    throw new Fault(400, message, { fields: { contains: message } });
  }
  const isDebit = first.line.amountCents < 0n;
  const addedAt = clock.now();
  await putRule(db, { id: randomUUID(), contains: wanted, isDebit, account, reason, addedAt });
  const found = await listOpenLinesWith(db, wanted, isDebit, mostByRule);
  return found.filter(({ text }) => memosIn(text).length === 0).map(({ id }) => id);
}

/** The lines, locked, of which nothing is known yet, also not by a copy on another statement. */
async function lockOpenLines(
  { db }: ConfirmationContext,
  ids: readonly string[],
): Promise<OpenLine[]> {
  const copies = await lockLines(db, ids);
  const wanted = copies.filter(({ line }) => ids.includes(line.id));
  if (wanted.length < new Set(ids).size) throw new Fault(404, GONE);
  if (copies.some(({ line }) => isResolved(line))) throw new Fault(409, RESOLVED);
  if (new Set(wanted.map(({ line }) => line.digest)).size < wanted.length)
    throw new Fault(409, RESOLVED);
  if (wanted.some(({ line, statement }) => statement.state !== 'open' && line.chosenInstalmentId))
    throw new Fault(409, WAITING);
  return wanted;
}

/** Puts lines to an account, or dismisses them: then the journal gets nothing. */
async function putLines(
  { db, clock, settings }: ConfirmationContext,
  open: readonly OpenLine[],
  { to, reason }: { to: SetAsideAccount | 'dismissed'; reason: string },
): Promise<void> {
  for (const { line } of open) await setLine(db, line.id, { decision: to, reason, failure: null });
  if (to === 'dismissed') return;
  await postOtherMoney(
    db,
    open.map(({ line, statement }) => ({
      ...entryOf(line, clock.now(), settings.sandbox),
      kind: 'set_aside',
      held: statement.rail,
      other: to,
      cents: line.amountCents,
    })),
  );
}

const entryOf = (line: StatementLine, at: Date, isTest: boolean) => ({
  at,
  // Also of what takes it back: the account of that day is as the statement says.
  day: line.bookedOn,
  source: `statement-line:${line.id}:${randomUUID()}`,
  isTest,
});

/**
 * Takes back what was said of lines. What a line recorded of a payment is taken back as a correction. Throws 404, and
 * 409 where nothing was said, or where more has happened to the payment since.
 */
export async function undoStatementLines(
  context: ConfirmationContext,
  ids: readonly string[],
): Promise<string> {
  const { db, clock, settings } = context;
  const locked = (await lockLines(db, ids)).filter(({ line }) => ids.includes(line.id));
  if (locked.length < new Set(ids).size) throw new Fault(404, GONE);
  for (const { line, statement } of locked) {
    if (!isResolved(line))
      throw new Fault(
        409,
        words('One of these lines is not resolved, so there is nothing to undo.'),
      );
    if (isSetAsideAccount(line.decision))
      await postOtherMoney(db, [
        {
          ...entryOf(line, clock.now(), settings.sandbox),
          kind: 'correction',
          held: statement.rail,
          other: line.decision,
          cents: -line.amountCents,
        },
      ]);
    else if (line.decision === null) await takeBackLine(context, line);
    await setLine(db, line.id, {
      decision: null,
      reason: null,
      refundEventId: null,
      paymentId: null,
    });
  }
  await audit(context, 'statement_line.undone', locked, { lines: locked.length });
  return countMessage(
    context,
    words('{count, plural, one {# line waits} other {# lines wait}} for a decision again.'),
    locked.length,
  );
}

const countMessage = (
  { translate, language }: ConfirmationContext,
  message: string,
  count: number,
) => translate(message, language, { count });

/** The words of the bank, which name people, stay in the statement. */
async function audit(
  { db, clock, actorId }: ConfirmationContext,
  action: string,
  open: readonly OpenLine[],
  { lines, ...after }: Partial<Record<keyof LineDecision, unknown>>,
): Promise<void> {
  const sum = open.reduce((total, { line }) => total + line.amountCents, 0n);
  await addAudit(db, {
    at: clock.now(),
    actorId,
    action,
    subject: open[0]?.line.id ?? '',
    before: null,
    after: {
      ...after,
      lines,
      // More than these are looked up in the statement.
      ...(open.length <= mostNamed ? { ids: open.map(({ line }) => line.id) } : {}),
      sum: decimal(sum),
    },
  });
}

type MessageAnswer = { message: string };

/** Decides lines of PayPal's report, one at a time, or of bank statements. */
export function decide(
  context: Parameters<typeof decideLine>[0] & ConfirmationContext,
  given: LineDecision,
  commit: Commit<MessageAnswer>,
): Promise<MessageAnswer> {
  const [first, ...more] = given.lines;
  if (!first || !/^\d+$/.test(first))
    return commit(async (tx) => ({
      message: await decideStatementLines({ ...context, db: tx }, given),
    }));
  if (more.length > 0) throw new Fault(409, words('Select one line at a time for this.'));
  return decideLine(context, Number(first), given, commit);
}

interface Given {
  reference?: string | undefined;
  paymentId?: string | undefined;
  refundId?: string | undefined;
  acceptDifference?: boolean | undefined;
  keepSurplus?: boolean | undefined;
  reason: string;
}

/** Pays the first unpaid instalment of an application with a line, by the claim that waits for it if there is one. */
export async function assignLine(
  context: ConfirmationContext,
  { line, statement }: OpenLine,
  { reference, acceptDifference, keepSurplus }: Given,
): Promise<string> {
  const { db } = context;
  if (line.amountCents < 0n)
    throw new Fault(409, words('Only money that came can pay for an application.'));
  const applicationId = reference && (await findApplicationId(db, reference));
  if (!applicationId) {
    const message = words('This application does not exist.');
    throw new Fault(404, message, { fields: { reference: message } });
  }
  await lockApplication(db, applicationId);
  const instalmentId = await findInstalmentToPay(db, applicationId, undefined);
  const claimed = (await listPaymentsOfInstalment(db, instalmentId)).find(
    ({ status, rail }) => status === 'claimed' && rail === statement.rail,
  );
  const paymentId =
    claimed?.id ??
    (await claimForPayer(context, context, statement, { chosenInstalmentId: instalmentId }));
  return confirmTransfer(context, paymentId, {
    receivedAmount: decimal(line.amountCents),
    receivedOn: line.bookedOn,
    lineId: line.id,
    acceptDifference,
    keepSurplus,
  });
}

/** Money of a payment went back with the line: with a refund that is recorded already, or one that is recorded now. */
async function returnLine(
  context: ConfirmationContext,
  { line, statement }: OpenLine,
  { paymentId, refundId, reason }: Given,
): Promise<string> {
  const { db, jobs, clock, actorId, settings } = context;
  if (line.amountCents > 0n)
    throw new Fault(409, words('Only money that left can have gone back to a payer.'));
  const payment = await lockPayment(context, paymentId);
  if (payment.rail !== statement.rail)
    throw new Fault(409, words('This line is from the statement of another account.'));
  if (refundId !== undefined) {
    await requireRefund(context, payment, Number(refundId), -line.amountCents);
    await setLine(db, line.id, { refundEventId: Number(refundId), reason });
    return words('The line is the refund that was recorded.');
  }
  const heldCents = leftOf(payment);
  if (heldCents < -line.amountCents)
    throw new Fault(409, words('Less is left of this payment than the line says went back.'));
  if (payment.receivedOn && line.bookedOn < payment.receivedOn)
    throw new Fault(409, words('The date cannot be before the money arrived.'));
  await bookRefund(
    { db, jobs, at: clock.now() },
    {
      paymentId: payment.id,
      actor: { kind: 'admin', id: actorId },
      refundedCents: (payment.refundedCents ?? 0n) - line.amountCents,
      refundedOn: line.bookedOn,
      reason,
      eventData: { lineId: line.id },
      notifyAfter: notifyAfter(settings),
    },
  );
  const event = (await listPaymentEvents(db, payment.id)).at(-1);
  await setLine(db, line.id, { refundEventId: event?.id ?? null, reason });
  return words('The refund is recorded.');
}

async function lockPayment({ db }: ConfirmationContext, id: string | undefined): Promise<Payment> {
  const seen = id === undefined ? undefined : await findPayment(db, id);
  if (seen) await lockApplication(db, seen.application.id);
  const locked = seen && (await findPayment(db, seen.payment.id));
  if (!locked) throw new Fault(404, words('This payment does not exist.'));
  return locked.payment;
}

/** A refund of the payment that is in force, of this amount; that one line is it, the database sees to. */
async function requireRefund(
  { db }: ConfirmationContext,
  payment: Payment,
  eventId: number,
  cents: bigint,
): Promise<void> {
  const bookings = bookingsOf(await listPaymentEvents(db, payment.id));
  const refund = bookings.find(({ event, kind }) => kind === 'refunded' && event.id === eventId);
  if (refund?.cents !== cents)
    throw new Fault(409, words('This refund is no longer recorded, or is of another amount.'));
  const [known] = await listRefundEvents(db, [eventId]);
  if (known?.lineId) throw new Fault(409, words('Another line is this refund already.'));
}

/** The payment whose refund was recorded with the line, and not before it. */
async function findRefundedBy(
  { db }: ConfirmationContext,
  { id, refundEventId }: StatementLine,
): Promise<string | undefined> {
  const [refund] = await listRefundEvents(db, refundEventId === null ? [] : [refundEventId]);
  const events = refund ? await listPaymentEvents(db, refund.paymentId) : [];
  const event = events.find((one) => one.id === refundEventId);
  return event?.data.lineId === id ? refund?.paymentId : undefined;
}

/** Takes back what a line recorded of a payment; of a refund that was there before the line, nothing. */
async function takeBackLine(context: ConfirmationContext, line: StatementLine): Promise<void> {
  const { db } = context;
  const paymentId = line.paymentId ?? (await findRefundedBy(context, line));
  if (!paymentId) return;
  const found = await findPayment(db, paymentId);
  if (!found) throw new Error('The payment of a line vanished.');
  await takeBack(context, paymentId, {
    held: decimal(leftOf(found.payment)),
    reason: words('What its statement line recorded was undone.'),
  });
}
