import { randomUUID } from 'node:crypto';
import { eq, isNotNull, sql } from 'drizzle-orm';
import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../../server/database/columns.store.ts';
import type { Database } from '../../../server/database/database.ts';
import { users } from '../../../server/user.store.ts';
import type { Profile } from './profile.contract.ts';

/** Profiles of members. A member who never saved one has no row. */
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

/** A member as another member may see them; `profile` is null for one who never saved it. */
export async function findCard(db: Database, id: string) {
  const [found] = await db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      isSuspended: sql<boolean>`${isNotNull(users.suspendedAt)}`,
      profile: userProfiles,
    })
    .from(users)
    .leftJoin(userProfiles, eq(userProfiles.userId, users.id))
    .where(eq(users.id, id));
  return found;
}
