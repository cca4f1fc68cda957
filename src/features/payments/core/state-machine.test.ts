import { afterAll, beforeAll, expect, test } from 'vitest';
import { playSequences } from '../../../../testing/state-machine/machine.ts';
import { openSite, type Site } from '../../../server/testing.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite({ work: false });
});
afterAll(() => site.close());

// The full form is `npm run prove -- state-machine`.
test('random sequences of steps, corrections, moves, closed months and time keep every invariant of the ledger', async () => {
  const played = await playSequences(site.db, { runs: 100, longest: 50, limitMs: 240_000 });
  expect(played.sequences).toBe(100);
  expect(played.corrected).toBeGreaterThan(50);
  expect(played.moved).toBeGreaterThan(20);
  expect(played.refused).toBeGreaterThan(0);
}, 300_000);
