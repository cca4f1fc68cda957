import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { seconds } from '../../shared/time.ts';

/** Longest wait for answers under way when the process is asked to stop. */
export const longestAnswerMs = seconds(10);

interface Stopping {
  /** How long the site serves on after `drain`. */
  drainMs: number;
  drain(): void;
  /** Closes what is behind the site. */
  closeOthers(): Promise<void>;
  report(error: unknown): void;
}

/**
 * SIGTERM or SIGINT: `drain`, then no new connections, ≤ 10 s for what runs, then `closeOthers` and the end of the
 * process, with 1 where that fails. Being asked again changes nothing.
 */
export function stopWhenAsked(app: FastifyInstance, stopping: Stopping): void {
  let ended: Promise<void> | undefined;
  const stop = async () => {
    stopping.drain();
    await sleep(stopping.drainMs);
    const hurry = setTimeout(() => app.server.closeAllConnections(), longestAnswerMs);
    await app.close();
    clearTimeout(hurry);
    await stopping.closeOthers();
  };
  const ask = () => {
    ended ??= stop().then(
      () => process.exit(0),
      (error) => {
        stopping.report(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', ask);
  process.on('SIGINT', ask);
}
