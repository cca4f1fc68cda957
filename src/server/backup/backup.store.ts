// The tables as they are, whatever is in them: a backup knows no feature, so that none can be forgotten.
import { sql } from 'drizzle-orm';
import { CONNECTION_NAME, type Database } from '../database/database.ts';

/** A table as a backup names it; `columns` without those that the database computes itself. */
export interface Table {
  /** With its schema, quoted where it must be: `public.users`. */
  name: string;
  columns: { name: string; type: string }[];
}

export interface Sequence {
  name: string;
  value: string;
}

/** The jobs that wait, run or are tried again; what is done stays behind. */
export const JOBS = 'pgboss.job';
const OPEN_JOBS = `where state < 'completed'`;

/** Rows with files in them are long. */
const rowsPerRead = ({ columns }: Table) =>
  columns.some(({ type }) => type === 'bytea') ? 10 : 1000;

/** Everything that this transaction reads is of one moment, and written in one way everywhere. */
export async function pinSnapshot(tx: Database): Promise<void> {
  await tx.execute(sql`set transaction isolation level repeatable read`);
  await setCanonicalFormats(tx);
}

/** Dates and numbers as text in the one way that any server reads back exactly. */
export async function setCanonicalFormats(tx: Database): Promise<void> {
  await tx.execute(sql`
    select set_config('TimeZone', 'UTC', true), set_config('DateStyle', 'ISO, YMD', true),
      set_config('IntervalStyle', 'postgres', true), set_config('extra_float_digits', '1', true)`);
}

/** The site's own tables, by name; the queue's open jobs are a table of their own, the last. */
export async function listTables(db: Database): Promise<Table[]> {
  const { rows } = await db.execute<{ name: string; columns: Table['columns'] }>(sql`
    select format('%I.%I', n.nspname, c.relname) as name,
      json_agg(json_build_object('name', quote_ident(a.attname), 'type', format_type(a.atttypid, a.atttypmod))
        order by a.attnum) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where (n.nspname = 'public' and c.relkind = 'r') or (n.nspname = 'pgboss' and c.relname = 'job')
    group by n.nspname, c.relname
    order by n.nspname = 'pgboss', 1`);
  return rows.map(({ name, columns }) => ({ name, columns }));
}

/** Each row as a JSON array of texts and nulls, in the order of these lines, a thousand at a time or ten with files. */
export async function* readLines(tx: Database, table: Table): AsyncGenerator<string[]> {
  const values = table.columns.map(({ name }) => `${name}::text`).join(', ');
  await tx.execute(
    sql.raw(`
      declare backup_lines no scroll cursor for
      select json_build_array(${values})::text collate "C" as line from ${table.name}
      ${table.name === JOBS ? OPEN_JOBS : ''} order by 1`),
  );
  for (;;) {
    const { rows } = await tx.execute<{ line: string }>(
      sql.raw(`fetch ${rowsPerRead(table)} from backup_lines`),
    );
    if (!rows.length) break;
    yield rows.map(({ line }) => line);
  }
  await tx.execute(sql`close backup_lines`);
}

/** Adds rows that `readLines` gave. */
export async function addLines(tx: Database, table: Table, lines: string[]): Promise<void> {
  const names = table.columns.map(({ name }) => name).join(', ');
  const values = table.columns.map(({ type }, at) => `(line->>${at})::${type}`).join(', ');
  await tx.execute(sql`
    insert into ${sql.raw(table.name)} (${sql.raw(names)}) overriding system value
    select ${sql.raw(values)} from jsonb_array_elements(${`[${lines.join(',')}]`}::jsonb) line
    ${sql.raw(table.name === JOBS ? `where line->>${nameAt(table)} in (select name from pgboss.queue)` : '')}`);
}

/** Where the queue's name is in a line of a job. */
const nameAt = ({ columns }: Table) => columns.findIndex(({ name }) => name === 'name');

export async function emptyJobs(tx: Database): Promise<void> {
  await tx.execute(sql`delete from pgboss.job`);
}

/**
 * Empties these tables and runs `fill` with no trigger, no index and no reference between them looked after, as rows
 * come in any order and some may never be changed; the references are checked again, whole, at the end.
 */
export async function refill(
  tx: Database,
  tables: Table[],
  fill: () => Promise<void>,
): Promise<void> {
  const { rows: references } = await tx.execute<{ table: string; name: string; rule: string }>(sql`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as rule
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`);
  const each = async (statement: (table: string) => string) => {
    for (const { name } of tables) await tx.execute(sql.raw(statement(name)));
  };
  // Built at once over all rows, an index takes a fraction of the time.
  const { rows: indexes } = await tx.execute<{ name: string; made: string }>(sql`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made
    from pg_index join pg_class c on c.oid = indexrelid
    where relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint where conindid = indexrelid)`);
  for (const { table, name } of references)
    await tx.execute(sql.raw(`alter table ${table} drop constraint ${name}`));
  for (const { name } of indexes) await tx.execute(sql.raw(`drop index ${name}`));
  await each((table) => `alter table ${table} disable trigger user`);
  await tx.execute(sql.raw(`truncate ${tables.map(({ name }) => name).join(', ')}`));
  await fill();
  for (const { made } of indexes) await tx.execute(sql.raw(made));
  await each((table) => `alter table ${table} enable trigger user`);
  for (const { table, name, rule } of references)
    await tx.execute(sql.raw(`alter table ${table} add constraint ${name} ${rule}`));
}

export async function listSequences(db: Database): Promise<Sequence[]> {
  const { rows } = await db.execute<{ name: string; value: string }>(sql`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as value
    from pg_sequences where schemaname = 'public' and last_value is not null order by 1`);
  return rows.map(({ name, value }) => ({ name, value }));
}

export async function setSequences(tx: Database, sequences: Sequence[]): Promise<void> {
  for (const { name, value } of sequences)
    await tx.execute(sql`select setval(${name}::regclass, ${value}::bigint)`);
}

/** The migrations that the database has, oldest first. */
export async function listMigrations(db: Database): Promise<{ hash: string; at: number }[]> {
  const { rows } = await db.execute<{ hash: string; at: string }>(
    sql`select hash, created_at::text as at from drizzle.__drizzle_migrations order by created_at`,
  );
  return rows.map(({ hash, at }) => ({ hash, at: Number(at) }));
}

/** Whether there is nothing that a site has made. */
export async function isEmpty(db: Database): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'drizzle', 'pgboss') and c.relkind in ('r', 'p') limit 1`);
  return rows.length === 0;
}

/** Whether a site, or another of its commands, is connected beside us; no one else opens the embedded database. */
export async function isInUse(db: Database): Promise<boolean> {
  const { rows } = await db.execute<{ isInUse: boolean }>(
    sql`select exists (
      select from pg_stat_activity
      where datname = current_database() and application_name = ${CONNECTION_NAME} and pid <> pg_backend_pid()
    ) as "isInUse"`,
  );
  return rows[0]?.isInUse ?? false;
}

/** Removes everything that a site has made. */
export async function dropEverything(tx: Database): Promise<void> {
  await tx.execute(sql`drop schema if exists drizzle, pgboss, public cascade`);
  await tx.execute(sql`create schema public`);
}

const SCHEMAS = ['public', 'drizzle', 'pgboss'];
const aside = (schema: string) => `before_restore_${schema}`;

/** Moves everything that a site has made out of the way, where it stays until it is put back or dropped. */
export async function moveAside(tx: Database): Promise<void> {
  for (const schema of await present(tx, SCHEMAS))
    await tx.execute(sql.raw(`alter schema ${schema} rename to ${aside(schema)}`));
  await tx.execute(sql`create schema public`);
}

/** Whether something was set aside and no one has said what is to become of it. */
export async function isMovedAside(db: Database): Promise<boolean> {
  return (await present(db, SCHEMAS.map(aside))).length > 0;
}

/** Puts back what was set aside, in the place of all that has come since. */
export async function restoreMovedAside(tx: Database): Promise<void> {
  await tx.execute(sql`drop schema if exists drizzle, pgboss, public cascade`);
  const there = await present(tx, SCHEMAS.map(aside));
  for (const schema of SCHEMAS.filter((one) => there.includes(aside(one))))
    await tx.execute(sql.raw(`alter schema ${aside(schema)} rename to ${schema}`));
}

export async function dropMovedAside(tx: Database): Promise<void> {
  for (const schema of await present(tx, SCHEMAS.map(aside)))
    await tx.execute(sql.raw(`drop schema ${schema} cascade`));
}

async function present(db: Database, schemas: string[]): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select nspname as name from pg_namespace
    where nspname in (${sql.join(
      schemas.map((schema) => sql`${schema}`),
      sql`, `,
    )})`);
  return rows.map(({ name }) => name);
}

/** Tables of keys and stored answers: they may have been ended, used or changed since. */
const KEYS = [
  'public.api_keys',
  'public.sessions',
  'public.one_time_links',
  'public.passkey_challenges',
  'public.idempotency_keys',
];

/** Ends every session, mailed link and API key that a backup has brought back. */
export async function endSessionsAndLinks(tx: Database, tables: Table[]): Promise<void> {
  for (const { name } of tables)
    if (KEYS.includes(name)) await tx.execute(sql.raw(`delete from ${name}`));
}

/**
 * Holds the mails to single people that a backup has brought back before they had left, and answers how many: each may
 * have left since. They become `uncertain` without a next attempt, until someone sends or drops them.
 */
export async function holdMail(tx: Database): Promise<number> {
  const { rows } = await tx.execute(
    sql`update outgoing_mails set state = 'uncertain', next_attempt_at = null,
        error = 'A restore brought it back before it had left.'
      where next_attempt_at is not null returning id`,
  );
  return rows.length;
}

/** Pauses the webhooks that a backup has brought back: a restore on another machine must not speak for the site. */
export async function pauseWebhooks(tx: Database, tables: Table[]): Promise<number> {
  // An older backup has none.
  if (!tables.some(({ name }) => name === 'public.webhook_endpoints')) return 0;
  const { rows } = await tx.execute(
    sql`update webhook_endpoints set is_paused = true where not is_paused returning id`,
  );
  return rows.length;
}

/**
 * Pauses the bulk mail that a backup has brought back scheduled or running, and answers how many: each may have gone on
 * since, and would go a second time to anyone who got it after the backup was written.
 */
export async function holdBulkMail(tx: Database): Promise<number> {
  const { rows } = await tx.execute(
    sql`update mail_batches set state = 'paused', because = null
      where state in ('scheduled', 'running') returning id`,
  );
  return rows.length;
}

/** Turns off the welcome series that a backup has brought back: whoever got a mail since would get it again. */
export async function stopWelcomeSeries(tx: Database): Promise<void> {
  await tx.execute(
    sql`update site_settings set value = value || '{"since": null, "sinceBefore": null}'
      where name = 'welcome-series'`,
  );
}
