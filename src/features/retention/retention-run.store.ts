import { desc, isNull, sql } from 'drizzle-orm';
import { index, jsonb, pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../server/database/columns.store.ts';
import type { Database } from '../../server/database/database.ts';
import type { RetentionKind } from './retention.rules.ts';

/** One run over all kinds with the number of records removed of each; no personal data. */
export const retentionRuns = pgTable(
  'retention_runs',
  {
    id: uuid('id').primaryKey(),
    startedAt: at('started_at').notNull(),
    /** Null while it is under way, or waits to be gone on with after a crash. */
    finishedAt: at('finished_at'),
    /** Written in the transaction of each removal. */
    removed: jsonb('removed').$type<Partial<Record<RetentionKind, number>>>().notNull(),
  },
  (t) => [
    index('retention_runs_newest').on(t.startedAt),
    uniqueIndex('retention_runs_one_open').on(sql`(true)`).where(sql`${t.finishedAt} is null`),
  ],
);

export type RetentionRun = typeof retentionRuns.$inferSelect;

/** The run that is under way, or a new one. */
export async function openRun(
  db: Database,
  { id, now }: { id: string; now: Date },
): Promise<RetentionRun> {
  await db.insert(retentionRuns).values({ id, startedAt: now, removed: {} }).onConflictDoNothing();
  const [open] = await db.select().from(retentionRuns).where(isNull(retentionRuns.finishedAt));
  if (!open) throw new Error('The run ended while it was opened; the next one goes on.');
  return open;
}

/** Locks the open run until the transaction ends: one removal at a time. Undefined once it has ended. */
export async function lockOpenRun(tx: Database): Promise<RetentionRun | undefined> {
  const [open] = await tx
    .select()
    .from(retentionRuns)
    .where(isNull(retentionRuns.finishedAt))
    .for('update');
  return open;
}

export async function setOpenRun(
  tx: Database,
  change: Partial<Pick<RetentionRun, 'removed' | 'finishedAt'>>,
): Promise<void> {
  await tx.update(retentionRuns).set(change).where(isNull(retentionRuns.finishedAt));
}

export async function findLastRun(db: Database): Promise<RetentionRun | undefined> {
  const [last] = await db
    .select()
    .from(retentionRuns)
    .orderBy(desc(retentionRuns.startedAt))
    .limit(1);
  return last;
}
