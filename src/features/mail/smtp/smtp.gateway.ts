import type { Readable } from 'node:stream';
import { isIP } from 'node:net';
import nodemailer from 'nodemailer';
import * as z from 'zod/mini';
import { email } from '../../../shared/schema.ts';
import { minutes, seconds } from '../../../shared/time.ts';
import { words } from '../../../shared/words.ts';
import type { MailAddress, RenderedMail } from '../../../shared/mail.ts';
import { attemptLimitMs, NO_ANSWER_IN_TIME, type Outcome } from '../mail.rules.ts';
import { checkedAddress } from './server-address.gateway.ts';

/** nodemailer's errors: a code of its own, the command that failed, the server's reply if there was one. */
interface SmtpError extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
  /** Of Node, such as `connect`. */
  syscall?: string;
}

/** An address that no mail goes to; the message is for a person. */
class RefusedAddress extends Error {}

interface Tried {
  /** The mail had been handed over to its end. */
  left: boolean;
  auth?: { user: string; pass: string } | undefined;
}

/** What a failure means for the mail, in the server's words. */
export function outcomeOf(thrown: unknown, { left, auth }: Tried): Outcome {
  const error: SmtpError = thrown instanceof Error ? thrown : new Error(String(thrown));
  const { code, command, responseCode, response, message } = error;
  const isLate = error.name === 'AbortError' || error.name === 'TimeoutError';
  const words = isLate ? NO_ANSWER_IN_TIME : (response ?? message);
  const said = withoutPassword(words, auth).slice(0, 500);
  if (error instanceof RefusedAddress) return { result: 'permanent', words: said };
  if (responseCode === undefined && left) return { result: 'uncertain', words: said };
  if (isAboutServer(error)) return { result: 'temporary', words: said, isAboutServer: true };
  if (responseCode === undefined) return { result: 'temporary', words: said };
  // A refused login or sender is the configuration's fault and can be mended; the mail waits for that.
  const isAboutMail = (code === 'EENVELOPE' && command === 'RCPT TO') || code === 'EMESSAGE';
  return { result: isAboutMail && responseCode >= 500 ? 'permanent' : 'temporary', words: said };
}

/** Whether the server was not reached, or would have nothing to do with us, before the mail was spoken of. */
function isAboutServer({ code, command, responseCode, syscall, message }: SmtpError): boolean {
  if (code === 'EAUTH' || code === 'EDNS' || code === 'ETLS' || code === 'EPROTOCOL') return true;
  const isUnreached = syscall === 'connect' || /^(Connection timeout|Greeting never)/.test(message);
  // 421: the service is not available (RFC 5321 §4.2.1); a refused sender is ours, whoever the mail is for.
  return isUnreached || responseCode === 421 || command === 'MAIL FROM';
}

/** Shorter than this it would be cut out of words that only look like it. */
const shortestSecret = 4;

/** Some servers repeat what they received; the password is sent in clear and in the forms of AUTH LOGIN and PLAIN. */
function withoutPassword(said: string, auth: Tried['auth']): string {
  if (!auth || auth.pass.length < shortestSecret) return said;
  const coded = (text: string) => Buffer.from(text).toString('base64');
  const forms = [coded(`\0${auth.user}\0${auth.pass}`), coded(auth.pass), auth.pass];
  return forms.reduce((text, form) => text.replaceAll(form, '[password]'), said);
}

/** The server that takes our mail. */
export interface MailServer {
  /** Goes into the history: a configuration's type or `sandbox`. */
  configType: string;
  host: string;
  port: number;
  auth?: { user: string; pass: string };
  from: MailAddress;
  /** The sandbox is on loopback and is exempt from the rules for hosts and ports. */
  isSandbox: boolean;
  /** PEM of the only certificate to trust, instead of the public ones. */
  ca?: string | undefined;
}

export interface MailMessage extends RenderedMail {
  messageId: string;
  to: MailAddress;
  replyTo: MailAddress | null;
  /** The address that a mail program posts to when its reader unsubscribes. */
  oneClickUrl?: string | undefined;
}

const Address = email(words('Emails cannot be sent to this address.'));

/** What begins an encoded word (RFC 2047) would be read as one, also between quotes: it is parted. */
const literal = (text: string) => text.replaceAll('=?', '= ?');

/** nodemailer reads a text as a list of addresses in many notations; it gets exactly one, checked, and a clean name. */
function addressed({ name, address }: MailAddress): MailAddress {
  const checked = z.safeParse(Address, address);
  if (!checked.success) throw new RefusedAddress(checked.error.issues[0]?.message);
  return {
    name: literal(name)
      .replace(/\p{Cc}/gu, ' ')
      .trim()
      .slice(0, 200),
    address: checked.data,
  };
}

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
  // Closing lets what is on its way finish; one that never opened has failed for its caller.
  before?.transporter.then(
    (transporter) => transporter.close(),
    () => undefined,
  );
  return opened.transporter;
}

/** Nothing in a mail of ours is read from a file or fetched (security.md §1.10). */
export const NO_EXTERNAL_CONTENT = { disableFileAccess: true, disableUrlAccess: true };

/** How to speak to this server. Throws as `checkedAddress` does. */
export async function connectionTo(server: MailServer, allowPrivate: boolean) {
  const address = server.isSandbox ? server.host : await checkedAddress(server, allowPrivate);
  return {
    host: address,
    port: server.port,
    secure: server.port === 465,
    // A password never travels in the clear.
    requireTLS: server.port !== 465 && (!server.isSandbox || server.ca !== undefined),
    tls: {
      ...(isIP(server.host) ? {} : { servername: server.host }),
      ...(server.ca ? { ca: server.ca } : {}),
      minVersion: 'TLSv1.2' as const,
    },
    ...(server.auth ? { auth: server.auth } : {}),
    connectionTimeout: seconds(10),
    greetingTimeout: seconds(10),
    socketTimeout: seconds(45),
  };
}

async function openTransporter(server: MailServer, allowPrivate: boolean) {
  const transporter = nodemailer.createTransport(
    {
      ...(await connectionTo(server, allowPrivate)),
      pool: true,
      maxConnections: 4,
      idleTimeout: seconds(5),
      // Only for a kept connection that turned out to be closed before a byte of the mail was sent.
      maxRequeues: 1,
    },
    NO_EXTERNAL_CONTENT,
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
export async function sendMessage(
  server: MailServer,
  message: MailMessage,
  allowPrivate: boolean,
): Promise<Outcome> {
  const { messageId } = message;
  try {
    const transporter = await transporterTo(server, allowPrivate);
    const { response } = await transporter.sendMail(
      composeMessage(server, message, attemptLimitMs),
    );
    return { result: 'sent', words: response };
  } catch (error) {
    const left = bodies.get(messageId)?.readableEnded ?? false;
    return outcomeOf(error, { left, auth: server.auth });
  } finally {
    bodies.delete(messageId);
  }
}

/**
 * The same over a connection of its own, so that the whole way in is tried, and with less patience. Does not throw
 * either; whether the mail may have arrived all the same is not looked at.
 */
export async function sendMessageOnce(
  server: MailServer,
  message: MailMessage,
  { allowPrivate, limitMs }: { allowPrivate: boolean; limitMs: number },
): Promise<Outcome> {
  try {
    const connection = await connectionTo(server, allowPrivate);
    const transporter = nodemailer.createTransport(connection, NO_EXTERNAL_CONTENT);
    const { response } = await transporter.sendMail(composeMessage(server, message, limitMs));
    return { result: 'sent', words: response };
  } catch (error) {
    return outcomeOf(error, { left: false, auth: server.auth });
  }
}

/** The message as nodemailer takes it. Throws RefusedAddress. */
export function composeMessage(server: MailServer, message: MailMessage, limitMs: number) {
  const { html, text } = message;
  return { ...composeHeaders(server, message), html, text, signal: AbortSignal.timeout(limitMs) };
}

/** All of a message but its words, as nodemailer takes it. Throws RefusedAddress. */
export function composeHeaders({ from }: MailServer, message: Omit<MailMessage, 'html' | 'text'>) {
  const { to, replyTo, subject, messageId } = message;
  return {
    from: addressed(from),
    to: addressed(to),
    ...(replyTo ? { replyTo: addressed(replyTo) } : {}),
    subject: literal(subject),
    messageId,
    // RFC 3834: keeps out-of-office notes from answering us.
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribing(message.oneClickUrl) },
  };
}

/** RFC 2369 and RFC 8058. Not folded: what is between the brackets is one address. */
const unsubscribing = (url: string | undefined) =>
  url
    ? {
        'List-Unsubscribe': { prepared: true, foldLines: false, value: `<${url}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }
    : undefined;
