import { and, eq, lt } from 'drizzle-orm';
import { index, pgTable, primaryKey, smallint, text, timestamp } from 'drizzle-orm/pg-core';
import type { Database } from '../database/database.ts';
import { rowsFor } from '../database/rows.store.ts';

/** The first answer to a request that may be sent again: written in the transaction of its effect. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** Endpoint and caller, or browser: the same key of another person is another key. */
    scope: text('scope').notNull(),
    key: text('key').notNull(),
    /** Keyed digest of the body: it may hold a password, so no plain hash of it is kept. */
    bodyDigest: text('body_digest').notNull(),
    status: smallint('status').notNull(),
    /** The answer and its cookies, sealed: a log-in's answer carries a session. */
    answer: text('answer').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.scope, t.key] }), index('idempotency_created').on(t.createdAt)],
);

export type StoredAnswer = Omit<typeof idempotencyKeys.$inferInsert, 'createdAt'>;

/** Keeps answers; `false` when one of the keys has one already (then the caller's effect must be undone). */
export async function storeAnswers(
  db: Database,
  answers: readonly StoredAnswer[],
  now: Date,
): Promise<boolean> {
  if (answers.length === 0) return true;
  const inserted = await db
    .insert(idempotencyKeys)
    .select(
      rowsFor(
        idempotencyKeys,
        answers.map((answer) => ({ ...answer, createdAt: now })),
      ),
    )
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  return inserted.length === answers.length;
}

export async function findAnswer(db: Database, scope: string, key: string) {
  const [stored] = await db
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key)));
  return stored;
}

export async function removeAnswersBefore(db: Database, before: Date): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, before));
}
