import { and, asc, eq, inArray, ne } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../../../server/database.ts';
import { passportApplications } from '../../application/application.store.ts';
import { instalments, paymentSchedules } from '../schedule.store.ts';

const joinedDues = (db: Database) =>
  db
    .select({
      instalment: instalments,
      schedule: paymentSchedules,
      application: passportApplications,
    })
    .from(instalments)
    .innerJoin(paymentSchedules, inForce)
    .innerJoin(passportApplications, ofSchedule);

const inForce = and(
  eq(paymentSchedules.id, instalments.scheduleId),
  ne(paymentSchedules.status, 'cancelled'),
);
const ofSchedule = eq(passportApplications.id, paymentSchedules.applicationId);

export type JoinedDue = Awaited<ReturnType<typeof joinedDues>>[number];

const valuesPerQuery = 500;

type By =
  | { references: readonly string[] }
  | { applicationIds: readonly string[] }
  | { instalmentIds: readonly string[] };

function columnOf(by: By): [column: PgColumn, values: readonly string[]] {
  if ('references' in by) return [passportApplications.reference, by.references];
  if ('applicationIds' in by) return [passportApplications.id, by.applicationIds];
  return [instalments.id, by.instalmentIds];
}

/** The dues in force with these ids or of these applications, in order of their numbers. */
export async function listDues(db: Database, by: By): Promise<JoinedDue[]> {
  const [column, values] = columnOf(by);
  const found: JoinedDue[] = [];
  for (let from = 0; from < values.length; from += valuesPerQuery) {
    found.push(
      ...(await joinedDues(db)
        .where(inArray(column, values.slice(from, from + valuesPerQuery)))
        .orderBy(asc(instalments.number))),
    );
  }
  return found;
}
