import type { Server, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { seconds } from '../../shared/time.ts';

/** This many answers under way are everyday; more is a rush. */
const idleUpTo = 4;
/** A job waits no longer than this: in a rush that does not end, mails still leave. */
const longestWaitMs = seconds(2);
const checkEveryMs = 20;

/**
 * People before mails: resolves when few answers are under way, at the latest after two seconds.
 * For the embedded database, whose one connection jobs and visitors share.
 */
export function whenIdle(server: Server): () => Promise<void> {
  const answers = new Set<ServerResponse>();
  server.on('request', (_request, response) => {
    // A cached page, answered in front by now: nothing is under way, and following it costs a tenth of it.
    if (response.writableEnded) return;
    answers.add(response);
    // `close` comes after every end: answered, failed or hung up.
    response.once('close', () => answers.delete(response));
  });
  // Answers that have begun wait for their reader, a stream of events all day.
  const underWay = () => [...answers].filter(({ headersSent }) => !headersSent).length;
  return async () => {
    const end = Date.now() + longestWaitMs;
    while (underWay() > idleUpTo && Date.now() < end) await sleep(checkEveryMs);
  };
}
