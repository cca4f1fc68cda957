import type { Database } from '../../../../server/database/database.ts';
import { days, hours } from '../../../../shared/time.ts';
import type { Account, Asset } from '../../core/journal/journal.rules.ts';
import { listBalances } from '../../core/journal/journal.store.ts';
import { findRailCheck } from '../../core/rail-check.store.ts';
import { listUnmatched } from '../../rails/card/report/paypal-line.store.ts';
import { sumNotReported, sumPaypalDisputes } from '../../rails/card/report/paypal-balance.store.ts';
import { compareStatements } from '../../rails/transfer/statements/statement-balance.store.ts';

/** An account of the journal beside the rail's own records. Amounts are in the smallest unit of the asset. */
export interface RailBalance {
  account: Account;
  asset: Asset;
  /** By our journal. */
  balance: bigint;
  /** By the rail; null where it was never asked, or tells no balance. */
  railBalance: bigint | null;
  /** What the journal says more than the rail, up to the time until which the rail's report is complete. */
  difference: bigint | null;
  /** When the rail last answered. */
  checkedAt: Date | null;
  /** Why it could not be asked since. */
  problem: string | null;
  /** Up to which day its statements go, YYYY-MM-DD; null where it is asked at any time. */
  until: string | null;
  /** Lines of it that nothing explains. */
  open: number;
}

const OWN_MONEY: readonly Account[] = ['paypal', 'treasury_eth', 'treasury_usdt'];

const UNASKED = { railBalance: null, difference: null, checkedAt: null, until: null, open: 0 };

/** The accounts that hold money, each beside what its rail says. */
export const railBalances = async (db: Database, now: Date): Promise<RailBalance[]> => [
  ...(await askedBalances(db, now)),
  ...(await statementBalances(db, now)),
];

/** Statements come once a month, and the bank needs some days. */
const staleStatementMs = days(40);

/** The accounts at the bank beside their newest statements with balances. */
async function statementBalances(db: Database, now: Date): Promise<RailBalance[]> {
  return (await compareStatements(db)).map(({ rail, until, closing, ours, open }) => {
    const checkedAt = until === null ? null : new Date(`${until}T00:00:00Z`);
    const isOld = checkedAt && now.getTime() - checkedAt.getTime() > staleStatementMs;
    return {
      account: rail,
      asset: 'USD',
      balance: ours,
      railBalance: closing,
      difference: closing === null ? null : ours - closing,
      checkedAt,
      problem: isOld || checkedAt === null ? 'no statement with balances was imported' : null,
      until,
      open,
    };
  });
}

async function askedBalances(db: Database, now: Date): Promise<RailBalance[]> {
  const check = await findRailCheck(db, 'paypal');
  const disputes = await findRailCheck(db, 'paypal_disputes');
  const balances = await listBalances(db, check?.isTest ?? false);
  const held = balances.filter(({ account }) => OWN_MONEY.includes(account));
  if (check && !held.some(({ account }) => account === 'paypal'))
    held.unshift({ account: 'paypal', asset: 'USD', balance: 0n });
  return Promise.all(
    held.map(async ({ account, asset, balance }) => {
      const own = { account, asset, balance };
      if (account !== 'paypal' || !check)
        return {
          ...own,
          ...UNASKED,
          problem: account === 'paypal' ? 'PayPal was never asked' : null,
        };
      const disputed = await sumPaypalDisputes(db, check.isTest);
      const later = await sumNotReported(db, check);
      const ours = balance + disputed - later;
      const checks = [check, ...(disputes ? [disputes] : [])];
      const checkedAt = oldest(checks.map((one) => one.checkedAt));
      return {
        ...own,
        railBalance: check.balance,
        difference: check.balance === null ? null : ours - check.balance,
        checkedAt,
        until: null,
        open: (await listUnmatched(db, 0)).total,
        problem:
          checks.find(({ problem }) => problem !== null)?.problem ?? staleness(checkedAt, now),
      };
    }),
  );
}

const oldest = (times: (Date | null)[]): Date | null =>
  times.reduce(
    (one, other) => (one && other ? (one < other ? one : other) : null),
    times[0] ?? null,
  );

/** The job asks each hour. */
const staleAfterMs = hours(3);

const staleness = (checkedAt: Date | null, now: Date) =>
  checkedAt && now.getTime() - checkedAt.getTime() <= staleAfterMs
    ? null
    : 'not asked for three hours';
