import { addAudit } from '../../../../server/audit.store.ts';
import type { RequestContext } from '../../../../server/context.ts';
import type { Database } from '../../../../server/database/database.ts';
import { csvLine } from '../../../../server/lists/csv.ts';
import { Fault } from '../../../../shared/fault.ts';
import { decimal } from '../../../../shared/money.ts';
import { words } from '../../../../shared/words.ts';
import { type Account, ACCOUNTS, type Asset } from '../../core/journal/journal.rules.ts';
import { dayOf, monthsAfter } from '../../core/payment.rules.ts';
import { amountOf } from '../../rails/crypto/quotes/quote.rules.ts';
import {
  type AccountSum,
  addClosedPeriod,
  findPeriods,
  holdJournal,
  listEntries,
  sumAccounts,
} from './balances.store.ts';
import { days, hours } from '../../../../shared/time.ts';
import { listBalances } from '../../core/journal/journal.store.ts';
import { findRailCheck } from '../../core/rail-check.store.ts';
import {
  listUnmatched,
  sumNotReported,
  sumPaypalDisputes,
} from '../../rails/card/report/paypal-line.store.ts';
import { compareStatements } from '../../rails/transfer/statements/statement-balance.store.ts';

/** "2026-11" of its first day, and the other way round. */
const monthOf = (day: string) => day.slice(0, 7);
const periodOf = (month: string) => `${month}-01`;

/** Accounts that what came in is taken from: they are shown with the sign that a reader expects. */
const CREDITED: readonly Account[] = [
  'kit_orders',
  'unmatched',
  'opening',
  'donations',
  'other_income',
];

/** The accounts of a month, this one without one, and what the rails say now. */
export async function balancesOf(db: Database, month: string | undefined, now: Date) {
  const today = dayOf(now);
  const { first, closed } = await findPeriods(db);
  const wanted = month ?? monthOf(today);
  const sums = await sumAccounts(db, periodOf(wanted));
  return {
    month: wanted,
    rails: await railsNow(db, now),
    months: monthsBetween(monthOf(first ?? today), monthOf(today)),
    closedUntil: closed && monthOf(closed),
    closable: closableMonth({ first, closed }, today),
    accounts: sums.sort(byPlace).map(shown),
  };
}

/** The accounts that are compared with what their rail says; the chain has a page of its own. */
async function railsNow(db: Database, now: Date) {
  const rails = await railBalances(db, now);
  return rails
    .filter(({ asset }) => asset === 'USD')
    .map(({ account, asset, balance, railBalance, difference, checkedAt, problem, ...rail }) => ({
      account,
      asset,
      ours: inUnitsOf(asset, (railBalance ?? balance) + (difference ?? 0n)),
      theirs: railBalance === null ? null : inUnitsOf(asset, railBalance),
      checkedAt,
      isStale: problem !== null,
      until: rail.until,
      open: rail.open,
    }));
}

/** The month after the last closed one, or the journal's first; null until it has ended. */
function closableMonth(
  { first, closed }: Awaited<ReturnType<typeof findPeriods>>,
  today: string,
): string | null {
  const next = closed ? monthsAfter(closed, 1) : first;
  return next && monthOf(next) < monthOf(today) ? monthOf(next) : null;
}

function monthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = last; month >= first; month = monthOf(monthsAfter(periodOf(month), -1)))
    months.push(month);
  return months.length > 0 ? months : [last];
}

const byPlace = (one: AccountSum, other: AccountSum) =>
  Number(one.isTest) - Number(other.isTest) ||
  ACCOUNTS.indexOf(one.account) - ACCOUNTS.indexOf(other.account) ||
  one.asset.localeCompare(other.asset);

function shown({ account, asset, isTest, before, debited, credited }: AccountSum) {
  const isCredited = CREDITED.includes(account);
  const sign = isCredited ? -1n : 1n;
  const text = (units: bigint) => inUnitsOf(asset, units);
  return {
    account,
    asset,
    isTest,
    before: text(sign * before),
    in: text(isCredited ? credited : debited),
    out: text(isCredited ? debited : credited),
    after: text(sign * (before + debited - credited)),
  };
}

const inUnitsOf = (asset: Asset, units: bigint): string =>
  asset === 'USD' ? decimal(units) : amountOf(units, asset);

/**
 * Closes the month after the last closed one, once it has ended. Throws 409 for any other, also when someone else has
 * just closed it.
 */
export async function closePeriod(
  { db, clock, actorId }: Pick<RequestContext<never>, 'db' | 'clock'> & { actorId: string },
  month: string,
): Promise<void> {
  const at = clock.now();
  await holdJournal(db);
  const periods = await findPeriods(db);
  if (closableMonth(periods, at.toISOString()) !== month)
    throw new Fault(
      409,
      words('This month cannot be closed. It has not ended, or it is closed already.'),
    );
  await addClosedPeriod(db, { period: periodOf(month), closedAt: at, closedBy: actorId });
  await addAudit(db, { at, actorId, action: 'month.closed', subject: month });
}

const entriesPerRead = 1000;

const COLUMNS = [
  'entry',
  'writtenAt',
  'day',
  'month',
  'kind',
  'debit',
  'credit',
  'amount',
  'asset',
  'reference',
  'instalment',
  'payment',
  'source',
  'test',
] as const;

/** The lines of the journal's CSV file; of all months without one. */
export async function* journalLines(
  db: Database,
  month: string | undefined,
): AsyncGenerator<string> {
  yield csvLine(COLUMNS);
  let after = 0;
  for (;;) {
    const period = month && periodOf(month);
    const rows = await listEntries(db, { period, after, limit: entriesPerRead });
    yield rows.map(lineOf).join('');
    if (rows.length < entriesPerRead) return;
    after = rows.at(-1)?.entry.id ?? after;
  }
}

const lineOf = ({ entry, reference }: Awaited<ReturnType<typeof listEntries>>[number]): string =>
  csvLine([
    entry.id,
    entry.at.toISOString(),
    entry.day,
    monthOf(entry.period),
    entry.kind,
    entry.debit,
    entry.credit,
    inUnitsOf(entry.asset, entry.amount),
    entry.asset,
    reference,
    entry.instalmentId,
    entry.paymentId,
    entry.source,
    entry.isTest,
  ]);

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
