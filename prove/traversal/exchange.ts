import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { seconds } from '../../src/shared/time.ts';

/** The server itself cuts what takes longer than twelve seconds. */
const longestAnswerMs = seconds(20);

/** What came back on one connection. */
export interface Came {
  /** Of the first answer; 0 when the connection was closed without one. */
  status: number;
  head: string;
  /** Of the first answer, unpacked. */
  body: Buffer;
  /** All bytes as they came, of every answer. */
  all: Buffer;
  /** The server neither answered to the end nor closed the connection. */
  isStuck: boolean;
}

/** Sends bytes over a connection of their own and reads until the server closes it. */
export function exchange(port: number, bytes: Buffer): Promise<Came> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let isStuck = false;
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setTimeout(longestAnswerMs, () => {
      isStuck = true;
      socket.destroy();
    });
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    // Being cut off is one of the right answers.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      const all = Buffer.concat(chunks);
      resolve({ ...firstOf(all), all, isStuck });
    });
  });
}

function firstOf(all: Buffer): Pick<Came, 'status' | 'head' | 'body'> {
  const end = all.indexOf('\r\n\r\n');
  const head = all.toString('latin1', 0, end < 0 ? all.length : end);
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1] ?? 0);
  if (end < 0) return { status, head, body: Buffer.alloc(0) };
  return { status, head, body: unpacked(head, bodyOf(head, all.subarray(end + 4))) };
}

function bodyOf(head: string, rest: Buffer): Buffer {
  if (/\r\ntransfer-encoding: chunked/i.test(head)) return joinChunks(rest);
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  return length === undefined ? rest : rest.subarray(0, Number(length));
}

/** RFC 9112, 7.1. */
function joinChunks(rest: Buffer): Buffer {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const line = rest.indexOf('\r\n', at);
    const size = Number.parseInt(rest.toString('latin1', at, line), 16);
    if (line < 0 || !(size > 0)) return Buffer.concat(chunks);
    chunks.push(rest.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
}

/** The same page comes packed thousands of times. */
const lastPages = new Map<string, Buffer>();

function unpacked(head: string, body: Buffer): Buffer {
  const encoding = /\r\ncontent-encoding: (\w+)/i.exec(head)?.[1];
  // The answer to HEAD has none.
  if (encoding === undefined || body.length === 0) return body;
  const key = body.toString('latin1');
  const known = lastPages.get(key);
  if (known) return known;
  let page: Buffer;
  try {
    page = encoding === 'br' ? brotliDecompressSync(body) : gunzipSync(body);
  } catch {
    // A file that is not packed, in the place of one that is: to be looked at as it came.
    page = body;
  }
  if (lastPages.size < 200) lastPages.set(key, page);
  return page;
}
