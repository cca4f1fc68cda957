import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAudit, auditLog } from '../audit.store.ts';
import { inTransaction, isUnavailable, afterCommit, outsideTransaction } from './database.ts';
import { openSite, type Site } from '../testing.ts';

const act = { at: new Date(), action: 'test.written' };

describe('inside a transaction', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite({ work: false });
  });
  afterAll(() => site.close());
  const rows = () => site.db.select().from(auditLog);

  test('the outer database is refused, for reading and for writing', async () => {
    const outer = 'The outer database was used inside a transaction; pass the transaction along.';
    const causes: unknown[] = [];
    for (const misuse of [
      () => rows(),
      () => addAudit(site.db, act),
      () => site.db.execute(sql`select 1`),
    ]) {
      await inTransaction<unknown>(site.db, misuse).catch((error: Error) =>
        causes.push((error.cause as Error | undefined)?.message ?? error.message),
      );
    }
    expect(causes).toEqual([outer, outer, outer]);
  });

  test('a transaction on the outer database is refused', async () => {
    const nested = inTransaction(site.db, () => inTransaction(site.db, async () => 1));
    await expect(nested).rejects.toThrow(
      'A transaction inside a transaction; pass the outer one along.',
    );
  });

  test('writes before a misuse are undone', async () => {
    const work = inTransaction(site.db, async (tx) => {
      await addAudit(tx, act);
      await rows();
    });
    await expect(work).rejects.toThrow();
    expect(await rows()).toEqual([]);
  });

  test('work that is not part of it may use the outer database', async () => {
    let timer: Promise<unknown> | undefined;
    await inTransaction(site.db, async (tx) => {
      await addAudit(tx, act);
      timer = outsideTransaction(() =>
        new Promise((resolve) => setTimeout(resolve, 10)).then(rows),
      );
    });
    expect(await timer).toHaveLength(1);
  });
});

describe('callbacks after a transaction', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite({ work: false });
  });
  afterAll(() => site.close());

  test('follows its commit, outside of it, and at once where there is none', async () => {
    const order: string[] = [];
    const follow = (name: string) => afterCommit(() => order.push(name));
    await inTransaction(site.db, async (tx) => {
      follow('committed');
      await addAudit(tx, act);
      order.push('written');
    });
    order.push('answered');
    follow('without a transaction');
    expect(order).toEqual(['written', 'committed', 'answered', 'without a transaction']);
  });

  test('does not when it is rolled back', async () => {
    let hasFollowed = false;
    const failing = inTransaction(site.db, async (tx) => {
      afterCommit(() => (hasFollowed = true));
      await addAudit(tx, act);
      throw new Error('the row was not wanted');
    });
    await expect(failing).rejects.toThrow('the row was not wanted');
    expect(hasFollowed).toBe(false);
  });
});

describe('a connection', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite({ work: false });
  });
  afterAll(() => site.close());
  const fullDisk = sql`do $$ begin raise exception using errcode = '53100'; end $$`;
  const backend = async (db: Site['db']) =>
    (await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)).rows[0]?.pid;

  test('goes on after a statement that a full disk refused, in a transaction or not', async () => {
    const before = await backend(site.db);
    await expect(site.db.execute(fullDisk)).rejects.toThrow();
    expect(await backend(site.db)).toBe(before);
    await expect(inTransaction(site.db, (tx) => tx.execute(fullDisk))).rejects.toThrow();
    expect(await backend(site.db)).toBe(before);
  });
});

describe('an error', () => {
  const of = (code: string, message = 'x') => Object.assign(new Error(message), { code });

  test.each([
    'ECONNREFUSED',
    'ECONNRESET',
    '57P01',
    '57P03',
    '08006',
    '53300',
    '53100',
    '40001',
    '40P01',
    '57014',
    '58030',
  ])('of code %s says that a later try can succeed, also as a cause', (code) => {
    expect(isUnavailable(of(code))).toBe(true);
    expect(isUnavailable(new Error('Failed query', { cause: of(code) }))).toBe(true);
  });

  test('of a full disk says so, too, where PostgreSQL calls it an internal one', () => {
    const full = of('XX000', 'could not write init file');
    expect(isUnavailable(new Error('Failed query', { cause: full }))).toBe(true);
  });

  test.each(['23505', '42601', '22P02', '42P01', 'XX000', 'XX001', 'ERR_INVALID_ARG_TYPE'])(
    'of code %s is a bug',
    (code) => {
      expect(isUnavailable(of(code))).toBe(false);
      expect(isUnavailable(new Error('Failed query', { cause: of(code) }))).toBe(false);
    },
  );

  test('is not taken for a lost database because a person wrote such words', () => {
    expect(
      isUnavailable(
        new Error('Failed query: insert … params: Connection terminated', { cause: of('23505') }),
      ),
    ).toBe(false);
    expect(isUnavailable('ECONNREFUSED')).toBe(false);
  });
});
