import { and, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { auditLog } from '../../server/audit.store.ts';
import type { Database } from '../../server/database.ts';
import { listOf } from '../../server/list.store.ts';
import { passportApplications } from '../application/application.store.ts';
import { users } from '../members/member.store.ts';
import { payments } from '../payments/payment.store.ts';
import { instalments, paymentSchedules } from '../payments/schedule.store.ts';
import { AREA_NOUNS, type AuditArea } from './audit.rules.ts';

/** A subject is the text of an id, or any other text. */
const subjectId = sql`case when ${auditLog.subject} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
  then ${auditLog.subject}::uuid end`;

/** By what an account is searched for, by its key: one row of `users` for each row of the log. */
const accountOf = (id: SQL | typeof auditLog.actorId) =>
  sql`(select concat_ws(' ', ${users.firstName}, ${users.lastName}, ${users.email})
       from ${users} where ${users.id} = ${id})`;

const nounOf = sql`split_part(${auditLog.action}, '.', 1)`;
const AREAS = Object.entries(AREA_NOUNS).map(
  ([area, nouns]) => [area, inArray(nounOf, [...nouns])] as const,
);

/** Everything that was done, newest first. */
export const auditList = listOf({
  table: auditLog,
  id: auditLog.id,
  columns: {
    id: auditLog.id,
    at: auditLog.at,
    action: auditLog.action,
    actorId: auditLog.actorId,
    subject: auditLog.subject,
    before: auditLog.before,
    after: auditLog.after,
  },
  sorts: { at: auditLog.at },
  search: [
    auditLog.action,
    sql`coalesce(${auditLog.subject}, '')`,
    accountOf(auditLog.actorId),
    accountOf(subjectId),
    sql`(select ${passportApplications.reference} from ${passportApplications}
         where ${passportApplications.id} = ${subjectId})`,
    sql`(select ${passportApplications.reference} from ${passportApplications}
         join ${paymentSchedules} on ${paymentSchedules.applicationId} = ${passportApplications.id}
         join ${instalments} on ${instalments.scheduleId} = ${paymentSchedules.id}
         join ${payments} on ${payments.instalmentId} = ${instalments.id}
         where ${payments.id} = ${subjectId})`,
  ],
  statuses: Object.fromEntries(AREAS) as Record<AuditArea, SQL>,
});

/** What was done in a time; either end may be open. */
export const inPeriod = (from: Date | undefined, before: Date | undefined): SQL | undefined =>
  and(from && gte(auditLog.at, from), before && lt(auditLog.at, before));

/** The accounts of these ids that are there still. */
export async function listPeople(db: Database, ids: readonly string[]) {
  const { id, email, firstName, lastName } = users;
  if (ids.length === 0) return [];
  return db
    .select({ id, email, firstName, lastName })
    .from(users)
    .where(inArray(id, [...ids]));
}

/** The references of the applications of these ids. */
export async function listReferences(
  db: Database,
  ids: readonly string[],
): Promise<{ id: string; reference: string }[]> {
  const { id, reference } = passportApplications;
  if (ids.length === 0) return [];
  return db
    .select({ id, reference })
    .from(passportApplications)
    .where(inArray(id, [...ids]));
}
