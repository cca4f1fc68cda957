import type { CardService } from '../../../../../server/external-services.ts';
import { type Database, inTransaction } from '../../../../../server/database/database.ts';
import { CURRENCY } from '../../../../../shared/money.ts';
import { days, hours, seconds } from '../../../../../shared/time.ts';
import { postOtherMoney, postReportedFee } from '../../../core/journal/journal.service.ts';
import { dayOf, RECEIVED } from '../../../core/payment.rules.ts';
import {
  findRailCheck,
  noteRailProblem,
  type RailCheck,
  setRailCheck,
} from '../../../core/rail-check.store.ts';
import type { OrderContext } from '../locked-order.service.ts';
import { type Answer, problemOf } from '../paypal/paypal-http.gateway.ts';
import { listTransactions, readBalances } from '../paypal/paypal.gateway.ts';
import { spansOf } from '../paypal/report.rules.ts';
import { findByCaptureId, findFirstOrderTime, type PaypalOrder } from '../paypal-order.store.ts';
import { type Log, PaypalUnavailable, syncCapture, syncOrder } from '../reconciliation.service.ts';
import {
  findOldestPending,
  keepLines,
  listLinesAbout,
  listLinesIn,
  lockLine,
  type PaypalLine,
  setLine,
  sumReportedBack,
} from './paypal-line.store.ts';
import { lockApplicationsOfPayment } from '../../../core/moves/move.store.ts';
import type { Account, EntryKind } from '../../../core/journal/journal.rules.ts';
import { findPayment, type JoinedPayment } from '../../../core/payment.store.ts';
import { lineKindOf } from './line.rules.ts';

/** A transaction appears up to three hours late: https://developer.paypal.com/docs/api/transaction-search/v1/ */
const latenessMs = hours(3);
/** PayPal reports the last three years. */
const historyMs = days(3 * 365 - 1);
/** A bank's payment that is pending for longer is asked for no more. */
const longestPendingMs = days(62);

/**
 * Reads PayPal's report from where it was complete, matches its lines and asks for the balance. What PayPal does not
 * answer is noted and asked for again by the next run.
 */
export async function checkReport(
  context: OrderContext,
  card: CardService,
  log: Log,
): Promise<void> {
  const { db, clock } = context;
  const now = clock.now();
  const known = await findRailCheck(db, 'paypal');
  const begun = known?.account === card.clientId ? known : await begin(context, card);
  if (!begun) return;
  const reached = await readLines(context, card, begun);
  if (reached.kind !== 'ok') return noteRailProblem(db, begun, problemOf(reached));
  if (!(await matchLines(context, card, log)))
    return noteRailProblem(db, begun, 'some lines could not be matched');
  const balance = await balanceAt(card, reached.value);
  if (balance.kind !== 'ok') return noteRailProblem(db, begun, problemOf(balance));
  await setRailCheck(db, {
    ...begun,
    completeUntil: reached.value,
    balance: balance.value,
    checkedAt: now,
    problem: null,
  });
}

/** Begins a day before our first order, with what the account held then. Undefined when PayPal does not say. */
async function begin(
  { db, clock }: OrderContext,
  card: CardService,
): Promise<RailCheck | undefined> {
  const now = clock.now();
  const first = (await findFirstOrderTime(db, card.clientId)) ?? now;
  const from = new Date(
    Math.max(first.getTime() - days(1), now.getTime() - historyMs) - latenessMs,
  );
  const check: RailCheck = {
    name: 'paypal',
    account: card.clientId,
    isTest: card.isTest,
    completeUntil: from,
    checkedAt: null,
    problem: null,
    balance: null,
  };
  const opening = await balanceAt(card, new Date(from.getTime() - latenessMs - seconds(1)));
  if (opening.kind !== 'ok') {
    await noteRailProblem(db, check, problemOf(opening));
    return undefined;
  }
  await inTransaction(db, async (tx) => {
    await setRailCheck(tx, check);
    if (opening.value !== 0n) await postOpening(tx, check, opening.value, now);
  });
  return check;
}

/** The balance in US cents. */
async function balanceAt(card: CardService, time: Date): Promise<Answer<bigint>> {
  const answer = await readBalances(card, time);
  if (answer.kind !== 'ok') return answer;
  const own = answer.value.balances.find(({ currency }) => currency === CURRENCY);
  return { kind: 'ok', value: own?.totalCents ?? 0n };
}

const postOpening = (tx: Database, check: RailCheck, cents: bigint, at: Date) =>
  postOtherMoney(tx, [
    {
      at,
      day: dayOf(check.completeUntil),
      kind: 'opening',
      source: `opening:paypal:${check.account}`,
      held: 'paypal',
      other: 'opening',
      cents,
      isTest: check.isTest,
    },
  ]);

/** Keeps all lines, window by window, and answers until when they are complete. */
async function readLines(
  { db, clock }: OrderContext,
  card: CardService,
  check: RailCheck,
): Promise<Answer<Date>> {
  const to = clock.now();
  const pending = (await findOldestPending(db))?.getTime() ?? to.getTime();
  const from = new Date(
    Math.min(
      check.completeUntil.getTime() - latenessMs,
      Math.max(pending, to.getTime() - longestPendingMs),
    ),
  );
  let reached = check.completeUntil;
  for (const span of spansOf({ from, to })) {
    const answer = await listTransactions(card, span);
    if (answer.kind !== 'ok') return answer;
    const { lines, completeUntil } = answer.value;
    reached = completeUntil;
    await inTransaction(db, async (tx) => {
      await keepLines(tx, lines, { isTest: card.isTest, readAt: clock.now() });
      await setRailCheck(tx, { ...check, completeUntil });
    });
    if (completeUntil < span.to) break;
  }
  return { kind: 'ok', value: reached };
}

const linesPerTurn = 200;

/**
 * Explains new lines, and those that nothing explained before. What fails on our side is logged and tried again by the
 * next run. False when a line failed or PayPal did not answer.
 */
async function matchLines(context: OrderContext, card: CardService, log: Log): Promise<boolean> {
  let isWhole = true;
  let after = 0;
  for (;;) {
    const lines = await listLinesIn(context.db, ['new', 'unmatched'], {
      after,
      limit: linesPerTurn,
    });
    for (const line of lines) {
      try {
        await matchLine(context, card, line);
      } catch (error) {
        if (error instanceof PaypalUnavailable) return false;
        log.error(
          { err: error, line: line.id },
          'a line of the PayPal report could not be matched',
        );
        isWhole = false;
      }
    }
    after = lines.at(-1)?.id ?? after;
    if (lines.length < linesPerTurn) return isWhole;
  }
}

async function matchLine(
  context: OrderContext,
  card: CardService,
  line: PaypalLine,
): Promise<void> {
  const { db } = context;
  const found = await findOwn(db, line);
  if (!(found && (await isExplained(db, line, found)))) await askPaypal(context, card, line, found);
  await inTransaction(db, (tx) => settleLine(tx, line, context.clock.now()));
}

interface Own {
  order: PaypalOrder;
  payment: JoinedPayment;
}

/** The transaction of ours that a line is, or is about. */
const rootOf = (line: PaypalLine) =>
  lineKindOf(line) === 'payment' ? line.transactionId : (line.referenceId ?? line.transactionId);

async function findOwn(db: Database, line: PaypalLine): Promise<Own | undefined> {
  const order = await findByCaptureId(db, rootOf(line));
  const payment = order && (await findPayment(db, order.paymentId));
  return payment && { order, payment };
}

/** A payment, or money that went back, is recorded the one way in which payments are recorded. */
async function askPaypal(
  context: OrderContext,
  card: CardService,
  line: PaypalLine,
  own: Own | undefined,
): Promise<void> {
  const kind = lineKindOf(line);
  if (kind !== 'payment' && kind !== 'money_back') return;
  if (own) await syncOrder(context, card, own.order);
  else if (kind === 'payment' && line.state === 'new')
    await syncCapture(context, card, line.transactionId);
}

/** Whether nothing is left to book of a line but its fee. */
async function isExplained(db: Database, line: PaypalLine, own: Own | undefined): Promise<boolean> {
  switch (lineKindOf(line)) {
    case 'payment':
      return own?.payment.payment.receivedCents === line.amountCents && isReceived(own);
    case 'money_back': {
      if (!own || !isReceived(own)) return false;
      const back = await sumReportedBack(db, own.order.captureId ?? '', line.id);
      return (own.payment.payment.refundedCents ?? 0n) >= back;
    }
    case 'other':
      return false;
    default:
      return true;
  }
}

/** Whether the journal has a line's money by now; the next run writes that down. */
export const isRecordedByNow = async (tx: Database, line: PaypalLine): Promise<boolean> =>
  isExplained(tx, line, await findOwn(tx, line));

const isReceived = ({ payment }: Own) => RECEIVED.includes(payment.payment.status);

/** Writes what a line means, with its application locked first where it has one. */
export async function settleLine(tx: Database, seen: PaypalLine, at: Date): Promise<void> {
  const before = await findOwn(tx, seen);
  if (before) await lockApplicationsOfPayment(tx, before.payment.payment.id);
  const line = await lockLine(tx, seen.id);
  if (line.state !== 'new' && line.state !== 'unmatched') return;
  const own = await findOwn(tx, line);
  const kind = lineKindOf(line);
  if (kind === 'pending') return setLine(tx, line.id, { state: 'pending' });
  if (kind === 'nothing') return setLine(tx, line.id, { state: 'matched' });
  const entry = entryOf(line, own, at);
  await postFeeOf(tx, line, entry);
  if (!(await isExplained(tx, line, own))) return setUnmatched(tx, line, entry, own);
  if (kind === 'transfer')
    await postMoved(tx, entry, { kind: 'transfer', cents: line.amountCents, other: 'in_transit' });
  await explain(tx, line, entry, own);
}

type Entry = ReturnType<typeof entryOf>;

/** What all journal rows of a line have in common. */
const entryOf = (line: PaypalLine, own: Own | undefined, at: Date) => ({
  at,
  day: dayOf(line.at),
  isTest: line.isTest,
  isDollars: line.currency === CURRENCY,
  source: `paypal-line:${line.id}`,
  applicationId: own?.payment.application.id ?? null,
  instalmentId: own?.payment.instalment.id ?? null,
  paymentId: own?.payment.payment.id ?? null,
});

/** Moves dollars into `paypal`, or out of it when below zero. */
async function postMoved(
  tx: Database,
  { isDollars, ...entry }: Entry,
  moved: { kind: EntryKind; cents: bigint; other: Account },
): Promise<void> {
  if (isDollars) await postOtherMoney(tx, [{ ...entry, ...moved, held: 'paypal' }]);
}

/** A fee of its own, or PayPal's share of a payment. */
async function postFeeOf(tx: Database, line: PaypalLine, entry: Entry): Promise<void> {
  if (!entry.isDollars) return;
  const { transactionId, eventCode, amountCents, feeCents } = line;
  const isFee = lineKindOf(line) === 'fee';
  await postReportedFee(
    tx,
    isFee
      ? { transactionId: `${transactionId}:${eventCode}`, cents: -amountCents - feeCents }
      : { transactionId, cents: -feeCents },
    entry,
  );
}

/** The journal explains the line: what was booked to `unmatched` before is taken back. */
async function explain(
  tx: Database,
  line: PaypalLine,
  entry: Entry,
  own: Own | undefined,
): Promise<void> {
  if (line.state === 'unmatched')
    await postMoved(
      tx,
      { ...entry, source: `${entry.source}:matched` },
      { kind: 'unmatched_ended', cents: -line.amountCents, other: 'unmatched' },
    );
  await setLine(tx, line.id, {
    state: 'matched',
    paymentId: own?.payment.payment.id ?? null,
  });
}

async function setUnmatched(
  tx: Database,
  line: PaypalLine,
  entry: Entry,
  own: Own | undefined,
): Promise<void> {
  if (line.state === 'new') {
    await postMoved(tx, entry, { kind: 'unmatched', cents: line.amountCents, other: 'unmatched' });
    await setLine(tx, line.id, {
      state: 'unmatched',
      paymentId: own?.payment.payment.id ?? null,
    });
  }
  await endIfReturned(tx, rootOf(line));
}

/** Unmatched money that went back in whole needs nobody any more. */
async function endIfReturned(tx: Database, transactionId: string): Promise<void> {
  const open = (await listLinesAbout(tx, transactionId)).filter(
    ({ state }) => state === 'unmatched',
  );
  const left = open.reduce((sum, { amountCents }) => sum + amountCents, 0n);
  if (left !== 0n || open.length < 2) return;
  for (const { id } of open) await setLine(tx, id, { state: 'matched' });
}
