import {
  and,
  asc,
  count,
  eq,
  ilike,
  inArray,
  isNotNull,
  lt,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../server/columns.store.ts';
import type { Database } from '../../server/database.ts';
import { passportApplications } from '../application/application.store.ts';
import { instalments, paymentSchedules } from '../payments/schedule.store.ts';
import { BOARD, type BoardStatus, IN_QUESTION, NOT_SENT } from './fulfilment.rules.ts';

/** The kit on its way; begins when its label is printed or it is handed to a courier. */
export const shipments = pgTable('shipments', {
  applicationId: uuid('application_id')
    .primaryKey()
    .references(() => passportApplications.id),
  courier: text('courier'),
  trackingNumber: text('tracking_number'),
  labelPrintedAt: at('label_printed_at'),
  dispatchedAt: at('dispatched_at'),
  /** No foreign key: the books keep it when an administrator deletes the account. */
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

/**
 * When the payment that releases the kit was booked: the first of a plan, or the last where that was promised.
 * A paid due never changes again, so its row's time is that moment. Null while there is none.
 */
const releasedAt = sql<Date | null>`(
  select max(${instalments.updatedAt}) from ${instalments}
  where ${instalments.scheduleId} = ${paymentSchedules.id} and ${instalments.status} = 'paid'
    and (${paymentSchedules.kitRelease} = 'first_payment' and ${instalments.number} = 1
      or ${paymentSchedules.kitRelease} = 'fully_paid' and ${paymentSchedules.status} = 'completed')
)`.mapWith(instalments.updatedAt);

/** The last schedule of an application is the one in force. */
const inForce = sql`${paymentSchedules.id} = (
  select other.id from ${paymentSchedules} other where other.application_id = ${passportApplications.id}
  order by other.status = 'cancelled', other.created_at desc limit 1)`;

const joinedKits = (db: Database, where: SQL | undefined) =>
  db
    .select({
      application: passportApplications,
      kitRelease: paymentSchedules.kitRelease,
      releasedAt,
      shipment: shipments,
    })
    .from(passportApplications)
    .innerJoin(
      paymentSchedules,
      and(eq(paymentSchedules.applicationId, passportApplications.id), inForce),
    )
    .leftJoin(shipments, eq(shipments.applicationId, passportApplications.id))
    .where(where)
    // What was released first is sent first; what waits for money stands behind, by its age.
    .orderBy(
      sql`${releasedAt} asc nulls last`,
      asc(passportApplications.submittedAt),
      asc(passportApplications.id),
    );

export type JoinedKit = Awaited<ReturnType<typeof joinedKits>>[number];

/** One column of the board, in the order in which it should be worked off. */
export async function listKitsOf(
  db: Database,
  { status, search, limit }: { status: BoardStatus; search: string | undefined; limit: number },
): Promise<JoinedKit[]> {
  return joinedKits(db, inColumn(status, search)).limit(limit);
}

export const countKitsOf = (db: Database, status: BoardStatus, search: string | undefined) =>
  db.$count(passportApplications, inColumn(status, search));

function inColumn(status: BoardStatus, search: string | undefined): SQL | undefined {
  const pattern = search && `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const { firstName, lastName, reference, email, applicationStatus } = passportApplications;
  return and(
    eq(applicationStatus, status),
    pattern
      ? or(
          ilike(reference, pattern),
          ilike(email, pattern),
          ilike(sql`${firstName} || ' ' || ${lastName}` as never, pattern),
        )
      : undefined,
  );
}

/** Applications that were released before a moment and have not left: those whose promise may be broken. */
export async function listReleasedBefore(db: Database, before: Date): Promise<JoinedKit[]> {
  return joinedKits(
    db,
    and(
      inArray(passportApplications.applicationStatus, [...NOT_SENT]),
      sql`${releasedAt} < ${before.toISOString()}`,
    ),
  );
}

/** Open applications whose kit may leave, since before a moment: how many of each status, and since when the oldest. */
export async function countFreeToLeave(db: Database, before: Date) {
  const { applicationStatus, noticeVersion, paymentStatus, submittedAt } = passportApplications;
  const free = db
    .select({
      status: sql<BoardStatus>`${applicationStatus}`.as('status'),
      since: sql<Date>`greatest(${releasedAt}, ${submittedAt})`
        .mapWith(instalments.updatedAt)
        .as('since'),
    })
    .from(passportApplications)
    .innerJoin(
      paymentSchedules,
      and(eq(paymentSchedules.applicationId, passportApplications.id), inForce),
    )
    .where(
      and(
        inArray(applicationStatus, [...NOT_SENT]),
        isNotNull(noticeVersion),
        notInArray(paymentStatus, [...IN_QUESTION]),
        lt(submittedAt, before),
        sql`${releasedAt} < ${before.toISOString()}`,
      ),
    )
    .as('free');
  return db
    .select({
      status: free.status,
      count: count(),
      since: sql<Date>`min(${free.since})`.mapWith(instalments.updatedAt),
    })
    .from(free)
    .groupBy(free.status);
}

/** How many stand in each column; those without any are 0. */
export async function countBoard(db: Database): Promise<Record<BoardStatus, number>> {
  const { applicationStatus } = passportApplications;
  const rows = await db
    .select({ status: applicationStatus, n: sql<number>`count(*)::int` })
    .from(passportApplications)
    .where(inArray(applicationStatus, [...BOARD]))
    .groupBy(applicationStatus);
  const counts = new Map(rows.map(({ status, n }) => [status, n]));
  return Object.fromEntries(BOARD.map((status) => [status, counts.get(status) ?? 0])) as Record<
    BoardStatus,
    number
  >;
}

/** These applications as the board knows them, in no promised order. */
export async function listKitsById(db: Database, ids: readonly string[]): Promise<JoinedKit[]> {
  return joinedKits(db, inArray(passportApplications.id, [...ids]));
}
