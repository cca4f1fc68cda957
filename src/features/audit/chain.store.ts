import { and, asc, between, desc, eq, gt, lte, max, not, notExists, sql } from 'drizzle-orm';
import { bigint, check, pgTable, text } from 'drizzle-orm/pg-core';
import { auditLog } from '../../server/audit.store.ts';
import { at } from '../../server/database/columns.store.ts';
import type { Database } from '../../server/database/database.ts';

/** The last place that differs from the next: a larger number is not exact. */
export const LAST_PLACE = Number.MAX_SAFE_INTEGER;

/**
 * One link for each row of the audit log, in the order in which they were sealed. Beside the log and not in it: its
 * rows are never changed, and writing one waits for no other. A trigger refuses UPDATE and DELETE here too.
 */
export const auditChain = pgTable(
  'audit_chain',
  {
    /** 1, 2, 3 …, without a gap. */
    position: bigint('position', { mode: 'number' }).primaryKey(),
    auditId: bigint('audit_id', { mode: 'number' }).notNull().unique(),
    /** Keyed digest of the link before and of everything in the row. */
    hash: text('hash').notNull(),
    sealedAt: at('sealed_at').notNull(),
  },
  (t) => [
    check('audit_chain_position', sql`${t.position} between 1 and ${sql.raw(String(LAST_PLACE))}`),
  ],
);

export type Link = typeof auditChain.$inferSelect;

/** Everything that a row says, in one text that is the same on every database and in every time zone. */
const hashedFields = sql<string>`jsonb_build_array(${auditLog.id}, (extract(epoch from ${auditLog.at}) * 1000000)::bigint,
  ${auditLog.actorId}, ${auditLog.action}, ${auditLog.subject}, ${auditLog.before}, ${auditLog.after})::text`;

/** Ids that were given out before others can be written after them, by as many as are written at once. */
const LATE_IDS = 10_000;

/** One at a time, on whichever instance, until the transaction ends. */
export async function lockChain(tx: Database): Promise<void> {
  // Any number that nothing else locks.
  await tx.execute(sql`select pg_advisory_xact_lock(5454003)`);
}

/** A place that one of our links can have. The owner of the database can drop the condition from the table. */
const hasPlace = between(auditChain.position, 1, LAST_PLACE);

export async function findHead(db: Database): Promise<Link | undefined> {
  const [head] = await db
    .select()
    .from(auditChain)
    .where(hasPlace)
    .orderBy(desc(auditChain.position))
    .limit(1);
  return head;
}

/** Links at places that none of ours can have: the rows of the first of them, and how many there are. */
export async function findMisplaced(
  db: Database,
  limit: number,
): Promise<{ ids: number[]; count: number }> {
  const rows = await db
    .select({ id: auditChain.auditId })
    .from(auditChain)
    .where(not(hasPlace))
    .orderBy(auditChain.position)
    .limit(limit);
  return { ids: rows.map(({ id }) => id), count: await db.$count(auditChain, not(hasPlace)) };
}

const isUnsealed = (db: Database) =>
  notExists(db.select().from(auditChain).where(eq(auditChain.auditId, auditLog.id)));

/** The highest id that has a link, less those that may come late. */
async function lateFrom(db: Database): Promise<number> {
  const [row] = await db
    .select({ id: max(auditChain.auditId) })
    .from(auditChain)
    .where(hasPlace);
  return (row?.id ?? 0) - LATE_IDS;
}

/** Rows that have no link yet, oldest first. */
export async function listUnsealed(
  db: Database,
  limit: number,
): Promise<{ id: number; content: string }[]> {
  return db
    .select({ id: auditLog.id, content: hashedFields })
    .from(auditLog)
    .where(and(gt(auditLog.id, await lateFrom(db)), isUnsealed(db)))
    .orderBy(asc(auditLog.at), asc(auditLog.id))
    .limit(limit);
}

/** Rows that should have had a link long ago: the first of them, how many there are, and how many others wait for theirs. */
export async function findLeftOut(
  db: Database,
  limit: number,
): Promise<{ ids: number[]; count: number; waiting: number }> {
  const late = await lateFrom(db);
  const isLeftOut = and(lte(auditLog.id, late), isUnsealed(db));
  const rows = await db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(isLeftOut)
    .orderBy(auditLog.id)
    .limit(limit);
  return {
    ids: rows.map(({ id }) => id),
    count: await db.$count(auditLog, isLeftOut),
    waiting: await db.$count(auditLog, and(gt(auditLog.id, late), isUnsealed(db))),
  };
}

export async function addLinks(tx: Database, links: Link[]): Promise<void> {
  if (links.length > 0) await tx.insert(auditChain).values(links);
}

/**
 * Lets the links be changed until the transaction ends. Who owns the table can do so at any time, which is what
 * the hashes are for.
 */
export async function permitNewHashes(tx: Database): Promise<void> {
  await tx.execute(sql`alter table ${auditChain} disable trigger audit_chain_append_only`);
}

/** Call it before the transaction of `permitNewHashes` ends. */
export async function forbidNewHashes(tx: Database): Promise<void> {
  await tx.execute(sql`alter table ${auditChain} enable trigger audit_chain_append_only`);
}

export async function setHashes(
  tx: Database,
  links: readonly Pick<Link, 'position' | 'hash'>[],
): Promise<void> {
  const rows = links.map(({ position, hash }) => sql`(${position}::bigint, ${hash}::text)`);
  await tx.execute(sql`update ${auditChain} set hash = v.hash
    from (values ${sql.join(rows, sql`, `)}) as v (position, hash)
    where ${auditChain.position} = v.position`);
}

/** Links after a position, each with what its row says now; null where the row is gone. */
export async function listLinks(
  db: Database,
  after: number,
  limit: number,
): Promise<(Link & { content: string | null; at: Date | null })[]> {
  const { position, auditId, hash, sealedAt } = auditChain;
  return db
    .select({
      position,
      auditId,
      hash,
      sealedAt,
      content: sql<string | null>`case when ${auditLog.id} is not null then ${hashedFields} end`,
      at: auditLog.at,
    })
    .from(auditChain)
    .leftJoin(auditLog, eq(auditLog.id, auditId))
    .where(and(gt(position, after), hasPlace))
    .orderBy(position)
    .limit(limit);
}
