import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { seconds } from '../../shared/time.ts';

export type Log = Pick<FastifyBaseLogger, 'warn'>;

/** After a failure the last one is good enough for so long. */
const retryMs = seconds(1);
/** A reader of something old waits no longer for its renewal. */
const patienceMs = 500;

export type Renewed<T> = ReturnType<typeof renewed<T>>;

/**
 * Something that is dear to make and read by many. It is made once per version, and anew when it is
 * older than `freshMs`; however many ask, it is made once at a time. Whoever finds it a little old
 * gets it while it is renewed behind; a new version, or one that nobody asked for in a long time,
 * is waited for. When it cannot be made the last one stands.
 */
export function renewed<T>(make: (version: number) => Promise<T>, freshMs: number) {
  let kept: { value: T; version: number; madeAtMs: number } | undefined;
  let making: { version: number; promise: Promise<T> } | undefined;
  let failedAtMs = Number.NEGATIVE_INFINITY;

  /** Made anew for a version, together with whoever wants the same right now. Throws what making throws. */
  function renew(version: number): Promise<T> {
    if (making?.version === version) return making.promise;
    const promise = make(version).then(
      (value) => {
        // A slow one for an older version comes too late.
        if (!kept || kept.version <= version) kept = { value, version, madeAtMs: Date.now() };
        return value;
      },
      (error: unknown) => {
        failedAtMs = Date.now();
        throw error;
      },
    );
    const mine = { version, promise };
    making = mine;
    const end = () => {
      if (making === mine) making = undefined;
    };
    promise.then(end, end);
    return promise;
  }

  return {
    renew,

    /** What may be handed out without asking anybody. */
    ready(version: number): T | undefined {
      const isFresh = kept?.version === version && Date.now() - kept.madeAtMs < freshMs;
      return isFresh ? kept?.value : undefined;
    },

    /** The newest that can be had. Throws only when there was never one. */
    async get(version: number, log: Log): Promise<T> {
      if (!kept) return renew(version);
      const { value: last, version: lastVersion, madeAtMs } = kept;
      const ageMs = Date.now() - madeAtMs;
      if (lastVersion === version && ageMs < freshMs) return last;
      if (Date.now() - failedAtMs < retryMs) return last;
      const next = renew(version).catch((error: unknown) => {
        log.warn({ err: error }, 'could not be renewed, the last one stands');
        return last;
      });
      if (lastVersion !== version) return next;
      if (ageMs < 2 * freshMs) return last;
      return Promise.race([next, sleep(patienceMs, last, { ref: false })]);
    },

    /** The next reader waits for a new one; the last stays for when none can be made. */
    forget() {
      if (kept) kept = { ...kept, version: -1 };
      failedAtMs = Number.NEGATIVE_INFINITY;
    },
  };
}
