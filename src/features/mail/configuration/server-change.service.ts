import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { AppContext } from '../../../server/context.ts';
import type { Database } from '../../../server/database/database.ts';
import { seconds } from '../../../shared/time.ts';
import { listReachableAdministrators } from '../../../server/user.store.ts';
import { findMailServer } from '../smtp/mail-server.service.ts';
import { type MailServer, sendMessageOnce } from '../smtp/smtp.gateway.ts';
import {
  type ConfigType,
  NO_ANSWER_IN_TIME,
  type Outcome,
  type SmtpConfig,
} from '../mail.rules.ts';
import { findActiveConfig, findConfig } from '../smtp/email-config.store.ts';
import { addEmailLog } from '../log/email-log.store.ts';
import type { MailProps } from '../../../server/mails.ts';
import { mailOptionsIn } from '../mail-options.service.ts';

/** The change waits for it: an old server that is broken, often the reason for the change, must not hold it up. */
const limitMs = seconds(4);

type ChangeContext = AppContext & { log: FastifyBaseLogger };

type LogEntry = Parameters<typeof addEmailLog>[1];

/** How the administrators were notified: entries for the send history, and whether all of them were. */
export interface NotificationResult {
  entries: LogEntry[];
  isWhole: boolean;
}

const NOBODY_TO_NOTIFY: NotificationResult = { entries: [], isWhole: true };

/** The server that sends mail after the change. */
interface Next {
  type: ConfigType;
  configData: SmtpConfig;
  password?: string;
}

/**
 * Before a configuration is saved: tells everybody who may see the mail servers where it is the active one and anything but its
 * sender's name becomes different. Call it outside of a transaction, and before the change.
 */
export async function warnOfSaving(
  context: ChangeContext,
  next: Required<Next>,
  changedBy: string,
  timeoutMs?: number,
): Promise<NotificationResult> {
  const active = await findActiveConfig(context.db);
  return active?.type === next.type
    ? notifyAll(context, next, changedBy, timeoutMs)
    : NOBODY_TO_NOTIFY;
}

/** Before another configuration becomes the active one; the same otherwise. */
export async function warnOfSwitching(
  context: ChangeContext,
  type: ConfigType,
  changedBy: string,
): Promise<NotificationResult> {
  const active = await findActiveConfig(context.db);
  const wanted = await findConfig(context.db, type);
  if (!active || !wanted || active.type === type) return NOBODY_TO_NOTIFY;
  return notifyAll(context, wanted, changedBy);
}

/**
 * Through the server that mail leaves through until now, past the queue: whoever can switch servers could otherwise
 * let every warning of ours vanish in one of theirs. Never throws for what the old server does.
 */
async function notifyAll(
  context: ChangeContext,
  next: Next,
  changedBy: string,
  timeoutMs = limitMs,
): Promise<NotificationResult> {
  let old: MailServer | undefined;
  try {
    old = await findMailServer(context);
  } catch (error) {
    context.log.error({ err: error }, 'nobody could be notified of the change of the mail server');
    return { entries: [], isWhole: false };
  }
  if (!old || isSameServer(old, next)) return NOBODY_TO_NOTIFY;
  const server = old;
  const { configData } = next;
  const props: MailProps['mail-server-changed'] = {
    changedBy,
    before: { sender: server.from.address, server: `${server.host}:${server.port}` },
    after: {
      sender: configData.fromEmail,
      server: `${configData.smtpHost}:${configData.smtpPort}`,
    },
    when: context.clock.now().toISOString(),
  };
  const administrators = await listReachableAdministrators(context.db, 'mail:read');
  const entries = await Promise.all(
    administrators.map((reader) => notify(context, { server, reader, props, timeoutMs })),
  );
  const failed = entries.filter(({ status }) => status === 'failed');
  for (const { errorMessage } of failed)
    context.log.warn(
      { said: errorMessage },
      'an administrator was not notified of the change of the mail server',
    );
  return { entries, isWhole: failed.length === 0 };
}

const isSameServer = ({ configType, host, port, auth, from }: MailServer, next: Next) =>
  configType === next.type &&
  host === next.configData.smtpHost &&
  port === next.configData.smtpPort &&
  auth?.user === next.configData.smtpUser &&
  auth.pass === next.password &&
  from.address === next.configData.fromEmail;

interface Notification {
  server: MailServer;
  reader: Awaited<ReturnType<typeof listReachableAdministrators>>[number];
  props: MailProps['mail-server-changed'];
  timeoutMs: number;
}

async function notify(
  context: ChangeContext,
  { server, reader, props, timeoutMs }: Notification,
): Promise<LogEntry> {
  const id = randomUUID();
  const { publicUrl, settings } = context;
  const { locale, email, firstName, lastName } = reader;
  const rendered = await context.renderMail(
    'mail-server-changed',
    props,
    await mailOptionsIn(context, locale),
  );
  const message = {
    ...rendered,
    to: { name: [firstName, lastName].filter(Boolean).join(' '), address: email },
    replyTo: null,
    messageId: `<${id}@${new URL(publicUrl).hostname}>`,
  };
  const outcome = await within(
    timeoutMs,
    sendMessageOnce(server, message, {
      allowPrivate: settings.allowPrivateSmtp,
      limitMs: timeoutMs,
    }),
  );
  const isSent = outcome.result === 'sent';
  return {
    id,
    recipientEmail: email,
    subject: rendered.subject,
    emailType: 'mail-server-changed',
    status: isSent ? 'success' : 'failed',
    errorMessage: isSent ? null : outcome.words,
    configType: server.configType,
    sentAt: context.clock.now(),
  };
}

/** Looking a name up has no limit of its own. */
async function within(limit: number, attempt: Promise<Outcome>): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Outcome>((resolve) => {
    timer = setTimeout(resolve, limit, { result: 'temporary', words: NO_ANSWER_IN_TIME });
  });
  try {
    return await Promise.race([attempt, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Writes the notifications into the send history, in the transaction of the change. */
export async function logNotifications(
  tx: Database,
  { entries }: NotificationResult,
): Promise<void> {
  for (const line of entries) await addEmailLog(tx, line);
}
