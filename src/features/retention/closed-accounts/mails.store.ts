import { and, eq, inArray, isNotNull, isNull, like, lte, ne, or, sql } from 'drizzle-orm';
import type { Database } from '../../../server/database/database.ts';
import type { MailTemplate } from '../../../server/mails.ts';
import { emailLogs } from '../../mail/log/email-log.store.ts';
import { outgoingMails } from '../../mail/queue/outgoing-mail.store.ts';
import { isFinishedBatch } from '../bulk-recipients.store.ts';
import { bulkMails, mailBatches } from '../../campaigns/batches/batch.store.ts';
import { BULK_MAIL } from '../../campaigns/batches/batch.rules.ts';

/** Whose mails, and until when they were queued or sent. */
interface Recipient {
  /** Of the account. */
  id: string;
  address: string;
  until: Date;
  /** False: only mails about the account itself. */
  isProved: boolean;
  /** True: records of mails about applications stay, so that none is sent twice. */
  hasApplication: boolean;
}

const ACCOUNT_MAILS: MailTemplate[] = [
  'welcome',
  'verify-email',
  'password-reset',
  'password-changed',
  'email-change-link',
  'email-change-asked',
  'email-changed-from',
  'email-changed-to',
  'sign-in',
  'administrator-invited',
  'account-deleted',
];
/** Sent after the account was closed, and still about what was before. */
const LATE_MAILS = ['account-deleted', BULK_MAIL];
/** The batches of mails that are only about an account. */
const ACCOUNT_BATCHES = ['account:%', 'second-factor:%', 'unread:%'];

const isOfAccount = (id: string) => like(outgoingMails.batchId, `account:${id}:%`);

/**
 * Erases the records of mails to a person that have come to their end, those about the account at its earlier addresses
 * too. Answers whether others still wait.
 */
export async function eraseMailsTo(tx: Database, reader: Recipient): Promise<boolean> {
  const { id, address, until, isProved, hasApplication } = reader;
  await eraseHistory(tx, reader);
  const { recipientAddress, batchId, createdAt, nextAttemptAt } = outgoingMails;
  const isToThemBefore = and(eq(recipientAddress, address), lte(createdAt, until));
  const theirs = isProved ? or(isOfAccount(id), isToThemBefore) : isOfAccount(id);
  const onlyAccountMails = or(...ACCOUNT_BATCHES.map((pattern) => like(batchId, pattern)));
  await tx
    .delete(outgoingMails)
    .where(and(theirs, isNull(nextAttemptAt), hasApplication ? onlyAccountMails : undefined));
  return (await tx.$count(outgoingMails, and(theirs, isNotNull(nextAttemptAt)))) > 0;
}

/**
 * The lines of the mails of this very account, by the queue's rows; to a proved address all others. An address that was
 * only requested may be a stranger's: their history stays.
 */
async function eraseHistory(tx: Database, reader: Recipient): Promise<void> {
  const { id, address, until, isProved, hasApplication } = reader;
  const { recipientAddress, template, createdAt, updatedAt, nextAttemptAt } = outgoingMails;
  const { recipientEmail, sentAt, emailType } = emailLogs;
  // Sent once the link in the mail to the new address was used.
  const moved = await tx
    .selectDistinct({ address: recipientAddress })
    .from(outgoingMails)
    .where(and(isOfAccount(id), eq(template, 'email-changed-to')));
  const proved = [...(isProved ? [address] : []), ...moved.map((one) => one.address)];
  const isHeld = proved.length > 0 ? inArray(recipientAddress, proved) : undefined;
  const lines = tx
    .select({ id: emailLogs.id })
    .from(outgoingMails)
    .innerJoin(
      emailLogs,
      and(
        eq(recipientEmail, recipientAddress),
        eq(emailType, outgoingMails.emailType),
        sql`${sentAt} between ${createdAt} and ${updatedAt}`,
      ),
    )
    .where(
      and(isOfAccount(id), isNull(nextAttemptAt), or(ne(template, 'email-change-link'), isHeld)),
    );
  await tx.delete(emailLogs).where(inArray(emailLogs.id, lines));
  if (!isProved) return;
  const isBefore = or(lte(sentAt, until), inArray(emailType, LATE_MAILS));
  const isAccountMail = hasApplication ? inArray(emailType, ACCOUNT_MAILS) : undefined;
  await tx.delete(emailLogs).where(and(eq(recipientEmail, address), isBefore, isAccountMail));
}

/** The same of bulk mail: of batches that are over. Answers whether one that is under way still goes to them. */
export async function eraseBulkTo(tx: Database, address: string, until: Date): Promise<boolean> {
  const early = tx
    .select({ id: mailBatches.id })
    .from(mailBatches)
    .where(lte(mailBatches.createdAt, until));
  const theirs = and(eq(bulkMails.address, address), inArray(bulkMails.batchId, early));
  const over = tx.select({ id: mailBatches.id }).from(mailBatches).where(isFinishedBatch);
  await tx.delete(bulkMails).where(and(theirs, inArray(bulkMails.batchId, over)));
  await tx
    .update(mailBatches)
    .set({ enqueuedTo: null })
    .where(and(eq(mailBatches.enqueuedTo, address), mailBatches.isEnqueued));
  return (await tx.$count(bulkMails, theirs)) > 0;
}
