import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { isUnavailable } from '../../../../server/database/database.ts';
import { seconds } from '../../../../shared/time.ts';
import { holdWatch, leaveWatch } from './block.store.ts';
import { ChainAway } from './nodes.gateway.ts';
import { payingChain } from './paying-chain.service.ts';
import { type Round, scanOnce, type Watcher } from './watch.service.ts';

/** Mainnet has a block every twelve seconds, the sandbox one every second while somebody pays. */
const busyPauseMs = { real: seconds(4), test: seconds(1) };
const quietPauseMs = seconds(6);
/** After a round that came to nothing. */
const troublePauseMs = seconds(10);
/** An instance that was killed is replaced after this long. */
const heldMs = seconds(15);

/**
 * Watches the chain until it is stopped: rounds of `scanOnce`, by one instance at a time. A loop and not a job of
 * the queue: its cron counts in minutes, a job that sends itself again would leave tens of thousands of rows a day,
 * and both wait for a killed worker's job to run out. Everything that a round knows is in rows, so nothing is lost
 * with the loop; who watches is a row with an end, so that the next instance takes over. Answers how to stop it.
 */
export function keepWatch(watcher: Watcher, log: FastifyBaseLogger): () => Promise<void> {
  const holder = randomUUID();
  const stopping = new AbortController();
  let trouble: string | undefined;
  let heldUntilMs = 0;

  async function round(): Promise<Round['state'] | 'elsewhere'> {
    const service = payingChain(watcher);
    if (!service) return 'off';
    const now = watcher.clock.now();
    if (now.getTime() > heldUntilMs - heldMs / 2 || heldUntilMs > now.getTime() + heldMs) {
      const watch = { chainId: service.chainId, holder, now, forMs: heldMs };
      if (!(await holdWatch(watcher.db, watch))) return 'elsewhere';
      heldUntilMs = now.getTime() + heldMs;
    }
    return (await scanOnce(watcher)).state;
  }

  /** Says once what is wrong, and once that it is right again: a node that is away for a night fills no log. */
  function report(error: unknown): void {
    const what = error instanceof Error ? error.message : String(error);
    if (what === trouble) return;
    trouble = what;
    if (error instanceof ChainAway || isUnavailable(error))
      log.warn({ err: error }, 'the chain cannot be read');
    else log.error({ err: error }, 'the watch over the chain failed');
  }

  async function pauseAfter(): Promise<number> {
    try {
      const state = await round();
      if (trouble) log.info('the chain is read again');
      trouble = undefined;
      if (state !== 'busy') return quietPauseMs;
      return payingChain(watcher)?.isTest ? busyPauseMs.test : busyPauseMs.real;
    } catch (error) {
      report(error);
      return troublePauseMs;
    }
  }

  async function watchOn(): Promise<void> {
    while (!stopping.signal.aborted) {
      const pauseMs = await pauseAfter();
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch((error: unknown) => {
        // Being asked to stop ends the pause early, by throwing; nothing else does.
        if (!stopping.signal.aborted) throw error;
      });
    }
    await leaveWatch(watcher.db, holder);
  }

  const ended = watchOn();
  return async () => {
    stopping.abort();
    // The database may be gone by now; the watch then ends by its time.
    await ended.catch(report);
  };
}
