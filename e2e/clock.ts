import type { APIRequestContext } from '@playwright/test';
import { days } from '../src/shared/time.ts';
import { expect } from './site.ts';

interface Caller {
  request: APIRequestContext;
}

async function advance({ request }: Caller, advanceMs: number, jobs?: readonly string[]) {
  const answer = await request.put('/sandbox/clock', {
    headers: { 'Sec-Fetch-Site': 'same-origin' },
    data: { advanceMs, jobs },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** For the site and for PayPal; what is done each hour is done at once, or instead of it these jobs. */
export const passDays = (caller: Caller, count: number, ...jobs: string[]) =>
  advance(caller, days(count), jobs.length > 0 ? jobs : undefined);

/** Does at once what the site does by the minute or hour. */
export const runJob = (caller: Caller, job: string) => advance(caller, 0, [job]);
