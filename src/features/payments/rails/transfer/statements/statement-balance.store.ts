import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../../../server/database/database.ts';
import { isOpenLine } from './open-line.store.ts';
import type { StatementImport } from './statement.store.ts';

/** A statement with its last balance, beside what the journal says. Amounts are cents. */
export interface ComparedStatement {
  rail: StatementImport['rail'];
  /** YYYY-MM-DD of its last line; null where no statement has balances. */
  until: string | null;
  closing: bigint | null;
  /** By the journal, up to that day. */
  ours: bigint;
  /** Lines that wait for a decision, of all statements. */
  open: number;
}

/** The balance of the account `rail` by the journal, up to a day. */
const heldUntil = (until: SQL, which = sql`true`) => sql`(
  select coalesce(sum(case when j.debit = r.rail then j.amount else -j.amount end), 0)
  from journal j
  where r.rail in (j.debit, j.credit) and ${which} and case
    -- What takes a step back is of a later day than the step, and belongs to it.
    when j.kind = 'correction' and j.payment_id is not null then (
      select max(own.day) from journal own
      where own.payment_id = j.payment_id and own.id < j.id and own.kind <> 'correction')
    else j.day end <= ${until})`;

/** Money of the account's statements that is recorded as the other rail's: both may be one account at the bank. */
const heldElsewhere = (until: SQL) => sql`(
  select coalesce(sum(amount_cents), 0) from (
    select distinct on (l.digest) l.amount_cents
    from statement_lines l join statement_imports i on i.id = l.import_id
    join statement_lines o on o.digest = l.digest and o.id <> l.id and o.payment_id is not null
    join statement_imports oi on oi.id = o.import_id and oi.rail <> i.rail
    where i.rail = r.rail and l.booked_on <= ${until}) as theirs)`;

/** Every rail with a statement or with money: its newest statement with balances, and what the journal says. */
export async function compareStatements(db: Database): Promise<ComparedStatement[]> {
  const until = sql`coalesce(s.until, '9999-12-31'::date)`;
  const { rows } = await db.execute<Record<keyof ComparedStatement, string | null>>(sql`
    with newest as (
      select distinct on (i.rail) i.rail, i.closing_cents, l.until
      from statement_imports i
      join lateral (select max(booked_on) as until from statement_lines where import_id = i.id) l on true
      where i.closing_cents is not null
      order by i.rail, l.until desc, i.added_at desc)
    select r.rail, s.until::text as until, s.closing_cents::text as closing,
      (${heldUntil(until)} + ${heldElsewhere(until)})::text as ours,
      (select count(*) from statement_lines l join statement_imports i on i.id = l.import_id
        where i.rail = r.rail and ${isOpenLine})::text as open
    from (values ('bank'), ('zelle')) as r (rail) left join newest s on s.rail = r.rail
    where exists (select from statement_imports i where i.rail = r.rail)
      or exists (select from journal j where r.rail in (j.debit, j.credit))
    order by r.rail`);
  return rows.map(({ rail, until: day, closing, ours, open }) => ({
    rail: rail as ComparedStatement['rail'],
    until: day,
    closing: closing === null ? null : BigInt(closing),
    ours: BigInt(ours ?? 0),
    open: Number(open),
  }));
}

/** The opening balance of the rail's earliest statement with balances, and what the journal explains of it. */
export async function findOpening(
  db: Database,
  rail: StatementImport['rail'],
): Promise<{ day: string; opening: bigint; ours: bigint } | undefined> {
  const { rows } = await db.execute<{ day: string; opening: string; ours: string }>(sql`
    select (s.since - 1)::text as day, s.opening_cents::text as opening,
      ${heldUntil(sql`s.since - 1`, sql`j.kind <> 'opening'`)}::text as ours
    from (values (${rail})) as r (rail)
    join lateral (
      select i.opening_cents, l.since from statement_imports i
      join lateral (select min(booked_on) as since from statement_lines where import_id = i.id) l on true
      where i.rail = r.rail and i.opening_cents is not null
      order by l.since, i.added_at limit 1) as s on true`);
  const [found] = rows;
  return found && { day: found.day, opening: BigInt(found.opening), ours: BigInt(found.ours) };
}

/** What the journal has as the opening balance of an account. */
export async function sumOpening(db: Database, rail: StatementImport['rail']): Promise<bigint> {
  const { rows } = await db.execute<{ sum: string }>(sql`
    select coalesce(sum(case when debit = ${rail} then amount else -amount end), 0)::text as sum
    from journal where kind = 'opening' and ${rail} in (debit, credit)`);
  return BigInt(rows[0]?.sum ?? 0);
}
