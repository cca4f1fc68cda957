import {
  and,
  asc,
  desc,
  eq,
  gte,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  max,
  ne,
  notExists,
  sql,
} from 'drizzle-orm';
import { alias, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../../../../server/database/columns.store.ts';
import type { Database } from '../../../../../server/database/database.ts';
import {
  type Instalment,
  instalments,
  isOver,
  paymentSchedules,
} from '../../../core/schedule/schedule.store.ts';
import { passportApplications } from '../../../../application/application.store.ts';
import { OPEN, PAYABLE } from '../../../core/payment.rules.ts';
import { payments } from '../../../core/payment.store.ts';

export interface ChargeableInstalment {
  instalment: Instalment;
  token: VaultToken;
}

/**
 * The next instalment by id whose day to be charged has come, of a running plan with a stored account and without an
 * open payment; with its application locked. Skips instalments that another transaction has locked.
 */
export async function lockNextChargeableInstalment(
  tx: Database,
  { day, after }: { day: string; after?: string | undefined },
): Promise<ChargeableInstalment | undefined> {
  const [found] = await tx
    .select({ instalment: instalments, token: vaultTokens })
    .from(instalments)
    .innerJoin(paymentSchedules, eq(paymentSchedules.id, instalments.scheduleId))
    .innerJoin(passportApplications, eq(passportApplications.id, paymentSchedules.applicationId))
    .innerJoin(vaultTokens, eq(vaultTokens.scheduleId, paymentSchedules.id))
    .where(
      and(
        isChargeable(tx),
        lte(instalments.chargeOn, day),
        after ? gt(instalments.id, after) : undefined,
      ),
    )
    .orderBy(asc(instalments.id))
    .limit(1)
    .for('update', { of: passportApplications, skipLocked: true });
  return found;
}

/**
 * The next instalment by id that is due by a day and the first of its plan without a day to be charged, with the last
 * such day of the plan; otherwise as above.
 */
export async function lockNextUnannouncedInstalment(
  tx: Database,
  { dueBy, after }: { dueBy: string; after?: string | undefined },
): Promise<{ id: string; dueOn: string; lastChargeOn: string | null } | undefined> {
  const siblings = alias(instalments, 'siblings');
  const ofPlan = eq(siblings.scheduleId, instalments.scheduleId);
  const earlier = tx
    .select({ one: sql`1` })
    .from(siblings)
    .where(
      and(
        ofPlan,
        lt(siblings.number, instalments.number),
        inArray(siblings.status, [...PAYABLE]),
        isNull(siblings.chargeOn),
      ),
    );
  // A refused charge is tried again later, and after a gap it comes late: its own day counts too.
  const charged = sql`(select (max(o.created_at) at time zone 'UTC')::date from paypal_orders o
    join payments p on p.id = o.payment_id join instalments c on c.id = p.instalment_id
    where c.schedule_id = ${instalments.scheduleId} and o.kind = 'stored' and o.state <> 'declined')`;
  const planned = tx
    .select({ day: max(siblings.chargeOn) })
    .from(siblings)
    .where(ofPlan);
  const [found] = await tx
    .select({
      id: instalments.id,
      dueOn: instalments.dueOn,
      lastChargeOn: sql<string | null>`greatest((${planned}), ${charged})::text`,
    })
    .from(instalments)
    .innerJoin(paymentSchedules, eq(paymentSchedules.id, instalments.scheduleId))
    .innerJoin(passportApplications, eq(passportApplications.id, paymentSchedules.applicationId))
    .innerJoin(vaultTokens, eq(vaultTokens.scheduleId, paymentSchedules.id))
    .where(
      and(
        isChargeable(tx),
        isNull(instalments.chargeOn),
        lte(instalments.dueOn, dueBy),
        notExists(earlier),
        after ? gt(instalments.id, after) : undefined,
      ),
    )
    .orderBy(asc(instalments.id))
    .limit(1)
    .for('update', { of: passportApplications, skipLocked: true });
  return found;
}

/**
 * An unpaid instalment of a running plan with a stored account, without an open payment. Plans whose payers dispute a
 * payment or had a refund, or who pay the rest at once, are not charged automatically.
 */
function isChargeable(tx: Database) {
  const open = tx
    .select({ one: sql`1` })
    .from(payments)
    .where(and(eq(payments.instalmentId, instalments.id), inArray(payments.status, [...OPEN])));
  const ofPlan = alias(instalments, 'of_plan');
  const contested = tx
    .select({ one: sql`1` })
    .from(payments)
    .innerJoin(ofPlan, eq(ofPlan.id, payments.instalmentId))
    .where(
      and(
        eq(ofPlan.scheduleId, paymentSchedules.id),
        inArray(payments.status, ['disputed', 'reversed', 'refunded']),
      ),
    );
  /** What was given back is paid again only by its payer's own decision. */
  const givenBack = tx
    .select({ one: sql`1` })
    .from(payments)
    .where(
      and(eq(payments.instalmentId, instalments.id), eq(payments.status, 'partially_refunded')),
    );
  /** Its payer pays the rest at once. */
  const combined = tx
    .select({ one: sql`1` })
    .from(ofPlan)
    .where(and(eq(ofPlan.scheduleId, paymentSchedules.id), eq(ofPlan.status, 'combined')));
  return and(
    ne(passportApplications.applicationStatus, 'cancelled'),
    eq(paymentSchedules.storedStatus, 'active'),
    inArray(instalments.status, [...PAYABLE]),
    isNull(vaultTokens.endedAt),
    notExists(open),
    notExists(contested),
    notExists(combined),
    notExists(givenBack),
  );
}

/**
 * The payer's account that PayPal stores for later payments of a plan; encrypted, bound to its row. PayPal may
 * give one token for several plans of a payer: each plan has its own row, and PayPal is asked to delete the
 * account only when the last of them has ended.
 */
export const vaultTokens = pgTable(
  'vault_tokens',
  {
    id: uuid('id').primaryKey(),
    scheduleId: uuid('schedule_id')
      .notNull()
      .references(() => paymentSchedules.id),
    sealed: text('sealed').notNull(),
    /** Keyed digest of the token, to find it by PayPal's events. */
    digest: text('digest').notNull(),
    addedAt: at('added_at').notNull(),
    /** From here on it is used no more, although PayPal may not have deleted it yet. */
    endedAt: at('ended_at'),
    deletedAt: at('deleted_at'),
  },
  (t) => [
    uniqueIndex('vault_tokens_one_live').on(t.scheduleId).where(sql`${t.endedAt} is null`),
    index('vault_tokens_digest').on(t.digest),
  ],
);

export type VaultToken = typeof vaultTokens.$inferSelect;

/** Adds an account; `false` when the schedule has one already. */
export async function addVaultToken(tx: Database, token: VaultToken): Promise<boolean> {
  const added = await tx
    .insert(vaultTokens)
    .values(token)
    .onConflictDoNothing()
    .returning({ id: vaultTokens.id });
  return added.length === 1;
}

export async function findVaultToken(db: Database, id: string): Promise<VaultToken | undefined> {
  const [found] = await db.select().from(vaultTokens).where(eq(vaultTokens.id, id));
  return found;
}

/** The account with which a schedule's later payments are made. */
export async function findLiveToken(
  db: Database,
  scheduleId: string,
): Promise<VaultToken | undefined> {
  const [found] = await db
    .select()
    .from(vaultTokens)
    .where(and(eq(vaultTokens.scheduleId, scheduleId), isNull(vaultTokens.endedAt)));
  return found;
}

/** Which of these schedules have an account for their later payments. */
export async function listSchedulesWithToken(
  db: Database,
  scheduleIds: string[],
): Promise<Set<string>> {
  const found = await db
    .select({ id: vaultTokens.scheduleId })
    .from(vaultTokens)
    .where(and(inArray(vaultTokens.scheduleId, scheduleIds), isNull(vaultTokens.endedAt)));
  return new Set(found.map(({ id }) => id));
}

/** By the keyed digests of PayPal's token: one for each plan that uses the account, live ones first. */
export async function listTokensByDigest(
  db: Database,
  digests: readonly string[],
): Promise<VaultToken[]> {
  return db
    .select()
    .from(vaultTokens)
    .where(inArray(vaultTokens.digest, [...digests]))
    .orderBy(desc(isNull(vaultTokens.endedAt)), asc(vaultTokens.id));
}

/** Ends the schedule's account and answers it; undefined when it has none. */
export async function endVaultToken(
  tx: Database,
  scheduleId: string,
  at: Date,
): Promise<VaultToken | undefined> {
  const [ended] = await tx
    .update(vaultTokens)
    .set({ endedAt: at })
    .where(and(eq(vaultTokens.scheduleId, scheduleId), isNull(vaultTokens.endedAt)))
    .returning();
  return ended;
}

/** Uses the account of a plan again that was ended at this time or later, unless PayPal has deleted it. */
export async function reviveVaultToken(
  tx: Database,
  scheduleId: string,
  since: Date,
): Promise<void> {
  await tx
    .update(vaultTokens)
    .set({ endedAt: null })
    .where(
      and(
        eq(vaultTokens.scheduleId, scheduleId),
        gte(vaultTokens.endedAt, since),
        isNull(vaultTokens.deletedAt),
      ),
    );
}

/** The token is to be found under another digest. */
export async function setTokenDigest(tx: Database, id: string, digest: string): Promise<void> {
  await tx.update(vaultTokens).set({ digest }).where(eq(vaultTokens.id, id));
}

/** PayPal no longer has the account of these digests: it is ended in every plan that used it. */
export async function setAccountDeleted(
  tx: Database,
  digests: readonly string[],
  at: Date,
): Promise<void> {
  // Locked in the order of their ids (decision 0012).
  const tokens = tx
    .select({ id: vaultTokens.id })
    .from(vaultTokens)
    .where(and(inArray(vaultTokens.digest, [...digests]), isNull(vaultTokens.deletedAt)))
    .orderBy(asc(vaultTokens.id))
    .for('update');
  await tx
    .update(vaultTokens)
    .set({ deletedAt: at, endedAt: sql`coalesce(${vaultTokens.endedAt}, ${at.toISOString()})` })
    .where(inArray(vaultTokens.id, tokens));
}

/** Accounts of plans that need them no more. */
export async function listIdleTokens(db: Database, limit: number): Promise<VaultToken[]> {
  const rows = await db
    .select({ token: vaultTokens })
    .from(vaultTokens)
    .innerJoin(paymentSchedules, eq(paymentSchedules.id, vaultTokens.scheduleId))
    .where(and(isNull(vaultTokens.endedAt), isOver))
    .limit(limit);
  return rows.map(({ token }) => token);
}

/** Ended ones that PayPal may still have, and that no plan uses any more. */
export async function listUndeletedTokens(db: Database, limit: number): Promise<VaultToken[]> {
  const others = alias(vaultTokens, 'others');
  const inUse = db
    .select({ one: sql`1` })
    .from(others)
    .where(and(eq(others.digest, vaultTokens.digest), isNull(others.endedAt)));
  return db
    .select()
    .from(vaultTokens)
    .where(and(isNotNull(vaultTokens.endedAt), isNull(vaultTokens.deletedAt), notExists(inUse)))
    .orderBy(asc(vaultTokens.endedAt))
    .limit(limit);
}
