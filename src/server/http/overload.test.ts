import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openSite } from '../testing.ts';

/** Nothing else of this process runs meanwhile. */
const block = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/**
 * The answers of a site whose event loop is blocked for a second, until one is 503, at most so many; and those of its
 * two checks at that time. `shed`: how many of them the metrics say were refused.
 */
async function answersWhenBehind(limitMs: number, most: number) {
  const environment = { MAX_EVENT_LOOP_DELAY_MS: String(limitMs) };
  const site = await openSite({ work: false, environment });
  const look = async (path = '/api/unity-declaration') => (await site.visitor().get(path)).status;
  const behind = [];
  for (let times = 0; times < most && behind.at(-1) !== 503; times++) {
    block(1200);
    // The delay is noticed when the loop turns.
    await sleep(5);
    behind.push(await look());
  }
  const checks = { alive: await look('/healthz'), ready: await look('/readyz') };
  const { text: metrics } = await site.visitor().get('/metrics');
  const shed = Number(/^http_requests_shed_total (\d+)/m.exec(metrics)?.[1]);
  // A sample is taken each second at the latest.
  let later = 0;
  for (let times = 0; times < 200 && later !== 200; times++) {
    await sleep(50);
    later = await look();
  }
  await site.close();
  return { behind: behind.at(-1), ...checks, shed, later };
}

test('a process further behind than MAX_EVENT_LOOP_DELAY_MS says 503 until it has caught up, and that it lives', async () => {
  expect(await answersWhenBehind(300, 10)).toEqual({
    behind: 503,
    alive: 200,
    ready: 503,
    // With the readiness, which is one of them.
    shed: 2,
    later: 200,
  });
}, 90_000);

test('with 0 it answers whatever the delay', async () => {
  expect(await answersWhenBehind(0, 2)).toEqual({
    behind: 200,
    alive: 200,
    ready: 200,
    shed: 0,
    later: 200,
  });
}, 90_000);
