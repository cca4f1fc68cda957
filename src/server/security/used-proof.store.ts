import { lt } from 'drizzle-orm';
import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { Database } from '../database/database.ts';

/** Solutions that were spent: one opens one form once, on whichever instance. */
export const usedProofs = pgTable('used_proofs', {
  signature: text('signature').primaryKey(),
  expiresAt: timestamp('expires_at', { withTimezone: true, mode: 'date' }).notNull(),
});

/** Spends a solution; `false` when it was spent before. */
export async function addUsedProof(
  db: Database,
  signature: string,
  expiresAt: Date,
): Promise<boolean> {
  const added = await db
    .insert(usedProofs)
    .values({ signature, expiresAt })
    .onConflictDoNothing()
    .returning({ signature: usedProofs.signature });
  return added.length === 1;
}

export async function removeUsedProofs(db: Database, now: Date): Promise<void> {
  await db.delete(usedProofs).where(lt(usedProofs.expiresAt, now));
}
