import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../server/database/database.ts';
import { isValid, type Signature, unityDeclarations } from './declaration.store.ts';
import { isOpenToNews } from './news.store.ts';

/** The valid signatures that have share codes, confirmed or not yet, by these. */
export async function findSharers(
  db: Database,
  codes: readonly string[],
): Promise<ReadonlyMap<string | null, string>> {
  if (codes.length === 0) return new Map();
  const found = await db
    .select({ id: unityDeclarations.id, code: unityDeclarations.shareCode })
    .from(unityDeclarations)
    .where(and(inArray(unityDeclarations.shareCode, [...codes]), isValid));
  return new Map(found.map(({ code, id }) => [code, id]));
}

const { id, fullName, signedAt, cameBy, foldedCount, confirmedAt, wasAsked, milestoneMailedAt } =
  unityDeclarations;

/**
 * Of a signature that counts for those through whom it came: valid, and confirmed where that was asked for. The setting
 * of the day plays no part, as links that are folded keep their total.
 */
export const isCountedThrough = sql`(${isValid} and (${confirmedAt} is not null or not ${wasAsked}))`;

/** Chains are followed so far. It also ends those that lead back to where they began. */
const longestChain = 100;

/** Every signature below those of a condition, with the one at the top of its chain: one row for each such pair. */
export const signedBelow = (top: SQL): SQL => sql`
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

/** Of so many signers, by either number, everything below is counted. */
const mostCompared = 100;

/**
 * Valid signers through whom most have signed, most first. Compared are those to whom most came directly or whose totals
 * are highest, and all above them: to count below everybody takes minutes where a million have signed.
 */
export async function listTopSharers(db: Database, limit: number) {
  const counted = sql`(${isCountedThrough})::int`;
  const { rows } = await db.execute<{ id: string; fullName: string; count: number }>(sql`
    with recursive best as (
      (select ${cameBy} as id from ${unityDeclarations} where ${isNotNull(cameBy)}
        group by ${cameBy} order by count(*) desc limit ${mostCompared})
      union
      (select ${id} from ${unityDeclarations} where ${foldedCount} > 0
        order by ${foldedCount} desc limit ${mostCompared})
    ),
    above (id, top, depth) as (
      select id, id, 0 from best
      union
      select above.id, ${cameBy}, above.depth + 1
      from above join ${unityDeclarations} on ${id} = above.top
      where ${isNotNull(cameBy)} and above.depth < ${longestChain}
    ),
    compared as materialized (select distinct top as id from above),
    -- Each signature below once: it belongs to the nearest that is compared. The offset keeps the planner from reading all.
    below (top, id, depth) as (
      select id, id, 0 from compared
      union all
      select below.top, next.id, below.depth + 1
      from below cross join lateral (
        select ${id} from ${unityDeclarations} where ${cameBy} = below.id offset 0
      ) next
      where below.depth < ${longestChain} and next.id not in (select id from compared)
    ),
    own as (
      select below.top, sum(${foldedCount} + (below.id <> below.top)::int * ${counted}) as total
      from below join ${unityDeclarations} on ${id} = below.id
      group by below.top
    ),
    chain (id, top, depth) as (
      select id, id, 0 from compared
      union
      select chain.id, ${cameBy}, chain.depth + 1
      from chain join ${unityDeclarations} on ${id} = chain.top
      where ${isNotNull(cameBy)} and chain.depth < ${longestChain}
    ),
    totals as (
      select pair.top, sum(own.total + (pair.id <> pair.top)::int * ${counted})::int as count
      from (select distinct id, top from chain) pair
      join own on own.top = pair.id
      join ${unityDeclarations} on ${id} = pair.id
      group by pair.top
    )
    select ${id}, ${fullName} as "fullName", totals.count
    from totals join ${unityDeclarations} on ${id} = totals.top
    where ${isValid} and totals.count > 0
    order by totals.count desc, ${signedAt}, ${id}
    limit ${limit}`);
  return rows;
}

/** Of those who may get news and were not written to about their milestone. */
const isToMail = (db: Database) => and(isOpenToNews(db), isNull(milestoneMailedAt));

/** Those through whom a signature came, nearest or not, who are to get the email of their milestone when they reach it. */
export async function listUnmailedSharers(db: Database, signature: string): Promise<string[]> {
  const above = sql`(
    with recursive above (id, came_by, depth) as (
      select ${id}, ${cameBy}, 0 from ${unityDeclarations} where ${eq(id, signature)}
      union
      select ${id}, ${cameBy}, above.depth + 1
      from above join ${unityDeclarations} on ${id} = above.came_by
      where above.depth < ${longestChain}
    )
    select above.id from above)`;
  const found = await db
    .select({ id })
    .from(unityDeclarations)
    .where(and(inArray(id, above), isToMail(db)));
  return found.map((one) => one.id);
}

/** Marks that a signer gets the email of their milestone, and answers them; undefined where they did already. */
export async function takeForMilestone(
  tx: Database,
  signature: string,
  now: Date,
): Promise<Signature | undefined> {
  const [taken] = await tx
    .update(unityDeclarations)
    .set({ milestoneMailedAt: now })
    .where(and(eq(id, signature), isToMail(tx)))
    .returning();
  return taken;
}
