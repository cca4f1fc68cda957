import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../../../../server/database/database.ts';
import type { ReviewSource } from '../../../core/review-source.store.ts';
import {
  isResolvedLine,
  type StatementImport,
  statementImports,
  type StatementLine,
  statementLines,
} from './statement.store.ts';

/**
 * Of the line `l` of the import `i`: nobody has said what it was, and it is the first of its copies on several
 * statements.
 */
export const isOpenLine = sql`(l.payment_id is null and l.refund_event_id is null and l.decision is null
  and not exists (
    select from statement_lines o join statement_imports oi on oi.id = o.import_id
    where o.digest = l.digest and o.id <> l.id
      and (o.payment_id is not null or o.refund_event_id is not null or o.decision is not null
        or (oi.added_at, o.id) < (i.added_at, l.id))))`;

/** Lines of statements that wait for a decision; those that were confirmed wait only to be recorded. */
export const statementReviewSource: ReviewSource = () => [
  sql`
  select l.id::text as id, 'unmatched' as kind, null::uuid as payment_id, i.rail, i.added_at as since,
    l.amount_cents as cents, l.text as subject, null::text as note, false as is_test
  from statement_lines l join statement_imports i on i.id = l.import_id
  where ${isOpenLine} and not (i.state <> 'open' and l.chosen_instalment_id is not null)`,
];

export interface OpenLine {
  line: StatementLine;
  statement: Pick<StatementImport, 'id' | 'rail' | 'state'>;
}

/**
 * These lines with all their copies on other statements, locked, statements first (decision 0012). What is known of a copy
 * is known of the line.
 */
export async function lockLines(tx: Database, ids: readonly string[]): Promise<OpenLine[]> {
  const copies = await tx
    .select({ id: statementLines.id, importId: statementLines.importId })
    .from(statementLines)
    .where(
      inArray(
        statementLines.digest,
        tx
          .select({ digest: statementLines.digest })
          .from(statementLines)
          .where(inArray(statementLines.id, [...ids])),
      ),
    );
  if (copies.length === 0) return [];
  const statements = await tx
    .select()
    .from(statementImports)
    .where(inArray(statementImports.id, [...new Set(copies.map(({ importId }) => importId))]))
    .orderBy(asc(statementImports.id))
    .for('update');
  const byId = new Map(statements.map((statement) => [statement.id, statement]));
  const lines = await tx
    .select()
    .from(statementLines)
    .where(
      inArray(
        statementLines.id,
        copies.map(({ id }) => id),
      ),
    )
    .orderBy(asc(statementLines.id))
    .for('update');
  return lines.flatMap((line) => {
    const statement = byId.get(line.importId);
    return statement ? [{ line, statement }] : [];
  });
}

/** Open lines with some words in their text, in capitals, of money in or out. */
export async function listOpenLinesWith(
  db: Database,
  words: string,
  isDebit: boolean,
  limit: number,
): Promise<{ id: string; text: string }[]> {
  const { rows } = await db.execute<{ id: string; text: string }>(sql`
    select l.id, l.text from statement_lines l join statement_imports i on i.id = l.import_id
    where ${isOpenLine} and i.state = 'open' and (l.amount_cents < 0) = ${isDebit}
      and position(${words} in upper(l.text)) > 0
    order by i.added_at, l.row limit ${limit}`);
  return rows;
}

/** The lines that have resolved these digests, with the statement of each. */
export const listResolved = (db: Database, digests: readonly string[]) =>
  digests.length === 0
    ? Promise.resolve([])
    : db
        .select({ digest: statementLines.digest, rail: statementImports.rail })
        .from(statementLines)
        .innerJoin(statementImports, eq(statementImports.id, statementLines.importId))
        .where(and(inArray(statementLines.digest, [...digests]), isResolvedLine(statementLines)));
