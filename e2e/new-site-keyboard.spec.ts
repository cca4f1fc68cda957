import { test } from './member.ts';
import { setUp } from './new-site.ts';
import { keysOn } from './presses.ts';
import { ONLY_IN_FULL } from './site.ts';

// A new site of its own: the other one is set up by mouse.
test.use({ siteName: 'new, by keyboard' });

test(
  'a new site is set up with the keyboard alone',
  ONLY_IN_FULL,
  async ({ page, site, others }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.clock.install();
    await setUp({ page, site, hand: keysOn(page), visitor: await others.caller() });
  },
);
