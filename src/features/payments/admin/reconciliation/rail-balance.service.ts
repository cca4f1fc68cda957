import type { Database } from '../../../../server/database/database.ts';
import { hours } from '../../../../shared/time.ts';
import type { Account, Asset } from '../../core/journal/journal.rules.ts';
import { listBalances } from '../../core/journal/journal.store.ts';
import { findRailCheck } from '../../core/rail-check.store.ts';
import { sumNotReported, sumPaypalDisputes } from '../../rails/card/report/paypal-balance.store.ts';

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
}

const OWN_MONEY: readonly Account[] = ['paypal', 'bank', 'zelle', 'treasury_eth', 'treasury_usdt'];

const UNASKED = { railBalance: null, difference: null, checkedAt: null };

/** The accounts that hold money, each beside what its rail says. */
export async function railBalances(db: Database, now: Date): Promise<RailBalance[]> {
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
