import { and, asc, count, eq, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../server/database/columns.store.ts';
import type { Database } from '../../server/database/database.ts';
import { contains, countUpTo, textOf } from '../../server/lists/list.store.ts';
import { fromEntries } from '../../shared/record.ts';
import {
  applicationTexts,
  isFreeToLeave,
  passportApplications,
} from '../application/application.store.ts';
import { paymentSchedules } from '../payments/core/schedule/schedule.store.ts';
import { BOARD, type BoardStatus } from './fulfilment.rules.ts';

/** The kit on its way; begins when its label is printed or it is handed to a courier. */
export const shipments = pgTable('shipments', {
  applicationId: uuid('application_id')
    .primaryKey()
    .references(() => passportApplications.id),
  courier: text('courier'),
  trackingNumber: text('tracking_number'),
  labelPrintedAt: at('label_printed_at'),
  dispatchedAt: at('dispatched_at'),
  /** No foreign key: it stays when an administrator deletes the account. */
  dispatchedBy: uuid('dispatched_by'),
  deliveredAt: at('delivered_at'),
  updatedAt: at('updated_at').notNull(),
});

export type Shipment = typeof shipments.$inferSelect;

export async function findShipment(
  db: Database,
  applicationId: string,
): Promise<Shipment | undefined> {
  const [found] = await db
    .select()
    .from(shipments)
    .where(eq(shipments.applicationId, applicationId));
  return found;
}

/** Writes what is new about a kit's way; what is not named stays. */
export async function setShipment(
  tx: Database,
  applicationId: string,
  change: Partial<Omit<Shipment, 'applicationId'>> & { updatedAt: Date },
): Promise<void> {
  await tx
    .insert(shipments)
    .values({ applicationId, ...change })
    .onConflictDoUpdate({ target: shipments.applicationId, set: change });
}

/** The last schedule of an application is the one in force. */
const inForce = sql`${paymentSchedules.id} = (
  select other.id from ${paymentSchedules} other where other.application_id = ${passportApplications.id}
  order by other.status = 'cancelled', other.created_at desc limit 1)`;

const { applicationStatus, kitReleasedAt, submittedAt, id } = passportApplications;

/** Kits in the order of their release; those that wait for money come last, by age. */
const inTurn = [asc(kitReleasedAt), asc(submittedAt), asc(id)];

const joinedKits = (db: Database, where: SQL) =>
  db
    .select({
      application: passportApplications,
      kitRelease: paymentSchedules.kitRelease,
      shipment: shipments,
    })
    .from(passportApplications)
    .innerJoin(
      paymentSchedules,
      and(eq(paymentSchedules.applicationId, passportApplications.id), inForce),
    )
    .leftJoin(shipments, eq(shipments.applicationId, passportApplications.id))
    .where(where)
    .orderBy(...inTurn);

export type JoinedKit = Awaited<ReturnType<typeof joinedKits>>[number];

/** A column of the board, or what of it is looked for. */
export interface Column {
  status: BoardStatus;
  search?: string | undefined;
  /** Only what can leave since before this time, and has not. */
  freeBefore?: Date | undefined;
}

/** The first of a column, in the order in which it should be worked off. */
export async function listKitsOf(
  db: Database,
  column: Column,
  limit: number,
): Promise<JoinedKit[]> {
  // Taken along their index before anything is joined to them.
  const first = db
    .select({ id })
    .from(passportApplications)
    .where(inColumn(column))
    .orderBy(...inTurn)
    .limit(limit);
  return joinedKits(db, inArray(id, first));
}

/** How many are in a column; with `most` no more than that are counted, so that no column takes longer. */
export const countKitsOf = (db: Database, column: Column, most?: number): Promise<number> =>
  countUpTo(db, passportApplications, inColumn(column), most);

function inColumn({ status, search, freeBefore }: Column): SQL | undefined {
  return and(
    eq(applicationStatus, status),
    search ? contains(textOf(applicationTexts), search) : undefined,
    freeBefore && canLeaveSince(freeBefore),
  );
}

const canLeaveSince = (before: Date): SQL =>
  sql`${isFreeToLeave(passportApplications)} and ${lt(kitReleasedAt, before)} and ${lt(submittedAt, before)}`;

/** How many can leave since before a time, in all columns. */
export const countLate = (db: Database, before: Date, most?: number): Promise<number> =>
  countUpTo(db, passportApplications, canLeaveSince(before), most);

/** The same by column, and since when the oldest may. */
export async function countLateByColumn(db: Database, before: Date) {
  return db
    .select({
      status: sql<BoardStatus>`${applicationStatus}`,
      count: count(),
      since: sql<Date>`min(greatest(${kitReleasedAt}, ${submittedAt}))`.mapWith(kitReleasedAt),
    })
    .from(passportApplications)
    .where(canLeaveSince(before))
    .groupBy(applicationStatus);
}

/** How many are in each column, 0 included. With `most` none are counted beyond that. */
export async function countBoard(
  db: Database,
  most?: number,
): Promise<Record<BoardStatus, number>> {
  // Nothing is no limit.
  const counted = BOARD.map(
    (status) => sql`(${status}, (select count(*)::int from (
      select 1 from ${passportApplications} where ${eq(applicationStatus, status)} limit ${most ?? null}) as found))`,
  );
  const { rows } = await db.execute<{ status: BoardStatus; n: number }>(
    sql`select * from (values ${sql.join(counted, sql`, `)}) as board(status, n)`,
  );
  return fromEntries(rows.map(({ status, n }) => [status, n]));
}

/** These applications as the board knows them, in the same order. */
export async function listKitsById(db: Database, ids: readonly string[]): Promise<JoinedKit[]> {
  return joinedKits(db, inArray(id, [...ids]));
}
