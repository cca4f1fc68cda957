import { eq, sql } from 'drizzle-orm';
import { bigint, integer, pgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../database/database.ts';

/** One row that counts publications: an instance that sees a new number renders its pages anew. */
export const pageVersion = pgTable('page_version', {
  id: integer('id').primaryKey(),
  number: bigint('number', { mode: 'number' }).notNull(),
});

const ROW = 1;

/** How many times something public has changed; 0 before the first. */
export async function readPageVersion(db: Database): Promise<number> {
  const [row] = await db
    .select({ number: pageVersion.number })
    .from(pageVersion)
    .where(eq(pageVersion.id, ROW));
  return row?.number ?? 0;
}

/** Call it in the transaction of every change to what the public pages show. */
export async function bumpPageVersion(db: Database): Promise<void> {
  await db
    .insert(pageVersion)
    .values({ id: ROW, number: 1 })
    .onConflictDoUpdate({
      target: pageVersion.id,
      set: { number: sql`${pageVersion.number} + 1` },
    });
}
