import { type Agent, request } from 'node:http';
import { connect } from 'node:net';
import type { Chance } from '../chance.part.ts';
import { waitFactor } from '../../testing/workspace.ts';

const longestAnswerMs = 20_000 * waitFactor;

export interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | Buffer | undefined;
}

export interface Got {
  /** 0: the server hung up without an answer. */
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** One request over a real socket. */
export function send(
  port: number,
  agent: Agent,
  { method, path, headers, body }: Sent,
): Promise<Got> {
  // A refusal of the parser's own has a body, also where HEAD promised none: no one else may get it.
  const isAlone = method === 'HEAD';
  // Without it Node sends the body of a GET unframed, and the connection is lost for the next one.
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    let status = 0;
    const outgoing = request(
      {
        host: '127.0.0.1',
        port,
        agent: isAlone ? false : agent,
        method,
        path,
        headers: { ...headers, ...length },
      },
      (incoming) => {
        status = incoming.statusCode ?? 0;
        let text = '';
        // A stream of events has no end: its head says all.
        if (incoming.headers['content-type']?.startsWith('text/event-stream')) {
          incoming.destroy();
          resolve({ status, headers: incoming.headers, text });
          return;
        }
        incoming.setEncoding('utf8');
        incoming.on('data', (chunk: string) => {
          text += chunk;
        });
        incoming.on('end', () => resolve({ status, headers: incoming.headers, text }));
        incoming.on('error', reject);
      },
    );
    outgoing.setTimeout(longestAnswerMs, () =>
      outgoing.destroy(
        new Error(`no answer to ${method} ${path} within ${longestAnswerMs / 1000} s`),
      ),
    );
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      // A refused body may be cut off while it is still being sent.
      const isCut = error.code === 'ECONNRESET' || error.code === 'EPIPE';
      if (isCut || (isAlone && status > 0)) resolve({ status, headers: {}, text: '' });
      else reject(error);
    });
    outgoing.end(body);
  });
}

/** Pieces of paths that mean something to one who decodes, unescapes or joins them. */
const PATH_PIECES = [
  '..',
  '.',
  '',
  '%2e%2e',
  '%2E.',
  '%2f',
  '%5c',
  '..%5c',
  '..%2f',
  '%c0%ae',
  '%00',
  '%25%32%65',
  '%zz',
  ';',
  '*',
  'x',
  'assets',
  'pictures',
  'index.html',
  '.env',
];

/** A path below a folder of files, of which some lead out of it. */
function oddPath(chance: Chance): string {
  const folder = chance.pick(['/assets/', '/pictures/', '/pictures/uploads/', '/']);
  return (
    folder +
    Array.from({ length: 1 + chance.below(4) }, () => chance.pick(PATH_PIECES)).join(
      chance.pick(['/', '', '%5c']),
    )
  );
}

/** Requests that are no HTTP any more, byte by byte. */
export function garbage(path: string, chance: Chance): Buffer {
  const head = (lines: string[]) => Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  const host = 'Host: localhost:3000';
  const end = 'Connection: close';
  return chance.pick<() => Buffer>([
    () => head([`GET ${oddPath(chance)} HTTP/1.1`, host, end]),
    () => head([`GET ${oddPath(chance)} HTTP/1.1`, host, 'Accept: text/html', end]),
    () =>
      head([`${chance.pick(['HEAD', 'POST', 'TRACE'])} ${oddPath(chance)} HTTP/1.1`, host, end]),
    () => head([`GET ${path} HTTP/${chance.pick(['1.0', '0.9', '2.0', '1.10', '-1'])}`, host, end]),
    () => head([`GET ${path}`, host]),
    () => head([`GET ${path} HTTP/9.9`, host, end]),
    () => head([`FROB ${path} HTTP/1.1`, host, end]),
    () => head([`get ${path} HTTP/1.1`, host, end]),
    () => head([`GET ${path} HTTP/1.1`, end]),
    () => head([`GET ${path} HTTP/1.1`, host, 'Host: other', end]),
    () => head([`GET http://evil.example${path} HTTP/1.1`, host, end]),
    () => head(['GET * HTTP/1.1', host, end]),
    () => head(['OPTIONS * HTTP/1.1', host, end]),
    () => head([`CONNECT ${path} HTTP/1.1`, host, end]),
    () => head([`GET ${path}\u0000 HTTP/1.1`, host, end]),
    () => head([`GET ${path}/é HTTP/1.1`, host, end]),
    () => head([`GET ${path}/ x HTTP/1.1`, host, end]),
    () => head([`GET /${'x'.repeat(20_000)} HTTP/1.1`, host, end]),
    () => head([`GET ${path} HTTP/1.1`, host, `X: ${'y'.repeat(20_000)}`, end]),
    () =>
      head([
        `GET ${path} HTTP/1.1`,
        host,
        ...Array.from({ length: 300 }, (_, n) => `X${n}: y`),
        end,
      ]),
    () => head([`GET ${path} HTTP/1.1`, host, 'X\u0000: y', end]),
    () => head([`GET ${path} HTTP/1.1`, host, 'X: a\u0001b', end]),
    () => head([`GET ${path} HTTP/1.1`, host, ' folded', end]),
    () => head([`GET ${path} HTTP/1.1`, host, 'no colon here', end]),
    () => head([`POST ${path} HTTP/1.1`, host, 'Content-Length: -1', end]),
    () => head([`POST ${path} HTTP/1.1`, host, 'Content-Length: 2, 3', end]),
    () => head([`POST ${path} HTTP/1.1`, host, 'Content-Length: 99999999999999999999', end]),
    () => head([`POST ${path} HTTP/1.1`, host, 'Content-Length: 2', 'Content-Length: 3', end]),
    () =>
      head([`POST ${path} HTTP/1.1`, host, 'Content-Length: 2', 'Transfer-Encoding: chunked', end]),
    () => head([`POST ${path} HTTP/1.1`, host, 'Transfer-Encoding: gzip, chunked', end]),
    () =>
      Buffer.concat([
        head([
          `POST ${path} HTTP/1.1`,
          host,
          'Sec-Fetch-Site: same-origin',
          'Content-Type: application/json',
          'Transfer-Encoding: chunked',
          end,
        ]),
        Buffer.from('zz\r\n{}\r\n0\r\n\r\n'),
      ]),
    () =>
      Buffer.concat([
        head([
          `POST ${path} HTTP/1.1`,
          host,
          'Sec-Fetch-Site: same-origin',
          'Content-Type: application/json',
          'Content-Length: 1',
          end,
        ]),
        Buffer.from('{}GET / HTTP/1.1\r\n\r\n'),
      ]),
    () => Buffer.from(Array.from({ length: 1 + chance.below(300) }, () => chance.below(256))),
    () => Buffer.from('\r\n\r\n\r\n'),
    () => Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03]),
    () => Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  ])();
}

/** Sends bytes and answers every status line that came back; the server is given a moment, then we hang up. */
export function sendBytes(port: number, bytes: Buffer): Promise<number[]> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    const hangUp = setTimeout(() => socket.destroy(), 100);
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    // Being cut off is one of the right answers.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(hangUp);
      resolve([...text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map((match) => Number(match[1])));
    });
  });
}
