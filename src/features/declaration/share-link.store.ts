import { and, eq, exists, inArray, isNotNull, isNull, not, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../server/database/database.ts';
import { mailSuppressions } from '../mail/suppressions/suppression.store.ts';
import { isValid, type Signature, unityDeclarations } from './declaration.store.ts';

/** The valid signature that has a share code, confirmed or not yet. */
export async function findSharer(db: Database, code: string): Promise<string | null> {
  const [found] = await db
    .select({ id: unityDeclarations.id })
    .from(unityDeclarations)
    .where(and(eq(unityDeclarations.shareCode, code), isValid));
  return found?.id ?? null;
}

const {
  id,
  email,
  fullName,
  signedAt,
  cameBy,
  foldedCount,
  confirmedAt,
  wasAsked,
  wantsNews,
  milestoneMailedAt,
} = unityDeclarations;

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

/** Valid signers through whom most have signed, most first. */
export async function listTopSharers(db: Database, limit: number) {
  const shares = sql`(${isValid} and (${foldedCount} > 0
    or ${id} in (select ${cameBy} from ${unityDeclarations} where ${isNotNull(cameBy)})))`;
  const { rows } = await db.execute<{ id: string; fullName: string; count: number }>(sql`
    ${signedBelow(shares)},
    totals as (
      select below.top, ${total} as count
      from below join ${unityDeclarations} on ${id} = below.id
      group by below.top
    )
    select ${id}, ${fullName} as "fullName", totals.count
    from totals join ${unityDeclarations} on ${id} = totals.top
    where totals.count > 0
    order by totals.count desc, ${signedAt}, ${id}
    limit ${limit}`);
  return rows;
}

/** Of confirmed signers who want news, may be written to and were not written to about their milestone. */
const isToMail = (db: Database) =>
  and(
    isValid,
    isNotNull(confirmedAt),
    eq(wantsNews, true),
    isNull(milestoneMailedAt),
    not(
      exists(
        db
          .select({ one: sql`1` })
          .from(mailSuppressions)
          .where(eq(mailSuppressions.address, email)),
      ),
    ),
  );

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
