import { and, desc, eq, ne, sql } from 'drizzle-orm';
import { boolean, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../../server/database/columns.store.ts';
import type { Database } from '../../../server/database/database.ts';
import type { ConfigType } from './payment-config.rules.ts';
import { DEFAULT_PRICING, type Pricing } from './pricing.rules.ts';

export const paymentConfig = pgTable(
  'payment_config',
  {
    id: uuid('id').primaryKey(),
    configType: text('config_type').$type<ConfigType>().notNull(),
    /** Checked against the type's schema before it is stored. */
    configData: jsonb('config_data').$type<Record<string, unknown>>().notNull(),
    isActive: boolean('is_active').notNull(),
    updatedBy: uuid('updated_by').notNull(),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('payment_config_one_active').on(t.configType).where(sql`${t.isActive}`),
    index('payment_config_newest').on(t.createdAt, t.id),
  ],
);

export type PaymentConfig = typeof paymentConfig.$inferSelect;

/** Newest first. */
export async function listPaymentConfigs(db: Database): Promise<PaymentConfig[]> {
  return db
    .select()
    .from(paymentConfig)
    .orderBy(desc(paymentConfig.createdAt), desc(paymentConfig.id))
    .limit(500);
}

export async function listActiveConfigs(db: Database): Promise<PaymentConfig[]> {
  return db
    .select()
    .from(paymentConfig)
    .where(eq(paymentConfig.isActive, true))
    .orderBy(paymentConfig.configType);
}

export async function findActiveConfig(
  db: Database,
  configType: ConfigType,
): Promise<PaymentConfig | undefined> {
  const [found] = await db
    .select()
    .from(paymentConfig)
    .where(and(eq(paymentConfig.configType, configType), eq(paymentConfig.isActive, true)));
  return found;
}

export async function findPaymentConfig(
  db: Database,
  id: string,
): Promise<PaymentConfig | undefined> {
  const [found] = await db.select().from(paymentConfig).where(eq(paymentConfig.id, id));
  return found;
}

/** Lets the changes to one type pass one at a time, so that a switch never leaves two or none. */
export async function lockConfigType(tx: Database, configType: ConfigType): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`payment_config ${configType}`}, 0))`,
  );
}

export async function addPaymentConfig(tx: Database, config: PaymentConfig): Promise<void> {
  await tx.insert(paymentConfig).values(config);
}

export async function setPaymentConfig(
  tx: Database,
  id: string,
  change: Partial<PaymentConfig>,
): Promise<void> {
  await tx.update(paymentConfig).set(change).where(eq(paymentConfig.id, id));
}

/** Switches every row of a type off, all but one when its id is given. */
export async function deactivateConfigs(
  tx: Database,
  configType: ConfigType,
  now: Date,
  exceptId?: string,
): Promise<void> {
  await tx
    .update(paymentConfig)
    .set({ isActive: false, updatedAt: now })
    .where(
      and(
        eq(paymentConfig.configType, configType),
        eq(paymentConfig.isActive, true),
        exceptId ? ne(paymentConfig.id, exceptId) : undefined,
      ),
    );
}

export async function removePaymentConfig(tx: Database, id: string): Promise<void> {
  await tx.delete(paymentConfig).where(eq(paymentConfig.id, id));
}

/** The pricing in force: the stored active one, else the specification's defaults. */
export async function activePricing(db: Database): Promise<Pricing> {
  const stored = await findActiveConfig(db, 'pricing');
  // Stored data passed the pricing schema on its way in.
  return stored ? (stored.configData as unknown as Pricing) : DEFAULT_PRICING;
}
