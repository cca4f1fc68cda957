import { and, eq, inArray, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../server/database/database.ts';
import { unityDeclarations } from './declaration.store.ts';
import { isCountedThrough, signedBelow } from './share-link.store.ts';

const { id, cameBy, foldedCount, signedAt } = unityDeclarations;

const foldedAtOnce = 500;

/** Two that change links of one chain at the same time would miss each other's totals. */
const lockLinks = (tx: Database) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('share_links', 0))`);

/** Makes a total of links: the number of each sharer stays, and who came by whom is forgotten. */
async function foldLinks(tx: Database, ids: string[]): Promise<void> {
  await lockLinks(tx);
  const isFolded = sql`(${and(isNotNull(cameBy), inArray(id, ids))})`;
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

/**
 * Takes signatures that are about to be removed out of their chains. They count for nobody any more. Who came by one of
 * them came by the next sharer above from now on: they still count there, and only until they withdraw, too.
 */
export async function leaveChains(tx: Database, removed: SQL | undefined): Promise<void> {
  await lockLinks(tx);
  await tx.execute(sql`
    with recursive removed as (
      select ${id}, ${cameBy}, ${foldedCount} from ${unityDeclarations} where ${removed}
    ),
    passed_on (id, sharer, total) as (
      select id, came_by, folded_count from removed
      where came_by is null or came_by not in (select id from removed)
      union all
      select removed.id, passed_on.sharer, removed.folded_count
      from passed_on join removed on removed.came_by = passed_on.id
    )
    update ${unityDeclarations} set
      came_by = case when ${cameBy} in (select id from removed)
        then (select sharer from passed_on where passed_on.id = ${cameBy}) else ${cameBy} end,
      folded_count = ${foldedCount}
        + coalesce((select sum(total) from passed_on where sharer = ${id}), 0)
    where ${cameBy} in (select id from removed) or ${id} in (select sharer from passed_on)`);
}

export const leaveChain = (tx: Database, signature: string): Promise<void> =>
  leaveChains(tx, eq(id, signature));

/** Folds links of signatures from before a time, some at once; answers whether there may be more. */
export async function foldOldLinks(tx: Database, before: Date): Promise<boolean> {
  const old = await tx
    .select({ id })
    .from(unityDeclarations)
    .where(and(isNotNull(cameBy), lt(signedAt, before)))
    .limit(foldedAtOnce);
  const ids = old.map((one) => one.id);
  if (ids.length > 0) await foldLinks(tx, ids);
  return ids.length === foldedAtOnce;
}
