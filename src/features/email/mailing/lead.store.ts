import { and, eq, sql } from 'drizzle-orm';
import { integer, jsonb, pgTable, smallint, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../../server/columns.store.ts';
import type { Database } from '../../../server/database.ts';
import type { Rest } from './waiting.rules.ts';

/**
 * Who sends bulk mail: one process at a time, so that rates and shares of a provider hold for all of them. One row,
 * number 1.
 */
export const mailLead = pgTable('mail_lead', {
  id: smallint('id').primaryKey(),
  /** Null when it has been laid down; whoever has it shows again and again that it lives. */
  holder: uuid('holder'),
  heldUntil: at('held_until').notNull(),
  /** Until when nobody sends any. */
  restingUntil: at('resting_until'),
  restingBecause: jsonb('resting_because').$type<Rest>(),
  /** How often in a row the server was away. */
  timesAway: integer('times_away').notNull(),
});

export type MailLead = typeof mailLead.$inferSelect;

export async function findLead(db: Database): Promise<MailLead | undefined> {
  const [found] = await db.select().from(mailLead);
  return found;
}

/** Takes the lead; `false` while somebody else has it, and until when. Call it in a transaction. */
export async function takeLead(
  tx: Database,
  { holder, until, now }: { holder: string; until: Date; now: Date },
): Promise<{ isTaken: false; heldUntil: Date } | { isTaken: true }> {
  await tx
    .insert(mailLead)
    .values({ id: 1, heldUntil: now, timesAway: 0 })
    .onConflictDoNothing({ target: mailLead.id });
  const [before] = await tx.select().from(mailLead).for('update');
  if (!before) throw new Error('The row of the lead is gone.');
  if (before.holder !== null && before.heldUntil > now)
    return { isTaken: false, heldUntil: before.heldUntil };
  await tx.update(mailLead).set({ holder, heldUntil: until });
  return { isTaken: true };
}

/** Shows that the holder lives; false when somebody else has taken the lead meanwhile. */
export async function keepLead(db: Database, holder: string, until: Date): Promise<boolean> {
  const kept = await db
    .update(mailLead)
    .set({ heldUntil: until })
    .where(eq(mailLead.holder, holder))
    .returning({ id: mailLead.id });
  return kept.length > 0;
}

export async function dropLead(db: Database, holder: string): Promise<void> {
  await db.update(mailLead).set({ holder: null }).where(eq(mailLead.holder, holder));
}

/** Lets bulk mail rest. */
export async function rest(
  db: Database,
  values: { restingUntil: Date; restingBecause: Rest; timesAway: number },
): Promise<void> {
  await db.update(mailLead).set(values);
}

/** The server takes mail, or somebody wants to see whether it does. */
export async function endRest(db: Database): Promise<void> {
  await db
    .update(mailLead)
    .set({ restingUntil: null, restingBecause: null, timesAway: 0 })
    .where(
      and(
        eq(mailLead.id, 1),
        sql`(${mailLead.timesAway} > 0 or ${mailLead.restingUntil} is not null)`,
      ),
    );
}
