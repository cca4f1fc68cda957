import { PassThrough, type Readable } from 'node:stream';
import nodemailer from 'nodemailer';
import MailComposer from 'nodemailer/lib/mail-composer';
import { seconds } from '../../shared/time.ts';
import { connectionTo, headed, type Letter, type MailServer, OWN_WORDS } from './email.gateway.ts';
import { attemptLimitMs, type Outcome } from './email.rules.ts';
import { outcomeOf, type SmtpError } from './smtp-outcome.gateway.ts';

/** A letter whose words are encoded already. */
export interface BulkLetter extends Omit<Letter, 'html' | 'text'> {
  boundary: string;
  body: string;
}

type Permit = () => Promise<boolean>;

/** Connections for bulk mail alone, so that the site's other mails never stand behind it. */
export interface BulkLine {
  /**
   * One attempt to send one mail. When a connection begins with it, `mayLeave` is asked, and its words leave only once
   * that says so: of what it has not been asked nothing has left. Does not throw, except what `mayLeave` throws;
   * undefined when it said no.
   */
  send(letter: BulkLetter, mayLeave: Permit): Promise<Outcome | undefined>;
  /** Lets what is on its way finish. */
  close(): void;
}

/** The words were not sent, as `mayLeave` said no; the server is left without their end. */
class HeldBack extends Error {}

/** Opens connections as they are needed. Throws where the server has no address that mail may go to. */
export async function openBulkLine(
  server: MailServer,
  { connections, allowPrivate }: { connections: number; allowPrivate: boolean },
): Promise<BulkLine> {
  const gates = new Map<string, Gate>();
  const transporter = nodemailer.createTransport(
    {
      ...(await connectionTo(server, allowPrivate)),
      pool: true,
      maxConnections: connections,
      idleTimeout: seconds(10),
      // Only for a kept connection that turned out to be closed before a byte of the mail was sent.
      maxRequeues: 1,
    },
    OWN_WORDS,
  );
  transporter.use('stream', (mail, next) => {
    const gate = gates.get(String(mail.data.messageId));
    mail.message.processFunc((body: Readable) => (gate ? gate.around(body) : body));
    next();
  });
  return {
    async send(letter, mayLeave) {
      const gate = new Gate(mayLeave);
      gates.set(letter.messageId, gate);
      try {
        const { response } = await transporter.sendMail(composed(server, letter));
        return { result: 'sent', words: response };
      } catch (error) {
        // Whether it was let through is known before anything is said of it.
        if ((await gate.asked) === false) return undefined;
        return outcomeOf(error as SmtpError, { left: gate.hasLet, auth: server.auth });
      } finally {
        gates.delete(letter.messageId);
      }
    },
    close: () => transporter.close(),
  };
}

/** The letter as nodemailer takes it, in one piece. Throws RefusedAddress. */
function composed(server: MailServer, letter: BulkLetter) {
  const { messageId, boundary, body } = letter;
  const head = new MailComposer(headed(server, letter)).compile();
  head.setHeader('Content-Type', `multipart/alternative; boundary="${boundary}"`);
  return {
    raw: `${head.buildHeaders()}\r\n\r\n${body}`,
    envelope: head.getEnvelope(),
    messageId,
    signal: AbortSignal.timeout(attemptLimitMs),
  };
}

/** Stands before the words of one mail. */
class Gate {
  /** What `mayLeave` says; undefined while no connection has begun with the mail. */
  asked: Promise<boolean> | undefined;
  readonly #mayLeave: Permit;
  #way: PassThrough | undefined;

  constructor(mayLeave: Permit) {
    this.#mayLeave = mayLeave;
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
    this.asked ??= this.#mayLeave();
    // What ends it is told by the connection; when that has let go of it by then, nobody is told.
    way.on('error', () => undefined);
    this.asked.then(
      (isLet) => {
        if (!isLet) way.destroy(new HeldBack('The mail is held back.'));
        else if (!way.destroyed) body.pipe(way);
      },
      (error: Error) => way.destroy(error),
    );
    return way;
  }
}
