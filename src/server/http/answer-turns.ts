import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { seconds } from '../../shared/time.ts';
import { putInFront } from './in-front.ts';

/** Requests that may wait on one connection for the answer before theirs; no browser sends two at once. */
const mostWaiting = 4;
/** A reader that takes nothing for so long has gone, or wants us to keep what it does not read. */
const longestStuckMs = seconds(8);
const checkEveryMs = seconds(0.5);

/** Node's own, as far as it is used here; the number says what follows the header. */
interface Parser {
  onIncoming(request: IncomingMessage & { upgrade?: boolean }): number;
}
const SKIP_THE_REST = 2;

/** What the kernel has not taken yet. `writableLength` counts a write until its last byte, so it shows no progress. */
const unsentBytesOf = (socket: Socket & { _handle?: { writeQueueSize?: number } | null }) =>
  socket._handle?.writeQueueSize ?? 0;

/**
 * One answer at a time on each connection, the next one begun once the kernel has taken the last: what is sent in
 * one packet and never read costs us one answer, not a hundred. A connection on which too many requests
 * wait, or whose reader takes nothing, is cut. Comes behind every other listener of requests.
 */
export function installAnswerTurns(server: Server): void {
  const waitingOn = new WeakMap<Socket, number>();
  putInFront(server, (request, response, next) => {
    // Node gives the connection to one response after the other.
    if (response.socket) {
      next(request, response);
      return;
    }
    const { socket } = request;
    const waiting = waitingOn.get(socket) ?? 0;
    if (waiting === mostWaiting) {
      cut(socket);
      return;
    }
    waitingOn.set(socket, waiting + 1);
    response.once('socket', () => {
      waitingOn.set(socket, (waitingOn.get(socket) ?? 1) - 1);
      // Other connections come first, and of one that was cut meanwhile nothing is worth the work.
      setImmediate(() => {
        if (!socket.destroyed) next(request, response);
      });
    });
  });
  cutStuckReaders(server);
}

/**
 * Node's parser goes on to the end of the packet, and what it makes of that stays until the connection has closed,
 * a request, a response and two errors for each: it ends at the next one when that is said to be no HTTP.
 */
function cut(socket: Socket & { parser?: Parser | null }): void {
  const { parser } = socket;
  if (parser)
    parser.onIncoming = (request) => {
      request.upgrade = false;
      return SKIP_THE_REST;
    };
  socket.destroy();
}

/** Cuts connections whose unsent bytes stay as many for too long. */
function cutStuckReaders(server: Server): void {
  const sockets = new Map<Socket, { unsentBytes: number; sinceMs: number }>();
  server.on('connection', (socket: Socket) => {
    sockets.set(socket, { unsentBytes: 0, sinceMs: 0 });
    socket.once('close', () => sockets.delete(socket));
  });
  const timer = setInterval(() => {
    const nowMs = performance.now();
    for (const [socket, seen] of sockets) {
      const unsentBytes = unsentBytesOf(socket);
      if (unsentBytes !== seen.unsentBytes || unsentBytes === 0)
        sockets.set(socket, { unsentBytes, sinceMs: nowMs });
      else if (nowMs - seen.sinceMs >= longestStuckMs) socket.destroy();
    }
  }, checkEveryMs).unref();
  server.once('close', () => clearInterval(timer));
}
