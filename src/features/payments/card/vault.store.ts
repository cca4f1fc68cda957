import { sql } from 'drizzle-orm';
import { index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { paymentSchedules } from '../schedule.store.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** The payer's account as PayPal keeps it for the later payments of a plan; encrypted, bound to its row. */
export const vaultTokens = pgTable(
  'vault_tokens',
  {
    id: uuid('id').primaryKey(),
    scheduleId: uuid('schedule_id')
      .notNull()
      .references(() => paymentSchedules.id),
    sealed: text('sealed').notNull(),
    /** Keyed digest of the token, to find it by what PayPal tells us. */
    digest: text('digest').notNull(),
    addedAt: at('added_at').notNull(),
    /** From here on it is used no more, although PayPal may not have deleted it yet. */
    endedAt: at('ended_at'),
    deletedAt: at('deleted_at'),
  },
  (t) => [
    uniqueIndex('vault_tokens_one_live').on(t.scheduleId).where(sql`${t.endedAt} is null`),
    index('vault_tokens_digest').on(t.digest),
  ],
);

export type VaultToken = typeof vaultTokens.$inferSelect;
