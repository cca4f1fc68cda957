import { bigserial, index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { Caller } from './context.ts';
import type { Database } from './database/database.ts';

/** The audit log. A trigger refuses UPDATE and DELETE. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    at: timestamp('at', { withTimezone: true, mode: 'date' }).notNull(),
    /** Null when the system acts by itself. */
    actorId: uuid('actor_id'),
    /** Noun and verb: `payment_config.created`. */
    action: text('action').notNull(),
    /** The id of what was acted upon. */
    subject: text('subject'),
    before: jsonb('before'),
    after: jsonb('after'),
  },
  (t) => [index('audit_log_newest').on(t.at, t.id)],
);

/** Appends one act, in the transaction of the act itself. */
export async function addAudit(
  db: Database,
  act: Omit<typeof auditLog.$inferInsert, 'id'>,
): Promise<void> {
  await db.insert(auditLog).values(act);
}

/** Who downloads something, as it is written down: the person and, where a program asks for them, its API key. */
export const downloadedBy = ({ id, apiKey }: Caller) => ({
  actorId: id,
  ...(apiKey ? { after: { apiKey } } : {}),
});
