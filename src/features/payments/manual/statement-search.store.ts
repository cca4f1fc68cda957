import { and, asc, desc, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import type { Database } from '../../../server/database.ts';
import type { ManualRail } from './claim.rules.ts';
import { statementImports, type StatementLine, statementLines } from './statement.store.ts';

const valuesPerQuery = 1000;

/** Where these digests stand in other statements: when they were brought in, and what they have proved. */
export async function listKnownDigests(db: Database, importId: string, digests: string[]) {
  const found: { digest: string; addedAt: Date; fileName: string; paymentId: string | null }[] = [];
  for (let from = 0; from < digests.length; from += valuesPerQuery) {
    found.push(
      ...(await db
        .select({
          digest: statementLines.digest,
          addedAt: statementImports.addedAt,
          fileName: statementImports.fileName,
          paymentId: statementLines.paymentId,
        })
        .from(statementLines)
        .innerJoin(statementImports, eq(statementImports.id, statementLines.importId))
        .where(
          and(
            inArray(statementLines.digest, digests.slice(from, from + valuesPerQuery)),
            ne(statementLines.importId, importId),
          ),
        )
        .orderBy(asc(statementImports.addedAt))),
    );
  }
  return found;
}

/** The statement line that has this digest and has proved a payment. */
export async function findProof(db: Database, digest: string): Promise<StatementLine | undefined> {
  const [found] = await db
    .select()
    .from(statementLines)
    .where(and(eq(statementLines.digest, digest), isNotNull(statementLines.paymentId)));
  return found;
}

interface Hints {
  rail: ManualRail;
  amountCents: bigint;
  /** Around the day of the claim, both included. */
  fromDay: string;
  toDay: string;
  /** Numbers and our reference, as keys. */
  keys: string[];
  limit: number;
}

/**
 * Lines that have proved nothing and could be a claim's money: of its amount and time, or with one of the keys in
 * their text. Two questions, each answered by an index and bounded.
 */
export async function listCandidates(
  db: Database,
  { rail, amountCents, fromDay, toDay, keys, limit }: Hints,
) {
  const proved = sql`exists (select 1 from ${statementLines} as proof where proof.digest = ${statementLines.digest} and proof.payment_id is not null)`;
  const ask = (hint: ReturnType<typeof eq>) =>
    db
      .select({ line: statementLines, fileName: statementImports.fileName })
      .from(statementLines)
      .innerJoin(statementImports, eq(statementImports.id, statementLines.importId))
      .where(
        and(
          eq(statementImports.rail, rail),
          isNull(statementLines.paymentId),
          sql`${statementLines.bookedOn} between ${fromDay} and ${toDay}`,
          sql`not ${proved}`,
          hint,
        ),
      )
      .orderBy(desc(statementLines.bookedOn), asc(statementLines.id))
      .limit(limit);
  const byAmount = await ask(eq(statementLines.amountCents, amountCents));
  // As one parameter: drizzle would write an array out as a row.
  const wanted = `{${keys.join(',')}}`;
  const byKey = await ask(sql`${statementLines.keys} && ${wanted}::text[]`);
  return [...byAmount, ...byKey];
}
