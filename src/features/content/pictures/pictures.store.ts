import { eq, lt, sql } from 'drizzle-orm';
import { customType, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { Database } from '../../../server/database/database.ts';
import { siteContent } from '../content.store.ts';

const bytea = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  fromDriver: (bytes) => Buffer.from(bytes),
});

/** The files of uploaded pictures, as they are sent: each picture as one or two copies. */
export const sitePictures = pgTable('site_pictures', {
  /** Begins with 43 characters that all copies of a picture share. */
  name: text('name').primaryKey(),
  type: text('type').$type<'image/jpeg' | 'image/webp'>().notNull(),
  bytes: bytea('bytes').notNull(),
  addedAt: timestamp('added_at', { withTimezone: true, mode: 'date' }).notNull(),
  /** When a published text or a draft last named it, as far as the daily round saw. */
  usedAt: timestamp('used_at', { withTimezone: true, mode: 'date' }).notNull(),
});

export type PictureRow = typeof sitePictures.$inferSelect;

/** Adds the files of a picture; those that are there already count as used now. */
export async function addPictures(tx: Database, rows: Omit<PictureRow, 'usedAt'>[]): Promise<void> {
  await tx
    .insert(sitePictures)
    .values(rows.map((row) => ({ ...row, usedAt: row.addedAt })))
    .onConflictDoUpdate({
      target: sitePictures.name,
      set: { usedAt: sql`excluded.used_at` },
    });
}

export async function findPicture(
  db: Database,
  name: string,
): Promise<Pick<PictureRow, 'type' | 'bytes'> | undefined> {
  const [found] = await db
    .select({ type: sitePictures.type, bytes: sitePictures.bytes })
    .from(sitePictures)
    .where(eq(sitePictures.name, name));
  return found;
}

/** What all files of a picture share, and a text that names it begins with. */
const shared = (name: typeof sitePictures.name | typeof siteContent.value) =>
  sql`left(${name}, 43)`;

/** Counts a picture as used now, so that nothing removes it meanwhile; false when it is gone. */
export async function usePicture(tx: Database, name: string, now: Date): Promise<boolean> {
  const found = await tx
    .update(sitePictures)
    .set({ usedAt: now })
    .where(eq(shared(sitePictures.name), name.slice(0, 43)))
    .returning({ name: sitePictures.name });
  return found.some((one) => one.name === name);
}

/** Notes which pictures are named by a published text or a draft right now. */
export async function notePicturesInUse(tx: Database, now: Date): Promise<void> {
  await tx
    .update(sitePictures)
    .set({ usedAt: now })
    .where(
      sql`${shared(sitePictures.name)} in (
        select ${shared(siteContent.value)} from ${siteContent} where ${siteContent.status} <> 'archived')`,
    );
}

/** Removes what nothing has named since; answers how many files. */
export async function removeUnusedPictures(tx: Database, since: Date): Promise<number> {
  const removed = await tx
    .delete(sitePictures)
    .where(lt(sitePictures.usedAt, since))
    .returning({ name: sitePictures.name });
  return removed.length;
}
