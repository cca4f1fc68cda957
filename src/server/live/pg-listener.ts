import pg from 'pg';
import { seconds } from '../../shared/time.ts';
import { type OpenDatabase, outsideTransaction } from '../database/database.ts';

/** How often a quiet connection is probed. */
const probeMs = seconds(10);
const longestPauseMs = seconds(5);

export interface PgListener {
  /** Waits for the connection, at most `limitMs`; resolves with whether there is one. */
  whenConnected(limitMs: number): Promise<boolean>;
  stop(): Promise<void>;
}

/**
 * One connection that listens on a channel of PostgreSQL for as long as the process lives, opened anew when it
 * breaks (at once, then ever more slowly up to 5 s). Messages that are sent while it is closed are lost: `onDisconnect` reports that.
 */
export function listenOn(
  database: OpenDatabase,
  channel: string,
  handlers: {
    onMessage(text: string): void;
    onDisconnect(): void;
    /** The connection could not be opened; it is tried again. */
    onError(error: unknown): void;
  },
): PgListener {
  let isConnected = false;
  let isStopping = false;
  let waiting: (() => void)[] = [];
  let close: () => Promise<void> = async () => undefined;

  const markConnected = () => {
    isConnected = true;
    for (const go of waiting.splice(0)) go();
  };
  const markDisconnected = () => {
    const wasConnected = isConnected;
    isConnected = false;
    if (wasConnected && !isStopping) handlers.onDisconnect();
  };
  const fail = (error: unknown) => {
    if (!isStopping) handlers.onError(error);
  };

  async function keepListening(connectionString: string) {
    for (let pauseMs = 100; !isStopping; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      const connection = await openListener(connectionString, channel, handlers.onMessage).catch(
        fail,
      );
      if (connection) {
        close = connection.close;
        if (isStopping) await close();
        pauseMs = 100;
        markConnected();
        await connection.broken;
        markDisconnected();
      }
      if (!isStopping) await new Promise((go) => setTimeout(go, pauseMs).unref());
    }
  }

  const { pglite, pool } = database;
  if (pglite) {
    void outsideTransaction(() => pglite.listen(channel, handlers.onMessage)).then((unlisten) => {
      close = unlisten;
      markConnected();
    }, fail);
  } else {
    void outsideTransaction(() => keepListening(pool?.options.connectionString ?? ''));
  }

  return {
    async whenConnected(limitMs) {
      if (isConnected) return true;
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((go) => {
        waiting.push(go);
        timer = setTimeout(go, limitMs);
      });
      clearTimeout(timer);
      return isConnected;
    },
    async stop() {
      isStopping = true;
      waiting = [];
      await close();
    },
  };
}

interface Connection {
  /** Resolves when it has broken or was closed. */
  broken: Promise<void>;
  close(): Promise<void>;
}

async function openListener(
  connectionString: string,
  channel: string,
  onMessage: (text: string) => void,
): Promise<Connection> {
  const client = new pg.Client({
    connectionString,
    keepAlive: true,
    connectionTimeoutMillis: seconds(2),
    query_timeout: seconds(5),
    application_name: 'one-africa-live',
  });
  const { promise: broken, resolve: breakIt } = Promise.withResolvers<void>();
  client.on('error', () => breakIt());
  client.on('end', () => breakIt());
  client.on('notification', ({ payload }) => onMessage(payload ?? ''));
  const close = async () => {
    clearInterval(probe);
    breakIt();
    // Ending a connection that is already dead fails, and nothing is left to do then.
    await client.end().catch(() => undefined);
  };
  // A connection that was cut without a signal reports nothing, so it is queried.
  const probe = setInterval(() => {
    client.query('select 1').catch(() => void close());
  }, probeMs).unref();
  try {
    await client.connect();
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
  } catch (error) {
    await close();
    throw error;
  }
  void broken.then(close);
  return { broken, close };
}
