import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Answered {
  n: number;
  /** 0 when the connection ended without an answer. */
  status: number;
  /** From the moment at which it was due, not from that at which it could be sent. */
  ms: number;
}

interface OpenLoop {
  /** Taken in turn. */
  ports: readonly number[];
  perSecond: number;
  forSeconds: number;
  requestOf(n: number, port: number): string;
}

interface Due {
  n: number;
  atMs: number;
}

/** At the most, at each port: what is due beyond them waits, and its time runs. */
const mostConnections = 200;
const tickMs = 10;

/**
 * Sends requests at a fixed rate whether or not the earlier ones are answered, and answers how each ended. Understands
 * answers with a Content-Length alone.
 */
export async function openLoop({ ports, perSecond, forSeconds, requestOf }: OpenLoop) {
  const answered: Answered[] = [];
  const lines = ports.map(
    (port) =>
      new Line(
        port,
        (n) => requestOf(n, port),
        (one) => void answered.push(one),
      ),
  );
  const startMs = performance.now();
  const all = perSecond * forSeconds;
  for (let n = 0; n < all; await sleep(tickMs)) {
    for (; n < all && performance.now() >= startMs + (n * 1000) / perSecond; n++)
      lines[n % lines.length]?.add({ n, atMs: startMs + (n * 1000) / perSecond });
  }
  while (answered.length < all) await sleep(tickMs);
  for (const line of lines) line.close();
  return answered;
}

/** The connections to one port. */
class Line {
  readonly #free: Socket[] = [];
  readonly #open = new Set<Socket>();
  #waiting: Due[] = [];
  readonly #port: number;
  readonly #requestOf: (n: number) => string;
  readonly #onAnswer: (one: Answered) => void;

  constructor(port: number, requestOf: (n: number) => string, onAnswer: (one: Answered) => void) {
    this.#port = port;
    this.#requestOf = requestOf;
    this.#onAnswer = onAnswer;
  }

  add(due: Due): void {
    const socket = this.#free.pop();
    if (socket) this.#send(socket, due);
    else if (this.#open.size < mostConnections) this.#send(this.#connect(), due);
    else this.#waiting.push(due);
  }

  close(): void {
    for (const socket of this.#open) socket.destroy();
  }

  #connect(): Socket {
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true });
    this.#open.add(socket);
    socket.on('error', () => undefined); // 'close' follows and says so.
    return socket;
  }

  #send(socket: Socket, { n, atMs }: Due): void {
    let held = '';
    const end = (status: number) => {
      socket.removeAllListeners('data').removeAllListeners('close');
      this.#onAnswer({ n, status, ms: performance.now() - atMs });
      if (status === 0) this.#open.delete(socket);
      const next = this.#waiting.shift();
      if (next) this.#send(status === 0 ? this.#connect() : socket, next);
      else if (status !== 0) this.#free.push(socket);
    };
    socket.once('close', () => end(0));
    socket.on('data', (chunk) => {
      held += chunk.toString('latin1');
      const head = held.indexOf('\r\n\r\n');
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(held)?.[1] ?? Number.NaN);
      if (head < 0 || held.length < head + 4 + length) return;
      end(Number(held.slice(9, 12)));
    });
    socket.write(this.#requestOf(n));
  }
}
