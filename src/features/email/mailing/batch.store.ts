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
import { at } from '../../../server/columns.store.ts';
import type { Database } from '../../../server/database.ts';
import type { PageFound, PageOf } from '../../../server/page.store.ts';
import type { Language } from '../../../shared/language.ts';
import { users } from '../../members/member.store.ts';
import type { MailState } from '../email.rules.ts';
import type { Audience, KeptState } from '../mailing.rules.ts';
import type { Pause } from './waiting.rules.ts';

/** One mail to many people: what it says, and how far it is. */
export const mailBatches = pgTable(
  'mail_batches',
  {
    id: uuid('id').primaryKey(),
    subject: text('subject').notNull(),
    message: text('message').notNull(),
    /** Whom it is for, of those who were there when it was written; null when they were named one by one. */
    audience: jsonb('audience').$type<Audience>(),
    /** Of an audience: everybody up to this address, in the order of addresses, has a row. */
    spreadTo: text('spread_to'),
    isSpread: boolean('is_spread').notNull(),
    state: text('state').$type<KeptState>().notNull(),
    /** Why it was paused by itself; null when somebody did it. */
    because: jsonb('because').$type<Pause>(),
    /** Recipients; of an audience as many as were counted, until all have their rows. */
    total: integer('total').notNull(),
    /** Written with the rows that they count, so that nobody has to count them. */
    sent: integer('sent').notNull().default(0),
    failed: integer('failed').notNull().default(0),
    uncertain: integer('uncertain').notNull().default(0),
    skipped: integer('skipped').notNull().default(0),
    /** Since somebody last let it run: how many came to an end, and how many of them to a bad one. */
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

/** One recipient of a batch. Apart from the other mails, so that ten thousand of these hold up none of those. */
export const bulkMails = pgTable(
  'bulk_mails',
  {
    /** No key that the database looks after, as ten thousand are added while somebody waits; batches stay. */
    batchId: uuid('batch_id').notNull(),
    /** Trimmed and lower-cased. */
    address: text('address').notNull(),
    name: text('name').notNull(),
    locale: text('locale').$type<Language>().notNull(),
    state: text('state').$type<MailState>().notNull(),
    attempts: integer('attempts').notNull(),
    /** Not before then, while it is queued. */
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
    // The last that went wrong, among many that did not.
    index('bulk_mails_troubled').on(t.batchId, t.updatedAt).where(sql`${t.error} is not null`),
  ],
);

export async function addBatch(
  db: Database,
  batch: typeof mailBatches.$inferInsert,
): Promise<void> {
  await db.insert(mailBatches).values(batch);
}

/** The batch, held until the transaction ends. */
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

/** A batch with who wrote it, whose account may be gone, and how many of its mails are on their way. */
const shown = {
  batch: mailBatches,
  // The address first: by an empty first column an author is taken for one who is not there.
  author: { email: users.email, firstName: users.firstName, lastName: users.lastName },
  sending: sql<number>`(
    select count(*)::int from ${bulkMails} mail
    where mail.batch_id = ${mailBatches}.id and mail.state = 'sending')`,
};

export type ShownBatch = NonNullable<Awaited<ReturnType<typeof findShownBatch>>>;

export async function findShownBatch(db: Database, id: string) {
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
): Promise<PageFound<ShownBatch>> {
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

/** Of how many recipients something went wrong, whether they are tried again or not. */
export const countTroubled = (db: Database, batchId: string): Promise<number> =>
  db.$count(bulkMails, and(eq(bulkMails.batchId, batchId), isNotNull(bulkMails.error)));

/** The last that went wrong, newest first, whether they are tried again or not. */
export const listTroubled = (db: Database, batchId: string, limit: number) =>
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

/** What failed is queued anew, as if it had never been tried; answers how many. */
export async function requeueFailed(tx: Database, batchId: string, now: Date): Promise<number> {
  const again = await tx
    .update(bulkMails)
    .set({ state: 'queued', attempts: 0, nextAttemptAt: now, error: null, updatedAt: now })
    .where(and(eq(bulkMails.batchId, batchId), eq(bulkMails.state, 'failed')))
    .returning({ address: bulkMails.address });
  return again.length;
}
