import { randomUUID } from 'node:crypto';
import { addAudit } from '../../../../server/audit.store.ts';
import { Fault } from '../../../../shared/fault.ts';
import { decimal } from '../../../../shared/money.ts';
import { words } from '../../../../shared/words.ts';
import { postOtherMoney } from '../../core/journal/journal.service.ts';
import type { LineAction } from '../../core/lines/line-decision.contract.ts';
import { isSetAsideAccount, type SetAsideAccount } from '../../core/lines/line-decision.rules.ts';
import type { ConfirmationContext } from '../../rails/transfer/confirmation/confirmation.service.ts';
import {
  listOpenLinesWith,
  lockLines,
  type OpenLine,
} from '../../rails/transfer/statements/open-line.store.ts';
import { isResolved, ruleFor } from '../../rails/transfer/statements/statement-matching.service.ts';
import { memosIn } from '../../rails/transfer/statements/match.rules.ts';
import { listRules, putRule } from '../../rails/transfer/statements/statement-rule.store.ts';
import { type StatementLine, setLine } from '../../rails/transfer/statements/statement.store.ts';
import { assignLine, returnLine, takeBackLine } from './line-payment.service.ts';
import type { Commit } from '../../../../server/http/route.ts';
import { decideLine } from '../../rails/card/report/line-decision.service.ts';

export interface LineDecision {
  lines: readonly string[];
  to: LineAction;
  reference?: string | undefined;
  paymentId?: string | undefined;
  refundId?: string | undefined;
  contains?: string | undefined;
  acceptDifference?: boolean | undefined;
  reason: string;
}

const GONE = words('This statement line no longer exists.');
const RESOLVED = words('One of these lines is resolved already. Refresh the page and check again.');
const WAITING = words('One of these lines is confirmed and waits to be recorded. Undo that first.');
const ONE_AT_A_TIME = words('Select one line at a time for this.');
const mostByRule = 1000;

/**
 * Says what lines of bank statements are, in the caller's transaction, with an audit entry. Throws 404, and 409 where one
 * was resolved before or cannot be this.
 */
export async function decideStatementLines(
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
    after: { ...after, lines, sum: decimal(sum) },
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
