import { setTimeout as sleep } from 'node:timers/promises';
import { callbackify } from 'node:util';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { MailFaults } from './faults.ts';
import type { Inbox } from './inbox.ts';

export const MAX_MESSAGE_BYTES = 25 * 1024 * 1024;

class SmtpRefusal extends Error {
  readonly responseCode: number;
  constructor(responseCode: number, message: string) {
    super(message);
    this.responseCode = responseCode;
  }
}

/** An SMTP server that takes every mail, user and password, except as the faults say. */
export function smtpServer(
  inbox: Inbox,
  faults: MailFaults,
  tls: { key: string; cert: string },
  log: (line: string) => void,
): SMTPServer {
  const server = new SMTPServer({
    ...tls,
    minVersion: 'TLSv1.2',
    name: 'sandbox.localhost',
    banner: 'One Africa sandbox',
    size: MAX_MESSAGE_BYTES,
    authOptional: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 1000,
    onAuth: ({ username = 'anyone' }, _session, callback) =>
      faults.strikes('reject-login', [username])
        ? callback(new SmtpRefusal(535, '5.7.8 Username and password are not accepted'))
        : callback(null, { user: username }),
    onRcptTo: ({ address }, _session, callback) =>
      callbackify(() => refusing(recipient(address)))(callback),
    onData: (stream, session, callback) =>
      callbackify(() => refusing(message(stream, session)))(callback),
  });
  // A client that hangs up is its own business; the log keeps a trace of it.
  server.on('error', (error: Error) => log(`SMTP: ${error.message}`));
  return server;

  /** Turns a failure of the sandbox itself into an answer that asks to try again (RFC 5321 §4.2.1). */
  async function refusing<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (error instanceof SmtpRefusal) throw error;
      log(`SMTP: ${error instanceof Error ? error.stack : String(error)}`);
      throw new SmtpRefusal(451, '4.3.0 The sandbox could not store the mail');
    }
  }

  async function recipient(address: string): Promise<undefined> {
    if (faults.strikes('slow', [address])) await sleep(faults.delayMs);
    if (faults.strikes('reject-recipient', [address]))
      throw new SmtpRefusal(550, '5.1.1 No such user here');
    if (faults.isGreylisted(address))
      throw new SmtpRefusal(451, '4.7.1 Greylisted, try again later');
  }

  async function message(
    stream: SMTPServerDataStream,
    session: SMTPServerSession,
  ): Promise<string | undefined> {
    const raw = await readAll(stream);
    const to = session.envelope.rcptTo.map(({ address }) => address);
    const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : '';
    const { id } = await inbox.add({ from, to }, raw);
    if (faults.strikes('slow', to)) await sleep(faults.delayMs);
    if (faults.strikes('drop-after-data', to)) {
      for (const connection of server.connections)
        if (connection.id === session.id) connection._socket.destroy();
    }
    return `2.0.0 Stored as ${id}`;
  }
}

async function readAll(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>)
    if (!stream.sizeExceeded) chunks.push(chunk);
  if (stream.sizeExceeded) throw new SmtpRefusal(552, '5.3.4 The message is larger than 25 MB');
  return Buffer.concat(chunks);
}
