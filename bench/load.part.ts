import { connect, type Socket } from 'node:net';

/** Bytes of the n-th request of a run; `n` counts over all connections. */
export type RequestOf = (n: number) => string | Buffer;

export interface Load {
  port: number;
  requestOf: RequestOf;
  connections: number;
  /** Ends after so many answers … */
  requests?: number;
  /** … or after this time, whichever comes first. */
  forMs: number;
  /** Any other status fails the benchmark. */
  status: number;
}

/**
 * Keeps every connection busy with one request at a time and answers how many per second were
 * answered. A few lines on bare sockets, because on two cores a heavier client is measured more
 * than the server. Understands answers with a Content-Length alone, and throws on all others.
 */
export async function perSecond(load: Load): Promise<number> {
  const startedAtMs = performance.now();
  const until = startedAtMs + load.forMs;
  const limit = load.requests ?? Number.POSITIVE_INFINITY;
  let sent = 0;
  let answered = 0;
  let sockets: Socket[] = [];
  const next = () =>
    sent < limit && performance.now() < until ? load.requestOf(sent++) : undefined;
  try {
    const workers = Array.from({ length: load.connections }, () => {
      const socket = connect({ port: load.port, host: '127.0.0.1', noDelay: true });
      sockets.push(socket);
      return worker(socket, load.status, next, () => void answered++);
    });
    await Promise.all(workers);
  } finally {
    for (const socket of sockets) socket.destroy();
    sockets = [];
  }
  return (answered / (performance.now() - startedAtMs)) * 1000;
}

function worker(
  socket: Socket,
  status: number,
  next: () => string | Buffer | undefined,
  onAnswer: () => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let held: Buffer | undefined;
    const go = () => {
      const request = next();
      if (request === undefined) resolve();
      else socket.write(request);
    };
    socket.once('connect', go);
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('The server closed a connection.')));
    socket.on('data', (chunk: Buffer) => {
      held = held ? Buffer.concat([held, chunk]) : chunk;
      const end = held.indexOf('\r\n\r\n');
      if (end < 0) return;
      const head = held.toString('latin1', 0, end);
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN);
      if (!head.startsWith(`HTTP/1.1 ${status} `) || Number.isNaN(length))
        return reject(new Error(`Expected ${status} with a length:\n${held.toString()}`));
      if (held.length < end + 4 + length) return;
      held = undefined;
      onAnswer();
      go();
    });
  });
}

export const median = (list: readonly number[]): number =>
  list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;
