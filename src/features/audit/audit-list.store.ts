import { and, desc, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import { auditLog } from '../../server/audit.store.ts';
import type { Database } from '../../server/database/database.ts';
import { contains, listOf, textOf } from '../../server/lists/list.store.ts';
import { passportApplications } from '../application/application.store.ts';
import { users } from '../../server/user.store.ts';
import { keysOf, recordOf } from '../../shared/record.ts';
import { contactSubmissions } from '../contact/contact.store.ts';
import { unityDeclarations } from '../declaration/declaration.store.ts';
import { partnerSubmissions } from '../partner/partner.store.ts';
import { volunteerSubmissions } from '../volunteer/volunteer.store.ts';
import { accountList } from '../members/administrators/accounts.store.ts';
import { payments } from '../payments/core/payment.store.ts';
import { instalments, paymentSchedules } from '../payments/core/schedule/schedule.store.ts';
import { AREA_NOUNS } from './audit.rules.ts';

const nounOf = sql`split_part(${auditLog.action}, '.', 1)`;

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
  search: [auditLog.action, auditLog.subject],
  statuses: recordOf(keysOf(AREA_NOUNS), (area) => inArray(nounOf, [...AREA_NOUNS[area]])),
});

/** Beyond this many they are not named one by one. */
const mostNamed = 1000;

/**
 * What holds for acts that are searched for by their own words, and by the name or the address of whoever did them or
 * whom they are about, or by the reference of an application. Whom a text names is looked up first, by indexes: each
 * line of the log looked into for it would take minutes in a long one.
 */
export async function searchedFor(db: Database, query: string): Promise<SQL | undefined> {
  const named = contains(textOf(accountList.search), query);
  const people = await db
    .select({ id: users.id })
    .from(users)
    .where(named)
    .limit(mostNamed + 1);
  const ids = people.map(({ id }) => id);
  const isMany = ids.length > mostNamed;
  const about = [...(isMany ? [] : ids), ...(await findReferred(db, query))];
  return or(
    contains(textOf(auditList.search), query),
    isMany
      ? sql`exists (select from ${users} where ${named}
          and (${users.id} = ${auditLog.actorId} or ${users.id}::text = ${auditLog.subject}))`
      : inArray(auditLog.actorId, ids),
    inArray(auditLog.subject, about),
  );
}

/** The ids of the applications with such a reference, newest first, and of the payments for them. */
async function findReferred(db: Database, query: string): Promise<string[]> {
  const { id, reference, createdAt } = passportApplications;
  const applications = await db
    .select({ id })
    .from(passportApplications)
    .where(contains(sql`${reference}`, query))
    .orderBy(desc(createdAt), desc(id))
    .limit(mostNamed);
  if (applications.length === 0) return [];
  const ids = applications.map((one) => one.id);
  const paid = await db
    .select({ id: payments.id })
    .from(payments)
    .innerJoin(instalments, eq(instalments.id, payments.instalmentId))
    .innerJoin(paymentSchedules, eq(paymentSchedules.id, instalments.scheduleId))
    .where(inArray(paymentSchedules.applicationId, ids));
  return [...ids, ...paid.map((one) => one.id)];
}

/** Actions of a period; either end can be open. */
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

const fullName = (of: typeof contactSubmissions | typeof volunteerSubmissions) =>
  sql<string>`${of.firstName} || ' ' || ${of.lastName}`;

/** Who sent what visitors sent in, of these ids: writers, volunteers, partner organizations and signers. */
export async function listSenders(
  db: Database,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> {
  if (ids.length === 0) return [];
  const [c, v, p, s] = [
    contactSubmissions,
    volunteerSubmissions,
    partnerSubmissions,
    unityDeclarations,
  ] as const;
  const named = (table: typeof c | typeof v | typeof p | typeof s, name: SQL<string>) =>
    db
      .select({ id: table.id, name })
      .from(table)
      .where(inArray(table.id, [...ids]));
  return [
    ...(await named(c, fullName(c))),
    ...(await named(v, fullName(v))),
    ...(await named(p, sql<string>`${p.organizationName}`)),
    ...(await named(s, sql<string>`${s.fullName}`)),
  ];
}
