import { boolean, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../server/columns.store.ts';
import { users } from '../members/member.store.ts';
import type { ClaimedKind } from './records.contract.ts';

/** What members tell about themselves. One who never saved any has no row. */
export const userProfiles = pgTable('user_profiles', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id')
    .notNull()
    .unique()
    .references(() => users.id, { onDelete: 'cascade' }),
  country: text('country').notNull(),
  city: text('city').notNull(),
  bio: text('bio').notNull(),
  interests: text('interests').notNull(),
  /** Whether others find the member and see the card (gaps.md §2). */
  isPublic: boolean('is_public').notNull().default(true),
  createdAt: at('created_at').notNull(),
  updatedAt: at('updated_at').notNull(),
});

/** What members took into their account: made earlier with the same address, which they have proved to hold. */
export const memberClaims = pgTable(
  'member_claims',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<ClaimedKind>().notNull(),
    recordId: uuid('record_id').notNull(),
    claimedAt: at('claimed_at').notNull(),
  },
  (t) => [
    // Nobody takes what another has.
    unique('member_claims_record').on(t.kind, t.recordId),
    index('member_claims_user').on(t.userId),
  ],
);
