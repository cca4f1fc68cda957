import { sql } from 'drizzle-orm';
import type { Site } from '../../src/server/testing.ts';
import { isAlive, opensAs, SID } from './browsers.ts';

/** Every row of every table, as text: what a attacker of the whole database holds. */
async function everythingIn({ db }: Site): Promise<string[]> {
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await db.execute<{ row: string }>(
      sql`select t::text as row from ${sql.identifier(name)} t`,
    );
    texts.push(...rows.map(({ row }) => row));
  }
  return texts;
}

/** The attempts of an attacker who has read a value of the sessions table. */
const triesOf = (value: string) => [
  value,
  Buffer.from(value).toString('base64url'),
  Buffer.from(value, 'base64url').toString('hex'),
  encodeURIComponent(`"${value}"`),
  `${value}.${value}`,
];

/** Replays the sessions table as cookies. `live` are the keys that really open something. */
export async function replayStolenTable(site: Site, live: readonly string[]) {
  const { rows } = await site.db.execute<Record<string, unknown>>(sql`select * from sessions`);
  const accepted: string[] = [];
  let sent = 0;
  for (const row of rows)
    for (const [column, value] of Object.entries(row)) {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      for (const key of triesOf(text).map(encodeURIComponent))
        for (const name of [SID, 'sid']) {
          sent++;
          if (await opensAs(site, key, name)) accepted.push(`${column} as ${name}`);
        }
    }
  const dump = await everythingIn(site);
  return {
    rows: rows.length,
    sent,
    accepted,
    dumped: dump.length,
    keysInDump: live.filter((key) => dump.some((text) => text.includes(key))),
    // Else nothing of this would prove anything.
    stillOpen: (await Promise.all(live.map((key) => isAlive(site, key)))).filter(Boolean).length,
  };
}
