import { and, eq, inArray, isNotNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../server/database/database.ts';
import { unityDeclarations } from './declaration.store.ts';
import { isCountedThrough, signedBelow } from './share-link.store.ts';

const { id, cameBy, foldedCount, signedAt } = unityDeclarations;

const foldedAtOnce = 500;

/**
 * Makes a total of links: the number of each sharer stays, and who came by whom is forgotten. Under a lock, as two that
 * fold links of one chain at the same time would miss each other's totals.
 */
async function foldLinks(tx: Database, which: SQL | undefined): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('share_links', 0))`);
  const isFolded = sql`(${and(isNotNull(cameBy), which)})`;
  await tx.execute(sql`
    ${signedBelow(isFolded)},
    gains as (
      select link.came_by as sharer, sum(${foldedCount} + ${isCountedThrough}::int)::int as n
      from below
      join ${unityDeclarations} on ${id} = below.id
      join ${unityDeclarations} link on link.id = below.top
      group by link.came_by
    )
    update ${unityDeclarations} set
      came_by = case when ${isFolded} then null else ${cameBy} end,
      folded_count = ${foldedCount} + coalesce((select n from gains where sharer = ${id}), 0)
    where ${isFolded} or ${id} in (select sharer from gains)`);
}

/** Folds the links to and from signatures that are about to be removed. */
export const foldLinksOf = (tx: Database, removed: SQL | undefined): Promise<void> => {
  const ids = tx.select({ id }).from(unityDeclarations).where(removed);
  return foldLinks(tx, or(inArray(id, ids), inArray(cameBy, ids)));
};

export const foldLinksOfOne = (tx: Database, signature: string): Promise<void> =>
  foldLinksOf(tx, eq(id, signature));

/** Folds links of signatures from before a time, some at once; answers whether there may be more. */
export async function foldOldLinks(tx: Database, before: Date): Promise<boolean> {
  const old = await tx
    .select({ id })
    .from(unityDeclarations)
    .where(and(isNotNull(cameBy), lt(signedAt, before)))
    .limit(foldedAtOnce);
  const ids = old.map((one) => one.id);
  if (ids.length > 0) await foldLinks(tx, inArray(id, ids));
  return ids.length === foldedAtOnce;
}
