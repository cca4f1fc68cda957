import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { callbackify } from 'node:util';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { newCertificate } from '../sandbox/certificate.ts';

/** How the server behaves; what is absent goes well. Changed while it runs. */
export interface Behaviour {
  /** No one listens, and open connections are cut. */
  isDown?: boolean;
  /** Each recipient is refused once, and taken at the next try. */
  isGreylisting?: boolean;
  /** Before each recipient and each mail is answered. */
  delayMs?: number;
  /** Recipients that are refused for good. */
  refuses?(address: string): boolean;
  /** In which words, behind the codes. */
  refusal?(): string;
  /** So many mails are taken whose answer never comes: the connection dies after the final dot. */
  cuts?: number;
}

class Refusal extends Error {
  readonly responseCode: number;
  constructor(responseCode: number, message: string) {
    super(message);
    this.responseCode = responseCode;
  }
}

/** Where bulk mail may go to besides the sandbox (smtp-config.rules.ts). */
const PORTS = [2525, 587];

const headOf = (mail: Buffer) => mail.subarray(0, mail.indexOf('\r\n\r\n')).toString();

/**
 * A mail server of our own on loopback, with STARTTLS and AUTH, that takes mail as fast as it can and keeps in memory
 * which addresses it took mail for, and the Message-ID of each.
 */
export async function openSmtp(folder: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const cert = newCertificate({
    subject: 'localhost',
    issuer: 'localhost',
    publicKey,
    signedBy: privateKey,
    names: [{ dns: 'localhost' }, { ip: [127, 0, 0, 1] }],
  });
  const caFile = join(folder, 'smtp-ca.pem');
  writeFileSync(caFile, cert);
  const taken = new Map<string, string[]>();
  const greeted = new Set<string>();
  const state = { behaviour: {} as Behaviour, mails: 0, cut: 0, refused: 0, last: Buffer.alloc(0) };

  async function recipient(address: string): Promise<undefined> {
    const { delayMs, refuses, refusal, isGreylisting } = state.behaviour;
    if (delayMs) await sleep(delayMs);
    if (refuses?.(address)) {
      state.refused++;
      throw new Refusal(550, `5.1.1 ${refusal?.() ?? 'No such user here'}`);
    }
    if (isGreylisting && !greeted.has(address)) {
      greeted.add(address);
      throw new Refusal(451, '4.7.1 Greylisted, try again later');
    }
  }

  async function message(
    stream: SMTPServerDataStream,
    session: SMTPServerSession,
  ): Promise<string> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    const mail = Buffer.concat(chunks);
    const id = /^message-id:\s*(\S+)/im.exec(headOf(mail))?.[1] ?? '';
    for (const { address } of session.envelope.rcptTo)
      taken.set(address, [...(taken.get(address) ?? []), id]);
    state.mails++;
    state.last = mail;
    const { behaviour } = state;
    if (behaviour.delayMs) await sleep(behaviour.delayMs);
    if (behaviour.cuts) {
      behaviour.cuts--;
      state.cut++;
      for (const connection of server.connections)
        if ((connection as { session?: unknown }).session === session) connection._socket.destroy();
    }
    return 'OK: taken';
  }

  const server = new SMTPServer({
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    cert,
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 500,
    onAuth: (_auth, _session, callback) => callback(null, { user: 'campaign' }),
    onRcptTo: ({ address }, _session, callback) => callbackify(() => recipient(address))(callback),
    onData: (stream, session, callback) => callbackify(() => message(stream, session))(callback),
  });
  // Proofs hang up and cut connections on purpose.
  server.on('error', () => undefined);
  const port = await listenOnOne(server, PORTS);
  let isClosed = false;

  return {
    host: '127.0.0.1',
    port,
    /** For NODE_EXTRA_CA_CERTS of anyone who sends. */
    caFile,
    /** By address the Message-IDs of what was taken for it, the first first. */
    taken,
    state,
    behave(behaviour: Behaviour) {
      state.behaviour = behaviour;
      if (behaviour.isDown && server.server.listening) {
        server.server.close();
        for (const connection of server.connections) connection._socket.destroy();
      }
      if (!behaviour.isDown && !server.server.listening && !isClosed)
        server.server.listen(port, '127.0.0.1');
    },
    close(): void {
      isClosed = true;
      for (const connection of server.connections) connection._socket.destroy();
      server.server.close();
    },
  };
}

export type Smtp = Awaited<ReturnType<typeof openSmtp>>;

/** Throws when another process has all of them. */
async function listenOnOne(server: SMTPServer, ports: readonly number[]): Promise<number> {
  for (const port of ports) {
    const isListening = await new Promise<boolean>((resolve) => {
      server.server.once('listening', () => resolve(true));
      server.server.once('error', () => resolve(false));
      server.server.listen(port, '127.0.0.1');
    });
    if (isListening) return port;
  }
  throw new Error(`Something listens on each of the ports ${ports.join(' and ')}.`);
}

/** The configuration with which a site sends through it. */
export const configFor = ({ host, port }: Pick<Smtp, 'host' | 'port'>) => ({
  configType: 'email_alternative',
  smtpHost: host,
  smtpPort: port,
  smtpUser: 'campaign',
  smtpPass: 'baobab at noon',
  fromEmail: 'office@prove.example',
  fromName: 'The Office',
});

/** The environment in which a site connects to it. */
export const environmentFor = ({ caFile }: Pick<Smtp, 'caFile'>) => ({
  ALLOW_PRIVATE_SMTP: 'true',
  NODE_EXTRA_CA_CERTS: caFile,
});
