import { addAudit } from '../../../server/audit.store.ts';
import { type AppContext, type Caller, callerOf } from '../../../server/context.ts';
import type { Database } from '../../../server/database/database.ts';
import { Fault } from '../../../shared/fault.ts';
import { shownName } from '../../../shared/shown.ts';
import { words } from '../../../shared/words.ts';
import type { Language } from '../../../shared/language.ts';
import type { Batch } from './batch.contract.ts';
import { type Audience } from '../audience/audience.rules.ts';
import {
  type BatchStep,
  BULK_MAIL_JOB,
  describeBackOff,
  describePause,
  NO_RECIPIENTS,
  type Reason,
  STEPS_FROM,
} from './batch.rules.ts';
import {
  addBatch,
  type BatchWithAuthor,
  changeBatch,
  countFailures,
  enqueueNamedRecipients,
  findBatchWithAuthor,
  listFailures,
  lockBatch,
  type MailBatch,
  requeueFailedMails,
} from './batch.store.ts';
import { type BulkMailLease, endBackOff, findLease } from './delivery.store.ts';
import { randomUUID } from 'node:crypto';
import type { OrderedDraft } from '../drafts/draft.contract.ts';
import { endDraft } from '../drafts/draft.service.ts';
import { countAudience } from '../audience/audience.store.ts';

type Command = Pick<AppContext, 'db' | 'clock' | 'jobs'> & { user: Caller | undefined };

interface BulkMail {
  recipients?: string[] | undefined;
  audience?: Audience | undefined;
  expectedCount?: number | undefined;
  subject: string;
  message: string;
  scheduledFor?: string | undefined;
  includeUnasked?: boolean | undefined;
  draft?: OrderedDraft | undefined;
}

/**
 * Queues a mail to many people. Throws 400 when it has no recipients or its time is past, 409 with the new `count` when
 * the audience is not as large as the administrator was shown, 409 when none of the named people has asked for news, and
 * what `endDraft` throws.
 */
export async function queueBatch(command: Command, mail: BulkMail) {
  const { db, clock, jobs } = command;
  const actor = callerOf(command);
  const [id, now] = [randomUUID(), clock.now()];
  const scheduledFor = timeOf(mail.scheduledFor, now);
  await addBatch(db, {
    id,
    subject: mail.subject,
    message: mail.message,
    audience: mail.audience ?? null,
    isEnqueued: mail.audience === undefined,
    state: scheduledFor ? 'scheduled' : 'running',
    total: 0,
    createdBy: actor.id,
    createdAt: now,
    scheduledFor,
  });
  const { queued, skipped } = mail.audience
    ? await requireExpectedCount(command, mail.audience, mail.expectedCount)
    : await addRecipients(command, id, mail);
  await changeBatch(db, id, { total: queued });
  await addAudit(db, {
    at: now,
    actorId: actor.id,
    action: 'bulk_mail.queued',
    subject: id,
    after: {
      subject: mail.subject,
      recipients: queued,
      audience: mail.audience ?? null,
      scheduledFor,
    },
  });
  await endDraft(command, mail.draft);
  if (!scheduledFor) await jobs.send(db, BULK_MAIL_JOB, {});
  return { batchId: id, isScheduled: scheduledFor !== null, queued, skipped };
}

/** Throws 400 for a time in the past. */
function timeOf(text: string | undefined, now: Date): Date | null {
  if (text === undefined) return null;
  const time = new Date(text);
  if (time > now) return time;
  const sentence = words('Please choose a time in the future.');
  throw new Fault(400, sentence, { fields: { scheduledFor: sentence } });
}

async function requireExpectedCount(
  { db, clock }: Command,
  audience: Audience,
  expected: number | undefined,
): Promise<{ queued: number; skipped: number }> {
  const { count, suppressed } = await countAudience(db, { ...audience, asOf: clock.now() });
  if (count === 0) throw noRecipients();
  if (count !== expected)
    throw new Fault(
      409,
      words('The number of people has changed in the meantime. Please check it and confirm again.'),
      { detail: { count } },
    );
  return { queued: count, skipped: suppressed };
}

async function addRecipients(
  { db, clock }: Command,
  batchId: string,
  { recipients = [], includeUnasked = false }: BulkMail,
): Promise<{ queued: number; skipped: number }> {
  const addresses = [...new Set(recipients.map((address) => address.trim().toLowerCase()))];
  const named = { batchId, now: clock.now(), addresses };
  const queued = await enqueueNamedRecipients(db, named, { unasked: includeUnasked });
  if (queued > 0) return { queued, skipped: recipients.length - queued };
  if (!includeUnasked && (await enqueueNamedRecipients(db, named, { unasked: true })) > 0)
    throw new Fault(
      409,
      words(
        'None of these people has asked for news. Confirm that you want to write to them anyway.',
      ),
      { detail: { reason: 'unasked' } },
    );
  throw noRecipients();
}

const noRecipients = () => new Fault(400, NO_RECIPIENTS, { fields: { recipients: NO_RECIPIENTS } });

/** A batch as the contract shows it, with dates in place of their text. */
type Shown = Omit<Batch, 'createdAt' | 'waitingUntil' | 'scheduledFor' | 'finishedAt'> & {
  createdAt: Date;
  waitingUntil: Date | null;
  scheduledFor: Date | null;
  finishedAt: Date | null;
};

type ReadContext = Pick<AppContext, 'db' | 'clock' | 'translate'> & { language: Language };

/** Batches as they are shown, with their reasons in the reader's language. */
export async function showBatches(context: ReadContext, rows: BatchWithAuthor[]): Promise<Shown[]> {
  const lease = await findLease(context.db);
  return rows.map((row) => showBatch(context, row, lease));
}

function showBatch(
  { clock, translate, language }: ReadContext,
  { batch, author, sending }: BatchWithAuthor,
  lease: BulkMailLease | undefined,
): Shown {
  const { id, subject, createdAt, scheduledFor, finishedAt, audience } = batch;
  const until = lease?.backOffUntil ?? null;
  const isWaiting = batch.state === 'running' && until !== null && until > clock.now();
  const reason =
    isWaiting && lease?.backOffReason ? describeBackOff(lease.backOffReason) : pauseOf(batch);
  return {
    id,
    subject,
    state: isWaiting ? 'waiting' : batch.state,
    because: reason ? translate(reason[0], language, reason[1]) : null,
    waitingUntil: isWaiting ? until : null,
    counts: countsOf(batch, sending),
    createdAt,
    createdBy: author ? shownName(author) || author.email : null,
    scheduledFor,
    finishedAt,
    audience,
  };
}

const pauseOf = ({ state, because }: MailBatch): Reason | undefined =>
  state === 'paused' && because ? describePause(because) : undefined;

/** Mails that a cancelled batch had not sent count as skipped. */
function countsOf(batch: MailBatch, sending: number): Batch['counts'] {
  const { total, sent, failed, uncertain, skipped, state } = batch;
  const left = Math.max(0, total - sent - failed - uncertain - skipped - sending);
  const isCancelled = state === 'cancelled';
  return {
    total,
    queued: isCancelled ? 0 : left,
    sending,
    sent,
    failed,
    uncertain,
    skipped: isCancelled ? skipped + left : skipped,
  };
}

const mostFailures = 20;

/** One batch with its newest failures. Throws 404 when there is none. */
export async function readBatch(context: ReadContext, id: string) {
  const row = await findBatchWithAuthor(context.db, id);
  if (!row) throw new Fault(404, words('Not found.'));
  const failures = await listFailures(context.db, id, mostFailures);
  return {
    ...showBatch(context, row, await findLease(context.db)),
    message: row.batch.message,
    troubled: await countFailures(context.db, id),
    failures: failures.map(({ state, ...failure }) => ({
      ...failure,
      state: state === 'failed' || state === 'uncertain' ? state : ('queued' as const),
    })),
  };
}

const NOT_NOW = words(
  'This bulk email has moved on in the meantime, so this is no longer possible.',
);

const AUDIT_ACTIONS: Readonly<Record<BatchStep, string>> = {
  pause: 'bulk_mail.paused',
  resume: 'bulk_mail.resumed',
  cancel: 'bulk_mail.cancelled',
  retry: 'bulk_mail.retried',
};

/** Pauses, resumes, cancels or retries a batch. Throws 404 when there is none, 409 where its state does not allow it. */
export async function changeBatchState(
  command: Command,
  id: string,
  step: BatchStep,
): Promise<void> {
  const { db, clock } = command;
  const batch = await lockBatch(db, id);
  if (!batch) throw new Fault(404, words('Not found.'));
  if (!STEPS_FROM[step].includes(batch.state)) throw new Fault(409, NOT_NOW);
  const now = clock.now();
  await changeBatch(db, id, await changeOf(db, batch, { step, now }));
  await addAudit(db, {
    at: now,
    actorId: callerOf(command).id,
    action: AUDIT_ACTIONS[step],
    subject: id,
    before: { state: batch.state },
  });
  if (step !== 'resume' && step !== 'retry') return;
  // An administrator who resumes it wants to know now whether the server takes mail.
  await endBackOff(db);
  await command.jobs.send(db, BULK_MAIL_JOB, {});
}

async function changeOf(
  db: Database,
  batch: MailBatch,
  { step, now }: { step: BatchStep; now: Date },
): Promise<Partial<MailBatch>> {
  if (step === 'pause') return { state: 'paused', because: null };
  if (step === 'cancel') return { state: 'cancelled', because: null, finishedAt: now };
  const isInFuture = batch.scheduledFor !== null && batch.scheduledFor > now;
  const running = { because: null, tried: 0, troubled: 0, finishedAt: null };
  if (step === 'resume') return { ...running, state: isInFuture ? 'scheduled' : 'running' };
  const requeued = await requeueFailedMails(db, batch.id, now);
  if (requeued === 0)
    throw new Fault(
      409,
      // Retention deletes them.
      batch.failed > 0
        ? words('The list of failed recipients is no longer kept.')
        : words('None of its emails has failed permanently.'),
    );
  return { ...running, state: 'running', failed: batch.failed - requeued };
}
