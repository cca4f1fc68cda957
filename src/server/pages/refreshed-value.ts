import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { seconds } from '../../shared/time.ts';

export type Log = Pick<FastifyBaseLogger, 'warn'>;

/** After a failure the last one is good enough for so long. */
const retryMs = seconds(1);
/** A reader of something old waits no longer for its renewal. */
const longestWaitMs = 500;

export type RefreshedValue<T> = ReturnType<typeof refreshedValue<T>>;

/**
 * A value that is expensive to make and read often. It is made once per version, and again when it is
 * older than `freshMs`; however many ask, it is made once at a time. Anyone who finds it a little old
 * gets it while it is renewed behind; a new version, or one that no one asked for in a long time,
 * is waited for. When it cannot be made the last one stays.
 */
export function refreshedValue<T>(make: (version: number) => Promise<T>, freshMs: number) {
  let current: { value: T; version: number; madeAtMs: number } | undefined;
  let making: { version: number; promise: Promise<T> } | undefined;
  let failedAtMs = Number.NEGATIVE_INFINITY;

  /** Made anew for a version, together with anyone who wants the same right now. Throws what making throws. */
  function refresh(version: number): Promise<T> {
    if (making?.version === version) return making.promise;
    const promise = make(version).then(
      (value) => {
        // A slow one for an older version comes too late.
        if (!current || current.version <= version)
          current = { value, version, madeAtMs: Date.now() };
        return value;
      },
      (error: unknown) => {
        failedAtMs = Date.now();
        throw error;
      },
    );
    const own = { version, promise };
    making = own;
    const end = () => {
      if (making === own) making = undefined;
    };
    promise.then(end, end);
    return promise;
  }

  return {
    renew: refresh,

    /** The value that can be returned without loading it again. */
    ready(version: number): T | undefined {
      const isFresh = current?.version === version && Date.now() - current.madeAtMs < freshMs;
      return isFresh ? current?.value : undefined;
    },

    /** The newest that can be had. Throws only when there was never one. */
    async get(version: number, log: Log): Promise<T> {
      if (!current) return refresh(version);
      const { value: last, version: lastVersion, madeAtMs } = current;
      const ageMs = Date.now() - madeAtMs;
      if (lastVersion === version && ageMs < freshMs) return last;
      if (Date.now() - failedAtMs < retryMs) return last;
      const next = refresh(version).catch((error: unknown) => {
        log.warn({ err: error }, 'could not be renewed, the last one is served');
        return last;
      });
      if (lastVersion !== version) return next;
      if (ageMs < 2 * freshMs) return last;
      return Promise.race([next, sleep(longestWaitMs, last, { ref: false })]);
    },

    /** The next reader waits for a new one; the last stays for when none can be made. */
    forget() {
      if (current) current = { ...current, version: -1 };
      failedAtMs = Number.NEGATIVE_INFINITY;
    },
  };
}
