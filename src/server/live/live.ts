import type { ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { Fault } from '../../shared/fault.ts';
import { seconds } from '../../shared/time.ts';
import { words } from '../../shared/words.ts';
import { idleMsOf } from '../security/authorize.ts';
import type { Caller, AppContext } from '../context.ts';
import { isUnavailable, type OpenDatabase, outsideTransaction } from '../database/database.ts';
import { closedHeaders } from '../security/headers.ts';
import { type Listening, listenOn } from './pg-listener.ts';
import { findSessions, LIVE_CHANNEL, type LiveMessage } from './live.store.ts';
import type { Session } from '../security/session.store.ts';

/** Of one member on one instance; a browser that speaks HTTP/1.1 opens six connections in all. */
const mostConnectionsOfMember = 4;
const mostConnections = 5000;
/** More than what a page that still reads can be behind. */
const mostUnsentBytes = 64 * 1024;
const heartbeatMs = seconds(20);
const mediaType = 'text/event-stream; charset=utf-8';
/** After so many beats of a second the sessions are read again, whatever was told of them. */
const rereadEverySeconds = 5;

/** Who listens, as the handler of a call with the answer `events` says. */
export interface Listener {
  caller: Caller;
  session: Session;
}

/** One open stream. Kept small: there are thousands. */
interface Connection {
  memberId: string;
  sessionId: string;
  idleMs: number;
  /** When the session ends unless it is used meanwhile. */
  endsAtMs: number;
  response: ServerResponse;
}

export interface Live {
  /** Keeps the reply open. Throws 429 beyond a handful per member, 503 while no news can be had. */
  open(request: FastifyRequest, reply: FastifyReply, listener: Listener): Promise<FastifyReply>;
  /** Ends every stream: browsers come back by themselves, to anyone who answers then. */
  close(): Promise<void>;
  count(): number;
}

/**
 * The streams of this instance. They begin to listen to the database with the first of them; a stream ends with
 * the session that opened it, and all end when news may have been missed, as the pages read anew when they return.
 */
export function createLive(
  database: OpenDatabase,
  context: Pick<AppContext, 'clock' | 'settings' | 'publicUrl'>,
  log: FastifyBaseLogger,
): Live {
  const connections = new Set<Connection>();
  const byMember = new Map<string, Set<Connection>>();
  const headers = closedHeaders(context.publicUrl);
  let listening: Listening | undefined;
  let timers: NodeJS.Timeout[] = [];
  let isClosed = false;

  function disconnect(connection: Connection, lastWords?: string): void {
    if (!connections.delete(connection)) return;
    const own = byMember.get(connection.memberId);
    own?.delete(connection);
    if (own?.size === 0) byMember.delete(connection.memberId);
    connection.response.end(lastWords);
  }

  function write(connection: Connection, text: string): void {
    connection.response.write(text);
    // Who does not read must not fill our memory.
    if (connection.response.writableLength <= mostUnsentBytes) return;
    connection.response.destroy();
    disconnect(connection);
  }

  const endSession = (seat: Connection) => disconnect(seat, eventOf('session-ended', {}));
  const endAll = () => {
    for (const seat of connections) disconnect(seat);
  };

  function handleMessage(notice: LiveMessage): void {
    for (const { to, event, data } of notice.events ?? [])
      for (const seat of byMember.get(to) ?? []) write(seat, eventOf(event, data));
    if (notice.ended === undefined) return;
    for (const seat of connections) if (seat.sessionId === notice.ended) endSession(seat);
  }

  /** Ends those whose session is gone or has run out, and learns how long the others have. */
  async function reread(some: Connection[]): Promise<void> {
    if (some.length === 0) return;
    const found = await findSessions(database.db, [...new Set(some.map((s) => s.sessionId))]);
    const byId = new Map(found.map((session) => [session.id, session]));
    const nowMs = context.clock.now().getTime();
    for (const seat of some) {
      const session = byId.get(seat.sessionId);
      seat.endsAtMs = session ? endOf(session, seat.idleMs) : 0;
      if (seat.endsAtMs <= nowMs) endSession(seat);
    }
  }

  function checkSessions(beat: number): void {
    const nowMs = context.clock.now().getTime();
    const isAll = beat % rereadEverySeconds === 0;
    const some = [...connections].filter((seat) => isAll || seat.endsAtMs <= nowMs);
    reread(some).catch((error: unknown) => {
      log.warn({ err: error }, 'sessions could not be read; their streams end');
      for (const seat of some) disconnect(seat);
    });
  }

  function begin(): Listening {
    let beat = 0;
    timers = [
      setInterval(() => checkSessions(++beat), seconds(1)).unref(),
      setInterval(() => {
        // Keeps proxies from taking the silence for the end.
        for (const seat of connections) write(seat, ':\n\n');
      }, heartbeatMs).unref(),
    ];
    return listenOn(database, LIVE_CHANNEL, {
      notice(text) {
        try {
          outsideTransaction(() => handleMessage(JSON.parse(text) as LiveMessage));
        } catch (error) {
          // Anyone who may write to the channel is no reason to stop.
          log.error({ err: error }, 'a live notice could not be read');
        }
      },
      lost() {
        log.warn('the connection for live news broke; open streams end and come back');
        endAll();
      },
      failed: (error) => log.warn({ err: error }, 'no connection for live news'),
    });
  }

  return {
    count: () => connections.size,
    async open(request, reply, { caller, session }) {
      if (request.method === 'HEAD') return reply.type(mediaType).send('');
      listening ??= begin();
      if (isClosed || connections.size >= mostConnections || !(await listening.up(seconds(2))))
        throw notAvailable();
      const own = byMember.get(caller.id) ?? new Set();
      if (own.size >= mostConnectionsOfMember) throw tooManyTabs();
      reply.hijack();
      const idleMs = idleMsOf(caller, context.settings);
      const seat: Connection = {
        memberId: caller.id,
        sessionId: session.id,
        idleMs,
        endsAtMs: endOf(session, idleMs),
        response: reply.raw,
      };
      // Taken before the session is read once more, so that its end cannot pass unseen between the two.
      connections.add(seat);
      byMember.set(caller.id, own.add(seat));
      seat.response.on('close', () => disconnect(seat));
      seat.response.on('error', () => disconnect(seat));
      seat.response.writeHead(200, {
        ...headers,
        'Content-Type': mediaType,
        'Cache-Control': 'no-store, no-transform',
        // nginx keeps back what looks small.
        'X-Accel-Buffering': 'no',
        'X-Request-Id': request.id,
      });
      // Spread, so that not everyone comes back in the same moment.
      write(seat, `retry: ${1000 + Math.floor(Math.random() * 3000)}\n\n`);
      await reread([seat]).catch((error: unknown) => {
        if (!isUnavailable(error)) log.error({ err: error }, 'a session could not be read');
        disconnect(seat);
      });
      return reply;
    },
    async close() {
      isClosed = true;
      for (const timer of timers) clearInterval(timer);
      endAll();
      await listening?.stop();
    },
  };
}

const endOf = (session: Pick<Session, 'expire' | 'lastSeenAt'>, idleMs: number) =>
  Math.min(session.expire.getTime(), session.lastSeenAt.getTime() + idleMs);

const eventOf = (name: string, data: object) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

const notAvailable = () =>
  new Fault(503, words('Live news are not to be had just now. The page asks for them instead.'), {
    headers: { 'Retry-After': '5' },
  });
const tooManyTabs = () =>
  new Fault(429, words('You have us open in many tabs. This one asks for news instead.'), {
    headers: { 'Retry-After': '60' },
  });
