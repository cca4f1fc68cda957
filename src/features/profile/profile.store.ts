import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../server/columns.store.ts';
import type { Database } from '../../server/database.ts';
import { users } from '../members/member.store.ts';
import type { Profile } from './profile.contract.ts';

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

export type ProfileRow = typeof userProfiles.$inferSelect;

export async function findProfile(db: Database, userId: string): Promise<ProfileRow | undefined> {
  const [found] = await db.select().from(userProfiles).where(eq(userProfiles.userId, userId));
  return found;
}

/** Writes what is given over what was there; the first time `fresh` fills in the rest. */
export async function putProfile(
  tx: Database,
  write: { userId: string; fresh: Profile; change: Partial<Profile>; now: Date },
): Promise<void> {
  const { userId, fresh, change, now } = write;
  await tx
    .insert(userProfiles)
    .values({ id: randomUUID(), userId, ...fresh, ...change, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({ target: userProfiles.userId, set: { ...change, updatedAt: now } });
}
