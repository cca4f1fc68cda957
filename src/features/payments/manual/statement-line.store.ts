import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Database } from '../../../server/database.ts';
import type { ManualRail } from './claim.rules.ts';
import { statementImports, type StatementLine, statementLines } from './statement.store.ts';

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

/** The rail on which a line's statement was brought in. */
export async function findRailOfLine(
  db: Database,
  lineId: string,
): Promise<ManualRail | undefined> {
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
    .set({ chosenInstalmentId: null, chosenPaymentId: null })
    .where(and(eq(statementLines.importId, importId), isNull(statementLines.paymentId)));
}

/** Whether a line of an import has proved a payment. */
export async function hasProved(db: Database, importId: string): Promise<boolean> {
  const [found] = await db
    .select({ id: statementLines.id })
    .from(statementLines)
    .where(and(eq(statementLines.importId, importId), isNotNull(statementLines.paymentId)))
    .limit(1);
  return found !== undefined;
}

/** Ticked lines that are neither booked nor have failed, in order. */
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
