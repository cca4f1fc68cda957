import { asc, eq, sql } from 'drizzle-orm';
import { boolean, check, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../../../../server/database/columns.store.ts';
import type { Database } from '../../../../../server/database/database.ts';
import {
  SET_ASIDE_ACCOUNTS,
  type SetAsideAccount,
} from '../../../core/lines/line-decision.rules.ts';

/** Which account lines with some words go to: fees, transfers between our accounts. */
export const statementRules = pgTable(
  'statement_rules',
  {
    id: uuid('id').primaryKey(),
    /** In capitals. */
    contains: text('contains').notNull(),
    /** Of money out. */
    isDebit: boolean('is_debit').notNull(),
    account: text('account').$type<SetAsideAccount>().notNull(),
    reason: text('reason').notNull(),
    addedAt: at('added_at').notNull(),
  },
  (t) => [
    uniqueIndex('statement_rules_words').on(t.contains, t.isDebit),
    check(
      'statement_rules_account',
      sql`${t.account} in (${sql.raw(SET_ASIDE_ACCOUNTS.map((one) => `'${one}'`).join(', '))})`,
    ),
  ],
);

export type StatementRule = typeof statementRules.$inferSelect;

/** Keeps a rule; one with the same words is replaced. */
export async function putRule(tx: Database, rule: StatementRule): Promise<void> {
  const { account, reason, addedAt } = rule;
  await tx
    .insert(statementRules)
    .values(rule)
    .onConflictDoUpdate({
      target: [statementRules.contains, statementRules.isDebit],
      set: { account, reason, addedAt },
    });
}

/** The longest words first: the most particular rule of a line counts. */
export const listRules = (db: Database): Promise<StatementRule[]> =>
  db
    .select()
    .from(statementRules)
    .orderBy(sql`length(${statementRules.contains}) desc`, asc(statementRules.contains));

export async function removeRule(tx: Database, id: string): Promise<StatementRule | undefined> {
  const [removed] = await tx.delete(statementRules).where(eq(statementRules.id, id)).returning();
  return removed;
}
