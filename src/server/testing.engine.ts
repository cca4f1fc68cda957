import { openAsBlob } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';

/** An embedded engine, and what it takes to make it look as the template did. */
interface Engine {
  pglite: PGlite;
  /** Of the tables, triggers and functions: what a test has altered for good is not handed on. */
  shape: string;
  /** One query that names the tables that hold rows. */
  namesOfFilled: string;
  /** Statements that put back the template's own rows, and its counters. */
  rows: { table: string; json: string }[];
  counters: string;
}

const idle: Engine[] = [];

/**
 * The embedded database as testing.global.ts made it, migrated and empty. An engine takes a third of a second
 * to come up and runs slowly at first, so one that a site has left is emptied and handed to the next: `close`
 * of the answer gives it back. From then on it refuses as a closed one does.
 */
export async function borrowEngine(): Promise<PGlite> {
  const engine = idle.pop() ?? (await startEngine());
  return lent(engine);
}

function lent(engine: Engine): PGlite {
  let isClosed = false;
  // openDatabase puts methods of its own in place of some: they are this site's alone.
  const own = new Map<PropertyKey, unknown>([
    [
      'close',
      async () => {
        if (isClosed) return;
        isClosed = true;
        if (await isAsNew(engine)) idle.push(engine);
        else await engine.pglite.close();
      },
    ],
  ]);
  return new Proxy(engine.pglite, {
    get(target, name) {
      if (own.has(name)) return own.get(name);
      if (name === 'closed') return isClosed;
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        if (isClosed) throw new Error('PGlite is closed');
        return value.apply(target, args) as unknown;
      };
    },
    set: (_, name, value) => Boolean(own.set(name, value)),
  });
}

async function startEngine(): Promise<Engine> {
  const file = process.env.TEST_PGLITE_TEMPLATE;
  if (!file) throw new Error('TEST_PGLITE_TEMPLATE is not set: testing.global.ts writes it.');
  const pglite = await PGlite.create({ loadDataDir: await openAsBlob(file) });
  const tables = await column(pglite, `select oid::regclass::text from (${TABLES}) t`);
  const namesOfFilled = tables
    .map((table) => `select '${table}' where exists (select from ${table})`)
    .join(' union all ');
  const filled = await column(pglite, namesOfFilled);
  const rows = await Promise.all(
    filled.map(async (table) => ({
      table,
      json: (await column(pglite, `select json_agg(t)::text from ${table} t`))[0] as string,
    })),
  );
  const counters = (await column(pglite, COUNTERS)).join(';');
  return { pglite, shape: await shapeOf(pglite), namesOfFilled, rows, counters };
}

/** Empties what a site has left behind; false when the engine cannot be used again. */
async function isAsNew({ pglite, shape, namesOfFilled, rows, counters }: Engine) {
  if (pglite.closed) return false;
  await pglite.exec('discard all');
  if ((await shapeOf(pglite)) !== shape) return false;
  const filled = await column(pglite, namesOfFilled);
  // No trigger speaks meanwhile: some refuse that rows go.
  await pglite.exec('set session_replication_role = replica');
  if (filled.length) await pglite.exec(`truncate ${filled.join(', ')} cascade`);
  for (const { table, json } of rows)
    await pglite.query(
      `insert into ${table} select * from json_populate_recordset(null::${table}, $1)`,
      [json],
    );
  await pglite.exec(`${counters}; set session_replication_role = origin`);
  return true;
}

async function column(pglite: PGlite, query: string): Promise<string[]> {
  const { rows } = await pglite.query<[string]>(query, [], { rowMode: 'array' });
  return rows.map(([value]) => value);
}

const shapeOf = async (pglite: PGlite) => (await column(pglite, SHAPE))[0] as string;

const OURS = `(select oid from pg_namespace where nspname !~ '^(pg_|information_schema$)')`;

const TABLES = `select oid from pg_class where relkind = 'r' and relnamespace in ${OURS}`;

const COUNTERS = `
  select format('select setval(%L, %s, %L)', format('%I.%I', schemaname, sequencename),
    coalesce(last_value, start_value), last_value is not null)
  from pg_sequences`;

const SHAPE = `
  select md5(string_agg(line, ',' order by line)) from (
    select concat('table ', oid, relnamespace, relname, relkind) line
      from pg_class where relnamespace in ${OURS}
    union all select concat('column ', attrelid, attname, atttypid, attnotnull, atthasdef, attisdropped)
      from pg_attribute where attrelid in (${TABLES}) and attnum > 0
    union all select concat('trigger ', oid, tgrelid, tgname, tgenabled) from pg_trigger
    union all select concat('rule ', oid, conrelid, conname, convalidated) from pg_constraint
    union all select concat('function ', oid, proname, md5(prosrc))
      from pg_proc where pronamespace in ${OURS}
  ) lines`;
