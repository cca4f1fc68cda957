import { count, eq, inArray, sql } from 'drizzle-orm';
import { date, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../../server/database/columns.store.ts';
import type { Database } from '../../../server/database/database.ts';
import { listOf } from '../../../server/lists/list.store.ts';

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

export type PaperSignature = typeof paperSignatures.$inferSelect;

export const paperSignatureList = listOf({
  table: paperSignatures,
  id: paperSignatures.id,
  columns: {
    id: paperSignatures.id,
    sheet: paperSignatures.sheet,
    line: paperSignatures.line,
    fullName: paperSignatures.fullName,
    country: paperSignatures.country,
    email: paperSignatures.email,
    signedOn: paperSignatures.signedOn,
    enteredBy: paperSignatures.enteredBy,
    enteredAt: paperSignatures.enteredAt,
  },
  sorts: {
    enteredAt: paperSignatures.enteredAt,
    fullName: paperSignatures.fullName,
    sheet: paperSignatures.sheet,
    country: paperSignatures.country,
  },
  search: [paperSignatures.fullName, paperSignatures.sheet],
  country: paperSignatures.country,
});

/** Adds the lines of a sheet; answers the numbers of those that were added, without those that are there already. */
export async function addLines(tx: Database, lines: readonly PaperSignature[]): Promise<number[]> {
  const added = await tx
    .insert(paperSignatures)
    .values([...lines])
    .onConflictDoNothing({ target: [paperSignatures.sheet, paperSignatures.line] })
    .returning({ line: paperSignatures.line });
  return added.map(({ line }) => line);
}

/** How many lines a sheet has, and when the first of them was entered; undefined without any. */
export async function findSheet(db: Database, sheet: string) {
  const [found] = await db
    .select({
      lines: count(),
      enteredAt: sql`min(${paperSignatures.enteredAt})`.mapWith(paperSignatures.enteredAt),
    })
    .from(paperSignatures)
    .where(eq(paperSignatures.sheet, sheet));
  return found && found.lines > 0 ? found : undefined;
}

/** How many lines each of these sheets has. */
export async function countLines(
  db: Database,
  sheets: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .select({ sheet: paperSignatures.sheet, lines: count() })
    .from(paperSignatures)
    .where(inArray(paperSignatures.sheet, [...sheets]))
    .groupBy(paperSignatures.sheet);
  return new Map(rows.map((row) => [row.sheet, row.lines]));
}

/** Deletes a sheet; answers how many lines it had. */
export async function removeSheet(tx: Database, sheet: string): Promise<number> {
  const removed = await tx
    .delete(paperSignatures)
    .where(eq(paperSignatures.sheet, sheet))
    .returning({ id: paperSignatures.id });
  return removed.length;
}

export const countPaperSignatures = (db: Database): Promise<number> => db.$count(paperSignatures);

/** Those with an address, in the order of their days. */
export async function listLinesOf(db: Database, email: string): Promise<PaperSignature[]> {
  const { sheet, line, signedOn } = paperSignatures;
  return db
    .select()
    .from(paperSignatures)
    .where(eq(paperSignatures.email, email))
    .orderBy(signedOn, sheet, line);
}

/** Takes an address off its lines. */
export async function removeEmail(tx: Database, email: string): Promise<void> {
  await tx.update(paperSignatures).set({ email: null }).where(eq(paperSignatures.email, email));
}
