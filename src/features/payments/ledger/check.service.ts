import { type Database, inTransaction } from '../../../server/database.ts';
import { paymentStatusOf } from '../payment.rules.ts';
import { DUE_RULES } from './due-fault.store.ts';
import { findFaults, type Findings, holdSnapshot, type LedgerFault } from './fault.store.ts';
import { PAYMENT_RULES } from './payment-fault.store.ts';
import { RAIL_RULES } from './rail-fault.store.ts';
import { reconcile } from './reconciliation.service.ts';
import { readStandings, sumPayments } from './standing.store.ts';

/** What must hold in the tables of every rail, each as the question for what does not. */
export const BOOK_RULES = { ...DUE_RULES, ...PAYMENT_RULES, ...RAIL_RULES };

/** A rule of the books and what it found. */
export interface Checked extends Findings {
  rule: string;
}

/**
 * Checks everything that the books say of themselves, over the whole database, and writes nothing. Where money
 * can arrive meanwhile, by `checkSnapshot`: else a payment between two questions looks like a fault.
 */
export async function checkLedger(db: Database): Promise<Checked[]> {
  const checked: Checked[] = [];
  for (const [rule, question] of Object.entries(BOOK_RULES))
    checked.push({ rule, ...(await findFaults(db, question)) });
  checked.push({ rule: VIEW_RULE, ...(await checkViews(db)) });
  checked.push({ rule: REPORT_RULE, ...(await checkReports(db)) });
  return checked;
}

/**
 * The same of one moment, while the site goes on: payments that arrive meanwhile are not seen. For a connection
 * without time limits (openDatabase's `isPatient`): over a million payments it takes minutes.
 */
export const checkSnapshot = (db: Database): Promise<Checked[]> =>
  inTransaction(db, async (tx) => {
    await holdSnapshot(tx);
    return checkLedger(tx);
  });

/** The rules that do not hold. */
export const brokenIn = (checked: readonly Checked[]): Checked[] =>
  checked.filter(({ total }) => total > 0);

const REPORT_RULE = 'the reports add up to what the payments say';
const ever = { from: '1900-01-01', until: '2200-01-01' };

/** What the report of all months says came and went back, beside the payments themselves. */
async function checkReports(db: Database): Promise<Findings> {
  const lines = await reconcile(db, ever);
  const sum = (which: 'receivedCents' | 'refundedCents') =>
    lines.reduce((total, line) => total + line[which], 0n);
  const found = `${sum('receivedCents')} cents came, ${sum('refundedCents')} went back`;
  const { receivedCents, refundedCents } = await sumPayments(db);
  const expected = `${receivedCents} cents came, ${refundedCents} went back`;
  const faults = found === expected ? [] : [{ subject: 'reports', found, expected }];
  return { faults, total: faults.length };
}

const VIEW_RULE = 'an application shows what its schedule and payments add up to';
const applicationsPerTurn = 1000;
const mostShown = 20;

/** Plan, price and payment status of every application, worked out anew. */
async function checkViews(db: Database): Promise<Findings> {
  const faults: LedgerFault[] = [];
  let total = 0;
  let after: string | undefined;
  do {
    const standings = await readStandings(db, { after, limit: applicationsPerTurn });
    for (const { id, shown, schedule, attempts } of standings) {
      const found = inWords(shown);
      const expected = inWords({ ...schedule, paymentStatus: paymentStatusOf(schedule, attempts) });
      if (found === expected) continue;
      total++;
      if (faults.length < mostShown) faults.push({ subject: id, found, expected });
    }
    after = standings.length === applicationsPerTurn ? standings.at(-1)?.id : undefined;
  } while (after);
  return { faults, total };
}

const inWords = (view: { paymentStatus: string; plan: string; amountCents: bigint }) =>
  `${view.paymentStatus}, ${view.plan} of ${view.amountCents} cents`;
