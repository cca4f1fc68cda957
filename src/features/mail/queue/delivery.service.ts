import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { AppContext } from '../../../server/context.ts';
import { type Database, inTransaction, isUnavailable } from '../../../server/database/database.ts';
import type { JobContext } from '../../../server/queue/queue.ts';
import { seconds } from '../../../shared/time.ts';
import { sendMessage } from '../smtp/smtp.gateway.ts';
import {
  afterAttempt,
  handedOverForMs,
  type Outcome,
  statesBefore,
  stuckAfterMs,
} from '../mail.rules.ts';
import { findMailServer } from '../smtp/mail-server.service.ts';
import { addEmailLog } from '../log/email-log.store.ts';
import {
  claimMail,
  findMail,
  lockDueMails,
  type OutgoingMail,
  postponeMails,
  recordDeliveryAttempt,
  skipMail,
} from './outgoing-mail.store.ts';
import { isSuppressed } from '../suppressions/suppression.store.ts';
import { mailOptionsIn } from '../mail-options.service.ts';
import { handOverMails } from './mail-queue.service.ts';

/** Mails that one sweep hands over; the next one is a minute away. */
const sweepLimit = 1000;

/**
 * A list of mails is left to another job after this long. So its job ends before it expires (`expireInSeconds` of the
 * queue), even where the last attempt takes as long as one can.
 */
const longestListMs = seconds(45);

/**
 * One attempt to deliver each of these mails. One that breaks gets a job of its own and keeps none of the others; those
 * that are left after `longestListMs`, or when the process is asked to stop, get one together.
 */
export async function deliverMails(
  ids: readonly string[],
  { context, log, isStopping }: JobContext<AppContext>,
): Promise<void> {
  if (!(await findMailServer(context))) {
    // The sweep hands them over again once there is a server. It also warns, once a minute and not for each mail.
    await postponeMails(context.db, ids, context.clock.now());
    return;
  }
  const endsAt = context.clock.now().getTime() + longestListMs;
  for (const [n, id] of ids.entries()) {
    if (isStopping?.() || context.clock.now().getTime() > endsAt)
      return handOverMails(context.db, context, ids.slice(n));
    try {
      await deliverMail(context, id, log);
    } catch (error) {
      if (ids.length === 1 || isUnavailable(error)) throw error;
      log.error({ err: error, mailId: id }, 'mail could not be attempted');
      await handOverMails(context.db, context, [id]);
    }
  }
}

/** One attempt to deliver one mail; nothing happens when somebody else has it or it has come to its end. */
export async function deliverMail(
  context: AppContext,
  id: string,
  log: FastifyBaseLogger,
): Promise<void> {
  const waiting = await findMail(context.db, id);
  // One without a next attempt has come to its end, or is held since a restore for a person to release.
  if (!waiting?.nextAttemptAt || !statesBefore('sending').includes(waiting.state)) return;
  if (await skipSuppressed(context, waiting)) return;
  const server = await findMailServer(context);
  if (!server) {
    await postponeMails(context.db, [id], context.clock.now());
    return;
  }
  const props = propsOf(context, waiting);
  const rendered = await render(context, waiting, props);
  const now = context.clock.now();
  const claim = {
    from: statesBefore('sending'),
    subject: rendered.subject,
    configType: server.configType,
    stuckAt: new Date(now.getTime() + stuckAfterMs),
    now,
  };
  const mail = await claimMail(context.db, id, claim);
  if (!mail) return;
  const to = { name: mail.recipientName, address: mail.recipientAddress };
  const { replyTo, messageId } = mail;
  const message = { ...rendered, to, replyTo, messageId, oneClickUrl: props.oneClickUrl };
  const outcome = await sendMessage(server, message, context.settings.allowPrivateSmtp);
  await inTransaction(context.db, (tx) => conclude(tx, context.clock.now(), mail, outcome));
  log.info(
    { mailId: id, template: mail.template, result: outcome.result, attempts: mail.attempts },
    'mail attempted',
  );
}

/** Ends a bulk mail whose reader has unsubscribed, or is written to no more, since it was queued. */
async function skipSuppressed(
  { db, clock }: AppContext,
  { id, kind, recipientAddress }: OutgoingMail,
): Promise<boolean> {
  if (kind !== 'bulk' || !(await isSuppressed(db, recipientAddress))) return false;
  return skipMail(db, id, clock.now());
}

/** The props of the mail; one that its reader can unsubscribe from has the address for it. */
const propsOf = ({ secrets }: AppContext, mail: OutgoingMail) =>
  JSON.parse(secrets.unseal('mail-props', mail.id, mail.sealedProps)) as { oneClickUrl?: string };

async function render(context: AppContext, mail: OutgoingMail, props: object) {
  return context.renderMail(mail.template, props, await mailOptionsIn(context, mail.locale));
}

/** Writes how an attempt ended: the mail's next state and, when that is its end, a line of the history. */
async function conclude(
  tx: Database,
  now: Date,
  mail: OutgoingMail,
  outcome: Outcome,
): Promise<void> {
  const next = afterAttempt(mail, outcome, now);
  const isEnd = next.nextAttemptAt === null;
  const isSent = next.state === 'sent';
  const error = isSent ? null : outcome.words;
  const recorded = await recordDeliveryAttempt(tx, mail, statesBefore(next.state), {
    ...next,
    error,
    updatedAt: now,
    ...(isSent ? { sentAt: now } : {}),
    ...(isEnd ? { sealedProps: '' } : {}),
  });
  if (!recorded || !isEnd) return;
  await addEmailLog(tx, {
    id: randomUUID(),
    recipientEmail: mail.recipientAddress,
    subject: mail.subject ?? '',
    emailType: mail.emailType,
    status: isSent ? 'success' : 'failed',
    errorMessage: error,
    configType: mail.configType,
    sentAt: now,
  });
}

/**
 * Finds mails that were left behind: hands over mails whose time has come, and ends attempts whose
 * process died (`uncertain`, as nobody knows how far it got).
 */
export async function sweepMails(context: AppContext, log: FastifyBaseLogger): Promise<void> {
  const server = await findMailServer(context);
  const now = context.clock.now();
  const due = await inTransaction(context.db, async (tx) => {
    const mails = await lockDueMails(tx, now, sweepLimit);
    const stuck = mails.filter((mail) => mail.state === 'sending');
    for (const mail of stuck) {
      await conclude(tx, now, mail, {
        result: 'uncertain',
        words: 'The process that was sending it stopped.',
      });
    }
    const waiting = mails.filter((mail) => mail.state !== 'sending');
    if (!server) return { stuck, waiting };
    const ids = waiting.map(({ id }) => id);
    await postponeMails(tx, ids, new Date(now.getTime() + handedOverForMs));
    await handOverMails(tx, context, ids);
    return { stuck, waiting };
  });
  if (due.stuck.length > 0)
    log.warn({ mails: due.stuck.length }, 'attempts to send were cut short');
  if (!server && due.waiting.length > 0) {
    log.warn(
      { mails: due.waiting.length },
      'mail is off: no email configuration is active; mails wait',
    );
  }
}
