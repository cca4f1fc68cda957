import { randomUUID } from 'node:crypto';
import { addAudit } from '../../../server/audit.store.ts';
import { callerOf, type Caller, type House } from '../../../server/context.ts';
import { Fault } from '../../../shared/fault.ts';
import { words } from '../../../shared/words.ts';
import type { OrderedDraft } from '../drafts/draft.contract.ts';
import { endDraft } from '../drafts/draft.service.ts';
import { type Audience, NO_RECIPIENTS } from '../mailing.rules.ts';
import { addBatch, changeBatch } from './batch.store.ts';
import { addNamed, countPool } from './pool.store.ts';
import { BULK_JOB } from './round.service.ts';

type Deed = Pick<House, 'db' | 'clock' | 'jobs'> & { user: Caller | undefined };

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
 * Queues a mail for many. Throws 400 when there is nobody to send it to, or the time is past, 409 with the new `count`
 * when an audience is no longer as many as the administrator was shown, 409 when none of those named has asked for news,
 * and as `endDraft` does.
 */
export async function queueBulkMail(deed: Deed, mail: BulkMail) {
  const { db, clock, jobs } = deed;
  const actor = callerOf(deed);
  const [id, now] = [randomUUID(), clock.now()];
  const scheduledFor = timeOf(mail.scheduledFor, now);
  await addBatch(db, {
    id,
    subject: mail.subject,
    message: mail.message,
    audience: mail.audience ?? null,
    isSpread: mail.audience === undefined,
    state: scheduledFor ? 'scheduled' : 'running',
    total: 0,
    createdBy: actor.id,
    createdAt: now,
    scheduledFor,
  });
  const { queued, skipped } = mail.audience
    ? await countAudience(deed, mail.audience, mail.expectedCount)
    : await addRecipients(deed, id, mail);
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
  await endDraft(deed, mail.draft);
  if (!scheduledFor) await jobs.send(db, BULK_JOB, {});
  return { batchId: id, isScheduled: scheduledFor !== null, queued, skipped };
}

/** A time that is past by now is a slip. */
function timeOf(text: string | undefined, now: Date): Date | null {
  if (text === undefined) return null;
  const time = new Date(text);
  if (time > now) return time;
  const sentence = words('Please choose a time that is still to come.');
  throw new Fault(400, sentence, { fields: { scheduledFor: sentence } });
}

async function countAudience(
  { db, clock }: Deed,
  audience: Audience,
  expected: number | undefined,
): Promise<{ queued: number; skipped: number }> {
  const { count, suppressed } = await countPool(db, { ...audience, asOf: clock.now() });
  if (count === 0) throw noRecipients();
  if (count !== expected)
    throw new Fault(
      409,
      words('The number of people has changed meanwhile. Please look at it and confirm once more.'),
      { detail: { count } },
    );
  return { queued: count, skipped: suppressed };
}

async function addRecipients(
  { db, clock }: Deed,
  batchId: string,
  { recipients = [], includeUnasked = false }: BulkMail,
): Promise<{ queued: number; skipped: number }> {
  const addresses = [...new Set(recipients.map((address) => address.trim().toLowerCase()))];
  const named = { batchId, now: clock.now(), addresses };
  const queued = await addNamed(db, named, { unasked: includeUnasked });
  if (queued > 0) return { queued, skipped: recipients.length - queued };
  if (!includeUnasked && (await addNamed(db, named, { unasked: true })) > 0)
    throw new Fault(
      409,
      words(
        'None of these people has asked for news. Confirm that you want to write to them all the same.',
      ),
      { detail: { reason: 'unasked' } },
    );
  throw noRecipients();
}

const noRecipients = () => new Fault(400, NO_RECIPIENTS, { fields: { recipients: NO_RECIPIENTS } });
