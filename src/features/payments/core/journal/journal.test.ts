import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { playSequences } from '../../../../../testing/state-machine/machine.ts';
import { openSite, type Site } from '../../../../server/testing.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite({ work: false });
});
afterAll(() => site.close());

/** A row of the journal that holds by itself; a test says what is wrong with it. */
const add = (changes: Record<string, unknown>) => {
  const row = {
    at: '2026-03-02T10:00:00Z',
    day: '2026-03-02',
    period: '2026-03-01',
    kind: 'received',
    debit: 'bank',
    credit: 'unmatched',
    asset: 'USD',
    amount: '100',
    source: `test:${JSON.stringify(changes)}`,
    is_test: false,
    ...changes,
  };
  return site.db.execute(
    sql`insert into journal select * from jsonb_populate_record(null::journal, ${JSON.stringify(
      row,
    )}::jsonb || jsonb_build_object('id', nextval('journal_id_seq')))`,
  );
};
const reason = async (work: Promise<unknown>) => {
  try {
    await work;
    return 'written';
  } catch (error) {
    return String((error as Error).cause ?? error);
  }
};

describe('the database', () => {
  test.each([
    [{ amount: '0' }, 'journal_amount'],
    [{ amount: '-5' }, 'journal_amount'],
    [{ debit: 'unmatched' }, 'journal_two_accounts'],
    [{ debit: 'somewhere' }, 'journal_accounts'],
    [{ asset: 'EUR' }, 'journal_asset'],
  ])('refuses a row with %o', async (changes, constraint) => {
    expect(await reason(add(changes))).toContain(constraint);
  });

  test('refuses to change or remove a row', async () => {
    await add({ source: 'first' });
    for (const change of [
      sql`update journal set amount = 1 where source = 'first'`,
      sql`delete from journal where source = 'first'`,
      sql`truncate journal`,
    ])
      expect(await reason(site.db.execute(change))).toContain('append-only');
  });

  test('writes what belongs to a closed month into the first open one', async () => {
    await site.db.execute(
      sql`insert into closed_periods values ('2026-04-01', now(), gen_random_uuid())`,
    );
    await add({ day: '2026-03-31', source: 'late' });
    await add({ day: '2026-07-04', source: 'in time' });
    const { rows } = await site.db.execute<{ period: string }>(
      sql`select period::text from journal where source in ('late', 'in time') order by day`,
    );
    expect(rows.map(({ period }) => period)).toEqual(['2026-05-01', '2026-07-01']);
  });
});

/** By payment or else instalment, account and asset: the balance. */
const balances = async () => {
  const { rows } = await site.db.execute(sql`
    select instalment_id, payment_id, asset, account, sum(amount)::text as balance
    from (
      select instalment_id, payment_id, asset, debit as account, amount from journal
      union all select instalment_id, payment_id, asset, credit, -amount from journal
    ) as sides
    where instalment_id is not null group by 1, 2, 3, 4 having sum(amount) <> 0 order by 1, 2, 3, 4`);
  return rows;
};

test('the journal of payments from before it is the one that would have been written', async () => {
  await playSequences(site.db, { runs: 60, longest: 12, corrections: false });
  const written = await balances();
  // Of sixty sequences chosen by chance some are over before they owe anything.
  expect(written.length).toBeGreaterThan(30);
  await site.db.execute(sql`alter table journal disable trigger journal_append_only`);
  await site.db.execute(sql`delete from journal where instalment_id is not null`);
  const migration = readFileSync('migrations/0006_journal.sql', 'utf8');
  const fills = migration
    .split('--> statement-breakpoint')
    .filter((statement) => /^\s*(--.*\n)*\s*INSERT INTO "journal"/.test(statement));
  expect(fills).toHaveLength(4);
  for (const fill of fills) await site.db.execute(sql.raw(fill));
  expect(await balances()).toEqual(written);
}, 300_000);
