import { and, desc, eq, gte, inArray, notInArray, sql } from 'drizzle-orm';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../../server/database/columns.store.ts';
import type { Database } from '../../../server/database/database.ts';
import { listOf } from '../../../server/lists/list.store.ts';

/** What the send history calls a mail that only tries a configuration. */
export const TEST_MAIL = 'test';
/** The same of what an administrator is writing, sent to themselves. */
export const PREVIEW_MAIL = 'preview';

/** Those of the addresses to which a mail has gone out that was meant for them. */
export async function findMailed(db: Database, emails: string[]): Promise<Set<string>> {
  if (emails.length === 0) return new Set();
  const rows = await db
    .selectDistinct({ email: emailLogs.recipientEmail })
    .from(emailLogs)
    .where(
      and(
        inArray(emailLogs.recipientEmail, emails),
        eq(emailLogs.status, 'success'),
        notInArray(emailLogs.emailType, [TEST_MAIL, PREVIEW_MAIL]),
      ),
    );
  return new Set(rows.map((row) => row.email));
}

/** The send history (specification §3): one row for each mail that came to its end. */
export const emailLogs = pgTable(
  'email_logs',
  {
    id: uuid('id').primaryKey(),
    recipientEmail: text('recipient_email').notNull(),
    subject: text('subject').notNull(),
    emailType: text('email_type').notNull(),
    status: text('status').$type<'success' | 'failed'>().notNull(),
    errorMessage: text('error_message'),
    configType: text('config_type'),
    sentAt: at('sent_at').notNull(),
  },
  (t) => [
    index('email_logs_newest').on(t.sentAt, t.id),
    // Few among many: what could not be sent is found without reading what was.
    index('email_logs_failed').on(t.sentAt, t.id).where(sql`${t.status} = 'failed'`),
    // Few of many types, which are counted.
    index('email_logs_welcome')
      .on(t.emailType, t.status)
      .where(sql`${t.emailType} like 'welcome-series-%'`),
    index('email_logs_recipient').on(t.recipientEmail),
  ],
);

/** The send history as administrators search it. */
export const emailLogList = listOf({
  table: emailLogs,
  id: emailLogs.id,
  columns: {
    id: emailLogs.id,
    recipientEmail: emailLogs.recipientEmail,
    subject: emailLogs.subject,
    emailType: emailLogs.emailType,
    status: emailLogs.status,
    errorMessage: emailLogs.errorMessage,
    configType: emailLogs.configType,
    sentAt: emailLogs.sentAt,
  },
  sorts: { sentAt: emailLogs.sentAt, recipientEmail: emailLogs.recipientEmail },
  search: [emailLogs.recipientEmail, emailLogs.subject, emailLogs.errorMessage],
  status: emailLogs.status,
});

/** Mails sent since a time, if one is given. */
export const emailLogsSince = (since: Date | undefined): typeof emailLogList =>
  since ? { ...emailLogList, where: gte(emailLogs.sentAt, since) } : emailLogList;

export async function addEmailLog(db: Database, log: typeof emailLogs.$inferInsert): Promise<void> {
  await db.insert(emailLogs).values(log);
}

/** Mails sent to an address since then, the newest first. */
export async function listEmailLogsTo(db: Database, address: string, since: Date) {
  return db
    .select()
    .from(emailLogs)
    .where(and(eq(emailLogs.recipientEmail, address), gte(emailLogs.sentAt, since)))
    .orderBy(desc(emailLogs.sentAt), desc(emailLogs.id));
}
