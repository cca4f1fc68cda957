import { count, desc, eq, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../../server/database/database.ts';
import { passportApplications } from '../application/application.store.ts';
import { contactSubmissions } from '../contact/contact.store.ts';
import { unityDeclarations } from '../declaration/declaration.store.ts';
import { donations } from '../donations/donation.store.ts';
import { emailLogs } from '../mail/log/email-log.store.ts';
import { users } from '../../server/user.store.ts';
import { messageReports } from '../messages/reports/report.store.ts';
import { partnerSubmissions } from '../partner/partner.store.ts';
import { payments } from '../payments/core/payment.store.ts';
import { instalments, paymentSchedules } from '../payments/core/schedule/schedule.store.ts';
import { paperSignatures } from '../submissions/paper/paper-signature.store.ts';
import { contactNotes, partnerNotes, volunteerNotes } from '../submissions/triage/triage.store.ts';
import { volunteerSubmissions } from '../volunteer/volunteer.store.ts';
import type { Permission } from '../../shared/access.ts';
import { PERSON_RECORDS, type PersonRecord } from '../../shared/person-address.ts';
import type { RecordRef } from './merge.contract.ts';
import { personNotes } from './notes/person-note.store.ts';
import { RECORD_RIGHTS } from './person.rules.ts';

/** Where each record has the address of its person. */
const RECORDS: Readonly<Record<PersonRecord, { table: PgTable; id: PgColumn; email: PgColumn }>> = {
  signature: { table: unityDeclarations, id: unityDeclarations.id, email: unityDeclarations.email },
  paper: { table: paperSignatures, id: paperSignatures.id, email: paperSignatures.email },
  application: {
    table: passportApplications,
    id: passportApplications.id,
    email: passportApplications.email,
  },
  contact: {
    table: contactSubmissions,
    id: contactSubmissions.id,
    email: contactSubmissions.email,
  },
  volunteer: {
    table: volunteerSubmissions,
    id: volunteerSubmissions.id,
    email: volunteerSubmissions.email,
  },
  partner: {
    table: partnerSubmissions,
    id: partnerSubmissions.id,
    email: partnerSubmissions.contactEmail,
  },
  account: { table: users, id: users.id, email: users.email },
  donation: { table: donations, id: donations.id, email: donations.donorEmail },
  mail: { table: emailLogs, id: emailLogs.id, email: emailLogs.recipientEmail },
};

/** The address of the person that a record is of; undefined when there is no such record, or nobody knows whose it is. */
export async function findAddress(
  db: Database,
  record: PersonRecord,
  id: string,
): Promise<string | undefined> {
  const { table, id: key, email } = RECORDS[record];
  const [found] = await db.select({ email }).from(table).where(eq(key, id));
  return (found?.email as string | null | undefined) ?? undefined;
}

/** A record with this address that these permissions read; undefined where there is none. */
export async function findRecordOf(
  db: Database,
  address: string,
  permissions: readonly Permission[],
): Promise<RecordRef | undefined> {
  const readable = PERSON_RECORDS.filter((one) => permissions.includes(RECORD_RIGHTS[one]));
  const found = readable.map((record, place) => {
    const { table, id, email } = RECORDS[record];
    return sql`(select ${place}::int as place, ${id} as id from ${table} where ${email} = ${address} limit 1)`;
  });
  const { rows } = await db.execute<{ place: number; id: string }>(
    sql`select * from (${sql.join(found, sql` union all `)}) as found order by place limit 1`,
  );
  const [first] = rows;
  const record = first && readable[first.place];
  return record && { record, id: first.id };
}

/** The account of an address, with what may be said of it. */
export async function findAccount(db: Database, email: string) {
  const [found] = await db.select().from(users).where(eq(users.email, email));
  return found;
}

export async function findSignature(db: Database, email: string) {
  const [found] = await db
    .select()
    .from(unityDeclarations)
    .where(eq(unityDeclarations.email, email));
  return found;
}

/** Newest first, each with what came and went back in all, in cents. */
export async function listApplications(db: Database, email: string) {
  const { id, reference, firstName, lastName, createdAt, wantsNews } = passportApplications;
  const { applicationStatus, paymentStatus, paymentPlan } = passportApplications;
  return db
    .select({
      id,
      reference,
      firstName,
      lastName,
      createdAt,
      wantsNews,
      applicationStatus,
      paymentStatus,
      paymentPlan,
      received: sql`coalesce(sum(${payments.receivedCents}), 0)::bigint`.mapWith(BigInt),
      refunded: sql`coalesce(sum(${payments.refundedCents}), 0)::bigint`.mapWith(BigInt),
    })
    .from(passportApplications)
    .leftJoin(paymentSchedules, eq(paymentSchedules.applicationId, id))
    .leftJoin(instalments, eq(instalments.scheduleId, paymentSchedules.id))
    .leftJoin(payments, eq(payments.instalmentId, instalments.id))
    .where(eq(passportApplications.email, email))
    .groupBy(id)
    .orderBy(desc(createdAt), desc(id));
}

/** What somebody asked for, newest first: of which kind, how they called themselves, and their word on news. */
export async function listRequests(db: Database, email: string) {
  const of = ({ kind, table, first, last, address, news, at }: RequestTable) => sql`
    select ${kind}::text as kind, ${first} || ' ' || ${last} as name, ${news} as news, ${at} as at
    from ${table} where ${address} = ${email}`;
  const { rows } = await db.execute<{
    kind: RequestTable['kind'];
    name: string;
    news: boolean;
    at: Date | string;
  }>(sql`${sql.join(REQUESTS.map(of), sql` union all `)} order by at desc`);
  return rows.map((row) => ({ ...row, at: new Date(row.at) }));
}

interface RequestTable {
  kind: 'contact' | 'volunteer' | 'partner';
  table: PgTable;
  first: PgColumn;
  last: PgColumn;
  address: PgColumn;
  news: PgColumn;
  at: PgColumn;
}

const REQUESTS: readonly RequestTable[] = [
  {
    kind: 'contact',
    table: contactSubmissions,
    first: contactSubmissions.firstName,
    last: contactSubmissions.lastName,
    address: contactSubmissions.email,
    news: contactSubmissions.wantsNews,
    at: contactSubmissions.createdAt,
  },
  {
    kind: 'volunteer',
    table: volunteerSubmissions,
    first: volunteerSubmissions.firstName,
    last: volunteerSubmissions.lastName,
    address: volunteerSubmissions.email,
    news: volunteerSubmissions.wantsNews,
    at: volunteerSubmissions.createdAt,
  },
  {
    kind: 'partner',
    table: partnerSubmissions,
    first: partnerSubmissions.contactFirstName,
    last: partnerSubmissions.contactLastName,
    address: partnerSubmissions.contactEmail,
    news: partnerSubmissions.wantsNews,
    at: partnerSubmissions.createdAt,
  },
];

/** How many notes there are about a person and what they sent. */
export async function countNotes(db: Database, email: string): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select (
      (select count(*) from ${contactNotes} join ${contactSubmissions} on ${contactSubmissions.id} = ${contactNotes.submissionId}
        where ${contactSubmissions.email} = ${email})
      + (select count(*) from ${volunteerNotes} join ${volunteerSubmissions} on ${volunteerSubmissions.id} = ${volunteerNotes.submissionId}
        where ${volunteerSubmissions.email} = ${email})
      + (select count(*) from ${partnerNotes} join ${partnerSubmissions} on ${partnerSubmissions.id} = ${partnerNotes.submissionId}
        where ${partnerSubmissions.contactEmail} = ${email})
      + (select count(*) from ${personNotes} where ${personNotes.address} = ${email}))::int as n`);
  return rows[0]?.n ?? 0;
}

export async function sumDonations(db: Database, email: string) {
  const [found] = await db
    .select({
      count: count(),
      cents: sql`coalesce(sum(${donations.amountCents}), 0)::bigint`.mapWith(BigInt),
    })
    .from(donations)
    .where(eq(donations.donorEmail, email));
  return found ?? { count: 0, cents: 0n };
}

export async function countMails(db: Database, email: string) {
  const { status, sentAt, recipientEmail } = emailLogs;
  const [found] = await db
    .select({
      sent: sql<number>`(count(*) filter (where ${status} = 'success'))::int`,
      failed: sql<number>`(count(*) filter (where ${status} = 'failed'))::int`,
      lastAt: sql`max(${sentAt})`.mapWith(emailLogs.sentAt),
    })
    .from(emailLogs)
    .where(eq(recipientEmail, email));
  return found ?? { sent: 0, failed: 0, lastAt: null };
}

/** What other members reported about an account. */
export async function countReportsAbout(db: Database, userId: string) {
  const [found] = await db
    .select({
      count: count(),
      open: sql<number>`(count(*) filter (where ${messageReports.resolvedAt} is null))::int`,
    })
    .from(messageReports)
    .where(eq(messageReports.reportedId, userId));
  return found ?? { count: 0, open: 0 };
}
