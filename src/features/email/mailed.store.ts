import { and, eq, inArray, notInArray } from 'drizzle-orm';
import type { Database } from '../../server/database.ts';
import { emailLogs } from './email-log.store.ts';

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
