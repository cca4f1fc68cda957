import {
  and,
  asc,
  count,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  min,
  ne,
  type SQL,
  sql,
} from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../../server/database/columns.store.ts';
import type { Database } from '../../../server/database/database.ts';
import { rowsFor } from '../../../server/database/rows.store.ts';
import type { MailAddress } from '../../../shared/mail.ts';
import { type MailKind, type MailState, statesBefore } from '../mail.rules.ts';

/** The queue of single mails. */
export const outgoingMails = pgTable(
  'outgoing_mails',
  {
    id: uuid('id').primaryKey(),
    /** What the mail is about; a batch writes to an address once. */
    batchId: text('batch_id').notNull(),
    recipientAddress: text('recipient_address').notNull(),
    recipientName: text('recipient_name').notNull(),
    /** Where a stranger can cause the mail: what its daily limit counts, made of the recipient's mailbox. */
    repliesTo: text('replies_to'),
    replyTo: jsonb('reply_to').$type<MailAddress>(),
    template: text('template').notNull(),
    /** Sealed, because it may hold messages and one-time links; emptied when the mail has ended. */
    sealedProps: text('sealed_props').notNull(),
    /** Null until the mail is rendered. */
    subject: text('subject'),
    locale: text('locale').notNull(),
    kind: text('kind').$type<MailKind>().notNull(),
    emailType: text('email_type').notNull(),
    state: text('state').$type<MailState>().notNull(),
    attempts: integer('attempts').notNull(),
    /** When the sweep looks at it again; null when the mail has ended or is held. */
    nextAttemptAt: at('next_attempt_at'),
    /** The same at every attempt, so that the recipient's server can drop a second copy. */
    messageId: text('message_id').notNull().unique(),
    error: text('error'),
    configType: text('config_type'),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
    sentAt: at('sent_at'),
  },
  (t) => [
    unique('outgoing_mails_once').on(t.batchId, t.recipientAddress),
    index('outgoing_mails_recipient').on(t.recipientAddress),
    index('outgoing_mails_replies')
      .on(t.repliesTo, t.createdAt)
      .where(sql`${t.repliesTo} is not null`),
    // Almost always empty, and read whenever the Email tab is opened.
    index('outgoing_mails_held')
      .on(t.createdAt, t.id)
      .where(
        sql`${t.state} = 'uncertain' and ${t.nextAttemptAt} is null and ${t.sealedProps} <> ''`,
      ),
    index('outgoing_mails_due').on(t.nextAttemptAt).where(sql`${t.nextAttemptAt} is not null`),
  ],
);

export type OutgoingMail = typeof outgoingMails.$inferSelect;

/** Adds mails, and answers the ids of those that are new: a batch writes to an address once. */
export async function addMails(
  db: Database,
  mails: readonly (typeof outgoingMails.$inferInsert)[],
): Promise<ReadonlySet<string>> {
  if (mails.length === 0) return new Set();
  const added = await db
    .insert(outgoingMails)
    .select(rowsFor(outgoingMails, mails))
    .onConflictDoNothing({ target: [outgoingMails.batchId, outgoingMails.recipientAddress] })
    .returning({ id: outgoingMails.id });
  return new Set(added.map(({ id }) => id));
}

/**
 * How many automatic replies each of these mailboxes was granted since then. Holds further ones back until the
 * transaction ends, so that two at once do not count the same.
 */
export async function countReplies(
  tx: Database,
  mailboxes: readonly string[],
  since: Date,
): Promise<ReadonlyMap<string | null, number>> {
  if (mailboxes.length === 0) return new Map();
  // In one order in every transaction, so that no two wait for each other.
  const ordered = JSON.stringify(mailboxes.toSorted());
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('mailbox ' || mailbox, 0)) from jsonb_array_elements_text(${ordered}::jsonb) mailbox`,
  );
  const rows = await tx
    .select({ mailbox: outgoingMails.repliesTo, n: count() })
    .from(outgoingMails)
    .where(
      and(
        inArray(outgoingMails.repliesTo, [...mailboxes]),
        gt(outgoingMails.createdAt, since),
        ne(outgoingMails.state, 'skipped'),
      ),
    )
    .groupBy(outgoingMails.repliesTo);
  return new Map(rows.map(({ mailbox, n }) => [mailbox, n]));
}

export async function findMail(db: Database, id: string): Promise<OutgoingMail | undefined> {
  const [found] = await db.select().from(outgoingMails).where(eq(outgoingMails.id, id));
  return found;
}

/** Whether a mail of this batch was queued, whatever became of it. */
export async function hasBatch(db: Database, batchId: string): Promise<boolean> {
  const [found] = await db
    .select({ id: outgoingMails.id })
    .from(outgoingMails)
    .where(eq(outgoingMails.batchId, batchId))
    .limit(1);
  return found !== undefined;
}

/** Mails to an address whose batch names one of these ids: what was written about them, oldest first. */
export async function listMailsAbout(
  db: Database,
  address: string,
  ids: readonly string[],
): Promise<OutgoingMail[]> {
  const rows = await db
    .select()
    .from(outgoingMails)
    .where(eq(outgoingMails.recipientAddress, address))
    .orderBy(asc(outgoingMails.createdAt), asc(outgoingMails.id));
  return rows.filter(({ batchId }) => ids.some((id) => batchId.includes(id)));
}

/** Claims a mail for one attempt; undefined when it is in none of the states `from`, or held. */
export async function claimMail(
  db: Database,
  id: string,
  claim: { from: MailState[]; subject: string; configType: string; stuckAt: Date; now: Date },
): Promise<OutgoingMail | undefined> {
  const [claimed] = await db
    .update(outgoingMails)
    .set({
      state: 'sending',
      attempts: sql`${outgoingMails.attempts} + 1`,
      subject: claim.subject,
      configType: claim.configType,
      nextAttemptAt: claim.stuckAt,
      updatedAt: claim.now,
    })
    .where(
      and(
        eq(outgoingMails.id, id),
        inArray(outgoingMails.state, claim.from),
        // A mail without it is held since a restore, whatever its job says.
        isNotNull(outgoingMails.nextAttemptAt),
      ),
    )
    .returning();
  return claimed;
}

/** Ends mails that wait for an attempt and are not to leave any more; answers how many. What they said goes. */
export async function skipWaiting(
  tx: Database,
  { which, now }: { which: SQL | undefined; now: Date },
): Promise<number> {
  const skipped = await tx
    .update(outgoingMails)
    .set({ state: 'skipped', nextAttemptAt: null, sealedProps: '', updatedAt: now })
    .where(
      and(
        which,
        inArray(outgoingMails.state, statesBefore('skipped')),
        isNotNull(outgoingMails.nextAttemptAt),
      ),
    )
    .returning({ id: outgoingMails.id });
  return skipped.length;
}

/** Ends one mail that waits; false when it does not any more. */
export const skipMail = async (db: Database, id: string, now: Date): Promise<boolean> =>
  (await skipWaiting(db, { which: eq(outgoingMails.id, id), now })) > 0;

/** Writes the end of attempt number `attempts`; false when a later attempt has begun meanwhile. */
export async function recordDeliveryAttempt(
  db: Database,
  mail: { id: string; attempts: number },
  from: MailState[],
  values: Partial<OutgoingMail>,
): Promise<boolean> {
  const changed = await db
    .update(outgoingMails)
    .set(values)
    .where(
      and(
        eq(outgoingMails.id, mail.id),
        eq(outgoingMails.attempts, mail.attempts),
        inArray(outgoingMails.state, from),
      ),
    )
    .returning({ id: outgoingMails.id });
  return changed.length > 0;
}

/** Locks the due mails, the longest waiting first. */
export async function lockDueMails(
  db: Database,
  now: Date,
  limit: number,
): Promise<OutgoingMail[]> {
  return db
    .select()
    .from(outgoingMails)
    .where(and(isNotNull(outgoingMails.nextAttemptAt), lte(outgoingMails.nextAttemptAt, now)))
    .orderBy(asc(outgoingMails.nextAttemptAt))
    .limit(limit)
    .for('update', { skipLocked: true });
}

/** Moves the time at which the sweep looks again at those of these mails that wait for an attempt. */
export async function postponeMails(
  db: Database,
  ids: readonly string[],
  nextAttemptAt: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(outgoingMails)
    .set({ nextAttemptAt })
    .where(
      and(
        inArray(outgoingMails.id, [...ids]),
        inArray(outgoingMails.state, statesBefore('sending')),
        isNotNull(outgoingMails.nextAttemptAt),
      ),
    );
}

interface Backlog {
  count: number;
  since: Date | null;
  /** Of those, the ones that wait for another attempt. */
  deferred: number;
  /** Since when the first of those waits that no attempt was made for. */
  unattemptedSince: Date | null;
}

/** How many mails wait for an attempt or its end, and since when the first of them does. */
export async function readBacklog(db: Database): Promise<Backlog> {
  const { createdAt, attempts, nextAttemptAt } = outgoingMails;
  const [row] = await db
    .select({
      count: count(),
      since: min(createdAt),
      deferred: sql<number>`(count(*) filter (where ${attempts} > 0))::int`,
      unattemptedSince: sql`min(${createdAt}) filter (where ${attempts} = 0)`.mapWith(createdAt),
    })
    .from(outgoingMails)
    .where(isNotNull(nextAttemptAt));
  return row ?? { count: 0, since: null, deferred: 0, unattemptedSince: null };
}

/**
 * Mails that a restore brought back before they had left: they may have left since, so each waits for an
 * administrator. They still have their content, unlike mails that ended.
 */
const held = and(
  eq(outgoingMails.state, 'uncertain'),
  isNull(outgoingMails.nextAttemptAt),
  ne(outgoingMails.sealedProps, ''),
);

export const countHeld = (db: Database): Promise<number> => db.$count(outgoingMails, held);

/** The longest waiting first. */
export const listHeld = (db: Database, limit: number): Promise<OutgoingMail[]> =>
  db
    .select()
    .from(outgoingMails)
    .where(held)
    .orderBy(asc(outgoingMails.createdAt), asc(outgoingMails.id))
    .limit(limit);

/** Those of these mails that are still held. */
export const heldAmong = (db: Database, ids: string[]): Promise<OutgoingMail[]> =>
  db
    .select()
    .from(outgoingMails)
    .where(and(inArray(outgoingMails.id, ids), held));

/** Changes those of these mails that are still held, and answers their ids. */
export async function changeHeld(
  db: Database,
  ids: string[],
  change: Partial<OutgoingMail>,
): Promise<string[]> {
  const changed = await db
    .update(outgoingMails)
    .set(change)
    .where(and(inArray(outgoingMails.id, ids), held))
    .returning({ id: outgoingMails.id });
  return changed.map(({ id }) => id);
}
