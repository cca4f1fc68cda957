import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { House } from '../../../server/context.ts';
import { inTransaction } from '../../../server/database.ts';
import { type BulkLine, type MailServer, openBulkLine } from '../bulk-line.service.ts';
import { findMailServer } from '../delivery.service.ts';
import { bulkShareOf, capWindowMs, leaseRenewalMs, restMs } from '../mailing.rules.ts';
import { keepBooks } from './books.store.ts';
import { dropLead, endRest, findLead, keepLead, rest, takeLead } from './lead.store.ts';
import {
  countSentSince,
  findLimitsVersion,
  findMailLimits,
  type MailLimits,
} from './limit.store.ts';
import { paceOf } from './pace.rules.ts';
import { finishBatch, findNextBatch, listOrphans, startScheduled } from './progress.store.ts';
import { type Round, spread, type Walk, walkThrough } from './sender.service.ts';
import { leaseFrom, type Rest } from './waiting.rules.ts';

/** The job that sends bulk mail. */
export const BULK_JOB = 'mail-bulk';

interface Work {
  log: FastifyBaseLogger;
  isStopping(): boolean;
}

/** How soon it is seen, while a lead runs out, that the process is to stop. */
const napMs = 100;
/** Jobs are taken from whoever has had them for five minutes. */
const longestRoundMs = 200_000;

/**
 * Sends what is due of every running batch, one process at a time. Ends when nothing is due, when the server is away,
 * when the provider's share is used up, when the limits were changed, when the process is to stop, or after a few
 * minutes, and sees to it that it goes on.
 */
export async function sendBulkMail(house: House, work: Work): Promise<void> {
  const { db, clock } = house;
  if (!(await startScheduled(db, clock.now()))) return;
  const lead = await findLead(db);
  if (lead?.restingUntil && lead.restingUntil > clock.now()) return;
  const holder = randomUUID();
  if (!(await takeOver(house, holder, work))) return;
  let isLost = false;
  let isOutdated = false;
  let version: number | undefined;
  const renew = async () => {
    isLost = !(await keepLead(db, holder, leaseFrom(clock.now())));
    isOutdated ||= version !== undefined && (await findLimitsVersion(db)) !== version;
  };
  const renewal = setInterval(() => {
    renew().catch((error: unknown) =>
      work.log.warn(
        { err: error },
        'the lead of bulk mail was not renewed, or its limits not read',
      ),
    );
  }, leaseRenewalMs);
  const endAtMs = performance.now() + longestRoundMs;
  const isOver = () => isLost || isOutdated || work.isStopping() || performance.now() > endAtMs;
  try {
    // Before the limits themselves: what is changed between the two begins another round.
    version = await findLimitsVersion(db);
    await endOrphans(house, work.log);
    await sendAll(house, { isOver, log: work.log });
  } finally {
    clearInterval(renewal);
    await dropLead(db, holder);
  }
  await goOn(house);
}

/** Takes the lead, also from whoever does not show any more; false while another process works. */
async function takeOver(house: House, holder: string, work: Work): Promise<boolean> {
  const { db, clock } = house;
  const take = () => {
    const now = clock.now();
    return inTransaction(db, (tx) => takeLead(tx, { holder, until: leaseFrom(now), now }));
  };
  const first = await take();
  if (first.isTaken) return true;
  const endAtMs = performance.now() + first.heldUntil.getTime() - clock.now().getTime();
  while (performance.now() < endAtMs && !work.isStopping()) await sleep(napMs);
  return (await take()).isTaken;
}

const lookAgain = (house: House, at: Date) =>
  inTransaction(house.db, (tx) => house.jobs.send(tx, BULK_JOB, {}, { startAfter: at }));

/** Another round follows where more is due by now, or when a short rest is over; the minute's own job sees to the others. */
async function goOn(house: House): Promise<void> {
  const { db, clock, jobs } = house;
  const lead = await findLead(db);
  const until = lead?.restingUntil ?? null;
  const isDue = (await findNextBatch(db, clock.now())) !== undefined;
  // Without a server each round would end as it begins: the minute's own job looks whether there is one again.
  if (!isDue || !(await findMailServer(house))) return;
  if (until === null) await inTransaction(db, (tx) => jobs.send(tx, BULK_JOB, {}));
  else if (until.getTime() - clock.now().getTime() < 60_000) await lookAgain(house, until);
}

/**
 * Mails that whoever led before had in hand, as it died or could not write down how they ended: nobody knows whether
 * they arrived, so they are not sent again. Call it with the lead, under which nothing else is on its way.
 */
async function endOrphans({ db, clock }: House, log: FastifyBaseLogger): Promise<void> {
  for (const { batch, mails } of await listOrphans(db)) {
    const endings = mails.map(({ address, attempts }) => ({
      address,
      attempt: attempts,
      state: 'uncertain' as const,
      error: 'The process that was sending it stopped before it had noted how it ended.',
      nextAttemptAt: null,
    }));
    const now = clock.now();
    await keepBooks(db, batch, {
      leaving: [],
      endings,
      configType: null,
      now,
      isOwnFault: true,
    });
    log.warn({ mails: mails.length }, 'bulk mails were cut short');
  }
}

interface Sending {
  isOver(): boolean;
  log: FastifyBaseLogger;
}

async function sendAll(house: House, { isOver, log }: Sending): Promise<void> {
  const { db, clock } = house;
  let round: Round | undefined;
  try {
    for (;;) {
      const batch = isOver() ? undefined : await findNextBatch(db, clock.now());
      if (!batch) return;
      if (!batch.isSpread && !(await spread(house, batch, { isOver }))) return;
      round ??= await openRound(house, isOver, log);
      if (!round) return;
      const walk = await walkThrough(house, batch, round);
      const isDone = await finishBatch(db, batch.id, clock.now());
      log.info({ batchId: batch.id, end: walk.end, isDone }, 'a bulk mail was worked on');
      if (await restAfter(house, walk, round.server)) return;
    }
  } finally {
    round?.line.close();
  }
}

/** Undefined when nothing can be sent now; where it is known why, bulk mail rests. */
async function openRound(
  house: House,
  isOver: () => boolean,
  log: FastifyBaseLogger,
): Promise<Round | undefined> {
  const server = await findMailServer(house);
  if (!server) {
    log.warn('mail is off: no email configuration is active; bulk mail waits');
    return undefined;
  }
  const limits = await findMailLimits(house.db);
  const share = await shareLeft(house, server, limits);
  if (share === 0) {
    await restAfter(house, { end: 'share' }, server);
    return undefined;
  }
  const { connections, perMinute } = limits;
  const line = await openLine(house, server, connections);
  if (!line) return undefined;
  return { line, server, share, lanes: connections * 2, turn: paceOf(perMinute), isOver };
}

/** Undefined where the server's name leads nowhere that mail may go; bulk mail rests then. */
async function openLine(
  house: House,
  server: MailServer,
  connections: number,
): Promise<BulkLine | undefined> {
  try {
    const allowPrivate = house.settings.allowPrivateSmtp;
    return await openBulkLine(server, { connections, allowPrivate });
  } catch (error) {
    await restAfter(house, { end: 'away', words: (error as Error).message }, server);
    return undefined;
  }
}

const dailyCap = (limits: MailLimits, { configType }: MailServer) => {
  if (configType === 'email_gmail') return limits.gmailPerDay;
  return configType === 'email_alternative' ? limits.alternativePerDay : null;
};

/** Mails that may still leave within these 24 hours; null: any number. */
async function shareLeft(
  { db, clock }: House,
  server: MailServer,
  limits: MailLimits,
): Promise<number | null> {
  const share = bulkShareOf(dailyCap(limits, server));
  if (share === null) return null;
  const since = new Date(clock.now().getTime() - capWindowMs);
  const { count } = await countSentSince(db, since, server.configType);
  return Math.max(0, share - count);
}

/** Lets bulk mail rest where a walk ended with a reason for it; a server that took mail is not away any more. */
async function restAfter(house: House, walk: Walk, server: MailServer): Promise<boolean> {
  const { db, clock } = house;
  const now = clock.now().getTime();
  if (walk.end === 'through') await endRest(db);
  if (walk.end === 'away') {
    const timesAway = ((await findLead(db))?.timesAway ?? 0) + 1;
    const because: Rest = { what: 'server', words: walk.words };
    await rest(db, {
      restingUntil: new Date(now + restMs(timesAway)),
      restingBecause: because,
      timesAway,
    });
  }
  if (walk.end === 'share') await restUntilNextShare(house, server);
  return walk.end === 'away' || walk.end === 'share';
}

/** The first of these 24 hours' mails makes room for another. What was tried and did not leave has used up nothing. */
async function restUntilNextShare(house: House, server: MailServer): Promise<void> {
  const limits = await findMailLimits(house.db);
  if ((await shareLeft(house, server, limits)) !== 0) return;
  const now = house.clock.now().getTime();
  const since = new Date(now - capWindowMs);
  const { first } = await countSentSince(house.db, since, server.configType);
  await rest(house.db, {
    restingUntil: new Date((first?.getTime() ?? now) + capWindowMs),
    restingBecause: { what: 'share', share: bulkShareOf(dailyCap(limits, server)) ?? 0 },
    timesAway: 0,
  });
  // Who gave it a larger share between the two found no rest to end.
  if ((await shareLeft(house, server, await findMailLimits(house.db))) !== 0)
    await endRest(house.db);
}
