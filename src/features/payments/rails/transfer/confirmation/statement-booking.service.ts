import { addAudit } from '../../../../../server/audit.store.ts';
import type { AppContext, RequestContext } from '../../../../../server/context.ts';
import { type Database, inTransaction } from '../../../../../server/database/database.ts';
import { Fault } from '../../../../../shared/fault.ts';
import { isLanguage, LANGUAGES } from '../../../../../shared/language.ts';
import { decimal, dollars } from '../../../../../shared/money.ts';
import { words } from '../../../../../shared/words.ts';
import { lockApplication } from '../../../../application/application.store.ts';
import { memoOf, RECEIVED } from '../../../core/payment.rules.ts';
import { findPayment } from '../../../core/payment.store.ts';
import { findInstalment } from '../../../core/schedule/schedule.store.ts';
import { notifyOfSubmission } from '../../../core/settlement.service.ts';
import { claimPayment } from '../claim.service.ts';
import {
  differenceDetail,
  requireDue,
  surplusOf,
} from '../../../core/moves/move-target.service.ts';
import { confirmTransfer, type ConfirmationContext } from './confirmation.service.ts';
import { undoMs } from '../statements/statement.rules.ts';
import { postOpening } from '../statements/statement.service.ts';
import { requireImport, matchStatement } from '../statements/statement-matching.service.ts';
import {
  deleteImport,
  hasResolvedLines,
  listTicked,
  lockImport,
  lockLine,
  setImport,
  setLine,
  type StatementImport,
  type StatementLine,
  untickLines,
} from '../statements/statement.store.ts';

type StatementContext = Pick<
  RequestContext<never>,
  'db' | 'clock' | 'jobs' | 'translate' | 'language'
> & { actorId: string };

const CHANGED = words(
  'This statement has changed since you opened it. Refresh it and check again.',
);

interface AppliedLines {
  version: string;
  lines: readonly string[];
  /** Whether lines of more or less than is due are meant. */
  acceptDifference?: boolean | undefined;
  /** Whether what is more than due counts for the next payments of its plan. */
  keepSurplus?: boolean | undefined;
}

/**
 * Confirms the ticked lines of a statement. The ledger changes at `bookAt`; until then the lines can be undone.
 * Throws 404, and 409 when the matches are no longer those that were shown, or a line is not what is due and was not
 * accepted.
 */
export async function applyLines(
  context: StatementContext,
  id: string,
  { version, lines: ticked, acceptDifference = false, keepSurplus = false }: AppliedLines,
): Promise<Date> {
  const { db, clock, actorId, language } = context;
  const found = await lockRequiredImport(db, id);
  if (found.state !== 'open')
    throw new Fault(409, words('The lines of this statement are already confirmed.'));
  const now = await matchStatement(db, found);
  if (now.version !== version) throw new Fault(409, CHANGED);
  const wanted = new Set(ticked);
  const chosen = now.lines.filter(({ line }) => wanted.has(line.id));
  if (chosen.length < wanted.size) throw new Fault(409, CHANGED);
  if (!acceptDifference) await requireEqual(context, chosen);
  const chosenInstalments = new Set<string>();
  await untickLines(db, id);
  for (const { line, proposal } of chosen) {
    if (!proposal)
      throw new Fault(409, words('One of the selected lines does not match any payment.'));
    const { instalmentId, paymentId } = proposal.due;
    if (chosenInstalments.has(instalmentId))
      throw new Fault(
        409,
        words('Two of the selected lines are for the same payment. Select only one.'),
      );
    chosenInstalments.add(instalmentId);
    await setLine(db, line.id, {
      chosenInstalmentId: instalmentId,
      chosenPaymentId: paymentId,
      keepsSurplus: keepSurplus && proposal.difference === 'more',
      failure: null,
    });
  }
  const at = clock.now();
  const bookAt = new Date(at.getTime() + undoMs);
  const state = 'applied';
  await setImport(db, id, { state, appliedBy: actorId, locale: language, bookAt });
  const sumCents = chosen.reduce((sum, { line }) => sum + line.amountCents, 0n);
  const after = { lines: chosen.length, sum: decimal(sumCents) };
  await addAudit(db, {
    at,
    actorId,
    action: 'statement.applied',
    subject: id,
    before: null,
    after,
  });
  return bookAt;
}

/** Lines of more or less than is due are named with both amounts; what matches no payment is refused elsewhere. */
async function requireEqual(
  context: StatementContext,
  chosen: Awaited<ReturnType<typeof matchStatement>>['lines'],
): Promise<void> {
  const differing = chosen.flatMap(({ line, proposal }) =>
    proposal && proposal.difference !== 'equal'
      ? {
          instalmentId: proposal.due.instalmentId,
          receivedCents: line.amountCents,
          dueCents: proposal.due.remainingCents,
          reference: proposal.due.reference,
        }
      : [],
  );
  const [first, ...more] = differing;
  if (!first) return;
  if (more.length === 0) return requireDue(context, first);
  const message = words('{count} lines are not what is due: {lines}.');
  const values = {
    count: differing.length,
    lines: differing
      .map(
        ({ reference, receivedCents, dueCents }) =>
          `${reference}: ${dollars(receivedCents)} / ${dollars(dueCents)}`,
      )
      .join(', '),
  };
  const all = { overCents: 0n, creditableCents: 0n };
  for (const { instalmentId, receivedCents } of differing) {
    const one = await surplusOf(context.db, { instalmentId }, receivedCents);
    all.overCents += one.overCents;
    all.creditableCents += one.creditableCents;
  }
  throw new Fault(409, context.translate(message, context.language, values), {
    detail: differenceDetail(all),
  });
}

/** Undoes confirmed lines that are not booked yet. Throws 404 and 409. */
export async function undoLines(
  { db, clock, actorId }: StatementContext,
  id: string,
): Promise<void> {
  const { state } = await lockRequiredImport(db, id);
  if (state === 'booking')
    throw new Fault(409, words('The lines are being recorded and can no longer be undone.'));
  if (state === 'open')
    throw new Fault(
      409,
      words(
        'No lines are waiting to be recorded. To correct a recorded payment, open that payment.',
      ),
    );
  const at = clock.now();
  await untickLines(db, id);
  await setImport(db, id, { state: 'open', bookAt: null });
  const nothing = { before: null, after: null };
  await addAudit(db, { at, actorId, action: 'statement.undone', subject: id, ...nothing });
}

/** Records the confirmed lines now instead of in ten minutes. Throws 404 and 409. */
export async function bookNow({ db, clock, jobs }: StatementContext, id: string): Promise<void> {
  const { state } = await lockRequiredImport(db, id);
  if (state === 'open')
    throw new Fault(409, words('This statement has no lines waiting to be recorded.'));
  if (state === 'applied') await setImport(db, id, { bookAt: clock.now() });
  await jobs.send(db, 'statement-book', { id });
}

/** Deletes a statement of which no line is recorded. Throws 404 and 409. */
export async function discard(
  context: StatementContext & Pick<RequestContext<never>, 'settings'>,
  id: string,
): Promise<void> {
  const { db, clock, actorId } = context;
  const { state, rail } = await lockRequiredImport(db, id);
  if (state !== 'open')
    throw new Fault(409, words('Some lines of this statement are confirmed. Undo them first.'));
  if (await hasResolvedLines(db, id))
    throw new Fault(409, words('Lines of this statement are recorded. Undo them first.'));
  await deleteImport(db, id);
  await postOpening(context, rail);
  const nothing = { before: null, after: null };
  const at = clock.now();
  await addAudit(db, { at, actorId, action: 'statement.discarded', subject: id, ...nothing });
}

/**
 * Records the confirmed lines of a statement that are due, each in its own transaction: a failing line stores its
 * reason and does not stop the others. After an interruption it continues with the rest.
 */
export async function bookLines(context: AppContext, id: string): Promise<void> {
  const found = await inTransaction(context.db, async (tx) => {
    const locked = await lockImport(tx, id);
    const isDue = locked?.bookAt && locked.bookAt.getTime() <= context.clock.now().getTime();
    if (!locked || locked.state === 'open' || !isDue) return undefined;
    await setImport(tx, id, { state: 'booking' });
    return locked;
  });
  if (!found) return;
  for (const lineId of await listTicked(context.db, id))
    await bookOrRecordFailure(context, found, lineId);
  await inTransaction(context.db, async (tx) => {
    const locked = await lockImport(tx, id);
    if (locked?.state !== 'booking') return;
    await untickLines(tx, id);
    await setImport(tx, id, { state: 'open', bookAt: null, bookedAt: context.clock.now() });
  });
}

async function bookOrRecordFailure(
  context: AppContext,
  found: StatementImport,
  lineId: string,
): Promise<void> {
  try {
    await inTransaction(context.db, (tx) => bookLine(context, tx, found, lineId));
  } catch (error) {
    // A Fault is stored at the line; anything else makes the queue try again.
    if (!(error instanceof Fault)) throw error;
    const failure = context.translate(error.message, languageOf(found));
    await inTransaction(context.db, async (tx) => {
      const line = await lockLine(tx, lineId);
      if (line && isToBook(line)) await setLine(tx, lineId, { failure });
    });
  }
}

async function bookLine(
  context: AppContext,
  tx: Database,
  found: StatementImport,
  lineId: string,
): Promise<void> {
  const line = await lockLine(tx, lineId);
  if (!line || !isToBook(line) || !found.appliedBy) return;
  const { clock, jobs, translate, settings } = context;
  const confirming = {
    db: tx,
    settings,
    clock,
    jobs,
    translate,
    language: languageOf(found),
    actorId: found.appliedBy,
  };
  const paymentId = line.chosenPaymentId ?? (await claimForPayer(context, confirming, found, line));
  const payment = await findPayment(tx, paymentId);
  // Confirmed by hand meanwhile: only a person knows whether the line is that money or further money.
  if (payment && RECEIVED.includes(payment.payment.status))
    throw new Fault(409, words('This payment was confirmed by hand in the meantime.'));
  await confirmTransfer(confirming, paymentId, {
    receivedAmount: decimal(line.amountCents),
    receivedOn: line.bookedOn,
    lineId,
    // Whoever confirmed the line has seen both amounts.
    acceptDifference: true,
    keepSurplus: line.keepsSurplus,
  });
}

/** A payment that its payer has not claimed: the administrator claims it with the memo in its line. */
export async function claimForPayer(
  context: Pick<AppContext, 'clock' | 'settings'>,
  { db, actorId, jobs }: ConfirmationContext,
  { rail }: Pick<StatementImport, 'rail'>,
  line: Pick<StatementLine, 'chosenInstalmentId'>,
): Promise<string> {
  const due = await findInstalment(db, line.chosenInstalmentId ?? '');
  if (!due) throw new Fault(409, words('This payment does not exist.'));
  const application = await lockApplication(db, due.schedule.applicationId);
  const { payment } = await claimPayment(db, {
    application,
    rail,
    number: memoOf(application.reference, due.instalment.number),
    instalment: due.instalment.number,
    review: false,
    at: context.clock.now(),
    isTest: context.settings.sandbox,
    actor: { kind: 'admin', id: actorId },
  });
  if (application.applicationStatus === 'draft')
    await notifyOfSubmission({ db, jobs }, application.id);
  return payment.id;
}

const isToBook = (line: StatementLine) =>
  line.chosenInstalmentId !== null && line.paymentId === null && line.failure === null;

const languageOf = ({ locale }: StatementImport) =>
  isLanguage(locale ?? undefined) ? (locale as (typeof LANGUAGES)[number]) : LANGUAGES[0];

async function lockRequiredImport(db: Database, id: string): Promise<StatementImport> {
  return (await lockImport(db, id)) ?? requireImport(db, id);
}
