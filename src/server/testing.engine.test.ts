import { openAsBlob } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { expect, test } from 'vitest';
import { borrowEngine } from './testing.engine.ts';

// A real server gives each site a database of its own, so there is nothing to hand on.
const onEmbedded = test.runIf(process.env.TEST_DATABASE === 'pglite');

const one = async (engine: PGlite, query: string) =>
  (await engine.query<{ it: unknown }>(`select ${query} as it`)).rows[0]?.it;

/** Every row and counter, as text. */
async function contentOf(engine: PGlite): Promise<unknown[]> {
  const { rows: tables } = await engine.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname !~ '^(pg_|information_schema$)' order by 1`,
  );
  const content: unknown[] = [];
  for (const { name } of tables)
    content.push(
      name,
      await one(engine, `(select json_agg(t::text order by t::text) from ${name} t)`),
    );
  content.push(await one(engine, `(select json_agg(s) from pg_sequences s)`));
  return content;
}

onEmbedded('an engine is handed on as it was before the site that left it', async () => {
  const first = await borrowEngine();
  const before = await contentOf(first);
  const received: string[] = [];
  await first.listen('changes', (text) => void received.push(text));
  await first.exec(`
    insert into audit_log (at, action) values (now(), 'left.behind');
    update pgboss.queue set retry_limit = 99;
    set time zone 'Africa/Dakar';
  `);
  const transactionId = await one(first, 'pg_current_xact_id()::text::int');
  await first.close();

  const second = await borrowEngine();
  // The same one, or nothing is proved.
  expect(await one(second, 'pg_current_xact_id()::text::int')).toBeGreaterThan(
    transactionId as number,
  );
  expect(await contentOf(second)).toEqual(before);
  expect(await one(second, `current_setting('timezone')`)).not.toBe('Africa/Dakar');
  await second.exec(`notify changes, 'to nobody'`);
  expect(received).toEqual([]);
  // Its triggers speak again.
  await second.exec(`insert into audit_log (at, action) values (now(), 'left.again')`);
  await expect(second.exec('delete from audit_log')).rejects.toThrow(/append/);
  await second.close();
});

onEmbedded('an engine whose tables or triggers were altered is not handed on', async () => {
  const first = await borrowEngine();
  await first.exec('alter table audit_log add column more text');
  await first.close();
  const second = await borrowEngine();
  const added = `(select count(*)::int from information_schema.columns where table_name = 'audit_log' and column_name = 'more')`;
  expect(await one(second, added)).toBe(0);
  await second.close();
});

onEmbedded('an engine that was given back refuses in the words of a closed one', async () => {
  const template = await openAsBlob(process.env.TEST_PGLITE_TEMPLATE as string);
  const closed = await PGlite.create({ loadDataDir: template });
  await closed.close();
  const refusal = await closed.query('select 1').catch((error: Error) => error.message);
  const given = await borrowEngine();
  await given.close();
  expect(() => given.query('select 1')).toThrow(refusal as string);
  expect(given.closed).toBe(true);
});
