import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../server/database/database.ts';
import { isValid, unityDeclarations } from './declaration.store.ts';

/** The valid signature that has a share code, confirmed or not yet. */
export async function findSharer(db: Database, code: string): Promise<string | null> {
  const [found] = await db
    .select({ id: unityDeclarations.id })
    .from(unityDeclarations)
    .where(and(eq(unityDeclarations.shareCode, code), isValid));
  return found?.id ?? null;
}

const { id, cameBy, foldedCount, confirmedAt, wasAsked } = unityDeclarations;

/**
 * Of a signature that counts for those through whom it came: valid, and confirmed where that was asked for. The setting
 * of the day plays no part, as links that are folded keep their total.
 */
const isCountedThrough = sql`(${isValid} and (${confirmedAt} is not null or not ${wasAsked}))`;

/** Chains are followed so far. It also ends those that lead back to where they began. */
const longestChain = 100;

/** Every signature below those of a condition, with the one at the top of its chain: one row for each such pair. */
const signedBelow = (top: SQL): SQL => sql`
  with recursive chain (top, id, depth) as (
    select ${id}, ${id}, 0 from ${unityDeclarations} where ${top}
    union
    select chain.top, ${id}, chain.depth + 1
    from chain join ${unityDeclarations} on ${cameBy} = chain.id
    where chain.depth < ${longestChain}
  ),
  below as (select distinct top, id from chain)`;

/** How many signed through the top of a chain: each once, at any depth, with the totals of folded links. */
const total = sql`sum(${foldedCount} + (below.id <> below.top and ${isCountedThrough})::int)::int`;

/** How many have signed through a signature, over any number of others. */
export async function countThrough(db: Database, signature: string): Promise<number> {
  const { rows } = await db.execute<{ n: number | null }>(sql`
    ${signedBelow(eq(id, signature))}
    select ${total} as n from below join ${unityDeclarations} on ${id} = below.id`);
  return rows[0]?.n ?? 0;
}
