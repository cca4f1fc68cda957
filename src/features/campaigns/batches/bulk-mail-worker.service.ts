import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { coalesce } from '../../../server/database/coalesce.ts';
import type { AppContext } from '../../../server/context.ts';
import { inTransaction } from '../../../server/database/database.ts';
import {
  type BulkConnections,
  findMailServer,
  type MailServer,
  openBulkConnections,
} from '../../mail/smtp/mail-server.service.ts';
import { afterAttempt, type Outcome } from '../../mail/mail.rules.ts';
import {
  type BackOffReason,
  backOffMs,
  BULK_MAIL_JOB,
  bulkQuotaOf,
  hasTooManyFailures,
  leaseEnd,
  leaseRenewalMs,
  quotaWindowMs,
} from './batch.rules.ts';
import { batchMailWriter } from '../message/message.service.ts';
import { changeBatch, enqueueAudience, type MailBatch } from './batch.store.ts';
import {
  acquireLease,
  type AttemptResult,
  backOff,
  correctUncertainResults,
  endBackOff,
  findLease,
  findNextBatch,
  finishBatch,
  finishEnqueueing,
  isSuppressedNow,
  listUnfinishedAttempts,
  loadDueRecipients,
  pauseBatch,
  type Recipient,
  recordDeliveryResults,
  releaseLease,
  renewLease,
  startScheduledBatches,
} from './delivery.store.ts';
import { countQuotaLeft, dailyCapOf } from './limit.service.ts';
import { countSentSince, findLimitsVersion, findMailLimits } from './limit.store.ts';

interface Job {
  log: FastifyBaseLogger;
  isStopping(): boolean;
}

/** The queue gives a job to another process after five minutes. */
const maxRunMs = 200_000;
/** How often a process that waits looks whether it is to stop. */
const leasePollMs = 100;
const slotPollMs = 200;
const enqueuedAtOnce = 5000;
const loadedAtOnce = 200;
/** About as long as a mail server takes to check sender and recipient; so long results wait to be written together. */
const recordWaitMs = 3;

/**
 * Sends what is due of every running batch, in one process at a time: acquires the lease, and for each batch enqueues
 * its recipients, sends what is due, records the results, and backs off where the mail server is away or the daily
 * quota is used up. Ends when nothing is due, when the limits are changed, when the process is to stop, or after a few
 * minutes; then another run is queued where one is needed.
 */
export async function runBulkMailWorker(context: AppContext, job: Job): Promise<void> {
  const { db, clock } = context;
  if (!(await startScheduledBatches(db, clock.now()))) return;
  const { backOffUntil } = (await findLease(db)) ?? {};
  if (backOffUntil && backOffUntil > clock.now()) return;
  const lease = await holdLease(context, job);
  if (!lease) return;
  try {
    await lease.watchLimits();
    await endUnfinishedAttempts(context, job.log);
    await sendBatches(context, { isOver: lease.isOver, log: job.log });
  } finally {
    await lease.release();
  }
  await queueNextRun(context);
}

// ── Lease ────────────────────────────────────────────────────────────────────────────────────────

/** Acquires the lease and renews it until it is released; undefined while another process works. */
async function holdLease(context: AppContext, { log, isStopping }: Job) {
  const { db, clock } = context;
  const holder = randomUUID();
  if (!(await acquireFreeLease(context, holder, isStopping))) return undefined;
  let isLost = false;
  let areLimitsOutdated = false;
  let limitsVersion: number | undefined;
  const renew = async () => {
    isLost = !(await renewLease(db, holder, leaseEnd(clock.now())));
    areLimitsOutdated ||=
      limitsVersion !== undefined && (await findLimitsVersion(db)) !== limitsVersion;
  };
  const renewal = setInterval(() => {
    renew().catch((error: unknown) =>
      log.warn({ err: error }, 'the lease of bulk mail was not renewed, or its limits not read'),
    );
  }, leaseRenewalMs);
  const endAtMs = performance.now() + maxRunMs;
  return {
    /** Whether no further mail may be begun. */
    isOver: () => isLost || areLimitsOutdated || isStopping() || performance.now() > endAtMs,
    /** From here on changed limits end the run. Call it before the limits are read. */
    async watchLimits() {
      limitsVersion = await findLimitsVersion(db);
    },
    async release() {
      clearInterval(renewal);
      await releaseLease(db, holder);
    },
  };
}

/** Waits for the lease of a process that may have died; false when that one renews it. */
async function acquireFreeLease(
  { db, clock }: AppContext,
  holder: string,
  isStopping: () => boolean,
): Promise<boolean> {
  const acquire = () => {
    const now = clock.now();
    return inTransaction(db, (tx) => acquireLease(tx, { holder, until: leaseEnd(now), now }));
  };
  const first = await acquire();
  if (first.isAcquired) return true;
  const endAtMs = performance.now() + first.heldUntil.getTime() - clock.now().getTime();
  while (performance.now() < endAtMs && !isStopping()) await sleep(leasePollMs);
  return (await acquire()).isAcquired;
}

/**
 * Ends the attempts of a process that died or could not record its results: nobody knows whether those mails arrived, so
 * they are not sent again. Only the holder of the lease may call it, when no mail of its own is under way.
 */
async function endUnfinishedAttempts({ db, clock }: AppContext, log: FastifyBaseLogger) {
  for (const { batch, mails } of await listUnfinishedAttempts(db)) {
    const results = mails.map(({ address, attempts }) => ({
      address,
      attempt: attempts,
      state: 'uncertain' as const,
      error: 'The process that was sending it stopped before it had noted how it ended.',
      nextAttemptAt: null,
    }));
    const now = clock.now();
    await recordDeliveryResults(db, batch, {
      leaving: [],
      results,
      configType: null,
      now,
      isOwnFault: true,
    });
    log.warn({ mails: mails.length }, 'bulk mails were cut short');
  }
}

/** Queues another run where more is due, or for the end of a short back-off; the job of each minute does the rest. */
async function queueNextRun(context: AppContext): Promise<void> {
  const { db, clock, jobs } = context;
  const until = (await findLease(db))?.backOffUntil ?? null;
  const isDue = (await findNextBatch(db, clock.now())) !== undefined;
  // Without a server the next run would end at once.
  if (!isDue || !(await findMailServer(context))) return;
  if (until === null) await inTransaction(db, (tx) => jobs.send(tx, BULK_MAIL_JOB, {}));
  else if (until.getTime() - clock.now().getTime() < 60_000)
    await inTransaction(db, (tx) => jobs.send(tx, BULK_MAIL_JOB, {}, { startAfter: until }));
}

// ── Batches ──────────────────────────────────────────────────────────────────────────────────────

/** What all batches of a run share. */
interface Transport {
  connections: BulkConnections;
  server: MailServer;
  /** Mails that may still leave today; null: any number. */
  quotaLeft: number | null;
  /** Mails at once: more than there are connections, so that no connection waits for the database. */
  senders: number;
  /** When the next mail may leave, in ms of `performance.now()`. */
  nextSlotMs(nowMs: number): number;
  isOver(): boolean;
}

/** How the sending of a batch ended. `completed`: everything due was tried. `interrupted`: the run is over. */
type BatchResult =
  | { end: 'completed' | 'interrupted' | 'quota' | 'not ours' }
  | { end: 'server away'; words: string };

interface Run {
  isOver(): boolean;
  log: FastifyBaseLogger;
}

async function sendBatches(context: AppContext, { isOver, log }: Run): Promise<void> {
  const { db, clock } = context;
  let transport: Transport | undefined;
  try {
    for (;;) {
      const batch = isOver() ? undefined : await findNextBatch(db, clock.now());
      if (!batch) return;
      if (!batch.isEnqueued && !(await enqueueRecipients(context, batch, isOver))) return;
      transport ??= await openTransport(context, { isOver, log });
      if (!transport) return;
      const result = await sendBatch(context, batch, transport);
      const isDone = await finishBatch(db, batch.id, clock.now());
      log.info({ batchId: batch.id, end: result.end, isDone }, 'a bulk mail was worked on');
      if (await backOffAfter(context, result, transport.server)) return;
    }
  } finally {
    transport?.connections.close();
  }
}

/** Gives everyone of an audience a row, page by page; false when the run was over before. */
async function enqueueRecipients(
  { db, clock }: AppContext,
  batch: MailBatch,
  isOver: () => boolean,
): Promise<boolean> {
  let after = batch.enqueuedTo ?? undefined;
  const query = { ...batch.audience, asOf: batch.createdAt };
  while (!isOver()) {
    const page = { batchId: batch.id, now: clock.now(), after, limit: enqueuedAtOnce };
    const last = await enqueueAudience(db, page, query);
    if (last === undefined) {
      await finishEnqueueing(db, batch.id);
      return true;
    }
    after = last;
    await changeBatch(db, batch.id, { enqueuedTo: last });
  }
  return false;
}

/** Undefined when nothing can be sent now; where the reason is known, bulk mail backs off. */
async function openTransport(
  context: AppContext,
  { isOver, log }: Run,
): Promise<Transport | undefined> {
  const server = await findMailServer(context);
  if (!server) {
    log.warn('mail is off: no email configuration is active; bulk mail waits');
    return undefined;
  }
  const limits = await findMailLimits(context.db);
  const quotaLeft = await countQuotaLeft(context, server, limits);
  if (quotaLeft === 0) {
    await backOffAfter(context, { end: 'quota' }, server);
    return undefined;
  }
  const { connections: count, perMinute } = limits;
  try {
    const connections = await openBulkConnections(context, server, count);
    const nextSlotMs = createPacer(perMinute);
    return { connections, server, quotaLeft, senders: count * 2, nextSlotMs, isOver };
  } catch (error) {
    // The server's name leads nowhere that mail may go.
    await backOffAfter(
      context,
      { end: 'server away', words: error instanceof Error ? error.message : String(error) },
      server,
    );
    return undefined;
  }
}

/**
 * Says when the next mail may leave so that at most so many leave in a minute; unused slots are not made up for. The
 * first slot is free at once, also in the run after the rate was changed: one mail more than the new rate.
 */
function createPacer(perMinute: number | null): (nowMs: number) => number {
  if (perMinute === null) return (nowMs) => nowMs;
  const intervalMs = 60_000 / perMinute;
  let next = 0;
  return (nowMs) => {
    const slot = Math.max(nowMs, next);
    next = slot + intervalMs;
    return slot;
  };
}

// ── One batch ────────────────────────────────────────────────────────────────────────────────────

/** Tries every mail of a batch that is due, several at once. */
async function sendBatch(
  context: AppContext,
  batch: MailBatch,
  transport: Transport,
): Promise<BatchResult> {
  const recorder = recorderOf(context, batch, transport.server.configType);
  const write = batchMailWriter(context, batch);
  const recipients = dueRecipientsOf(context, batch.id);
  let result: BatchResult | undefined;
  let lostInRow = 0;

  async function sendOne(recipient: Recipient): Promise<void> {
    if (recipient.isSuppressed) return recorder.skip(recipient);
    let isMarked = false;
    const outcome = await transport.connections.send(await write(recipient), async () => {
      isMarked = await recorder.markSending(recipient);
      return isMarked;
    });
    if (!outcome) {
      if (await isSuppressedNow(context.db, batch.id, recipient)) return recorder.skip(recipient);
      // The batch was paused, or another process has it.
      result ??= { end: 'not ours' };
    } else if (outcome.isAboutServer && !isMarked)
      result ??= { end: 'server away', words: outcome.words };
    else {
      recorder.end(recipient, outcome);
      lostInRow = isLost(outcome) ? lostInRow + 1 : 0;
      if (lostInRow >= transport.senders) result ??= { end: 'server away', words: outcome.words };
    }
  }

  async function sender(): Promise<void> {
    for (;;) {
      if (result) return;
      if (transport.isOver()) result = { end: 'interrupted' };
      else if (transport.quotaLeft === 0) result = { end: 'quota' };
      else {
        const recipient = await recipients.next();
        if (!recipient) return;
        if (transport.quotaLeft !== null && !recipient.isSuppressed) transport.quotaLeft--;
        await waitForSlot(transport, () => result !== undefined);
        // A recipient that is not begun stays queued.
        if (!result && !transport.isOver()) await sendOne(recipient);
      }
    }
  }

  const senders = await Promise.allSettled(Array.from({ length: transport.senders }, sender));
  await recorder.settled();
  const failed = senders.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
  return result ?? { end: 'completed' };
}

/** Temporary, and not in the server's words: the connection broke or there was no answer. */
const isLost = ({ result, words }: Outcome) => result === 'temporary' && !/^\d{3}/.test(words);

async function waitForSlot(transport: Transport, isEnded: () => boolean): Promise<void> {
  const atMs = transport.nextSlotMs(performance.now());
  for (;;) {
    const leftMs = atMs - performance.now();
    if (leftMs <= 0 || transport.isOver() || isEnded()) return;
    await sleep(Math.min(leftMs, slotPollMs));
  }
}

/** The due recipients of a batch, each once; the next page is loaded while this one is sent. */
function dueRecipientsOf({ db, clock }: AppContext, batchId: string) {
  let loaded: Recipient[] = [];
  let last: Recipient | undefined;
  let loading: Promise<void> | undefined;
  let isEnd = false;

  async function loadMore(): Promise<void> {
    const now = clock.now();
    const more = await loadDueRecipients(db, batchId, { now, after: last, limit: loadedAtOnce });
    loaded = loaded.concat(more);
    last = more.at(-1) ?? last;
    isEnd = more.length < loadedAtOnce;
  }
  const load = () =>
    (loading ??= loadMore().finally(() => {
      loading = undefined;
    }));

  return {
    async next(): Promise<Recipient | undefined> {
      while (loaded.length === 0 && !isEnd) await load();
      const recipient = loaded.shift();
      // When loading ahead fails, the sender that needs the page loads it again and gets the error.
      if (loaded.length < loadedAtOnce / 4 && !isEnd && !loading) load().catch(() => undefined);
      return recipient;
    },
  };
}

/**
 * Records the results of a batch while it is sent. Results that arrive while one statement runs are written with the next, so that
 * many mails cost one round trip and a mail waits for two at most.
 */
function recorderOf(
  { db, clock }: AppContext,
  batch: Pick<MailBatch, 'id' | 'subject'>,
  configType: string,
) {
  type Entry = { leaving: string } | { result: AttemptResult };
  const entries = coalesce(recordWaitMs, async (items: Entry[]) => {
    const leaving = items.flatMap((entry) => ('leaving' in entry ? [entry.leaving] : []));
    const results = items.flatMap((entry) => ('result' in entry ? [entry.result] : []));
    const now = clock.now();
    const recorded = await recordDeliveryResults(db, batch, { leaving, results, configType, now });
    if (!recorded.isComplete) await correctUncertainResults(db, batch, { results, now });
    const { figures } = recorded;
    if (figures && hasTooManyFailures({ tried: figures.tried, failed: figures.troubled }))
      await pauseBatch(db, batch.id, figures);
    return items.map((entry) => !('leaving' in entry) || recorded.leaving.has(entry.leaving));
  });
  return {
    /** Records that a mail is about to leave; false when it may not any more. */
    markSending: ({ address }: Recipient) => entries.add({ leaving: address }),
    end({ address, attempts }: Recipient, outcome: Outcome) {
      const attempt = attempts + 1;
      const tried = { kind: 'bulk' as const, attempts: attempt };
      const { state, nextAttemptAt } = afterAttempt(tried, outcome, clock.now());
      const error = state === 'sent' ? null : outcome.words;
      entries.note({ result: { address, attempt, state, error, nextAttemptAt } });
    },
    skip({ address, attempts }: Recipient) {
      const ended = { state: 'skipped' as const, error: null, nextAttemptAt: null };
      entries.note({ result: { address, attempt: attempts + 1, ...ended } });
    },
    /** Resolves when everything is written; throws what the database threw. */
    settled: entries.settled,
  };
}

// ── Back-off ─────────────────────────────────────────────────────────────────────────────────────

/** Backs off where a batch ended with a reason for it, and answers whether it did. */
async function backOffAfter(
  context: AppContext,
  result: BatchResult,
  server: MailServer,
): Promise<boolean> {
  const { db, clock } = context;
  const now = clock.now().getTime();
  if (result.end === 'completed') await endBackOff(db);
  if (result.end === 'server away') {
    const failuresInRow = ((await findLease(db))?.failuresInRow ?? 0) + 1;
    const backOffReason: BackOffReason = { what: 'server', words: result.words };
    const backOffUntil = new Date(now + backOffMs(failuresInRow));
    await backOff(db, { backOffUntil, backOffReason, failuresInRow });
  }
  if (result.end === 'quota') await backOffUntilQuota(context, server);
  return result.end === 'server away' || result.end === 'quota';
}

/** Until the oldest mail of the last 24 hours frees its place. Failed attempts have used up nothing. */
async function backOffUntilQuota(context: AppContext, server: MailServer): Promise<void> {
  const limits = await findMailLimits(context.db);
  if ((await countQuotaLeft(context, server, limits)) !== 0) return;
  const now = context.clock.now().getTime();
  const since = new Date(now - quotaWindowMs);
  const { first } = await countSentSince(context.db, since, server.configType);
  await backOff(context.db, {
    backOffUntil: new Date((first?.getTime() ?? now) + quotaWindowMs),
    backOffReason: { what: 'share', share: bulkQuotaOf(dailyCapOf(limits, server)) ?? 0 },
    failuresInRow: 0,
  });
  // A change of the limits between the two statements has found no back-off to end.
  if ((await countQuotaLeft(context, server, await findMailLimits(context.db))) !== 0)
    await endBackOff(context.db);
}
