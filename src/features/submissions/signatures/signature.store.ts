import { and, count, desc, eq, gte, isNotNull, not, sql } from 'drizzle-orm';
import type { Database } from '../../../server/database/database.ts';
import { matching } from '../../../server/lists/list.store.ts';
import {
  type CountRule,
  counts,
  isValid,
  unityDeclarations,
} from '../../declaration/declaration.store.ts';
import { type declarationList, signedOn } from '../kinds/submissions.store.ts';
import type { JudgedSignature } from './burst.rules.ts';

const {
  id,
  fullName,
  email,
  signedAt,
  networkMark,
  openSeconds,
  wasAsked,
  confirmedAt,
  invalidatedAt,
  source,
} = unityDeclarations;

/** How many signatures that count each day (UTC, "2026-11-21") has, from a day on; days without any are absent. */
export async function countByDay(
  db: Database,
  from: string,
  rule: CountRule,
): Promise<Map<string, number>> {
  const rows = await db
    .select({
      day: sql<string>`to_char(${signedAt} at time zone 'UTC', 'YYYY-MM-DD')`,
      n: count(),
    })
    .from(unityDeclarations)
    .where(and(counts(rule), gte(signedAt, new Date(`${from}T00:00:00Z`))))
    .groupBy(sql`1`);
  return new Map(rows.map((row) => [row.day, row.n]));
}

/** So many of a day are judged, as others wait meanwhile: of more a random share, which tells as much. */
const mostJudged = 2000;

/** Valid signatures of a day, with what is needed to judge them. */
export async function listToJudge(db: Database, day: string): Promise<JudgedSignature[]> {
  return (
    db
      .select({
        id,
        fullName,
        email,
        signedAt,
        networkMark,
        openSeconds,
        wasAsked,
        isConfirmed: sql<boolean>`${confirmedAt} is not null`,
      })
      .from(unityDeclarations)
      .where(and(isValid, signedOn(day)))
      // Ids are random. As text, so that nobody searches all signatures in the order of their ids.
      .orderBy(sql`${id}::text`)
      .limit(mostJudged)
  );
}

/** Anyone can write a source into a link. */
const mostSources = 20;

/** Signatures that count by where they came from, most first, and how many came from sources beyond the first. */
export async function countBySource(db: Database, rule: CountRule) {
  const rows = await db
    .select({ source, count: count(), all: sql`sum(count(*)) over ()`.mapWith(Number) })
    .from(unityDeclarations)
    .where(counts(rule))
    .groupBy(source)
    .orderBy(desc(count()), source)
    .limit(mostSources);
  const listed = rows.reduce((sum, row) => sum + row.count, 0);
  return {
    sources: rows.map((row) => ({ source: row.source, count: row.count })),
    others: (rows[0]?.all ?? 0) - listed,
  };
}

/** How many valid signatures do not count, because nobody has confirmed them yet. */
export const countUnconfirmed = (db: Database, rule: CountRule): Promise<number> =>
  db.$count(unityDeclarations, and(isValid, not(counts(rule))));

/** Lets those of a list that match count no more from a moment on; answers how many they are. */
export async function invalidate(
  tx: Database,
  list: typeof declarationList,
  asked: { search?: string | undefined; country?: string | undefined },
  at: Date,
): Promise<number> {
  const changed = await tx
    .update(unityDeclarations)
    .set({ invalidatedAt: at })
    .where(matching(list, asked))
    .returning({ id });
  return changed.length;
}

/** Lets those that were invalidated at a moment count again; answers how many they are. */
export async function restore(tx: Database, at: Date): Promise<number> {
  const changed = await tx
    .update(unityDeclarations)
    .set({ invalidatedAt: null })
    .where(eq(invalidatedAt, at))
    .returning({ id });
  return changed.length;
}

/** More than any administrator undoes; the older ones come within reach as newer ones are undone. */
const mostListed = 100;

/** The last hundred moments at which signatures were invalidated that still are, newest first, and how many are older. */
export async function listInvalidated(db: Database) {
  const rows = await db
    .select({ at: invalidatedAt, count: count(), occasions: sql`count(*) over ()`.mapWith(Number) })
    .from(unityDeclarations)
    .where(isNotNull(invalidatedAt))
    .groupBy(invalidatedAt)
    .orderBy(desc(invalidatedAt))
    .limit(mostListed);
  return {
    invalidated: rows.flatMap(({ at, count: n }) => (at ? [{ at, count: n }] : [])),
    invalidatedBefore: (rows[0]?.occasions ?? 0) - rows.length,
  };
}
