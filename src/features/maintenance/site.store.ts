import { eq, sql } from 'drizzle-orm';
import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../server/database/columns.store.ts';
import type { Database } from '../../server/database/database.ts';

/** What administrators have set for the whole site, by name; a name without a row is as it was built. */
export const siteSettings = pgTable('site_settings', {
  name: text('name').primaryKey(),
  value: jsonb('value').notNull(),
  /** Whose account may be gone. */
  updatedBy: uuid('updated_by').notNull(),
  /** Later with each write, whatever the clocks say: it is the setting's version. */
  updatedAt: at('updated_at').notNull(),
});

/** A setting and when it was written; undefined where it was never set. */
export async function findSetting(
  db: Database,
  name: string,
): Promise<{ value: unknown; updatedAt: Date } | undefined> {
  const { value, updatedAt } = siteSettings;
  const [row] = await db
    .select({ value, updatedAt })
    .from(siteSettings)
    .where(eq(siteSettings.name, name));
  return row;
}

/**
 * Writes a setting, in the place of what was there, and answers when; undefined, and nothing is changed, where `seen`
 * is given and is not when it was written last (milliseconds since 1970, 0: never).
 */
export async function putSetting(
  tx: Database,
  setting: typeof siteSettings.$inferInsert,
  seen?: number,
): Promise<Date | undefined> {
  const { value, updatedBy, updatedAt } = setting;
  const later = sql`greatest(${updatedAt.toISOString()}::timestamptz, ${siteSettings.updatedAt} + interval '1 millisecond')`;
  const [put] = await tx
    .insert(siteSettings)
    .values(setting)
    .onConflictDoUpdate({
      target: siteSettings.name,
      set: { value, updatedBy, updatedAt: later },
      ...(seen === undefined ? {} : { setWhere: eq(siteSettings.updatedAt, new Date(seen)) }),
    })
    .returning({ updatedAt: siteSettings.updatedAt });
  return put?.updatedAt;
}
