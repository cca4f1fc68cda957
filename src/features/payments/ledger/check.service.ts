import type { Database } from '../../../server/database.ts';
import { paymentStatusOf } from '../payment.rules.ts';
import { BOOK_RULES, findFaults, type Findings, type LedgerFault } from './fault.store.ts';
import { readStandings } from './standing.store.ts';

/** A rule of the books and what it found. */
export interface Checked extends Findings {
  rule: string;
}

/**
 * Checks everything that the books say of themselves, over the whole database, and writes nothing. On a site
 * that is open, in a transaction with a snapshot: else a payment that arrives meanwhile can look like a fault.
 */
export async function checkLedger(db: Database): Promise<Checked[]> {
  const checked: Checked[] = [];
  for (const [rule, question] of Object.entries(BOOK_RULES))
    checked.push({ rule, ...(await findFaults(db, question)) });
  checked.push({ rule: VIEW_RULE, ...(await checkViews(db)) });
  return checked;
}

/** The rules that do not hold. */
export const brokenIn = (checked: readonly Checked[]): Checked[] =>
  checked.filter(({ total }) => total > 0);

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
