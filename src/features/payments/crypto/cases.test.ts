import { afterAll, beforeAll, test } from 'vitest';
import { CASES } from '../../../../prove/crypto/cases.ts';
import { openTill, type Till } from '../../../../prove/crypto/till.ts';
import { chainOf } from '../../../../sandbox/chain/testing.ts';
import { start } from '../../../../sandbox/testing.ts';
import { standInsOf } from '../../../server/sandbox.ts';
import { openSite, type Site } from '../../../server/testing.ts';
import { closeBooks } from '../testing.ts';

let site: Site;
let till: Till;
beforeAll(async () => {
  const sandbox = await start();
  const chain = chainOf(sandbox);
  await chain.mining('manual');
  site = await openSite({ work: false, standIns: standInsOf(sandbox) });
  till = openTill({ ...site.house, clock: site.clock }, sandbox, chain);
});
afterAll(() => closeBooks(site));

// The same with its figure: `npm run prove -- crypto`. What differs between the databases is the same in every
// case, locks and types, so that PostgreSQL plays one in three.
const cases =
  process.env.TEST_DATABASE === 'postgres' ? CASES.filter((_, n) => n % 3 === 0) : CASES;
for (const { name, play } of cases) test(name, () => play(till));
