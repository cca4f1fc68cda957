import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../server/database/database.ts';
import { openSite, type Site } from '../../../server/testing.ts';
import { searchRecipients } from './recipient-search.store.ts';
import { join, type Member } from '../testing.ts';

// The embedded engine keeps no statements by name.
describe.skipIf(process.env.TEST_DATABASE !== 'postgres')('on one connection', () => {
  let site: Site;
  let caller: Member;
  beforeAll(async () => {
    site = await openSite({ work: false });
    caller = await join(site);
    await join(site, { firstName: 'Awa', lastName: 'Diop' });
  });
  afterAll(() => site.close());

  test('searches of one kind are planned five times and no more, whatever is typed', async () => {
    const kinds = [
      ['', ' '],
      ['a', 'di', 'awa', 'zz'],
      ['é', 'él'],
      ['awa d', 'diop a', 'x y'],
      ['awa marie d', 'a b c'],
    ];
    const runs = 20;
    const { rows } = await inTransaction(site.db, async (tx) => {
      for (const searches of kinds)
        for (let n = 0; n < runs; n++) {
          const search = searches[n % searches.length] as string;
          await searchRecipients(tx, caller.id, { search, limit: 1 + ((n * 7) % 200) });
        }
      return tx.execute<{ custom: number; generic: number }>(
        sql`select custom_plans::int as custom, generic_plans::int as generic from pg_prepared_statements`,
      );
    });
    expect(rows).toEqual(kinds.map(() => ({ custom: 5, generic: runs - 5 })));
  });
});
