import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { at } from '../../../server/database/columns.store.ts';
import type { Database } from '../../../server/database/database.ts';
import type { PageFound, PageOf } from '../../../server/lists/page.store.ts';
import type { Language } from '../../../shared/language.ts';
import { users } from '../../../server/user.store.ts';
import type { MailState } from '../../mail/mail.rules.ts';
import {
  type AudienceQuery,
  namedPeopleOf,
  type PageOfPeople,
  peopleOf,
} from '../audience/audience.store.ts';
import type { Audience } from '../audience/audience.rules.ts';
import type { StoredBatchState, Pause } from './batch.rules.ts';

/** Mails to many people: what each says, and how far it is. */
export const mailBatches = pgTable(
  'mail_batches',
  {
    id: uuid('id').primaryKey(),
    subject: text('subject').notNull(),
    message: text('message').notNull(),
    /** Whom it is for, of those who existed when it was written; null when its recipients were named one by one. */
    audience: jsonb('audience').$type<Audience>(),
    /** Of an audience: all people up to this address, in the order of addresses, have a row. */
    enqueuedTo: text('spread_to'),
    isEnqueued: boolean('is_spread').notNull(),
    state: text('state').$type<StoredBatchState>().notNull(),
    /** Why it paused itself; null when an administrator paused it. */
    because: jsonb('because').$type<Pause>(),
    /** Recipients; of an audience the number that was counted, until all have rows. */
    total: integer('total').notNull(),
    /** Updated in the statement that changes the rows, so that they need not be counted. */
    sent: integer('sent').notNull().default(0),
    failed: integer('failed').notNull().default(0),
    uncertain: integer('uncertain').notNull().default(0),
    skipped: integer('skipped').notNull().default(0),
    /** Since it was last started: how many mails ended, and how many of those failed. */
    tried: integer('tried').notNull().default(0),
    troubled: integer('troubled').notNull().default(0),
    createdBy: uuid('created_by').notNull(),
    createdAt: at('created_at').notNull(),
    scheduledFor: at('scheduled_for'),
    finishedAt: at('finished_at'),
  },
  (t) => [
    index('mail_batches_newest').on(t.createdAt, t.id),
    index('mail_batches_open').on(t.createdAt).where(sql`${t.state} in ('scheduled', 'running')`),
  ],
);

export type MailBatch = typeof mailBatches.$inferSelect;

/** One recipient of a batch. Not in outgoing_mails, so that ten thousand of these delay none of the others. */
export const bulkMails = pgTable(
  'bulk_mails',
  {
    /** Without a foreign key: ten thousand rows are added in one request, and batches are never deleted. */
    batchId: uuid('batch_id').notNull(),
    /** Trimmed and lower-cased. */
    address: text('address').notNull(),
    name: text('name').notNull(),
    locale: text('locale').$type<Language>().notNull(),
    state: text('state').$type<MailState>().notNull(),
    attempts: integer('attempts').notNull(),
    /** While it is queued: not before then. */
    nextAttemptAt: at('next_attempt_at').notNull(),
    error: text('error'),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.batchId, t.address] }),
    index('bulk_mails_due')
      .on(t.batchId, t.nextAttemptAt, t.address)
      .where(sql`${t.state} = 'queued'`),
    index('bulk_mails_sending').on(t.batchId).where(sql`${t.state} = 'sending'`),
    // The newest failures among many successes.
    index('bulk_mails_troubled').on(t.batchId, t.updatedAt).where(sql`${t.error} is not null`),
  ],
);

const ENQUEUE = sql`
  insert into ${bulkMails} (batch_id, address, name, locale, state, attempts, next_attempt_at, updated_at)`;

const queuedRow = (batchId: string, now: Date) => sql`
  ${batchId}::uuid, person.email, coalesce(person.name, ''), person.language, 'queued', 0,
  ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz`;

/** Gives the next people of an audience a row in a batch; answers the last address, undefined when there was none. */
export async function enqueueAudience(
  db: Database,
  { batchId, now, ...page }: { batchId: string; now: Date } & PageOfPeople,
  query: AudienceQuery,
): Promise<string | undefined> {
  const { rows } = await db.execute<{ last: string | null }>(sql`
    with person as (${peopleOf(query, page)}),
    added as (${ENQUEUE} select ${queuedRow(batchId, now)} from person on conflict do nothing)
    select max(person.email) as last from person`);
  return rows[0]?.last ?? undefined;
}

/** Gives each of these addresses that some source knows a row in a batch; answers how many it added. */
export async function enqueueNamedRecipients(
  db: Database,
  { batchId, now, addresses }: { batchId: string; now: Date; addresses: string[] },
  query: AudienceQuery,
): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    with added as (
      ${ENQUEUE}
      select ${queuedRow(batchId, now)} from (${namedPeopleOf(query, addresses)}) person
      on conflict do nothing returning 1)
    select count(*)::int as n from added`);
  return rows[0]?.n ?? 0;
}

export async function addBatch(
  db: Database,
  batch: typeof mailBatches.$inferInsert,
): Promise<void> {
  await db.insert(mailBatches).values(batch);
}

/** The batch, locked until the transaction ends. */
export async function lockBatch(tx: Database, id: string): Promise<MailBatch | undefined> {
  const [found] = await tx.select().from(mailBatches).where(eq(mailBatches.id, id)).for('update');
  return found;
}

export async function changeBatch(
  db: Database,
  id: string,
  change: Partial<MailBatch>,
): Promise<void> {
  await db.update(mailBatches).set(change).where(eq(mailBatches.id, id));
}

/** A batch with its author, whose account may be gone, and how many of its mails are being sent. */
const shown = {
  batch: mailBatches,
  // The address first: drizzle takes a joined row whose first column is null for a missing one.
  author: { email: users.email, firstName: users.firstName, lastName: users.lastName },
  sending: sql<number>`(
    select count(*)::int from ${bulkMails} mail
    where mail.batch_id = ${mailBatches}.id and mail.state = 'sending')`,
};

export type BatchWithAuthor = NonNullable<Awaited<ReturnType<typeof findBatchWithAuthor>>>;

export async function findBatchWithAuthor(db: Database, id: string) {
  const [found] = await db
    .select(shown)
    .from(mailBatches)
    .leftJoin(users, eq(users.id, mailBatches.createdBy))
    .where(eq(mailBatches.id, id));
  return found;
}

/** A page of batches, newest first. */
export async function listBatches(
  db: Database,
  { after, limit }: PageOf,
): Promise<PageFound<BatchWithAuthor>> {
  const { createdAt, id } = mailBatches;
  const found = await db
    .select({ ...shown, at: sql<string>`${createdAt}::text` })
    .from(mailBatches)
    .leftJoin(users, eq(users.id, mailBatches.createdBy))
    .where(after && sql`(${createdAt}, ${id}) < (${after[0]}::timestamptz, ${after[1]}::uuid)`)
    .orderBy(desc(createdAt), desc(id))
    .limit(limit + 1);
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, next: last && [last.at, last.batch.id] };
}

/** How many recipients have an error, whether they are tried again or not. */
export const countFailures = (db: Database, batchId: string): Promise<number> =>
  db.$count(bulkMails, and(eq(bulkMails.batchId, batchId), isNotNull(bulkMails.error)));

/** The newest errors, whether those mails are tried again or not. */
export const listFailures = (db: Database, batchId: string, limit: number) =>
  db
    .select({
      email: bulkMails.address,
      state: bulkMails.state,
      error: sql<string>`${bulkMails.error}`,
      at: bulkMails.updatedAt,
    })
    .from(bulkMails)
    .where(and(eq(bulkMails.batchId, batchId), isNotNull(bulkMails.error)))
    .orderBy(desc(bulkMails.updatedAt), bulkMails.address)
    .limit(limit);

/** Queues failed mails anew, as if they had never been tried; answers how many. */
export async function requeueFailedMails(
  tx: Database,
  batchId: string,
  now: Date,
): Promise<number> {
  const again = await tx
    .update(bulkMails)
    .set({ state: 'queued', attempts: 0, nextAttemptAt: now, error: null, updatedAt: now })
    .where(and(eq(bulkMails.batchId, batchId), eq(bulkMails.state, 'failed')))
    .returning({ address: bulkMails.address });
  return again.length;
}
