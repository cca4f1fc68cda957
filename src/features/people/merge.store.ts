import { asc, eq, inArray, or, sql } from 'drizzle-orm';
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../server/database/columns.store.ts';
import type { Database } from '../../server/database/database.ts';

/**
 * Two addresses that are of one person. Each row joins two groups of addresses that were apart before, so deleting it
 * takes back that merge and no other.
 */
export const addressMerges = pgTable(
  'address_merges',
  {
    id: uuid('id').primaryKey(),
    /** Both trimmed and lower-cased. */
    address: text('address').notNull(),
    otherAddress: text('other_address').notNull(),
    mergedAt: at('merged_at').notNull(),
  },
  (t) => [
    index('address_merges_address').on(t.address),
    index('address_merges_other').on(t.otherAddress),
    check('address_merges_are_of_two', sql`${t.address} <> ${t.otherAddress}`),
  ],
);
export type AddressMerge = typeof addressMerges.$inferSelect;

const { id, address, otherAddress, mergedAt } = addressMerges;

/** Lets one transaction at a time change what belongs together: two that each look first could close a circle. */
export async function lockMerges(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('address_merges', 0))`);
}

/** Of each of these addresses all that belong together with it, itself first, the others in the order of the alphabet. */
export async function listMergedWith(
  db: Database,
  emails: readonly string[],
): Promise<Map<string, string[]>> {
  const { rows } = await db.execute<{ start: string; found: string }>(sql`
    with recursive together(start, found) as (
      select wanted, wanted from unnest(${sql.param([...emails])}::text[]) as wanted
      union
      select together.start, next.found from together cross join lateral (
        select m.other_address as found from address_merges m where m.address = together.found
        union all
        select m.address from address_merges m where m.other_address = together.found
      ) as next
    )
    select start, found from together order by found <> start, found`);
  const groups = Map.groupBy(rows, ({ start }) => start);
  return new Map([...groups].map(([start, of]) => [start, of.map(({ found }) => found)]));
}

export async function addMerge(tx: Database, merge: AddressMerge): Promise<void> {
  await tx.insert(addressMerges).values(merge);
}

/** Deletes one merge and answers it; undefined where it is gone already. */
export async function removeMerge(tx: Database, merge: string): Promise<AddressMerge | undefined> {
  const [gone] = await tx.delete(addressMerges).where(eq(id, merge)).returning();
  return gone;
}

/**
 * Takes an address out of its group; the others stay together, by way of the one that it was merged with first.
 * Answers the merge that is gone, which was with that one; undefined for an address that was merged with none.
 */
export async function removeFromGroup(
  tx: Database,
  email: string,
): Promise<AddressMerge | undefined> {
  const [first, ...rest] = await tx
    .select()
    .from(addressMerges)
    .where(or(eq(address, email), eq(otherAddress, email)))
    .orderBy(asc(mergedAt), asc(id));
  if (!first) return undefined;
  const middle = first.address === email ? first.otherAddress : first.address;
  await removeMerge(tx, first.id);
  const ids = rest.map((one) => one.id);
  if (ids.length > 0)
    await tx
      .update(addressMerges)
      .set({
        address: sql`case when ${address} = ${email} then ${middle} else ${address} end`,
        otherAddress: sql`case when ${otherAddress} = ${email} then ${middle} else ${otherAddress} end`,
      })
      .where(inArray(id, ids));
  return first;
}

/** Every address that is merged with another. */
export async function listMerged(db: Database): Promise<string[]> {
  const both = await db
    .select({ address })
    .from(addressMerges)
    .union(db.select({ address: otherAddress }).from(addressMerges));
  return both.map((one) => one.address);
}
