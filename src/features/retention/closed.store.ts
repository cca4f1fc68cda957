import { boolean, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../server/columns.store.ts';
import type { Database } from '../../server/database.ts';

/** Accounts that were closed and of which something is still to be erased. */
export const closedAccounts = pgTable(
  'closed_accounts',
  {
    /** The account's. */
    id: uuid('id').primaryKey(),
    address: text('address').notNull(),
    /** Whether its owner had proved to hold the address: nobody else's mails and applications are touched. */
    isProved: boolean('is_proved').notNull(),
    /** The applications that the account had taken over, and that wait to be over. */
    applicationIds: jsonb('application_ids').$type<string[]>().notNull(),
    closedAt: at('closed_at').notNull(),
  },
  (t) => [index('closed_accounts_oldest').on(t.closedAt)],
);

export async function addClosed(
  tx: Database,
  closed: typeof closedAccounts.$inferInsert,
): Promise<void> {
  await tx.insert(closedAccounts).values(closed);
}
