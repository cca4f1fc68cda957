import type { ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { Fault } from '../../shared/fault.ts';
import { seconds } from '../../shared/time.ts';
import { words } from '../../shared/words.ts';
import { idleMsOf } from '../security/authorize.ts';
import type { Caller, AppContext } from '../context.ts';
import { isUnavailable, type OpenDatabase, outsideTransaction } from '../database/database.ts';
import { closedHeaders } from '../security/headers.ts';
import { type PgListener, listenOn } from './pg-listener.ts';
import { findSessions, LIVE_CHANNEL, type LiveMessage } from './live.store.ts';
import type { Session } from '../security/session.store.ts';

/** Of one member on one instance; a browser that speaks HTTP/1.1 opens six connections in all. */
const mostConnectionsOfMember = 4;
const mostConnections = 5000;
/** More than what a page that still reads can be behind. */
const mostUnsentBytes = 64 * 1024;
const heartbeatMs = seconds(20);
const mediaType = 'text/event-stream; charset=utf-8';
const STREAM_HEADERS = {
  'Content-Type': mediaType,
  'Cache-Control': 'no-store, no-transform',
  // nginx keeps back what looks small.
  'X-Accel-Buffering': 'no',
};
/** After so many seconds the sessions are read again, whatever was reported of them. */
const rereadEverySeconds = 5;

/** The listener that the handler of a call with the answer `events` returns. */
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
  /** Keeps the reply open. Throws 429 beyond a handful per member, 503 while there is no connection for events. */
  open(request: FastifyRequest, reply: FastifyReply, listener: Listener): Promise<FastifyReply>;
  /** Ends every stream: browsers come back by themselves, to anyone who answers then. */
  close(): Promise<void>;
  count(): number;
}

/** The open streams, also by member. */
function createConnections() {
  const all = new Set<Connection>();
  const byMember = new Map<string, Set<Connection>>();
  const ofMember = (id: string): Set<Connection> => byMember.get(id) ?? new Set();

  function add(connection: Connection): void {
    all.add(connection);
    byMember.set(connection.memberId, ofMember(connection.memberId).add(connection));
  }

  function disconnect(connection: Connection, lastEvent?: string): void {
    if (!all.delete(connection)) return;
    const own = ofMember(connection.memberId);
    own.delete(connection);
    if (own.size === 0) byMember.delete(connection.memberId);
    connection.response.end(lastEvent);
  }

  function write(connection: Connection, text: string): void {
    connection.response.write(text);
    // A client that does not read must not fill our memory.
    if (connection.response.writableLength <= mostUnsentBytes) return;
    connection.response.destroy();
    disconnect(connection);
  }

  const endSession = (connection: Connection) =>
    disconnect(connection, eventOf('session-ended', {}));
  const endAll = () => {
    for (const connection of all) disconnect(connection);
  };

  /** Passes events on to their members, and ends the streams of a session that has ended. */
  function handleMessage(message: LiveMessage): void {
    for (const { to, event, data } of message.events ?? [])
      for (const connection of ofMember(to)) write(connection, eventOf(event, data));
    if (message.ended === undefined) return;
    for (const connection of all)
      if (connection.sessionId === message.ended) endSession(connection);
  }

  return { all, ofMember, add, disconnect, write, endSession, endAll, handleMessage };
}

/**
 * The streams of this instance. They begin to listen to the database with the first of them; a stream ends with
 * the session that opened it, and all end when events may have been missed: pages read anew when they reconnect.
 */
export function createLive(
  database: OpenDatabase,
  context: Pick<AppContext, 'clock' | 'settings' | 'publicUrl'>,
  log: FastifyBaseLogger,
): Live {
  const connections = createConnections();
  const headers = closedHeaders(context.publicUrl);
  let listener: PgListener | undefined;
  let timers: NodeJS.Timeout[] = [];
  let isClosed = false;

  const { disconnect, write, endSession, endAll } = connections;

  /** Ends connections whose session is gone or has expired, and updates the end of the others. */
  async function checkConnections(checked: Connection[]): Promise<void> {
    if (checked.length === 0) return;
    const found = await findSessions(database.db, [...new Set(checked.map((s) => s.sessionId))]);
    const byId = new Map(found.map((session) => [session.id, session]));
    const nowMs = context.clock.now().getTime();
    for (const connection of checked) {
      const session = byId.get(connection.sessionId);
      connection.endsAtMs = session ? endOf(session, connection.idleMs) : 0;
      if (connection.endsAtMs <= nowMs) endSession(connection);
    }
  }

  function checkSessions(beat: number): void {
    const nowMs = context.clock.now().getTime();
    const isAll = beat % rereadEverySeconds === 0;
    const checked = [...connections.all].filter(
      (connection) => isAll || connection.endsAtMs <= nowMs,
    );
    checkConnections(checked).catch((error: unknown) => {
      log.warn({ err: error }, 'sessions could not be read; their streams end');
      for (const connection of checked) disconnect(connection);
    });
  }

  function begin(): PgListener {
    let beat = 0;
    timers = [
      setInterval(() => checkSessions(++beat), seconds(1)).unref(),
      setInterval(() => {
        // Keeps proxies from taking the silence for the end.
        for (const connection of connections.all) write(connection, ':\n\n');
      }, heartbeatMs).unref(),
    ];
    return listenOn(database, LIVE_CHANNEL, {
      onMessage(text) {
        try {
          outsideTransaction(() => connections.handleMessage(JSON.parse(text) as LiveMessage));
        } catch (error) {
          // A malformed message on the channel is no reason to stop.
          log.error({ err: error }, 'a live message could not be read');
        }
      },
      onDisconnect() {
        log.warn('the connection for live events broke; open streams end and reconnect');
        endAll();
      },
      onError: (error) => log.warn({ err: error }, 'no connection for live events'),
    });
  }

  return {
    count: () => connections.all.size,
    async open(request, reply, { caller, session }) {
      if (request.method === 'HEAD') return reply.type(mediaType).send('');
      listener ??= begin();
      if (
        isClosed ||
        connections.all.size >= mostConnections ||
        !(await listener.whenConnected(seconds(2)))
      )
        throw notAvailable();
      if (connections.ofMember(caller.id).size >= mostConnectionsOfMember) throw tooManyTabs();
      reply.hijack();
      const idleMs = idleMsOf(caller, context.settings);
      const connection = connectionOf({ caller, session }, idleMs, reply.raw);
      // Taken before the session is read once more, so that its end cannot pass unseen between the two.
      connections.add(connection);
      connection.response.on('close', () => disconnect(connection));
      connection.response.on('error', () => disconnect(connection));
      reply.raw.writeHead(200, { ...headers, ...STREAM_HEADERS, 'X-Request-Id': request.id });
      // Spread, so that not everyone comes back in the same moment.
      write(connection, `retry: ${1000 + Math.floor(Math.random() * 3000)}\n\n`);
      await checkConnections([connection]).catch((error: unknown) => {
        if (!isUnavailable(error)) log.error({ err: error }, 'a session could not be read');
        disconnect(connection);
      });
      return reply;
    },
    async close() {
      isClosed = true;
      for (const timer of timers) clearInterval(timer);
      endAll();
      await listener?.stop();
    },
  };
}

const connectionOf = (
  { caller, session }: Listener,
  idleMs: number,
  response: ServerResponse,
): Connection => ({
  memberId: caller.id,
  sessionId: session.id,
  idleMs,
  endsAtMs: endOf(session, idleMs),
  response,
});

const endOf = (session: Pick<Session, 'expire' | 'lastSeenAt'>, idleMs: number) =>
  Math.min(session.expire.getTime(), session.lastSeenAt.getTime() + idleMs);

const eventOf = (name: string, data: object) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

const notAvailable = () =>
  new Fault(
    503,
    words('Live updates are not available right now. The page will check for updates instead.'),
    {
      headers: { 'Retry-After': '5' },
    },
  );
const tooManyTabs = () =>
  new Fault(
    429,
    words('You have this site open in many tabs. This one will check for updates instead.'),
    {
      headers: { 'Retry-After': '60' },
    },
  );
