import { and, eq, lte, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../server/database/database.ts';
import type { MailState } from '../../mail/mail.rules.ts';
import { emailLogs } from '../../mail/log/email-log.store.ts';
import { bulkMails, type MailBatch, mailBatches } from './batch.store.ts';
import { BULK_MAIL, type Pause, type BackOffReason } from './batch.rules.ts';
import { integer, jsonb, pgTable, smallint, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../../server/database/columns.store.ts';
import type { Language } from '../../../shared/language.ts';
import { users } from '../../../server/user.store.ts';
import { mailSuppressions } from '../../mail/suppressions/suppression.store.ts';

/** The lease of the worker: one process sends bulk mail at a time, so that rates and quotas hold. One row, number 1. */
export const mailLeases = pgTable('mail_lead', {
  id: smallint('id').primaryKey(),
  /** Null when it was released; its holder renews it again and again. */
  holder: uuid('holder'),
  heldUntil: at('held_until').notNull(),
  /** No bulk mail is sent until then. */
  backOffUntil: at('resting_until'),
  backOffReason: jsonb('resting_because').$type<BackOffReason>(),
  /** How often in a row the mail server was away. */
  failuresInRow: integer('times_away').notNull(),
});

export type BulkMailLease = typeof mailLeases.$inferSelect;

export async function findLease(db: Database): Promise<BulkMailLease | undefined> {
  const [found] = await db.select().from(mailLeases);
  return found;
}

/** Acquires the lease; false, and until when it is held, while another process has it. Call it in a transaction. */
export async function acquireLease(
  tx: Database,
  { holder, until, now }: { holder: string; until: Date; now: Date },
): Promise<{ isAcquired: false; heldUntil: Date } | { isAcquired: true }> {
  await tx
    .insert(mailLeases)
    .values({ id: 1, heldUntil: now, failuresInRow: 0 })
    .onConflictDoNothing({ target: mailLeases.id });
  const [before] = await tx.select().from(mailLeases).for('update');
  if (!before) throw new Error('The row of the lease is gone.');
  if (before.holder !== null && before.heldUntil > now)
    return { isAcquired: false, heldUntil: before.heldUntil };
  await tx.update(mailLeases).set({ holder, heldUntil: until });
  return { isAcquired: true };
}

/** False when another process has acquired the lease meanwhile. */
export async function renewLease(db: Database, holder: string, until: Date): Promise<boolean> {
  const renewed = await db
    .update(mailLeases)
    .set({ heldUntil: until })
    .where(eq(mailLeases.holder, holder))
    .returning({ id: mailLeases.id });
  return renewed.length > 0;
}

export async function releaseLease(db: Database, holder: string): Promise<void> {
  await db.update(mailLeases).set({ holder: null }).where(eq(mailLeases.holder, holder));
}

export async function backOff(
  db: Database,
  values: { backOffUntil: Date; backOffReason: BackOffReason; failuresInRow: number },
): Promise<void> {
  await db.update(mailLeases).set(values);
}

/** The server takes mail again, or an administrator wants to try it. */
export async function endBackOff(db: Database): Promise<void> {
  await db
    .update(mailLeases)
    .set({ backOffUntil: null, backOffReason: null, failuresInRow: 0 })
    .where(
      and(
        eq(mailLeases.id, 1),
        sql`(${mailLeases.failuresInRow} > 0 or ${mailLeases.backOffUntil} is not null)`,
      ),
    );
}

/** Starts scheduled batches whose time has come; answers whether any batch is running. */
export async function startScheduledBatches(db: Database, now: Date): Promise<boolean> {
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

/** The oldest running batch that has something to do now. */
export async function findNextBatch(db: Database, now: Date): Promise<MailBatch | undefined> {
  const [found] = await db
    .select()
    .from(mailBatches)
    .where(
      and(
        eq(mailBatches.state, 'running'),
        sql`(not ${mailBatches.isEnqueued}
          or exists (select 1 from ${bulkMails} mail where mail.batch_id = ${mailBatches}.id
            and mail.state = 'queued' and mail.next_attempt_at <= ${now.toISOString()}::timestamptz)
          or not ${isUnderWay})`,
      ),
    )
    .orderBy(mailBatches.createdAt, mailBatches.id)
    .limit(1);
  return found;
}

/** Uses aliases: in a select from one table drizzle writes that table's columns without its name. */
const isUnderWay = sql`exists (select 1 from ${bulkMails} mail
  where mail.batch_id = ${mailBatches}.id and mail.state in ('queued', 'sending'))`;

/** Finishes a running batch when all its mails have ended; false when one has not. */
export async function finishBatch(db: Database, id: string, now: Date): Promise<boolean> {
  const finished = await db
    .update(mailBatches)
    .set({ state: 'done', finishedAt: now })
    .where(
      and(
        eq(mailBatches.id, id),
        eq(mailBatches.state, 'running'),
        mailBatches.isEnqueued,
        sql`not ${isUnderWay}`,
      ),
    )
    .returning({ id: mailBatches.id });
  return finished.length > 0;
}

/** All recipients of an audience have rows, which are counted now. */
export async function finishEnqueueing(db: Database, id: string): Promise<void> {
  await db
    .update(mailBatches)
    .set({
      isEnqueued: true,
      total: sql`(select count(*)::int from ${bulkMails} mail where mail.batch_id = ${mailBatches}.id)`,
    })
    .where(eq(mailBatches.id, id));
}

/** Pauses a running batch that fails too often. */
export async function pauseBatch(db: Database, id: string, because: Pause): Promise<void> {
  await db
    .update(mailBatches)
    .set({ state: 'paused', because })
    .where(and(eq(mailBatches.id, id), eq(mailBatches.state, 'running')));
}

/** Mails that are marked as being sent, by their batch. */
export async function listUnfinishedAttempts(
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

export interface Recipient extends Record<string, unknown> {
  address: string;
  name: string;
  locale: Language;
  /** Earlier ones. */
  attempts: number;
  /** Their reader unsubscribed, or was suspended, since the mail was queued. */
  isSuppressed: boolean;
  /** As text, to keep the microseconds. */
  nextAttemptAt: string;
}

/** Named in full: of a selection from one table the columns lose the names of their tables. */
const isSuppressed = sql<boolean>`(
  exists (select 1 from ${mailSuppressions} barred where barred.address = ${bulkMails}.address)
  or exists (select 1 from ${users} shut where shut.email = ${bulkMails}.address and shut.suspended_at is not null))`;

/** The next due recipients, after this one in their order. */
export async function loadDueRecipients(
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
      isSuppressed,
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

/** Whether a recipient was suppressed since they were loaded. */
export async function isSuppressedNow(
  db: Database,
  batchId: string,
  recipient: Pick<Recipient, 'address'>,
): Promise<boolean> {
  const [found] = await db
    .select({ isSuppressed })
    .from(bulkMails)
    .where(and(eq(bulkMails.batchId, batchId), eq(bulkMails.address, recipient.address)));
  return found?.isSuppressed === true;
}

/** An array literal of PostgreSQL: one parameter, for which an index can be used. */
const textArray = (texts: string[]) =>
  `{${texts.map((text) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;

/** How one attempt to send a mail ended. */
export interface AttemptResult {
  address: string;
  /** Number of this attempt, from 1. */
  attempt: number;
  state: MailState;
  error: string | null;
  /** When it is tried again. */
  nextAttemptAt: Date | null;
}

/** What one statement writes. */
interface DeliveryRecord {
  /**
   * Addresses whose mails are about to leave; they are marked as being sent, unless the batch was paused, another
   * process has taken the mail, or its reader was suppressed.
   */
  leaving: string[];
  results: AttemptResult[];
  configType: string | null;
  now: Date;
  /** One of our processes stopped: the results say nothing about the recipients. */
  isOwnFault?: boolean;
}

export interface RecordedResults {
  /** Addresses whose mails may leave. */
  leaving: Set<string>;
  /** Whether every result was that of an attempt under way. */
  isComplete: boolean;
  /** Attempts and failures since the batch was last started; undefined without results. */
  figures: Pause | undefined;
}

/**
 * Records in one statement which mails leave and how attempts ended, with the send history and the batch's counters.
 * Results alone do not wait for the disk: a result that a power cut loses leaves a mail of unknown end, which is not sent
 * again.
 */
export async function recordDeliveryResults(
  db: Database,
  { id, subject }: Pick<MailBatch, 'id' | 'subject'>,
  { leaving, results, configType, now, isOwnFault = false }: DeliveryRecord,
): Promise<RecordedResults> {
  const [row] = await recordingIn(db).execute({
    batchId: id,
    subject,
    configType,
    at: now.toISOString(),
    isOwnFault,
    leaving: textArray(leaving),
    ended: textArray(results.map(({ address }) => address)),
    results: JSON.stringify(results),
  });
  return {
    leaving: new Set(row?.left ?? []),
    isComplete: row?.ended === results.length,
    figures: row?.tried ? { tried: row.tried, troubled: row.troubled ?? 0 } : undefined,
  };
}

/**
 * Prepared once for each database, because building and planning it takes about as long as running it. Not for
 * transactions, each of which would prepare its own.
 */
const prepared = new WeakMap<Database, ReturnType<typeof prepareRecording>>();

function recordingIn(db: Database) {
  const statement = prepared.get(db) ?? prepareRecording(db);
  prepared.set(db, statement);
  return statement;
}

/** A parameter in a subquery hides its value from the planner, which would otherwise plan anew for every value. */
const parameter = (name: string, type: string) =>
  sql`(select ${sql.placeholder(name)}::${sql.raw(type)})::${sql.raw(type)}`;

function prepareRecording(db: Database) {
  const at = parameter('at', 'timestamptz');
  const batchId = parameter('batchId', 'uuid');
  const isOwnFault = parameter('isOwnFault', 'boolean');
  const part = (name: string, of: SQL) => db.$with(name, {}).as(of);
  return db
    .with(
      part(
        'quick',
        sql`select set_config('synchronous_commit',
          case when ${parameter('leaving', 'text[]')} = '{}' then 'off' else current_setting('synchronous_commit') end, true)`,
      ),
      part(
        'leaving',
        sql`update ${bulkMails} set state = 'sending', attempts = attempts + 1, updated_at = ${at}
          where batch_id = ${batchId} and state = 'queued' and address = any (${parameter('leaving', 'text[]')})
            and exists (select 1 from ${mailBatches} b where b.id = ${batchId} and b.state = 'running')
            and not ${isSuppressed}
          returning address`,
      ),
      part(
        'ended',
        sql`update ${bulkMails} mail set state = result.state, updated_at = ${at},
            error = result.error, attempts = result.attempt,
            next_attempt_at = coalesce(result."nextAttemptAt", mail.next_attempt_at)
          from jsonb_to_recordset(${parameter('results', 'jsonb')}) as result(
            address text, attempt int, state text, error text, "nextAttemptAt" timestamptz)
          where mail.batch_id = ${batchId} and mail.address = result.address
            and mail.address = any (${parameter('ended', 'text[]')})
            and ((mail.state = 'sending' and mail.attempts = result.attempt)
              or (mail.state = 'queued' and mail.attempts = result.attempt - 1))
          returning mail.address, mail.state, mail.error, mail.attempts`,
      ),
      part(
        'logged',
        sql`insert into ${emailLogs}
            (id, recipient_email, subject, email_type, status, error_message, config_type, sent_at)
          select gen_random_uuid(), address, ${parameter('subject', 'text')}, ${sql.raw(`'${BULK_MAIL}'`)},
            case state when 'sent' then 'success' else 'failed' end, error, ${parameter('configType', 'text')}, ${at}
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
    .prepare('record_delivery_results');
}

/** Results of attempts that had been given up: a mail that left all the same counts as sent. */
export async function correctUncertainResults(
  db: Database,
  { id }: Pick<MailBatch, 'id'>,
  { results, now }: { results: AttemptResult[]; now: Date },
): Promise<void> {
  const sent = results.filter(({ state }) => state === 'sent').map(({ address }) => address);
  await db.execute(sql`
    with late as (
      update ${bulkMails} set state = 'sent', error = null, updated_at = ${now.toISOString()}::timestamptz
      where batch_id = ${id}::uuid and state = 'uncertain' and address = any (${textArray(sent)}::text[])
      returning 1)
    update ${mailBatches} set sent = sent + late.n, uncertain = uncertain - late.n
    from (select count(*)::int as n from late) late where ${mailBatches.id} = ${id}::uuid`);
}
