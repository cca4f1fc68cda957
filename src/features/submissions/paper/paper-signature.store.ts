import { sql } from 'drizzle-orm';
import { date, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../../server/database/columns.store.ts';

/** Signed by hand on a sheet. Never part of the specified count, its exports or an audience of mail. */
export const paperSignatures = pgTable(
  'paper_signatures',
  {
    id: uuid('id').primaryKey(),
    /** As it was written on the sheet, in capitals. */
    sheet: text('sheet').notNull(),
    line: integer('line').notNull(),
    fullName: text('full_name').notNull(),
    country: text('country').notNull(),
    /** Trimmed and lower-cased; null where the line has none. */
    email: text('email'),
    /** The calendar day that is on the sheet. */
    signedOn: date('signed_on', { mode: 'string' }).notNull(),
    /** The administrator who entered it. */
    enteredBy: uuid('entered_by').notNull(),
    enteredAt: at('entered_at').notNull(),
  },
  (t) => [
    unique('paper_signatures_line').on(t.sheet, t.line),
    index('paper_signatures_newest').on(t.enteredAt, t.id),
    index('paper_signatures_email').on(t.email).where(sql`${t.email} is not null`),
  ],
);
