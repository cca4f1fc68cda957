import type { Readable } from 'node:stream';
import { isIP } from 'node:net';
import nodemailer from 'nodemailer';
import * as z from 'zod/mini';
import { email } from '../../shared/schema.ts';
import { minutes, seconds } from '../../shared/time.ts';
import { words } from '../../shared/words.ts';
import type { RenderedMail } from '../../shared/mail.ts';
import { attemptLimitMs, type MailAddress, type Outcome } from './email.rules.ts';
import { checkedAddress } from './server-address.gateway.ts';

/** The server that takes our mail. */
export interface MailServer {
  /** Goes into the history: a configuration's type or `sandbox`. */
  configType: string;
  host: string;
  port: number;
  auth?: { user: string; pass: string };
  from: MailAddress;
  /** The sandbox stands on loopback and is exempt from the rules for hosts and ports. */
  isSandbox: boolean;
  /** PEM of the only certificate to trust, instead of the public ones. */
  ca?: string | undefined;
}

export interface Letter extends RenderedMail {
  messageId: string;
  to: MailAddress;
  replyTo: MailAddress | null;
  /** What a mail program posts to when its reader wants no more of these. */
  oneClickUrl?: string | undefined;
}

const Address = email(words('This is not an address that mail can be sent to.'));

/** nodemailer reads a text as a list of addresses in many notations; it gets exactly one, checked, and a clean name. */
function addressed({ name, address }: MailAddress): MailAddress {
  const checked = z.safeParse(Address, address);
  if (!checked.success) throw new RefusedAddress(checked.error.issues[0]?.message);
  return {
    name: name
      .replace(/\p{Cc}/gu, ' ')
      .trim()
      .slice(0, 200),
    address: checked.data,
  };
}
class RefusedAddress extends Error {}

/** The mails under way: whether one was read to its end tells whether its final dot can have left. */
const bodies = new Map<string, Readable>();

type Transporter = Awaited<ReturnType<typeof openTransporter>>;
let current: { key: string; openedAt: number; transporter: Promise<Transporter> } | undefined;
/** A name is resolved and checked anew after this long. */
const renewAfterMs = minutes(5);

/** The connections to this server, made anew when its configuration changed. Throws as `checkedAddress` does. */
function transporterTo(server: MailServer, allowPrivate: boolean): Promise<Transporter> {
  const key = JSON.stringify([server, allowPrivate]);
  if (current?.key === key && Date.now() - current.openedAt < renewAfterMs)
    return current.transporter;
  const before = current;
  const opened = { key, openedAt: Date.now(), transporter: openTransporter(server, allowPrivate) };
  current = opened;
  opened.transporter.catch(() => {
    if (current === opened) current = undefined;
  });
  // Closing lets what is on its way finish; one that never opened has told whoever asked for it.
  before?.transporter.then(
    (transporter) => transporter.close(),
    () => undefined,
  );
  return opened.transporter;
}

async function openTransporter(server: MailServer, allowPrivate: boolean) {
  const address = server.isSandbox ? server.host : await checkedAddress(server, allowPrivate);
  const transporter = nodemailer.createTransport(
    {
      pool: true,
      maxConnections: 4,
      host: address,
      port: server.port,
      secure: server.port === 465,
      // A password never travels in the clear.
      requireTLS: server.port !== 465 && (!server.isSandbox || server.ca !== undefined),
      tls: {
        ...(isIP(server.host) ? {} : { servername: server.host }),
        ...(server.ca ? { ca: server.ca } : {}),
        minVersion: 'TLSv1.2',
      },
      ...(server.auth ? { auth: server.auth } : {}),
      connectionTimeout: seconds(10),
      greetingTimeout: seconds(10),
      socketTimeout: seconds(45),
      idleTimeout: seconds(5),
      // Only for a kept connection that turned out to be closed before a byte of the mail was sent.
      maxRequeues: 1,
    },
    { disableFileAccess: true, disableUrlAccess: true },
  );
  transporter.use('stream', (mail, next) => {
    mail.message.processFunc((body: Readable) => {
      bodies.set(String(mail.data.messageId), body);
      return body;
    });
    next();
  });
  return transporter;
}

/**
 * One attempt to send one mail. Does not throw: what went wrong is in the outcome, in the server's words.
 * `uncertain` exactly when the whole mail may have left and no answer to it came.
 */
export async function sendLetter(
  server: MailServer,
  letter: Letter,
  allowPrivate: boolean,
): Promise<Outcome> {
  const { messageId, subject, html, text } = letter;
  try {
    const transporter = await transporterTo(server, allowPrivate);
    const { response } = await transporter.sendMail({
      from: addressed(server.from),
      to: addressed(letter.to),
      ...(letter.replyTo ? { replyTo: addressed(letter.replyTo) } : {}),
      subject,
      html,
      text,
      messageId,
      // RFC 3834: keeps out-of-office notes from answering us.
      headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribing(letter.oneClickUrl) },
      signal: AbortSignal.timeout(attemptLimitMs),
    });
    return { result: 'sent', words: response };
  } catch (error) {
    return outcomeOf(error as SmtpError, bodies.get(messageId)?.readableEnded ?? false);
  } finally {
    bodies.delete(messageId);
  }
}

/** RFC 2369 and RFC 8058. Not folded: what stands between the brackets is one address. */
const unsubscribing = (url: string | undefined) =>
  url
    ? {
        'List-Unsubscribe': { prepared: true, foldLines: false, value: `<${url}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }
    : undefined;

/** nodemailer's errors: a code of its own, the command that failed, the server's reply if there was one. */
interface SmtpError extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
}

/** What a failure means for the mail. `left`: the mail had been handed over to its end. */
function outcomeOf(error: SmtpError, left: boolean): Outcome {
  const { code, command, responseCode, response, message } = error;
  const said = (response ?? message).slice(0, 500);
  if (error instanceof RefusedAddress) return { result: 'permanent', words: said };
  if (responseCode === undefined) return { result: left ? 'uncertain' : 'temporary', words: said };
  // A refused login or sender is the configuration's fault and can be mended; the mail waits for that.
  const isAboutMail = (code === 'EENVELOPE' && command === 'RCPT TO') || code === 'EMESSAGE';
  return { result: isAboutMail && responseCode >= 500 ? 'permanent' : 'temporary', words: said };
}
