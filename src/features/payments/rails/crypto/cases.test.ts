import { afterAll, beforeAll, test } from 'vitest';
import { CASES } from '../../../../../testing/crypto/cases.ts';
import { openCheckout, type Checkout } from '../../../../../testing/crypto/checkout.ts';
import { chainOf } from '../../../../../sandbox/chain/testing.ts';
import { start } from '../../../../../sandbox/testing.ts';
import { sandboxServicesOf } from '../../../../server/sandbox.ts';
import { openSite, type Site } from '../../../../server/testing.ts';
import { closeWithBalancedLedger } from '../../core/testing.ts';

let site: Site;
let checkout: Checkout;
beforeAll(async () => {
  const sandbox = await start();
  const chain = chainOf(sandbox);
  await chain.mining('manual');
  site = await openSite({ work: false, sandboxServices: sandboxServicesOf(sandbox) });
  checkout = openCheckout({ ...site.context, clock: site.clock }, sandbox, chain);
});
afterAll(() => closeWithBalancedLedger(site));

// The same with its figure: `npm run prove -- crypto`. What differs between the databases, locks and types, is the
// same in every case, so that PGlite plays one in three.
const cases = process.env.TEST_DATABASE === 'pglite' ? CASES.filter((_, n) => n % 3 === 0) : CASES;
for (const { name, play } of cases) test(name, () => play(checkout));
