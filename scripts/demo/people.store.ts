import { eq, getTableName, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { passportApplications } from '../../src/features/application/application.store.ts';
import { contactSubmissions } from '../../src/features/contact/contact.store.ts';
import { unityDeclarations } from '../../src/features/declaration/declaration.store.ts';
import { donations } from '../../src/features/donations/donation.store.ts';
import { emailLogs } from '../../src/features/mail/log/email-log.store.ts';
import { users } from '../../src/server/user.store.ts';
import { messages } from '../../src/features/messages/core/message.store.ts';
import { partnerSubmissions } from '../../src/features/partner/partner.store.ts';
import { payments } from '../../src/features/payments/core/payment.store.ts';
import { volunteerSubmissions } from '../../src/features/volunteer/volunteer.store.ts';
import type { Database } from '../../src/server/database/database.ts';

/** Where people leave something. Administrators, settings and texts of the site may be there already. */
const LEFT: readonly { what: string; table: PgTable; where?: SQL }[] = [
  { what: 'signatures', table: unityDeclarations },
  { what: 'applications', table: passportApplications },
  { what: 'payments', table: payments },
  { what: 'requests for information', table: contactSubmissions },
  { what: 'applications of volunteers', table: volunteerSubmissions },
  { what: 'proposals of partnership', table: partnerSubmissions },
  { what: 'donations', table: donations },
  { what: 'members', table: users, where: eq(users.isAdmin, false) },
  { what: 'messages', table: messages },
  { what: 'a history of mails', table: emailLogs },
];

/**
 * The data of people in the database, in words; undefined when there is none. Tables that an older version of the
 * site does not have hold nothing.
 */
export async function findLeftByPeople(db: Database): Promise<string | undefined> {
  for (const { what, table, where } of LEFT)
    if ((await exists(db, table)) && (await db.$count(table, where)) > 0) return what;
  return undefined;
}

async function exists(db: Database, table: PgTable): Promise<boolean> {
  const { rows } = await db.execute<{ isThere: boolean }>(
    sql`select to_regclass(${getTableName(table)}) is not null as "isThere"`,
  );
  return rows[0]?.isThere ?? false;
}
