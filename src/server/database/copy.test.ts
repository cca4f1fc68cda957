import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditLog } from '../audit.store.ts';
import { copyToCsv } from './copy.ts';
import { findPool } from './database.ts';
import { openSite, type Site } from '../testing.ts';

// The embedded database has no connections to run out of.
describe.skipIf(process.env.TEST_DATABASE !== 'postgres')('files that PostgreSQL writes', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite({ work: false });
  });
  afterAll(() => site.close());

  /** A download whose reader has taken the first piece and waits. */
  async function startReading() {
    const pool = findPool(site.db);
    if (!pool) throw new Error('no PostgreSQL');
    const pieces = copyToCsv(
      pool,
      'copy (select generate_series(1, 500000)) to stdout (format csv)',
    );
    expect((await pieces.next()).done).toBe(false);
    return pieces;
  }

  test('are three at a time: one more is refused until a reader is done or leaves', async () => {
    const admin = await site.loggedIn('admin');
    const download = () => admin.get('/api/admin/export/contact-submissions');
    const readers = [await startReading(), await startReading(), await startReading()];
    const refused = await download();
    expect([refused.status, refused.body]).toEqual([
      429,
      { message: 'Three files are already downloading. Please try again in a minute.' },
    ]);
    expect(refused.headers).toMatchObject({ 'retry-after': '60' });
    expect(refused.headers).not.toHaveProperty('content-disposition');
    // The log tells of what was given out.
    const given = () => site.db.$count(auditLog, eq(auditLog.action, 'submissions.exported'));
    expect(await given()).toBe(0);

    await readers[0]?.return(undefined);
    expect((await download()).status).toBe(200);
    expect(await given()).toBe(1);
    while (!(await readers[1]?.next())?.done);
    expect([(await download()).status, (await download()).status]).toEqual([200, 200]);
    await readers[2]?.return(undefined);
  });

  test('give their place back when the statement fails', async () => {
    const pool = findPool(site.db);
    if (!pool) throw new Error('no PostgreSQL');
    for (let n = 0; n < 4; n++)
      await expect(copyToCsv(pool, 'copy (select 1/0) to stdout').next()).rejects.toThrow(
        'division by zero',
      );
  });
});
