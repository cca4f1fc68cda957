import type { CardService } from '../../../../../server/external-services.ts';
import { type Database, inTransaction } from '../../../../../server/database/database.ts';
import { CURRENCY } from '../../../../../shared/money.ts';
import { days, hours, seconds } from '../../../../../shared/time.ts';
import { postOtherMoney } from '../../../core/journal/journal.service.ts';
import { dayOf } from '../../../core/payment.rules.ts';
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
import { findFirstOrderTime } from '../paypal-order.store.ts';
import type { Log } from '../reconciliation.service.ts';
import { matchLines } from './line-matching.service.ts';
import { findOldestPending, keepLines } from './paypal-line.store.ts';

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
