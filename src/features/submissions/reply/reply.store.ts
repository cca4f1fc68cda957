import { desc, eq, inArray } from 'drizzle-orm';
import { type AnyPgColumn, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../../server/database/columns.store.ts';
import type { Database } from '../../../server/database/database.ts';
import { contactSubmissions } from '../../contact/contact.store.ts';
import { outgoingMails } from '../../mail/queue/outgoing-mail.store.ts';
import { partnerSubmissions } from '../../partner/partner.store.ts';
import { volunteerSubmissions } from '../../volunteer/volunteer.store.ts';
import type { TriagedKind } from '../triage/triage.rules.ts';

/** What we answered, a table per kind, so that an answer goes with its submission. Only added to. */
const repliesTable = (name: string, of: { id: AnyPgColumn }) =>
  pgTable(
    name,
    {
      id: uuid('id').primaryKey(),
      submissionId: uuid('submission_id')
        .notNull()
        .references(() => of.id, { onDelete: 'cascade' }),
      subject: text('subject').notNull(),
      text: text('text').notNull(),
      /** No key: who is gone has still answered. */
      authorId: uuid('author_id').notNull(),
      createdAt: at('created_at').notNull(),
    },
    (t) => [index(`${name}_of`).on(t.submissionId, t.createdAt)],
  );

export const contactReplies = repliesTable('contact_replies', contactSubmissions);
export const volunteerReplies = repliesTable('volunteer_replies', volunteerSubmissions);
export const partnerReplies = repliesTable('partner_replies', partnerSubmissions);

const REPLIES = {
  contact: contactReplies,
  volunteer: volunteerReplies,
  partner: partnerReplies,
} satisfies Record<TriagedKind, unknown>;

export type Reply = typeof contactReplies.$inferSelect;

/** What the mail of an answer is queued as: it writes once. */
export const replyBatch = (id: string) => `reply:${id}`;

export async function addReply(tx: Database, kind: TriagedKind, reply: Reply): Promise<void> {
  await tx.insert(REPLIES[kind]).values(reply);
}

/** The answers to a submission, newest first. */
export async function listReplies(
  db: Database,
  kind: TriagedKind,
  submissionId: string,
): Promise<Reply[]> {
  const replies = REPLIES[kind];
  return db
    .select()
    .from(replies)
    .where(eq(replies.submissionId, submissionId))
    .orderBy(desc(replies.createdAt), desc(replies.id));
}

/** How far the mails of answers are, by the answer’s id; one whose mail is not kept any more is absent. */
export async function listReplyMails(db: Database, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, never>();
  const { batchId, state, error, updatedAt } = outgoingMails;
  const rows = await db
    .select({ batchId, state, error, updatedAt })
    .from(outgoingMails)
    .where(inArray(batchId, ids.map(replyBatch)));
  return new Map(rows.map((row) => [row.batchId.slice(replyBatch('').length), row]));
}

const WRITERS = {
  contact: (db: Database, id: string) =>
    db
      .select({
        firstName: contactSubmissions.firstName,
        lastName: contactSubmissions.lastName,
        email: contactSubmissions.email,
        locale: contactSubmissions.locale,
        message: contactSubmissions.message,
      })
      .from(contactSubmissions)
      .where(eq(contactSubmissions.id, id))
      .for('key share'),
  volunteer: (db: Database, id: string) =>
    db
      .select({
        firstName: volunteerSubmissions.firstName,
        lastName: volunteerSubmissions.lastName,
        email: volunteerSubmissions.email,
        locale: volunteerSubmissions.locale,
        message: volunteerSubmissions.motivation,
      })
      .from(volunteerSubmissions)
      .where(eq(volunteerSubmissions.id, id))
      .for('key share'),
  partner: (db: Database, id: string) =>
    db
      .select({
        firstName: partnerSubmissions.contactFirstName,
        lastName: partnerSubmissions.contactLastName,
        email: partnerSubmissions.contactEmail,
        locale: partnerSubmissions.locale,
        message: partnerSubmissions.message,
      })
      .from(partnerSubmissions)
      .where(eq(partnerSubmissions.id, id))
      .for('key share'),
} satisfies Record<TriagedKind, unknown>;

/** The sender of a submission and their text; locked until the transaction ends. */
export async function findWriter(db: Database, kind: TriagedKind, id: string) {
  const [found] = await WRITERS[kind](db, id);
  return found;
}
