import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../../server/database/database.ts';
import { PAYABLE, type Rail, RECEIVED } from '../../core/payment.rules.ts';

/** What came together in one month on one rail; `month` is "2026-11", amounts are cents. */
export interface MonthSum {
  month: string;
  rail: Rail;
  currency: string;
  isTest: boolean;
  cents: bigint;
}

/** Days from the first (with it) to the second (without it). */
export interface Span {
  from: string;
  until: string;
}

/** Adds up rows of a day, rail, currency, test mark and cents. Days are brought to their month before they become text: a million times over that counts. */
async function sums(db: Database, question: SQL): Promise<MonthSum[]> {
  const { rows } = await db.execute<Record<keyof MonthSum, unknown>>(sql`
    select to_char(month, 'YYYY-MM') as month, rail, currency, is_test as "isTest", cents::text
    from (
      select date_trunc('month', day::timestamp) as month, rail, currency, is_test, sum(cents) as cents
      from (${question}) as moved group by 1, 2, 3, 4
    ) as months`);
  return rows.map((row) => ({ ...row, cents: BigInt(String(row.cents)) }) as MonthSum);
}

/** In PostgreSQL's `in (…)`. */
const listed = (statuses: readonly string[]) =>
  sql.join(
    statuses.map((status) => sql`${status}`),
    sql`, `,
  );
const came = listed(RECEIVED);
const asked = listed(PAYABLE);

/**
 * Instalments of submitted applications by the month in which they are due. A paid one counts for the rail that
 * paid it, others for their application's rail. Two queries, because most are paid and their payments are
 * enough.
 */
export const sumDueInstalments = (db: Database, { from, until }: Span): Promise<MonthSum[]> =>
  sums(
    db,
    sql`
    select i.due_on as day, p.rail, p.currency, p.is_test, i.amount_cents as cents
    from instalments i join payments p on p.instalment_id = i.id and p.status in (${came}) and p.flag <> 'under'
    where i.due_on >= ${from}::date and i.due_on < ${until}::date and i.status = 'paid'
    union all
    select i.due_on, a.payment_method, s.currency, exists (
        select 1 from instalments of_it join payments tried on tried.instalment_id = of_it.id
        where of_it.schedule_id = s.id and tried.is_test), i.amount_cents
    from instalments i
    join payment_schedules s on s.id = i.schedule_id
    join passport_applications a on a.id = s.application_id
    where i.due_on >= ${from}::date and i.due_on < ${until}::date and i.status in (${asked})
      and a.application_status not in ('draft', 'cancelled')`,
  );

/** Money that came, by the month in which it came. */
export const sumReceived = (db: Database, { from, until }: Span): Promise<MonthSum[]> =>
  sums(
    db,
    sql`
    select received_on as day, rail, currency, is_test, received_cents as cents
    from payments
    where received_on >= ${from}::date and received_on < ${until}::date and received_cents is not null`,
  );

/** Each refund, from the events, which have the refunded total; one that is taken back is below zero. */
const refunds = sql`
  select e.id, e.payment_id, e.at, case when e.data ? 'corrects' then 'correction' else e."to" end as movement,
    e.actor, e.reason,
    coalesce((e.data->>'refundedCents')::bigint, 0)
      - coalesce(lag((e.data->>'refundedCents')::bigint) over (partition by e.payment_id order by e.id), 0) as cents,
    coalesce((e.data->>'refundedOn')::date, (e.at at time zone 'UTC')::date) as day
  from payment_events e
  where e.data ? 'refundedCents'`;

/** Money that went back, by the month in which it went. */
export const sumRefunded = (db: Database, { from, until }: Span): Promise<MonthSum[]> =>
  sums(
    db,
    sql`
    select r.day, p.rail, p.currency, p.is_test, r.cents
    from (${refunds}) as r join payments p on p.id = r.payment_id
    where r.day >= ${from}::date and r.day < ${until}::date and r.cents <> 0`,
  );

/** The years in which anything was due or came, newest first. */
export async function listYears(db: Database): Promise<number[]> {
  const { rows } = await db.execute<{ first: number | null; last: number | null }>(sql`
    select extract(year from least((select min(due_on) from instalments), (select min(received_on) from payments)))::int as first,
      extract(year from greatest((select max(due_on) from instalments), (select max(received_on) from payments)))::int as last`);
  const { first, last } = rows[0] ?? {};
  if (!first || !last) return [];
  return Array.from({ length: last - first + 1 }, (_, n) => last - n);
}

/** One movement of money in the ledger's file. */
export interface Movement extends Record<string, unknown> {
  /** The id of its event; the file's order. */
  event: string;
  recordedAt: string;
  day: string;
  movement: string;
  reference: string;
  name: string;
  instalment: number;
  method: Rail;
  cents: string;
  currency: string;
  test: boolean;
  receipt: number | null;
  railReference: string | null;
  number: string | null;
  statementLine: string | null;
  flag: string;
  actor: string;
  reason: string | null;
}

/** Movements after an event, in order. */
export async function readMovements(
  db: Database,
  { after, limit }: { after: string; limit: number },
): Promise<Movement[]> {
  const { rows } = await db.execute<Movement>(sql`
    select m.id::text as event, to_char(m.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "recordedAt",
      m.day::text as day, m.movement, a.reference, a.first_name || ' ' || a.last_name as name,
      i.number as instalment, p.rail as method, m.cents::text as cents, p.currency, p.is_test as test,
      r.number as receipt, p.rail_reference as "railReference", p.claim_number as number,
      p.statement_line as "statementLine", p.flag, m.actor, m.reason
    from (
      (select e.id, e.payment_id, e.at, 'received' as movement, e.actor, e.reason,
        (e.data->>'receivedCents')::bigint as cents, (e.data->>'receivedOn')::date as day
      from payment_events e
      where e."to" = 'succeeded' and e."from" = 'processing' and e.id > ${after}::bigint
      order by e.id limit ${limit})
      union all
      (select e.id, e.payment_id, e.at, 'received_in_error', e.actor, e.reason,
        -(e.data->>'takenBackCents')::bigint, (e.at at time zone 'UTC')::date
      from payment_events e
      where e."from" = 'succeeded' and e."to" in ('claimed', 'expired') and e.id > ${after}::bigint
      order by e.id limit ${limit})
      union all
      (select * from (select r.id, r.payment_id, r.at, r.movement, r.actor, r.reason, r.cents, r.day
        from (${refunds}) as r where r.cents <> 0) as gone
      where id > ${after}::bigint order by id limit ${limit})
    ) as m
    join payments p on p.id = m.payment_id
    join instalments i on i.id = p.instalment_id
    join payment_schedules s on s.id = i.schedule_id
    join passport_applications a on a.id = s.application_id
    left join lateral (
      select own.number from receipts own where own.payment_id = p.id and own.issued_at <= m.at
      order by own.number desc limit 1) as r on true
    order by m.id limit ${limit}`);
  return rows;
}
