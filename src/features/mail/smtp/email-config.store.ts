import { asc, eq, sql } from 'drizzle-orm';
import {
  boolean,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { at } from '../../../server/database/columns.store.ts';
import type { Database } from '../../../server/database/database.ts';
import type { ConfigType, SmtpConfig } from '../mail.rules.ts';

export const emailConfigs = pgTable(
  'email_configs',
  {
    type: text('type').$type<ConfigType>().primaryKey(),
    configData: jsonb('config_data').$type<SmtpConfig>().notNull(),
    /** `Secrets.seal`, bound to this row; never leaves the server. */
    sealedPassword: text('sealed_password').notNull(),
    isActive: boolean('is_active').notNull(),
    /** Rises with each saving, so that nobody overwrites what they have not seen. */
    version: integer('version').notNull().default(1),
    updatedBy: uuid('updated_by'),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [uniqueIndex('email_configs_one_active').on(t.isActive).where(sql`${t.isActive}`)],
);

export type EmailConfig = typeof emailConfigs.$inferSelect;

/** One row, number 1. */
export const emailSettings = pgTable('email_settings', {
  id: smallint('id').primaryKey(),
  notificationEmail: text('notification_email'),
  /** Whether failures are reported once a day. */
  dailyDigest: boolean('daily_digest').notNull().default(true),
  updatedBy: uuid('updated_by'),
  updatedAt: at('updated_at').notNull(),
});

export async function findActiveConfig(db: Database): Promise<EmailConfig | undefined> {
  const [active] = await db.select().from(emailConfigs).where(eq(emailConfigs.isActive, true));
  return active;
}

export async function findConfig(db: Database, type: ConfigType): Promise<EmailConfig | undefined> {
  const [found] = await db.select().from(emailConfigs).where(eq(emailConfigs.type, type));
  return found;
}

export async function listConfigs(db: Database): Promise<EmailConfig[]> {
  return db.select().from(emailConfigs).orderBy(asc(emailConfigs.type));
}

/**
 * Adds or replaces the configuration of a type; whether it is active stays as it was. Answers its version; undefined,
 * and nothing is changed, where `seen` is given and is not the saved version (0: none is).
 */
export async function putConfig(
  db: Database,
  config: Omit<EmailConfig, 'isActive' | 'version'>,
  seen?: number,
): Promise<number | undefined> {
  const { type: _, ...values } = config;
  const [put] = await db
    .insert(emailConfigs)
    .values({ ...config, isActive: false })
    .onConflictDoUpdate({
      target: emailConfigs.type,
      set: { ...values, version: sql`${emailConfigs.version} + 1` },
      ...(seen === undefined ? {} : { setWhere: eq(emailConfigs.version, seen) }),
    })
    .returning({ version: emailConfigs.version });
  return put?.version;
}

/** Makes one configuration the active one; false when it was never saved. Call it in a transaction. */
export async function activateConfig(db: Database, type: ConfigType): Promise<boolean> {
  // In a fixed order, so that two activations at once wait for each other instead of locking crosswise.
  await db.select().from(emailConfigs).orderBy(asc(emailConfigs.type)).for('update');
  await db.update(emailConfigs).set({ isActive: false }).where(eq(emailConfigs.isActive, true));
  const activated = await db
    .update(emailConfigs)
    .set({ isActive: true })
    .where(eq(emailConfigs.type, type))
    .returning({ type: emailConfigs.type });
  return activated.length > 0;
}

export async function findNotificationEmail(db: Database): Promise<string | null> {
  const [row] = await db.select({ email: emailSettings.notificationEmail }).from(emailSettings);
  return row?.email ?? null;
}

/** Where notifications go; nobody else changes it until the transaction ends. */
export async function holdNotificationEmail(tx: Database): Promise<string | null> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('notification_email', 0))`);
  return findNotificationEmail(tx);
}

export async function putNotificationEmail(
  db: Database,
  values: { notificationEmail: string | null; updatedBy: string | null; updatedAt: Date },
): Promise<void> {
  await db
    .insert(emailSettings)
    .values({ id: 1, ...values })
    .onConflictDoUpdate({ target: emailSettings.id, set: values });
}
