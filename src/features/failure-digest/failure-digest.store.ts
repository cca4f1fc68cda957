import { and, asc, desc, eq, gt, inArray, isNotNull, lte, ne, sql } from 'drizzle-orm';
import { boolean, date, jsonb, pgTable } from 'drizzle-orm/pg-core';
import { at } from '../../server/database/columns.store.ts';
import type { Database } from '../../server/database/database.ts';
import type { MailTemplate } from '../../server/mails.ts';
import { emailSettings } from '../mail/smtp/email-config.store.ts';
import { emailLogs } from '../mail/log/email-log.store.ts';
import { mailBatches } from '../campaigns/batches/batch.store.ts';
import { BULK_MAIL, type Pause } from '../campaigns/batches/batch.rules.ts';

/** The template of the digest, by which the history of mails knows it. */
export const DIGEST = 'failure-digest' as const satisfies MailTemplate;

/** To the administrators, about the campaign: while one of these cannot be sent somebody may wait in vain. */
const NOTICES: MailTemplate[] = [
  'contact-notification',
  'volunteer-notification',
  'partner-notification',
  'claim-notification',
  'claims-waiting',
  'payment-review',
  'approval-asked',
  'money-waits',
  'reports-waiting',
  'payment-destination-changed',
  'mail-server-changed',
  'notification-email-changed',
  'administrator-changed',
  DIGEST,
];

/** One row for each day whose digest is done, so that a crash does not send it twice. */
export const mailDigests = pgTable('mail_digests', {
  day: date('day', { mode: 'string' }).primaryKey(),
  /** Later failures are in the next digest. */
  until: at('until').notNull(),
  /** Ongoing problems that were reported: paused batches, and what waits for too long. */
  reported: jsonb('told').$type<string[]>().notNull(),
  isSent: boolean('is_sent').notNull(),
});

export type Digest = typeof mailDigests.$inferSelect;

export async function findLastDigest(db: Database): Promise<Digest | undefined> {
  const [last] = await db.select().from(mailDigests).orderBy(desc(mailDigests.day)).limit(1);
  return last;
}

/** Claims a day; false when another process has it. Waits for a transaction that is claiming it. */
export async function addDigest(tx: Database, digest: Digest): Promise<boolean> {
  const added = await tx
    .insert(mailDigests)
    .values(digest)
    .onConflictDoNothing()
    .returning({ day: mailDigests.day });
  return added.length > 0;
}

export async function isDigestOn(db: Database): Promise<boolean> {
  const [row] = await db.select({ isOn: emailSettings.dailyDigest }).from(emailSettings);
  return row?.isOn ?? true;
}

export async function putDigestSwitch(
  db: Database,
  values: { dailyDigest: boolean; updatedBy: string; updatedAt: Date },
): Promise<void> {
  await db
    .insert(emailSettings)
    .values({ id: 1, ...values })
    .onConflictDoUpdate({ target: emailSettings.id, set: values });
}

/** After its first moment, until its last. */
export interface Span {
  since: Date;
  until: Date;
}

const failedIn = ({ since, until }: Span) =>
  and(
    eq(emailLogs.status, 'failed'),
    gt(emailLogs.sentAt, since),
    lte(emailLogs.sentAt, until),
    // The result of a test mail was shown at once.
    ne(emailLogs.emailType, 'test'),
  );

/**
 * How many mails came to a bad end: those to one person, of which some were notices to ourselves and some digests,
 * and bulk mail.
 */
export async function countFailed(db: Database, span: Span) {
  const [row] = await db
    .select({
      single: sql<number>`count(*) filter (where ${emailLogs.emailType} <> ${BULK_MAIL})::int`,
      notices: sql<number>`count(*) filter (where ${inArray(emailLogs.emailType, NOTICES)})::int`,
      digests: sql<number>`count(*) filter (where ${emailLogs.emailType} = ${DIGEST})::int`,
      bulk: sql<number>`count(*) filter (where ${emailLogs.emailType} = ${BULK_MAIL})::int`,
    })
    .from(emailLogs)
    .where(failedIn(span));
  return row ?? { single: 0, notices: 0, digests: 0, bulk: 0 };
}

/** The newest of those to one person. */
export const listFailed = (db: Database, span: Span, limit: number) =>
  db
    .select({
      emailType: emailLogs.emailType,
      recipient: emailLogs.recipientEmail,
      words: emailLogs.errorMessage,
      at: emailLogs.sentAt,
    })
    .from(emailLogs)
    .where(and(failedIn(span), ne(emailLogs.emailType, BULK_MAIL)))
    .orderBy(desc(emailLogs.sentAt), desc(emailLogs.id))
    .limit(limit);

export type FailedMail = Awaited<ReturnType<typeof listFailed>>[number];

/** The batches that paused themselves, oldest first. */
export async function listStopped(
  db: Database,
): Promise<{ id: string; subject: string; because: Pause }[]> {
  const rows = await db
    .select({ id: mailBatches.id, subject: mailBatches.subject, because: mailBatches.because })
    .from(mailBatches)
    .where(and(eq(mailBatches.state, 'paused'), isNotNull(mailBatches.because)))
    .orderBy(asc(mailBatches.createdAt));
  return rows.flatMap(({ because, ...row }) => (because ? [{ ...row, because }] : []));
}

/** Jobs that were given up, by their kind, the most first. The queue keeps them for a week. */
export async function countDeadJobs(
  db: Database,
  { since, until }: Span,
): Promise<{ name: string; count: number; words: string | null }[]> {
  const { rows } = await db.execute<{ name: string; count: number; words: string | null }>(sql`
    select name, count(*)::int as count,
      (array_agg(coalesce(output->>'message', output->>'type') order by completed_on desc))[1] as words
    from pgboss.job
    where state = 'failed' and completed_on > ${since.toISOString()}::timestamptz
      and completed_on <= ${until.toISOString()}::timestamptz
    group by name order by count(*) desc, name`);
  return rows;
}
