import { sql } from 'drizzle-orm';
import {
  bigint,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from '../../members/member.store.ts';
import { payments } from '../payment.store.ts';
import type { ManualRail } from './claim.rules.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** A bank statement that an administrator has brought in. */
export const statementImports = pgTable('statement_imports', {
  id: uuid('id').primaryKey(),
  rail: text('rail').$type<ManualRail>().notNull(),
  fileName: text('file_name').notNull(),
  /** Which column of the file is what. */
  columns: jsonb('columns').$type<Record<string, unknown>>().notNull(),
  addedBy: uuid('added_by')
    .notNull()
    .references(() => users.id),
  addedAt: at('added_at').notNull(),
  appliedAt: at('applied_at'),
  undoneAt: at('undone_at'),
});

/** One credit of a statement. The same line brought in twice is known again by its digest. */
export const statementLines = pgTable(
  'statement_lines',
  {
    id: uuid('id').primaryKey(),
    importId: uuid('import_id')
      .notNull()
      .references(() => statementImports.id),
    /** From 1, in the order of the file. */
    row: integer('row').notNull(),
    bookedOn: date('booked_on', { mode: 'string' }).notNull(),
    amountCents: bigint('amount_cents', { mode: 'bigint' }).notNull(),
    text: text('text').notNull(),
    digest: text('digest').notNull(),
    /** The claim that it proves, once confirmed. */
    paymentId: uuid('payment_id').references(() => payments.id),
  },
  (t) => [
    uniqueIndex('statement_lines_row').on(t.importId, t.row),
    index('statement_lines_digest').on(t.digest),
    uniqueIndex('statement_lines_payment').on(t.paymentId).where(sql`${t.paymentId} is not null`),
  ],
);

export type StatementImport = typeof statementImports.$inferSelect;
export type StatementLine = typeof statementLines.$inferSelect;
