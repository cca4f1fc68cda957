import { addAudit } from '../../../server/audit.store.ts';
import type { Context, House } from '../../../server/context.ts';
import { type Database, inTransaction } from '../../../server/database.ts';
import { Fault } from '../../../shared/fault.ts';
import { isLanguage, LANGUAGES } from '../../../shared/language.ts';
import { decimal } from '../../../shared/money.ts';
import { words } from '../../../shared/words.ts';
import { lockApplication } from '../../application/application.store.ts';
import { RECEIVED } from '../payment.rules.ts';
import { findPayment } from '../payment.store.ts';
import { findInstalment } from '../schedule.store.ts';
import { memoOf } from './claim.rules.ts';
import { claimPayment } from './claim.service.ts';
import { confirmClaim, type Deed } from './confirmation.service.ts';
import { undoMs } from './import.rules.ts';
import { demandImport, matchStatement } from './matching.service.ts';
import {
  deleteImport,
  lockImport,
  setImport,
  type StatementImport,
  type StatementLine,
} from './statement.store.ts';
import { hasProved, listTicked, lockLine, setLine, untickLines } from './statement-line.store.ts';

type Desk = Pick<Context<never>, 'db' | 'clock' | 'jobs' | 'language'> & { actorId: string };

const CHANGED = words('Something has changed since you looked at this statement. Look again.');

/**
 * Confirms the ticked lines of a statement. Nothing changes in the ledger yet: they are booked at `bookAt`, and can
 * be taken back until then. Throws 404, and 409 when the matches are no longer those that were seen.
 */
export async function applyLines(
  desk: Desk,
  id: string,
  { version, lines: ticked }: { version: string; lines: readonly string[] },
): Promise<Date> {
  const { db, clock, actorId, language } = desk;
  const found = await lockedImport(db, id);
  if (found.state !== 'open')
    throw new Fault(409, words('The lines of this statement are already confirmed.'));
  const now = await matchStatement(db, found);
  if (now.version !== version) throw new Fault(409, CHANGED);
  const wanted = new Set(ticked);
  const chosen = now.lines.filter(({ line }) => wanted.has(line.id));
  if (chosen.length < wanted.size) throw new Fault(409, CHANGED);
  const dues = new Set<string>();
  await untickLines(db, id);
  for (const { line, proposal } of chosen) {
    if (!proposal) throw new Fault(409, words('One of the ticked lines fits no payment.'));
    const { instalmentId, paymentId } = proposal.due;
    if (dues.has(instalmentId))
      throw new Fault(409, words('Two of the ticked lines are for the same payment. Tick one.'));
    dues.add(instalmentId);
    await setLine(db, line.id, {
      chosenInstalmentId: instalmentId,
      chosenPaymentId: paymentId,
      failure: null,
    });
  }
  const at = clock.now();
  const bookAt = new Date(at.getTime() + undoMs);
  const state = 'applied';
  await setImport(db, id, { state, appliedBy: actorId, appliedAt: at, locale: language, bookAt });
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

/** Takes the ticks back before they are booked: the statement is as it was. Throws 404 and 409. */
export async function undoLines({ db, clock, actorId }: Desk, id: string): Promise<void> {
  const { state } = await lockedImport(db, id);
  if (state === 'booking')
    throw new Fault(409, words('The lines are being booked and can no longer be taken back.'));
  if (state === 'open')
    throw new Fault(
      409,
      words('No lines wait to be booked. A payment that was booked is corrected at the payment.'),
    );
  const at = clock.now();
  await untickLines(db, id);
  await setImport(db, id, { state: 'open', bookAt: null, undoneAt: at });
  const nothing = { before: null, after: null };
  await addAudit(db, { at, actorId, action: 'statement.undone', subject: id, ...nothing });
}

/** Lets the confirmed lines be booked now instead of in ten minutes. Throws 404 and 409. */
export async function bookNow({ db, clock, jobs }: Desk, id: string): Promise<void> {
  const { state } = await lockedImport(db, id);
  if (state === 'open')
    throw new Fault(409, words('No lines of this statement wait to be booked.'));
  if (state === 'applied') await setImport(db, id, { bookAt: clock.now() });
  await jobs.send(db, 'statement-book', { id });
}

/** Forgets a statement that has proved nothing. Throws 404 and 409. */
export async function discard({ db, clock, actorId }: Desk, id: string): Promise<void> {
  const { state } = await lockedImport(db, id);
  if (state !== 'open')
    throw new Fault(409, words('Lines of this statement are confirmed. Take them back first.'));
  if (await hasProved(db, id))
    throw new Fault(409, words('Lines of this statement have proved payments; it stays.'));
  await deleteImport(db, id);
  const nothing = { before: null, after: null };
  const at = clock.now();
  await addAudit(db, { at, actorId, action: 'statement.discarded', subject: id, ...nothing });
}

/**
 * Books the confirmed lines of a statement whose time has come, each in a transaction of its own: one that fails
 * keeps its sentence and holds up nobody. Cut off in the middle it goes on where it stopped.
 */
export async function bookLines(house: House, id: string): Promise<void> {
  const found = await inTransaction(house.db, async (tx) => {
    const locked = await lockImport(tx, id);
    const isDue = locked?.bookAt && locked.bookAt.getTime() <= house.clock.now().getTime();
    if (!locked || locked.state === 'open' || !isDue) return undefined;
    await setImport(tx, id, { state: 'booking' });
    return locked;
  });
  if (!found) return;
  for (const lineId of await listTicked(house.db, id)) await bookOrSayWhy(house, found, lineId);
  await inTransaction(house.db, async (tx) => {
    const locked = await lockImport(tx, id);
    if (locked?.state !== 'booking') return;
    await untickLines(tx, id);
    await setImport(tx, id, { state: 'open', bookAt: null, bookedAt: house.clock.now() });
  });
}

async function bookOrSayWhy(house: House, found: StatementImport, lineId: string): Promise<void> {
  try {
    await inTransaction(house.db, (tx) => bookLine(house, tx, found, lineId));
  } catch (error) {
    // What an administrator can mend stands beside the line; anything else is tried again by the queue.
    if (!(error instanceof Fault)) throw error;
    const failure = house.translate(error.message, languageOf(found));
    await inTransaction(house.db, async (tx) => {
      const line = await lockLine(tx, lineId);
      if (line && isToBook(line)) await setLine(tx, lineId, { failure });
    });
  }
}

async function bookLine(
  house: House,
  tx: Database,
  found: StatementImport,
  lineId: string,
): Promise<void> {
  const line = await lockLine(tx, lineId);
  if (!line || !isToBook(line) || !found.appliedBy) return;
  const { clock, jobs, translate } = house;
  const deed = {
    db: tx,
    clock,
    jobs,
    translate,
    language: languageOf(found),
    actorId: found.appliedBy,
  };
  const paymentId = line.chosenPaymentId ?? (await claimFor(house, deed, found, line));
  const payment = await findPayment(tx, paymentId);
  // Confirmed by hand in the meantime: the line may be that money or further money, which a person must say.
  if (payment && RECEIVED.includes(payment.payment.status))
    throw new Fault(409, words('This payment was confirmed by hand in the meantime.'));
  await confirmClaim(deed, paymentId, {
    receivedAmount: decimal(line.amountCents),
    receivedOn: line.bookedOn,
    lineId,
  });
}

/** Money of which its payer has told us nothing: the administrator claims it with the memo that stands in its line. */
async function claimFor(
  house: House,
  { db, actorId, jobs }: Deed,
  { rail }: StatementImport,
  line: StatementLine,
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
    at: house.clock.now(),
    isTest: house.settings.sandbox,
    actor: { kind: 'admin', id: actorId },
  });
  if (application.applicationStatus === 'draft')
    await jobs.send(db, 'application-submitted', { id: application.id });
  return payment.id;
}

const isToBook = (line: StatementLine) =>
  line.chosenInstalmentId !== null && line.paymentId === null && line.failure === null;

const languageOf = ({ locale }: StatementImport) =>
  isLanguage(locale ?? undefined) ? (locale as (typeof LANGUAGES)[number]) : LANGUAGES[0];

async function lockedImport(db: Database, id: string): Promise<StatementImport> {
  return (await lockImport(db, id)) ?? demandImport(db, id);
}
