import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../server/database.ts';
import type { MailState } from '../email.rules.ts';
import { emailLogs } from '../email-log.store.ts';
import { bulkMails, type MailBatch, mailBatches } from './batch.store.ts';
import { BULK_MAIL } from './progress.store.ts';
import { isBarred } from './recipient.store.ts';
import type { Pause } from './waiting.rules.ts';

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
