import { sql } from 'drizzle-orm';
import { check, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { payments } from '../payment.store.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** The last number given; its row is locked by who takes the next, so that none is skipped or given twice. */
export const receiptCounters = pgTable('receipt_counters', {
  name: text('name').primaryKey(),
  last: integer('last').notNull(),
});

/** What a receipt says, frozen on the day it was issued. Amounts are decimal strings of dollars. */
export interface ReceiptFacts {
  reference: string;
  payer: string;
  email: string;
  method: string;
  plan: string;
  instalment: number;
  instalments: number;
  received: string;
  due: string;
  currency: string;
  /** YYYY-MM-DD. */
  receivedOn: string;
  /** What the payer can find again at the bank, PayPal or on the chain. */
  railReference: string | null;
}

/** One for each payment that has come, numbered from 1 without gaps. Never changed. */
export const receipts = pgTable(
  'receipts',
  {
    number: integer('number').primaryKey(),
    paymentId: uuid('payment_id')
      .notNull()
      .unique()
      .references(() => payments.id),
    issuedAt: at('issued_at').notNull(),
    facts: jsonb('facts').$type<ReceiptFacts>().notNull(),
    locale: text('locale').notNull(),
  },
  (t) => [check('receipts_number', sql`${t.number} > 0`)],
);

export type Receipt = typeof receipts.$inferSelect;
