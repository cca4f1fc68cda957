import { addAudit } from '../../../server/audit.store.ts';
import { callerOf, type Caller, type House } from '../../../server/context.ts';
import type { Database } from '../../../server/database.ts';
import { Fault } from '../../../shared/fault.ts';
import { shownName } from '../../../shared/shown.ts';
import { words } from '../../../shared/words.ts';
import type { Language } from '../../../shared/language.ts';
import type { Batch } from './batch.contract.ts';
import { type BatchStep, STEPS_FROM } from '../mailing.rules.ts';
import {
  changeBatch,
  countTroubled,
  findShownBatch,
  listTroubled,
  lockBatch,
  type MailBatch,
  requeueFailed,
  type ShownBatch,
} from './batch.store.ts';
import { endRest, findLead, type MailLead } from './lead.store.ts';
import { BULK_JOB } from './round.service.ts';
import { type Reason, reasonOfPause, reasonOfRest } from './waiting.rules.ts';

/** A batch as the contract shows it, before moments become text. */
type Shown = Omit<Batch, 'createdAt' | 'waitingUntil' | 'scheduledFor' | 'finishedAt'> & {
  createdAt: Date;
  waitingUntil: Date | null;
  scheduledFor: Date | null;
  finishedAt: Date | null;
};

type Reading = Pick<House, 'db' | 'clock' | 'translate'> & { language: Language };

/** Shows batches to whoever reads this language. */
export async function showBatches(reading: Reading, rows: ShownBatch[]): Promise<Shown[]> {
  const lead = await findLead(reading.db);
  return rows.map((row) => showBatch(reading, row, lead));
}

function showBatch(
  { clock, translate, language }: Reading,
  { batch, author, sending }: ShownBatch,
  lead: MailLead | undefined,
): Shown {
  const { id, subject, createdAt, scheduledFor, finishedAt } = batch;
  const until = lead?.restingUntil ?? null;
  const isWaiting = batch.state === 'running' && until !== null && until > clock.now();
  const reason =
    isWaiting && lead?.restingBecause ? reasonOfRest(lead.restingBecause) : pauseOf(batch);
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
  };
}

const pauseOf = ({ state, because }: MailBatch): Reason | undefined =>
  state === 'paused' && because ? reasonOfPause(because) : undefined;

/** What a cancelled batch had not sent is left out of it. */
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

const mostTroubled = 20;

/** One batch with the last of it that went wrong. Throws 404 when there is none. */
export async function readBatch(reading: Reading, id: string) {
  const row = await findShownBatch(reading.db, id);
  if (!row) throw new Fault(404, words('Not found.'));
  const [shown] = await showBatches(reading, [row]);
  const troubled = await listTroubled(reading.db, id, mostTroubled);
  return {
    ...(shown as Shown),
    message: row.batch.message,
    troubled: await countTroubled(reading.db, id),
    failures: troubled.map(({ state, ...failure }) => ({
      ...failure,
      state: state === 'failed' || state === 'uncertain' ? state : ('queued' as const),
    })),
  };
}

type Deed = Pick<House, 'db' | 'clock' | 'jobs'> & { user: Caller | undefined };

const NOT_NOW = words(
  'This bulk mail has moved on in the meantime, so that is no longer possible.',
);

const ACTS: Readonly<Record<BatchStep, string>> = {
  pause: 'bulk_mail.paused',
  resume: 'bulk_mail.resumed',
  cancel: 'bulk_mail.cancelled',
  retry: 'bulk_mail.retried',
};

/** Pauses, resumes, cancels or retries a batch. Throws 404 when there is none, 409 where its state does not allow it. */
export async function stepBatch(deed: Deed, id: string, step: BatchStep): Promise<void> {
  const { db, clock } = deed;
  const batch = await lockBatch(db, id);
  if (!batch) throw new Fault(404, words('Not found.'));
  if (!STEPS_FROM[step].includes(batch.state)) throw new Fault(409, NOT_NOW);
  const now = clock.now();
  await changeBatch(db, id, await changeOf(db, batch, { step, now }));
  await addAudit(db, {
    at: now,
    actorId: callerOf(deed).id,
    action: ACTS[step],
    subject: id,
    before: { state: batch.state },
  });
  if (step !== 'resume' && step !== 'retry') return;
  // Who lets it run wants to see at once whether the server takes mail again.
  await endRest(db);
  await deed.jobs.send(db, BULK_JOB, {});
}

async function changeOf(
  db: Database,
  batch: MailBatch,
  { step, now }: { step: BatchStep; now: Date },
): Promise<Partial<MailBatch>> {
  if (step === 'pause') return { state: 'paused', because: null };
  if (step === 'cancel') return { state: 'cancelled', because: null, finishedAt: now };
  const isToCome = batch.scheduledFor !== null && batch.scheduledFor > now;
  const running = { because: null, tried: 0, troubled: 0, finishedAt: null };
  if (step === 'resume') return { ...running, state: isToCome ? 'scheduled' : 'running' };
  const again = await requeueFailed(db, batch.id, now);
  if (again === 0)
    throw new Fault(
      409,
      // The rules for old records take them (retention).
      batch.failed > 0
        ? words('To whom it could not be sent is no longer kept.')
        : words('None of its mails has failed for good.'),
    );
  return { ...running, state: 'running', failed: batch.failed - again };
}
