import { test } from './member.ts';
import { setUp } from './new-site.ts';
import { mouseOn } from './presses.ts';

test.use({ siteName: 'new' });

test('a new site is set up to its first payment and mail', async ({ page, site, others }) => {
  await page.clock.install();
  await setUp({ page, site, hand: mouseOn(page), visitor: await others.caller() });
});
