import { addAudit } from '../../server/audit.store.ts';
import type { Caller, AppContext } from '../../server/context.ts';
import { type Database, inTransaction } from '../../server/database/database.ts';
import { PERMISSIONS, type Permission } from '../../shared/access.ts';
import { days } from '../../shared/time.ts';
import { readWaiting } from '../submissions/overview/overview.service.ts';
import { WAITING, type WaitingKind } from '../submissions/overview/overview.rules.ts';
import { countFailedDeliveries } from '../webhooks/delivery.store.ts';
import { listNotified, queueMail } from '../mail/queue/mail-queue.service.ts';
import type { MailProps } from '../../server/mails.ts';
import {
  domainOf,
  dueDayOf,
  longWaitMs,
  mostNamed,
  spanOf,
  withoutNames,
} from './failure-digest.rules.ts';
import {
  addDigest,
  countDeadJobs,
  countFailed,
  DIGEST,
  findLastDigest,
  isDigestOn,
  listFailed,
  listStopped,
  putDigestSwitch,
  type Span,
} from './failure-digest.store.ts';

type DigestProps = MailProps['failure-digest'];

/**
 * Mails the administrators what failed since the last digest, once a day and only when something did. The day is taken
 * in the transaction that queues the mails: neither a second process nor a kill sends it twice or leaves it out.
 */
export async function sendDigest(context: AppContext): Promise<void> {
  const now = context.clock.now();
  if (!(await isDigestOn(context.db))) return;
  await inTransaction(context.db, async (tx) => {
    const last = await findLastDigest(tx);
    const day = dueDayOf(now, last?.day);
    if (!day) return;
    const span = spanOf(now, last?.until);
    const found = await findFailures(tx, span, now);
    const ongoing = listOngoing(found);
    const isSent = hasFailed(found) || ongoing.some((one) => !last?.reported.includes(one));
    if (!(await addDigest(tx, { day, until: span.until, reported: ongoing, isSent })) || !isSent)
      return;
    await queueDigests(context, tx, { day, span, found });
  });
}

type Found = Awaited<ReturnType<typeof findFailures>>;

async function findFailures(tx: Database, span: Span, now: Date) {
  const waiting = await readWaiting(tx, { permissions: PERMISSIONS, now });
  return {
    failed: await countFailed(tx, span),
    mails: await listFailed(tx, span, mostNamed),
    stopped: await listStopped(tx),
    jobs: await countDeadJobs(tx, span),
    webhooks: await countFailedDeliveries(tx, span),
    waiting: waiting.flatMap(({ kind, count, since }) => {
      const waitedMs = since ? now.getTime() - since.getTime() : 0;
      // Failed mails are listed one by one.
      const isLong = kind !== 'mails' && count > 0 && waitedMs >= longWaitMs;
      return isLong ? [{ kind, count, days: Math.floor(waitedMs / days(1)) }] : [];
    }),
  };
}

/** A digest that could not be delivered is reported beside other failures; alone it would cause a digest every day. */
const hasFailed = ({ failed, jobs, webhooks }: Found) =>
  failed.single - failed.digests + failed.bulk + jobs.length + webhooks.length > 0;

/** Ongoing problems: a reason for a digest when they are new, and named in every digest. */
const listOngoing = ({ stopped, waiting }: Found): string[] => [
  ...stopped.map(({ id, because }) => `batch ${id} ${because.troubled}/${because.tried}`),
  ...waiting.map(({ kind }) => `waiting ${kind}`),
];

async function queueDigests(
  context: AppContext,
  tx: Database,
  { day, span, found }: { day: string; span: Span; found: Found },
): Promise<void> {
  for (const { permissions, ...reader } of await listNotified(context, tx, 'mail:read')) {
    const props = digestFor(context, permissions, { span, found });
    if (props.count === 0) continue;
    const mail = { ...reader, batch: `${DIGEST}:${day}`, template: DIGEST, props };
    await queueMail(context, mail, { db: tx });
  }
}

/** The digest for one reader: without waiting work that they may not see in the dashboard. */
function digestFor(
  { publicUrl }: Pick<AppContext, 'publicUrl'>,
  permissions: readonly Permission[],
  { span, found }: { span: Span; found: Found },
): DigestProps {
  const { failed, mails, stopped, jobs, webhooks } = found;
  const canSee = (kind: WaitingKind) => permissions.includes(WAITING[kind]);
  const waiting = found.waiting.filter(({ kind }) => canSee(kind));
  const dead = [...jobs, ...webhooks].reduce((sum, { count }) => sum + count, 0);
  return {
    count: failed.single + failed.bulk + stopped.length + dead + waiting.length,
    since: span.since.toISOString(),
    failed: { single: failed.single, notices: failed.notices, bulk: failed.bulk },
    mails: mails.map(({ recipient, words, at }) => ({
      domain: domainOf(recipient),
      words: words && withoutNames(words),
      at: at.toISOString(),
    })),
    stopped: {
      count: stopped.length,
      named: stopped.slice(0, mostNamed).map(({ subject, because }) => ({ subject, ...because })),
    },
    jobs: jobs.slice(0, mostNamed).map(({ words, ...job }) => ({
      ...job,
      words: words && withoutNames(words),
    })),
    webhooks: webhooks.map(({ url, count }) => ({ host: new URL(url).host, count })),
    waiting,
    mailUrl: `${publicUrl}/admin/email?status=failed`,
    adminUrl: `${publicUrl}/admin`,
  };
}

type Command = Pick<AppContext, 'db' | 'clock'> & { actor: Caller };

/** Turns the digest on or off for everybody. */
export async function switchDigest({ db, clock, actor }: Command, isOn: boolean): Promise<void> {
  const before = await isDigestOn(db);
  const now = clock.now();
  await putDigestSwitch(db, { dailyDigest: isOn, updatedBy: actor.id, updatedAt: now });
  await addAudit(db, {
    at: now,
    actorId: actor.id,
    action: 'failure_digest.switched',
    before: { isOn: before },
    after: { isOn },
  });
}
