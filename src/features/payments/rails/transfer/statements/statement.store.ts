import {
  and,
  asc,
  count,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  or,
  sql,
} from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { at, cents } from '../../../../../server/database/columns.store.ts';
import type { Database } from '../../../../../server/database/database.ts';
import { users } from '../../../../../server/user.store.ts';
import { LINE_DECISIONS, type LineDecision } from '../../../core/lines/line-decision.rules.ts';
import { paymentEvents } from '../../../core/payment-event.store.ts';
import { payments } from '../../../core/payment.store.ts';
import { instalments } from '../../../core/schedule/schedule.store.ts';
import type { TransferRail } from '../transfer.rules.ts';
import type { Columns, ImportState } from './statement.rules.ts';

export async function listLines(db: Database, importId: string): Promise<StatementLine[]> {
  return db
    .select()
    .from(statementLines)
    .where(eq(statementLines.importId, importId))
    .orderBy(asc(statementLines.row));
}

export async function lockLine(tx: Database, id: string): Promise<StatementLine | undefined> {
  const [locked] = await tx
    .select()
    .from(statementLines)
    .where(eq(statementLines.id, id))
    .for('update');
  return locked;
}

/** The lines that prove a payment and its refunds, locked. */
export const lockLinesOfPayment = (tx: Database, paymentId: string): Promise<StatementLine[]> =>
  tx
    .select()
    .from(statementLines)
    .where(
      or(
        eq(statementLines.paymentId, paymentId),
        inArray(
          statementLines.refundEventId,
          tx
            .select({ id: paymentEvents.id })
            .from(paymentEvents)
            .where(eq(paymentEvents.paymentId, paymentId)),
        ),
      ),
    )
    .orderBy(asc(statementLines.id))
    .for('update');

/** The rail on which a line's statement was brought in. */
export async function findRailOfLine(
  db: Database,
  lineId: string,
): Promise<TransferRail | undefined> {
  const [found] = await db
    .select({ rail: statementImports.rail })
    .from(statementLines)
    .innerJoin(statementImports, eq(statementImports.id, statementLines.importId))
    .where(eq(statementLines.id, lineId));
  return found?.rail;
}

export async function setLine(
  tx: Database,
  id: string,
  change: Partial<StatementLine>,
): Promise<void> {
  await tx.update(statementLines).set(change).where(eq(statementLines.id, id));
}

/** Takes the ticks off the lines of an import that have proved nothing. */
export async function untickLines(tx: Database, importId: string): Promise<void> {
  await tx
    .update(statementLines)
    .set({ chosenInstalmentId: null, chosenPaymentId: null, keepsSurplus: false })
    .where(and(eq(statementLines.importId, importId), isNull(statementLines.paymentId)));
}

/** Whether it is said of a line of an import what it was. */
export async function hasResolvedLines(db: Database, importId: string): Promise<boolean> {
  const [found] = await db
    .select({ id: statementLines.id })
    .from(statementLines)
    .where(and(eq(statementLines.importId, importId), isResolvedLine(statementLines)))
    .limit(1);
  return found !== undefined;
}

/** Ticked lines that are not booked and have not failed, in order. */
export async function listTicked(db: Database, importId: string): Promise<string[]> {
  const rows = await db
    .select({ id: statementLines.id })
    .from(statementLines)
    .where(
      and(
        eq(statementLines.importId, importId),
        isNotNull(statementLines.chosenInstalmentId),
        isNull(statementLines.paymentId),
        isNull(statementLines.failure),
      ),
    )
    .orderBy(asc(statementLines.row));
  return rows.map(({ id }) => id);
}

/** Of a line: it is clear what it was, by the payment or the refund that it is, or by a decision. */
export const isResolvedLine = (t: Record<'paymentId' | 'refundEventId' | 'decision', unknown>) =>
  sql`(${t.paymentId} is not null or ${t.refundEventId} is not null or ${t.decision} is not null)`;

/** A bank statement that an administrator has brought in. */
export const statementImports = pgTable(
  'statement_imports',
  {
    id: uuid('id').primaryKey(),
    rail: text('rail').$type<TransferRail>().notNull(),
    fileName: text('file_name').notNull(),
    /** Which column of the file is what, and the names of its columns. */
    columns: jsonb('columns').$type<Columns & { header: string[] }>().notNull(),
    /** Rows of the file that could not be read, and of early imports those with money out. */
    left: jsonb('left_out').$type<{ debits: number; unreadable: number }>().notNull(),
    /** What the account held before its first line and after its last one, as the bank says. */
    openingCents: cents('opening_cents'),
    closingCents: cents('closing_cents'),
    state: text('state').$type<ImportState>().notNull(),
    /** No foreign key: the id stays when the account is deleted. */
    addedBy: uuid('added_by').notNull(),
    addedAt: at('added_at').notNull(),
    /** The administrator who confirmed the lines, and the language of failures. */
    appliedBy: uuid('applied_by'),
    locale: text('locale'),
    /** When the confirmed lines are booked; until then they can be undone. */
    bookAt: at('book_at'),
    bookedAt: at('booked_at'),
  },
  (t) => [
    index('statement_imports_newest').on(t.addedAt, t.id),
    index('statement_imports_to_book').on(t.bookAt).where(sql`${t.state} <> 'open'`),
  ],
);

/** One line of a statement. The same line brought in twice is known again by its digest. */
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
    /** Below zero when money left. */
    amountCents: cents('amount_cents').notNull(),
    text: text('text').notNull(),
    digest: text('digest').notNull(),
    /** The text's lookup keys. */
    keys: text('keys').array().notNull(),
    /** The chosen instalment, and the attempt if there is one. */
    chosenInstalmentId: uuid('chosen_instalment_id').references(() => instalments.id),
    chosenPaymentId: uuid('chosen_payment_id').references(() => payments.id),
    /** What is more than due will count for the next payments of the plan. */
    keepsSurplus: boolean('keeps_surplus').notNull().default(false),
    /** Why the ticked line could not be booked. */
    failure: text('failure'),
    /** The payment that it proves, once confirmed. */
    paymentId: uuid('payment_id').references(() => payments.id),
    /** The refund that a debit is. */
    refundEventId: bigint('refund_event_id', { mode: 'number' }).references(() => paymentEvents.id),
    /** What an administrator or a rule decided about a line that is about no payment. */
    decision: text('decision').$type<LineDecision>(),
    reason: text('reason'),
  },
  (t) => [
    uniqueIndex('statement_lines_row').on(t.importId, t.row),
    index('statement_lines_digest').on(t.digest),
    uniqueIndex('statement_lines_payment').on(t.paymentId).where(sql`${t.paymentId} is not null`),
    uniqueIndex('statement_lines_refund')
      .on(t.refundEventId)
      .where(sql`${t.refundEventId} is not null`),
    // What became of a line is said once, also when it was brought in twice.
    uniqueIndex('statement_lines_proof').on(t.digest).where(isResolvedLine(t)),
    index('statement_lines_amount')
      .on(t.amountCents, t.bookedOn)
      .where(sql`${t.paymentId} is null`),
    index('statement_lines_open')
      .on(t.importId)
      .where(sql`not (${isResolvedLine(t)})`),
    check(
      'statement_lines_decision',
      sql`${t.decision} in (${sql.raw(LINE_DECISIONS.map((one) => `'${one}'`).join(', '))})`,
    ),
    index('statement_lines_keys').using('gin', t.keys),
  ],
);

export type StatementImport = typeof statementImports.$inferSelect;

export type StatementLine = typeof statementLines.$inferSelect;

const rowsPerInsert = 500;

export async function addImport(
  tx: Database,
  added: StatementImport,
  lines: StatementLine[],
): Promise<void> {
  await tx.insert(statementImports).values(added);
  for (let from = 0; from < lines.length; from += rowsPerInsert)
    await tx.insert(statementLines).values(lines.slice(from, from + rowsPerInsert));
}

export async function findImport(db: Database, id: string): Promise<StatementImport | undefined> {
  const [found] = await db.select().from(statementImports).where(eq(statementImports.id, id));
  return found;
}

/** Locks the import until the transaction ends. */
export async function lockImport(tx: Database, id: string): Promise<StatementImport | undefined> {
  const [locked] = await tx
    .select()
    .from(statementImports)
    .where(eq(statementImports.id, id))
    .for('update');
  return locked;
}

export async function setImport(
  tx: Database,
  id: string,
  change: Partial<StatementImport>,
): Promise<void> {
  await tx.update(statementImports).set(change).where(eq(statementImports.id, id));
}

/** With its lines, none of which has proved anything. */
export async function deleteImport(tx: Database, id: string): Promise<void> {
  await tx.delete(statementLines).where(eq(statementLines.importId, id));
  await tx.delete(statementImports).where(eq(statementImports.id, id));
}

/** Newest first, with counts of their lines. */
export async function listImports(db: Database, limit: number) {
  return db
    .select({
      added: statementImports,
      /** Empty when that account is gone. */
      by: sql<string>`coalesce(${users.email}, '')`,
      lines: count(statementLines.id),
      ticked: count(statementLines.chosenInstalmentId),
      booked: count(statementLines.paymentId),
      failed: count(statementLines.failure),
      resolved: sql<number>`count(*) filter (where ${statementLines.refundEventId} is not null or ${statementLines.decision} is not null)::int`,
    })
    .from(statementImports)
    .leftJoin(users, eq(users.id, statementImports.addedBy))
    .leftJoin(statementLines, eq(statementLines.importId, statementImports.id))
    .groupBy(statementImports.id, users.email)
    .orderBy(desc(statementImports.addedAt), desc(statementImports.id))
    .limit(limit);
}

/** How the columns of this rail's last statement were read. */
export async function findLastColumns(db: Database, rail: TransferRail) {
  const [last] = await db
    .select({ columns: statementImports.columns })
    .from(statementImports)
    .where(eq(statementImports.rail, rail))
    .orderBy(desc(statementImports.addedAt))
    .limit(1);
  return last?.columns;
}

/** Imports that are due for booking, or whose booking was interrupted. */
export async function listImportsToBook(db: Database, now: Date): Promise<string[]> {
  const rows = await db
    .select({ id: statementImports.id })
    .from(statementImports)
    .where(and(ne(statementImports.state, 'open'), lte(statementImports.bookAt, now)))
    .orderBy(asc(statementImports.bookAt))
    .limit(100);
  return rows.map(({ id }) => id);
}
