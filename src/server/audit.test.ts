import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { addAudit, auditLog } from './audit.store.ts';
import { openSite } from './testing.ts';

test('an audit row can be added and neither changed nor removed', async () => {
  const site = await openSite({ work: false });
  try {
    const { db, clock } = site;
    await addAudit(db, { at: clock.now(), action: 'kettle.boiled', actorId: null });
    for (const statement of [
      sql`update audit_log set action = 'nothing.happened'`,
      sql`delete from audit_log`,
      sql`truncate audit_log`,
    ]) {
      await expect(db.execute(statement)).rejects.toThrow();
    }
    expect((await db.select().from(auditLog)).map((row) => row.action)).toEqual(['kettle.boiled']);
  } finally {
    await site.close();
  }
});
