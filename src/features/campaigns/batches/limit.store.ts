import { and, eq, gt, sql } from 'drizzle-orm';
import { integer, pgTable, smallint, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../../server/database/columns.store.ts';
import type { Database } from '../../../server/database/database.ts';
import { emailLogs } from '../../mail/log/email-log.store.ts';
import { GMAIL_DAILY_CAP } from './batch.rules.ts';

/** One row, number 1; none until the limits are changed for the first time. */
export const mailLimits = pgTable('mail_limits', {
  id: smallint('id').primaryKey(),
  gmailPerDay: integer('gmail_per_day').notNull(),
  /** Null: any number. */
  alternativePerDay: integer('alternative_per_day'),
  /** Null: as fast as the server takes them. */
  perMinute: integer('per_minute'),
  connections: integer('connections').notNull(),
  updatedBy: uuid('updated_by').notNull(),
  /** Rises with each change, whatever the clocks say, and serves as the version. */
  updatedAt: at('updated_at').notNull(),
});

export type MailLimits = Pick<
  typeof mailLimits.$inferSelect,
  'gmailPerDay' | 'alternativePerDay' | 'perMinute' | 'connections'
>;

const BUILT_IN: MailLimits = {
  gmailPerDay: GMAIL_DAILY_CAP,
  alternativePerDay: null,
  perMinute: null,
  connections: 5,
};

export async function findMailLimits(db: Database): Promise<MailLimits> {
  const { gmailPerDay, alternativePerDay, perMinute, connections } = mailLimits;
  const [row] = await db
    .select({ gmailPerDay, alternativePerDay, perMinute, connections })
    .from(mailLimits);
  return row ?? BUILT_IN;
}

/** The time of the last change in milliseconds since 1970; 0: never. */
export async function findLimitsVersion(db: Database): Promise<number> {
  const [row] = await db.select({ updatedAt: mailLimits.updatedAt }).from(mailLimits);
  return row?.updatedAt.getTime() ?? 0;
}

/** Writes the limits and answers their version; undefined, and nothing is changed, when `seen` is not the saved one. */
export async function putMailLimits(
  db: Database,
  values: Omit<typeof mailLimits.$inferInsert, 'id'>,
  seen: number,
): Promise<number | undefined> {
  const updatedAt = sql`greatest(${values.updatedAt.toISOString()}::timestamptz, ${mailLimits.updatedAt} + interval '1 millisecond')`;
  const [put] = await db
    .insert(mailLimits)
    .values({ id: 1, ...values })
    .onConflictDoUpdate({
      target: mailLimits.id,
      set: { ...values, updatedAt },
      setWhere: eq(mailLimits.updatedAt, new Date(seen)),
    })
    .returning({ updatedAt: mailLimits.updatedAt });
  return put?.updatedAt.getTime();
}

/** Mails of every kind that left since then, through one configuration or through all, and when the first of them did. */
export async function countSentSince(
  db: Database,
  since: Date,
  configType?: string,
): Promise<{ count: number; first: Date | null }> {
  const [row] = await db
    .select({
      count: sql<number>`count(*)::int`,
      first: sql<string | null>`min(${emailLogs.sentAt})`,
    })
    .from(emailLogs)
    .where(
      and(
        gt(emailLogs.sentAt, since),
        eq(emailLogs.status, 'success'),
        configType === undefined ? undefined : eq(emailLogs.configType, configType),
      ),
    );
  return { count: row?.count ?? 0, first: row?.first ? new Date(row.first) : null };
}
