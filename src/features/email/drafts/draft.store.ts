import { index, integer, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../../server/columns.store.ts';
import { users } from '../../members/member.store.ts';

/** Mails that are being written, each its writer's alone. */
export const mailDrafts = pgTable(
  'mail_drafts',
  {
    id: uuid('id').primaryKey(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    content: jsonb('content').notNull(),
    /** Rises with each saving, so that no tab overwrites what it has not seen. */
    version: integer('version').notNull(),
    savedAt: at('saved_at').notNull(),
  },
  (t) => [index('mail_drafts_owner').on(t.ownerId, t.savedAt)],
);
