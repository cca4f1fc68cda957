import { PassThrough, type Readable } from 'node:stream';
import nodemailer from 'nodemailer';
import MailComposer from 'nodemailer/lib/mail-composer';
import { seconds } from '../../../shared/time.ts';
import {
  connectionTo,
  composeHeaders,
  type MailMessage,
  type MailServer,
  outcomeOf,
  NO_EXTERNAL_CONTENT,
} from './smtp.gateway.ts';
import { attemptLimitMs, type Outcome } from '../mail.rules.ts';
import { randomUUID } from 'node:crypto';
import { encode, wrap } from 'nodemailer/lib/qp';
import type { RenderedMail } from '../../../shared/mail.ts';

/** The two forms of a mail, encoded for its way (RFC 2046 §5.1.4, RFC 2045 §6.7). */
export interface BulkBody {
  boundary: string;
  /** With what is one reader's own, for each place. */
  forReader(own: readonly string[]): string;
}

/** Of 76 characters the last one says that the line goes on. */
const lineLength = 75;
const goesOn = '=\r\n';

/**
 * Encodes a mail once for all its readers, as that takes about as long as sending it. Each of the `places` (letters, digits
 * and `-`, or a character for private use) is replaced by what is each reader's own.
 */
export function encodeBody(
  { text, html }: Pick<RenderedMail, 'text' | 'html'>,
  places: readonly string[],
): BulkBody {
  const boundary = `=_${randomUUID()}`;
  const pieces: Piece[] = [
    ...piecesOf('plain', text, places, boundary),
    ...piecesOf('html', html, places, boundary),
    `--${boundary}--\r\n`,
  ];
  return {
    boundary,
    forReader(own) {
      const plain = own.map(ownLines);
      const escaped = own.map((value) => ownLines(escapedForHtml(value)));
      return pieces
        .map((piece) => {
          if (typeof piece === 'string') return piece;
          return (piece.kind === 'html' ? escaped : plain)[piece.place] ?? '';
        })
        .join('');
    },
  };
}

/** Encoded words, or the place of something that is each reader's own. */
type Piece = string | { kind: 'plain' | 'html'; place: number };

function piecesOf(
  kind: 'plain' | 'html',
  words: string,
  places: readonly string[],
  boundary: string,
): Piece[] {
  const head = `--${boundary}\r\nContent-Type: text/${kind}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n`;
  const parts = words.split(new RegExp(`(${places.join('|')})`));
  const pieces = parts.map(
    (part, at): Piece => (at % 2 === 1 ? { kind, place: places.indexOf(part) } : quoted(part)),
  );
  return [head, ...pieces, '\r\n'];
}

/** Lines of their own, which go on from the words before and into those after. */
const ownLines = (value: string) => `${goesOn}${value && quoted(value) + goesOn}`;

const escapedForHtml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

const quoted = (words: string) => wrap(encode(words.replaceAll(/\r\n|\r|\n/g, '\r\n')), lineLength);

/** A message whose words are encoded already. */
export interface BulkMessage extends Omit<MailMessage, 'html' | 'text'> {
  boundary: string;
  body: string;
}

type RequestPermission = () => Promise<boolean>;

/** Connections for bulk mail alone, so that the site's other mails never wait for it. */
export interface BulkConnections {
  /**
   * One attempt to send one mail. When a connection begins with it, `requestPermit` is asked, and its words leave only once
   * that says so: of what it has not been asked nothing has left. Does not throw, except what `requestPermit` throws;
   * undefined when it said no.
   */
  send(message: BulkMessage, requestPermit: RequestPermission): Promise<Outcome | undefined>;
  /** Lets what is on its way finish. */
  close(): void;
}

/** The words were not sent, as `requestPermit` said no; the server is left without their end. */
class SendNotPermitted extends Error {}

/** Opens connections as they are needed. Throws where the server has no address that mail may go to. */
export async function openBulkTransport(
  server: MailServer,
  { connections, allowPrivate }: { connections: number; allowPrivate: boolean },
): Promise<BulkConnections> {
  const gates = new Map<string, BodyGate>();
  const transporter = nodemailer.createTransport(
    {
      ...(await connectionTo(server, allowPrivate)),
      pool: true,
      maxConnections: connections,
      idleTimeout: seconds(10),
      // Only for a kept connection that turned out to be closed before a byte of the mail was sent.
      maxRequeues: 1,
    },
    NO_EXTERNAL_CONTENT,
  );
  transporter.use('stream', (mail, next) => {
    const gate = gates.get(String(mail.data.messageId));
    mail.message.processFunc((body: Readable) => (gate ? gate.around(body) : body));
    next();
  });
  return {
    async send(message, requestPermit) {
      const gate = new BodyGate(requestPermit);
      gates.set(message.messageId, gate);
      try {
        const { response } = await transporter.sendMail(composed(server, message));
        return { result: 'sent', words: response };
      } catch (error) {
        // Whether it was let through is known before anything is said of it.
        if ((await gate.asked) === false) return undefined;
        return outcomeOf(error, { left: gate.hasLet, auth: server.auth });
      } finally {
        gates.delete(message.messageId);
      }
    },
    close: () => transporter.close(),
  };
}

/** The message as nodemailer takes it, in one piece. Throws RefusedAddress. */
function composed(server: MailServer, message: BulkMessage) {
  const { messageId, boundary, body } = message;
  const head = new MailComposer(composeHeaders(server, message)).compile();
  head.setHeader('Content-Type', `multipart/alternative; boundary="${boundary}"`);
  return {
    raw: `${head.buildHeaders()}\r\n\r\n${body}`,
    envelope: head.getEnvelope(),
    messageId,
    signal: AbortSignal.timeout(attemptLimitMs),
  };
}

/** Holds back the body of one mail until it is permitted. */
class BodyGate {
  /** What `requestPermit` says; undefined while no connection has begun with the mail. */
  asked: Promise<boolean> | undefined;
  readonly #requestPermit: RequestPermission;
  #way: PassThrough | undefined;

  constructor(requestPermit: RequestPermission) {
    this.#requestPermit = requestPermit;
  }

  /** Whether all of the mail has been let through. */
  get hasLet(): boolean {
    return this.#way?.readableEnded ?? false;
  }

  /**
   * The same words, for a connection that has yet to name sender and recipient, which takes about as long as asking.
   * Another one begins anew, without asking again, when a kept connection was closed before a byte was sent.
   */
  around(body: Readable): Readable {
    const way = new PassThrough();
    this.#way = way;
    body.on('error', (error) => way.destroy(error));
    this.asked ??= this.#requestPermit();
    // The connection reports what ends it; when it has released the mail by then, nobody is notified.
    way.on('error', () => undefined);
    this.asked.then(
      (isLet) => {
        if (!isLet) way.destroy(new SendNotPermitted('The mail is held back.'));
        else if (!way.destroyed) body.pipe(way);
      },
      (error: Error) => way.destroy(error),
    );
    return way;
  }
}
