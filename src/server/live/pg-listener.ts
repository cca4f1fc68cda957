import pg from 'pg';
import { seconds } from '../../shared/time.ts';
import { type OpenDatabase, outsideTransaction } from '../database/database.ts';

/** How often a quiet connection is asked whether it still lives. */
const probeMs = seconds(10);
const longestPauseMs = seconds(5);

export interface Listening {
  /** Whether what is sent now arrives here. */
  isUp(): boolean;
  /** Resolves when it does; at the latest after `limitMs`, with the answer. */
  up(limitMs: number): Promise<boolean>;
  stop(): Promise<void>;
}

/**
 * One connection that listens on a channel of PostgreSQL for as long as the process lives, opened anew when it
 * breaks (at once, then ever more slowly up to 5 s). What is sent while it is away is lost: `on.lost` says so.
 */
export function listenOn(
  database: OpenDatabase,
  channel: string,
  on: {
    notice(text: string): void;
    lost(): void;
    /** Why it could not be opened; it is tried again. */
    failed(error: unknown): void;
  },
): Listening {
  let isUp = false;
  let isStopping = false;
  let waiting: (() => void)[] = [];
  let close: () => Promise<void> = async () => undefined;

  const markUp = () => {
    isUp = true;
    for (const go of waiting.splice(0)) go();
  };
  const markDown = () => {
    const wasUp = isUp;
    isUp = false;
    if (wasUp && !isStopping) on.lost();
  };
  const fail = (error: unknown) => {
    if (!isStopping) on.failed(error);
  };

  async function keepListening(connectionString: string) {
    for (let pauseMs = 100; !isStopping; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      const connection = await openListener(connectionString, channel, on.notice).catch(fail);
      if (connection) {
        close = connection.close;
        if (isStopping) await close();
        pauseMs = 100;
        markUp();
        await connection.broken;
        markDown();
      }
      if (!isStopping) await new Promise((go) => setTimeout(go, pauseMs).unref());
    }
  }

  const { pglite, pool } = database;
  if (pglite) {
    void outsideTransaction(() => pglite.listen(channel, on.notice)).then((unlisten) => {
      close = unlisten;
      markUp();
    }, fail);
  } else {
    void outsideTransaction(() => keepListening(pool?.options.connectionString ?? ''));
  }

  return {
    isUp: () => isUp,
    async up(limitMs) {
      if (isUp) return true;
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((go) => {
        waiting.push(go);
        timer = setTimeout(go, limitMs);
      });
      clearTimeout(timer);
      return isUp;
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
  onNotice: (text: string) => void,
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
  client.on('notification', ({ payload }) => onNotice(payload ?? ''));
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
