import { and, eq, inArray, isNotNull, isNull, like, lte, ne, or, sql } from 'drizzle-orm';
import type { Database } from '../../server/database/database.ts';
import type { MailTemplate } from '../../server/mails.ts';
import { emailLogs } from '../mail/log/email-log.store.ts';
import { outgoingMails } from '../mail/queue/outgoing-mail.store.ts';
import { bulkMails, mailBatches } from '../campaigns/batches/batch.store.ts';
import { BULK_MAIL } from '../campaigns/batches/batch.rules.ts';
import { type Expiring, rowsOf } from './expiring.store.ts';

/** Of the queue that has come to its end; what waits keeps its place. */
export const endedMails: Expiring = rowsOf({
  table: outgoingMails,
  since: outgoingMails.updatedAt,
  ripe: isNull(outgoingMails.nextAttemptAt),
  end: async (tx, ids) =>
    void (await tx.delete(outgoingMails).where(inArray(outgoingMails.id, ids))),
});

export const mailHistory: Expiring = rowsOf({
  table: emailLogs,
  since: emailLogs.sentAt,
  ripe: sql`true`,
  end: async (tx, ids) => void (await tx.delete(emailLogs).where(inArray(emailLogs.id, ids))),
});

const isOver = sql`${mailBatches.finishedAt} is not null and ${inArray(mailBatches.state, ['done', 'cancelled'])}`;

/** Their numbers stand in the batch: one batch after the other loses its recipients. */
export const bulkRecipients: Expiring = {
  ages: sql`select ${mailBatches.finishedAt} as at from ${mailBatches}
    join ${bulkMails} on ${bulkMails.batchId} = ${mailBatches.id} where ${isOver}`,
  async take(tx, before, limit) {
    const { rows } = await tx.execute<{ id: string }>(sql`
      select ${mailBatches.id}::text as id from ${mailBatches}
      where ${isOver} and ${mailBatches.finishedAt} < ${before.toISOString()}::timestamptz
        and exists (select 1 from ${bulkMails} where ${bulkMails.batchId} = ${mailBatches.id})
      order by ${mailBatches.finishedAt} limit 1 for update of ${mailBatches} skip locked`);
    const id = rows[0]?.id;
    if (!id) return 0;
    const addresses = tx
      .select({ address: bulkMails.address })
      .from(bulkMails)
      .where(eq(bulkMails.batchId, id))
      .limit(limit);
    const gone = await tx
      .delete(bulkMails)
      .where(and(eq(bulkMails.batchId, id), inArray(bulkMails.address, addresses)))
      .returning({ address: bulkMails.address });
    // An address too, of use while the rows were written.
    await tx.update(mailBatches).set({ enqueuedTo: null }).where(eq(mailBatches.id, id));
    return gone.length;
  },
};

/** Whose mails, and until when they were queued or sent. */
interface Reader {
  /** Of the account. */
  id: string;
  address: string;
  until: Date;
  /** False: only mails about the account itself. */
  isProved: boolean;
  /** True: what is told about an application must not be told twice. */
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
  'account-deleted',
];
/** Sent after the account was closed, and still about what was before. */
const LATE_MAILS = ['account-deleted', BULK_MAIL];
/** What mails are queued as that tell of nothing but an account. */
const ACCOUNT_BATCHES = ['account:%', 'second-factor:%', 'unread:%'];

const isOfAccount = (id: string) => like(outgoingMails.batchId, `account:${id}:%`);

/**
 * Erases the records of mails to a person that have come to their end, those about the account at its earlier addresses
 * too. Answers whether others still wait.
 */
export async function eraseMailsTo(tx: Database, reader: Reader): Promise<boolean> {
  const { id, address, until, isProved, hasApplication } = reader;
  await eraseHistory(tx, reader);
  const { recipientAddress, batchId, createdAt, nextAttemptAt } = outgoingMails;
  const isToThemBefore = and(eq(recipientAddress, address), lte(createdAt, until));
  const theirs = isProved ? or(isOfAccount(id), isToThemBefore) : isOfAccount(id);
  const untold = or(...ACCOUNT_BATCHES.map((pattern) => like(batchId, pattern)));
  await tx
    .delete(outgoingMails)
    .where(and(theirs, isNull(nextAttemptAt), hasApplication ? untold : undefined));
  return (await tx.$count(outgoingMails, and(theirs, isNotNull(nextAttemptAt)))) > 0;
}

/**
 * The lines of the mails of this very account, by the queue's rows; to a proved address all others. An address that was
 * only asked for may be a stranger's: of their history nothing goes.
 */
async function eraseHistory(tx: Database, reader: Reader): Promise<void> {
  const { id, address, until, isProved, hasApplication } = reader;
  const { recipientAddress, template, createdAt, updatedAt, nextAttemptAt } = outgoingMails;
  const { recipientEmail, sentAt, emailType } = emailLogs;
  // Told once the link in the mail to the new address was used.
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
  const isUntold = hasApplication ? inArray(emailType, ACCOUNT_MAILS) : undefined;
  await tx.delete(emailLogs).where(and(eq(recipientEmail, address), isBefore, isUntold));
}

/** The same of bulk mail: of batches that are over. Answers whether one that is under way still goes to them. */
export async function eraseBulkTo(tx: Database, address: string, until: Date): Promise<boolean> {
  const early = tx
    .select({ id: mailBatches.id })
    .from(mailBatches)
    .where(lte(mailBatches.createdAt, until));
  const theirs = and(eq(bulkMails.address, address), inArray(bulkMails.batchId, early));
  const over = tx.select({ id: mailBatches.id }).from(mailBatches).where(isOver);
  await tx.delete(bulkMails).where(and(theirs, inArray(bulkMails.batchId, over)));
  await tx
    .update(mailBatches)
    .set({ enqueuedTo: null })
    .where(and(eq(mailBatches.enqueuedTo, address), mailBatches.isEnqueued));
  return (await tx.$count(bulkMails, theirs)) > 0;
}
