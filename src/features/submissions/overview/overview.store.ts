import { and, count, eq, gte, min, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../../../server/database/database.ts';
import { CURRENCY } from '../../../shared/money.ts';
import { fromEntries } from '../../../shared/record.ts';
import { passportApplications } from '../../application/application.store.ts';
import { type CountRule, counts, unityDeclarations } from '../../declaration/declaration.store.ts';
import { emailLogs } from '../../mail/log/email-log.store.ts';
import { users } from '../../../server/user.store.ts';
import { payments } from '../../payments/core/payment.store.ts';
import type { Period, TrendSpan } from './overview.rules.ts';

/** How many there are, and since when the oldest. */
export interface Found {
  count: number;
  since: Date | null;
}

/** Claims of payers that nobody has looked up yet. */
export async function findClaims(db: Database): Promise<Found> {
  const [found] = await db
    .select({ count: count(), since: min(payments.createdAt) })
    .from(payments)
    .where(eq(payments.status, 'claimed'));
  return found ?? { count: 0, since: null };
}

/** Mails that could not be sent, from a moment on. */
export async function findFailedMails(db: Database, from: Date): Promise<Found> {
  const [found] = await db
    .select({ count: count(), since: min(emailLogs.sentAt) })
    .from(emailLogs)
    .where(and(eq(emailLogs.status, 'failed'), gte(emailLogs.sentAt, from)));
  return found ?? { count: 0, since: null };
}

/** What the trends count, by the moment of each. */
const COUNTED = {
  signatures: { table: unityDeclarations, at: unityDeclarations.signedAt, where: counts },
  applications: { table: passportApplications, at: passportApplications.submittedAt },
  members: { table: users, at: users.createdAt },
} satisfies Record<string, { table: PgTable; at: PgColumn; where?: (rule: CountRule) => SQL }>;
type Counted = keyof typeof COUNTED;

const isoOf = (time: Date) => sql`${time.toISOString()}::timestamptz`;

/** How many since midnight, in the 24 hours before it, and of those until the same time of the day; in one statement. */
export async function compareDays(
  db: Database,
  times: Readonly<Record<'midnight' | 'dayBefore' | 'sameTime', Date>>,
  rule: CountRule,
): Promise<Record<Counted, { today: number; yesterdayByNow: number; yesterday: number }>> {
  const [midnight, dayBefore, sameTime] = [
    isoOf(times.midnight),
    isoOf(times.dayBefore),
    isoOf(times.sameTime),
  ];
  const each = Object.entries(COUNTED).map(
    ([name, { table, at, ...more }]) => sql`
      select ${name}::text as name, count(*) filter (where ${at} >= ${midnight})::int as today,
        count(*) filter (where ${at} < ${sameTime})::int as "yesterdayByNow",
        count(*) filter (where ${at} < ${midnight})::int as yesterday
      from ${table} where ${at} >= ${dayBefore}${'where' in more ? sql` and ${more.where(rule)}` : sql``}`,
  );
  const { rows } = await db.execute<{
    name: Counted;
    today: number;
    yesterdayByNow: number;
    yesterday: number;
  }>(sql.join(each, sql` union all `));
  return fromEntries(rows.map(({ name, ...counted }) => [name, counted]));
}

/** How many there are in each period, in order: a walk along the index of the times, of the table nothing. */
async function countPeriods(
  db: Database,
  counted: Counted,
  periods: readonly Period[],
): Promise<number[]> {
  const { table, at } = COUNTED[counted];
  const spans = periods.map(
    ({ from, until }, n) => sql`(${sql.raw(String(n))}, ${isoOf(from)}, ${isoOf(until)})`,
  );
  const { rows } = await db.execute<{ n: number }>(sql`
    select (select count(*)::int from ${table} where ${at} >= span.since and ${at} < span.until) as n
    from (values ${sql.join(spans, sql`, `)}) as span(place, since, until) order by span.place`);
  return rows.map(({ n }) => n);
}

export const countApplications = (db: Database, periods: readonly Period[]) =>
  countPeriods(db, 'applications', periods);

/**
 * Signatures that count in each period, in order. All are counted along their index and those that do not count taken
 * away: those are few, and have indexes of their own.
 */
export async function countSignaturesIn(
  db: Database,
  span: TrendSpan,
  periods: readonly Period[],
  rule: CountRule,
): Promise<number[]> {
  const all = await countPeriods(db, 'signatures', periods);
  const { signedAt, invalidatedAt, confirmedAt } = unityDeclarations;
  const isUnconfirmed = rule.signaturesNeedConfirmation ? sql`${confirmedAt} is null` : sql`false`;
  const from = periods[0]?.from ?? new Date(0);
  const rows = await db
    .select({ name: periodOf(span, sql`${signedAt} at time zone 'UTC'`), n: count() })
    .from(unityDeclarations)
    .where(and(sql`(${invalidatedAt} is not null or ${isUnconfirmed})`, gte(signedAt, from)))
    .groupBy(sql`1`);
  const gone = new Map(rows.map(({ name, n }) => [name, n]));
  return all.map((n, place) => n - (gone.get(periods[place]?.name ?? '') ?? 0));
}

/** The first day of the period in which a moment of UTC is. */
const periodOf = (span: TrendSpan, time: SQL) =>
  sql<string>`to_char(date_trunc(${sql.raw(span === 'days' ? `'day'` : `'month'`)}, ${time}), 'YYYY-MM-DD')`;

/** What came on each rail in each period, in cents, from a day on; periods and rails without any are absent. */
export async function sumReceivedIn(db: Database, span: TrendSpan, from: string) {
  const { receivedOn, rail, receivedCents, currency } = payments;
  const rows = await db
    .select({
      name: periodOf(span, sql`${receivedOn}::timestamp`),
      rail,
      cents: sql`sum(${receivedCents})`.mapWith(BigInt),
    })
    .from(payments)
    .where(and(gte(receivedOn, from), sql`${receivedCents} is not null`, eq(currency, CURRENCY)))
    .groupBy(sql`1`, rail);
  return rows;
}
