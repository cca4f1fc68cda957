import { and, eq, lte, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../server/database.ts';
import type { Language } from '../../../shared/language.ts';
import { users } from '../../members/member.store.ts';
import type { MailState } from '../email.rules.ts';
import { emailLogs } from '../email.store.ts';
import { bulkMails, type MailBatch, mailBatches } from './batch.store.ts';
import { mailSuppressions } from './suppression.store.ts';
import type { Pause } from './waiting.rules.ts';

/** What the send history calls a mail of a batch. */
export const BULK_MAIL = 'bulk';

/** Scheduled batches whose time has come begin; answers whether any batch is running. */
export async function startScheduled(db: Database, now: Date): Promise<boolean> {
  await db
    .update(mailBatches)
    .set({ state: 'running' })
    .where(and(eq(mailBatches.state, 'scheduled'), lte(mailBatches.scheduledFor, now)));
  const [running] = await db
    .select({ id: mailBatches.id })
    .from(mailBatches)
    .where(eq(mailBatches.state, 'running'))
    .limit(1);
  return running !== undefined;
}

/** The oldest running batch for which there is something to do now. */
export async function findNextBatch(db: Database, now: Date): Promise<MailBatch | undefined> {
  const [found] = await db
    .select()
    .from(mailBatches)
    .where(
      and(
        eq(mailBatches.state, 'running'),
        sql`(not ${mailBatches.isSpread}
          or exists (select 1 from ${bulkMails} mail where mail.batch_id = ${mailBatches}.id
            and mail.state = 'queued' and mail.next_attempt_at <= ${now.toISOString()}::timestamptz)
          or not ${isUnderWay})`,
      ),
    )
    .orderBy(mailBatches.createdAt, mailBatches.id)
    .limit(1);
  return found;
}

/** With names of their own for the tables inside: a column of a select that reads one table is written without its table. */
const isUnderWay = sql`exists (select 1 from ${bulkMails} mail
  where mail.batch_id = ${mailBatches}.id and mail.state in ('queued', 'sending'))`;

/** Ends a running batch of which every mail has come to its end; false when one has not. */
export async function finishBatch(db: Database, id: string, now: Date): Promise<boolean> {
  const finished = await db
    .update(mailBatches)
    .set({ state: 'done', finishedAt: now })
    .where(
      and(
        eq(mailBatches.id, id),
        eq(mailBatches.state, 'running'),
        mailBatches.isSpread,
        sql`not ${isUnderWay}`,
      ),
    )
    .returning({ id: mailBatches.id });
  return finished.length > 0;
}

/** Everybody of an audience has a row now, which is what there is to count. */
export async function endSpreading(db: Database, id: string): Promise<void> {
  await db
    .update(mailBatches)
    .set({
      isSpread: true,
      total: sql`(select count(*)::int from ${bulkMails} mail where mail.batch_id = ${mailBatches}.id)`,
    })
    .where(eq(mailBatches.id, id));
}

export interface Recipient extends Record<string, unknown> {
  address: string;
  name: string;
  locale: Language;
  /** Before the one that comes now. */
  attempts: number;
  /** Unsubscribed, or suspended, since the mail was queued. */
  isBarred: boolean;
  /** As text, which keeps microseconds. */
  nextAttemptAt: string;
}

/** Named in full: of a selection from one table the columns lose the names of their tables. */
const isBarred = sql<boolean>`(
  exists (select 1 from ${mailSuppressions} barred where barred.address = ${bulkMails}.address)
  or exists (select 1 from ${users} shut where shut.email = ${bulkMails}.address and shut.suspended_at is not null))`;

/** The next recipients whose turn it is, behind this one in their order. */
export async function listDue(
  db: Database,
  batchId: string,
  { now, after, limit }: { now: Date; after: Recipient | undefined; limit: number },
): Promise<Recipient[]> {
  const { address, nextAttemptAt } = bulkMails;
  return db
    .select({
      address,
      name: bulkMails.name,
      locale: bulkMails.locale,
      attempts: bulkMails.attempts,
      nextAttemptAt: sql<string>`${nextAttemptAt}::text`,
      isBarred,
    })
    .from(bulkMails)
    .where(
      and(
        eq(bulkMails.batchId, batchId),
        eq(bulkMails.state, 'queued'),
        lte(nextAttemptAt, now),
        after &&
          sql`(${nextAttemptAt}, ${address}) > (${after.nextAttemptAt}::timestamptz, ${after.address})`,
      ),
    )
    .orderBy(nextAttemptAt, address)
    .limit(limit);
}

/** A list of texts as PostgreSQL writes one, so that it is one parameter and an index finds them. */
const textArray = (texts: string[]) =>
  `{${texts.map((text) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;

/** How one attempt ended. */
export interface Ending {
  address: string;
  /** Of this attempt, from 1. */
  attempt: number;
  state: MailState;
  error: string | null;
  /** When it is tried again. */
  nextAttemptAt: Date | null;
}

/** What is written at once. */
interface Entries {
  /**
   * Addresses whose mails are about to leave: from here on only an answer of the server tells how they ended. Not
   * one whose batch was paused, nor one that another process has taken or whose reader wants none, becomes so.
   */
  leaving: string[];
  endings: Ending[];
  configType: string | null;
  now: Date;
  /** The endings say nothing of the recipients: a process of ours was stopped. */
  isOwnFault?: boolean;
}

export interface Written {
  /** Those that may leave. */
  leaving: Set<string>;
  /** Whether every ending was one of an attempt that was under way. */
  isWhole: boolean;
  /** What was tried since somebody last let the batch run; undefined without endings. */
  figures: Pause | undefined;
}

/**
 * Writes into the books of a batch, in one statement: which mails leave, and how attempts ended, with the history and
 * the batch's figures. Endings alone do not wait for the disk: what a power cut takes back is a mail of which nobody
 * knows how it ended, and is not sent again.
 */
export async function keepBooks(
  db: Database,
  { id, subject }: Pick<MailBatch, 'id' | 'subject'>,
  { leaving, endings, configType, now, isOwnFault = false }: Entries,
): Promise<Written> {
  const [row] = await booksIn(db).execute({
    batchId: id,
    subject,
    configType,
    at: now.toISOString(),
    isOwnFault,
    leaving: textArray(leaving),
    ended: textArray(endings.map(({ address }) => address)),
    endings: JSON.stringify(endings),
  });
  return {
    leaving: new Set(row?.left ?? []),
    isWhole: row?.ended === endings.length,
    figures: row?.tried ? { tried: row.tried, troubled: row.troubled ?? 0 } : undefined,
  };
}

/**
 * Built and named once for each database: building and planning it takes about as long as running it. Not for
 * transactions, each of which would have its own.
 */
const prepared = new WeakMap<Database, ReturnType<typeof prepareBooks>>();

function booksIn(db: Database) {
  const books = prepared.get(db) ?? prepareBooks(db);
  prepared.set(db, books);
  return books;
}

/**
 * A value that is given with every run, in a subquery, where the planner cannot see it: else it would take a plan for
 * these very values to be worth making each time.
 */
const given = (name: string, type: string) =>
  sql`(select ${sql.placeholder(name)}::${sql.raw(type)})::${sql.raw(type)}`;

function prepareBooks(db: Database) {
  const at = given('at', 'timestamptz');
  const batchId = given('batchId', 'uuid');
  const isOwnFault = given('isOwnFault', 'boolean');
  const part = (name: string, of: SQL) => db.$with(name, {}).as(of);
  return db
    .with(
      part(
        'quick',
        sql`select set_config('synchronous_commit',
          case when ${given('leaving', 'text[]')} = '{}' then 'off' else current_setting('synchronous_commit') end, true)`,
      ),
      part(
        'leaving',
        sql`update ${bulkMails} set state = 'sending', attempts = attempts + 1, updated_at = ${at}
          where batch_id = ${batchId} and state = 'queued' and address = any (${given('leaving', 'text[]')})
            and exists (select 1 from ${mailBatches} b where b.id = ${batchId} and b.state = 'running')
            and not ${isBarred}
          returning address`,
      ),
      part(
        'ended',
        sql`update ${bulkMails} mail set state = told.state, updated_at = ${at},
            error = told.error, attempts = told.attempt,
            next_attempt_at = coalesce(told."nextAttemptAt", mail.next_attempt_at)
          from jsonb_to_recordset(${given('endings', 'jsonb')}) as told(
            address text, attempt int, state text, error text, "nextAttemptAt" timestamptz)
          where mail.batch_id = ${batchId} and mail.address = told.address
            and mail.address = any (${given('ended', 'text[]')})
            and ((mail.state = 'sending' and mail.attempts = told.attempt)
              or (mail.state = 'queued' and mail.attempts = told.attempt - 1))
          returning mail.address, mail.state, mail.error, mail.attempts`,
      ),
      part(
        'logged',
        sql`insert into ${emailLogs}
            (id, recipient_email, subject, email_type, status, error_message, config_type, sent_at)
          select gen_random_uuid(), address, ${given('subject', 'text')}, ${sql.raw(`'${BULK_MAIL}'`)},
            case state when 'sent' then 'success' else 'failed' end, error, ${given('configType', 'text')}, ${at}
          from ended where state in ('sent', 'failed', 'uncertain')`,
      ),
      part(
        'figures',
        sql`select count(*)::int as ended, count(*) filter (where state = 'sent') as sent,
            count(*) filter (where state = 'failed') as failed, count(*) filter (where state = 'uncertain') as uncertain,
            count(*) filter (where state = 'skipped') as skipped,
            -- A first refusal that passes is a try too: else those that fail at once would be all that was tried.
            count(*) filter (where state in ('sent', 'failed', 'uncertain') or (state = 'queued' and attempts = 1)) as tried
          from ended`,
      ),
      part(
        'counted',
        sql`update ${mailBatches} batch set sent = batch.sent + figures.sent, failed = batch.failed + figures.failed,
            uncertain = batch.uncertain + figures.uncertain, skipped = batch.skipped + figures.skipped,
            tried = batch.tried + case when ${isOwnFault} then 0 else figures.tried end,
            troubled = batch.troubled + case when ${isOwnFault} then 0 else figures.failed + figures.uncertain end
          from figures where batch.id = ${batchId} and figures.ended > 0
          returning batch.tried, batch.troubled`,
      ),
    )
    .select({
      left: sql<string[] | null>`(select json_agg(address) from leaving)`,
      ended: sql<number>`figures.ended`,
      tried: sql<number | null>`counted.tried`,
      troubled: sql<number | null>`counted.troubled`,
    })
    .from(sql`quick, figures left join counted on true`)
    .prepare('bulk_books');
}

/** Whether a recipient of a batch has come to want none of it, or may not have it, since they were read. */
export async function isBarredByNow(
  db: Database,
  batchId: string,
  recipient: Pick<Recipient, 'address'>,
): Promise<boolean> {
  const [found] = await db
    .select({ isBarred })
    .from(bulkMails)
    .where(and(eq(bulkMails.batchId, batchId), eq(bulkMails.address, recipient.address)));
  return found?.isBarred === true;
}

/** Late news of attempts that were given up for dead: a mail that has left all the same counts as sent. */
export async function correctUncertain(
  db: Database,
  { id }: Pick<MailBatch, 'id'>,
  { endings, now }: { endings: Ending[]; now: Date },
): Promise<void> {
  const sent = endings.filter(({ state }) => state === 'sent').map(({ address }) => address);
  await db.execute(sql`
    with late as (
      update ${bulkMails} set state = 'sent', error = null, updated_at = ${now.toISOString()}::timestamptz
      where batch_id = ${id}::uuid and state = 'uncertain' and address = any (${textArray(sent)}::text[])
      returning 1)
    update ${mailBatches} set sent = sent + late.n, uncertain = uncertain - late.n
    from (select count(*)::int as n from late) late where ${mailBatches.id} = ${id}::uuid`);
}

/** Pauses a running batch by itself. */
export async function pauseBatch(db: Database, id: string, because: Pause): Promise<void> {
  await db
    .update(mailBatches)
    .set({ state: 'paused', because })
    .where(and(eq(mailBatches.id, id), eq(mailBatches.state, 'running')));
}

/** The mails that are marked as on their way, by their batch. */
export async function listOrphans(
  db: Database,
): Promise<
  { batch: Pick<MailBatch, 'id' | 'subject'>; mails: { address: string; attempts: number }[] }[]
> {
  const rows = await db
    .select({
      id: mailBatches.id,
      subject: mailBatches.subject,
      address: bulkMails.address,
      attempts: bulkMails.attempts,
    })
    .from(bulkMails)
    .innerJoin(mailBatches, eq(mailBatches.id, bulkMails.batchId))
    .where(eq(bulkMails.state, 'sending'));
  const byBatch = Map.groupBy(rows, ({ id }) => id);
  return [...byBatch.values()].map((mails) => ({
    batch: { id: mails[0]?.id ?? '', subject: mails[0]?.subject ?? '' },
    mails,
  }));
}
