import { PassThrough, type Readable } from 'node:stream';
import nodemailer from 'nodemailer';
import { seconds } from '../../shared/time.ts';
import { connectionTo, type Letter, type MailServer, OWN_WORDS, written } from './email.gateway.ts';
import { attemptLimitMs, type Outcome } from './email.rules.ts';
import { outcomeOf, type SmtpError } from './smtp-outcome.gateway.ts';

/** Connections for bulk mail alone, so that the site's other mails never stand behind it. */
export interface BulkLine {
  /**
   * One attempt to send one mail. When a connection begins with it, `mayLeave` is asked, and its words leave only once
   * that says so: whatever is not told of it has not left. Does not throw, except what `mayLeave` throws; undefined
   * when it said no.
   */
  send(letter: Letter, mayLeave: () => Promise<boolean>): Promise<Outcome | undefined>;
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
        const { response } = await transporter.sendMail(written(server, letter, attemptLimitMs));
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

/** Stands before the words of one mail. */
class Gate {
  /** What `mayLeave` says; undefined while no connection has begun with the mail. */
  asked: Promise<boolean> | undefined;
  readonly #mayLeave: () => Promise<boolean>;
  #way: PassThrough | undefined;

  constructor(mayLeave: () => Promise<boolean>) {
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
