import { type Database, inTransaction } from '../../../../server/database/database.ts';
import { paymentStatusOf } from '../../core/payment.rules.ts';
import {
  SCHEDULE_INVARIANTS,
  PAYMENT_INVARIANTS,
  RAIL_INVARIANTS,
  JOURNAL_INVARIANTS,
} from './ledger-invariants.store.ts';
import {
  findViolations,
  type Findings,
  beginSnapshot,
  type Violation,
  groupApplicationStatuses,
  mostShown,
  sumPayments,
} from './ledger-check.store.ts';

import { sumByMonth } from './reconciliation.service.ts';

/** What must hold in the tables of every rail, each as the question for what does not. */
export const LEDGER_INVARIANTS = {
  ...SCHEDULE_INVARIANTS,
  ...PAYMENT_INVARIANTS,
  ...RAIL_INVARIANTS,
  ...JOURNAL_INVARIANTS,
};

/** A rule of the ledger with its violations. */
export interface CheckResult extends Findings {
  rule: string;
}

/**
 * Checks all rules of the ledger over the whole database, and writes nothing. Where payments can arrive
 * meanwhile, use `checkSnapshot`: otherwise a payment between two queries looks like a violation.
 */
export async function checkLedger(db: Database): Promise<CheckResult[]> {
  const checked: CheckResult[] = [];
  for (const [rule, question] of Object.entries(LEDGER_INVARIANTS))
    checked.push({ rule, ...(await findViolations(db, question)) });
  checked.push({ rule: VIEW_RULE, ...(await checkViews(db)) });
  checked.push({ rule: REPORT_RULE, ...(await checkReports(db)) });
  return checked;
}

/**
 * The same on a snapshot while the site runs: payments that arrive meanwhile are not seen. For a connection
 * without time limits (openDatabase's `isPatient`): over a million payments it takes minutes.
 */
export const checkSnapshot = (db: Database): Promise<CheckResult[]> =>
  inTransaction(db, async (tx) => {
    await beginSnapshot(tx);
    return checkLedger(tx);
  });

/** The rules that do not hold. */
export const failedChecks = (checked: readonly CheckResult[]): CheckResult[] =>
  checked.filter(({ total }) => total > 0);

const REPORT_RULE = 'the reports add up to what the payments say';
const ever = { from: '1900-01-01', until: '2200-01-01' };

/** The sums of the report of all months, compared with the payments. */
async function checkReports(db: Database): Promise<Findings> {
  const lines = await sumByMonth(db, ever);
  const sum = (which: 'receivedCents' | 'refundedCents') =>
    lines.reduce((total, line) => total + line[which], 0n);
  const found = `${sum('receivedCents')} cents came, ${sum('refundedCents')} went back`;
  const { receivedCents, refundedCents } = await sumPayments(db);
  const expected = `${receivedCents} cents came, ${refundedCents} went back`;
  const faults = found === expected ? [] : [{ subject: 'reports', found, expected }];
  return { faults, total: faults.length };
}

const VIEW_RULE = 'an application shows what its schedule and payments add up to';

/** Plan, price and payment status of every application, worked out anew. */
async function checkViews(db: Database): Promise<Findings> {
  const faults: Violation[] = [];
  let total = 0;
  for (const alike of await groupApplicationStatuses(db)) {
    const { shown, schedule, credited } = alike;
    const attempts = alike.attempts.map((attempt) => ({
      ...attempt,
      receivedCents: BigInt(attempt.receivedCents ?? 0),
      refundedCents: BigInt(attempt.refundedCents ?? 0),
      movedCents: BigInt(attempt.movedCents),
    }));
    const found = inWords(shown);
    const paymentStatus = paymentStatusOf(schedule, attempts, credited);
    const expected = inWords({ ...schedule, paymentStatus });
    if (found === expected) continue;
    total += alike.total;
    faults.push(...alike.ids.map((subject) => ({ subject, found, expected })));
  }
  return { faults: faults.slice(0, mostShown), total };
}

const inWords = (view: { paymentStatus: string; plan: string; amountCents: string }) =>
  `${view.paymentStatus}, ${view.plan} of ${view.amountCents} cents`;
