import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { ANY_SCREEN, expect, test as base } from './site.ts';

// A partner's page, and one of a stranger, with the snippet of docs/settings.md.

const FRAME = { width: 320, height: 200 };

/** Serves a page with the frame at a port and opens it there. */
type OpenFramed = (port: number) => Promise<string>;

const test = base.extend<{ openFramed: OpenFramed }>({
  openFramed: async ({ page, site }, use) => {
    const html = `<!doctype html><h1>Ours</h1><iframe src="${site.url}/embed" title="Sign the Unity Declaration" width="${FRAME.width}" height="${FRAME.height}"></iframe>`;
    const server = createServer((_, answer) =>
      answer.setHeader('Content-Type', 'text/html').end(html),
    );
    await use(async (port) => {
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/page`;
      await page.goto(url);
      return url;
    });
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  },
});

const frameOf = (page: Page) => page.frameLocator('iframe');

test(
  'a partner’s page shows the button, which opens signing in a new tab',
  ANY_SCREEN,
  async ({ page, context, site, openFramed }) => {
    const url = await openFramed(Number(new URL(site.partnerUrl).port));
    const frame = frameOf(page);
    await expect(frame.getByRole('heading', { name: 'One Africa Passport' })).toBeVisible();
    const opened = context.waitForEvent('page');
    await frame.getByRole('link', { name: 'Sign the Unity Declaration' }).click();
    const tab = await opened;
    await expect(tab.getByRole('heading', { level: 1, name: 'Unity Declaration' })).toBeVisible();
    expect(tab.url()).toBe(`${site.url}/sign?utm_source=embed`);
    expect(await tab.evaluate(() => window.opener)).toBeNull();
    expect(page.url()).toBe(url);
  },
);

test(
  'a page that is not on the list shows nothing of it',
  ANY_SCREEN,
  async ({ page, openFramed }) => {
    const refused = page.waitForEvent('console', (one) => one.text().includes('frame-ancestors'));
    await openFramed(0);
    await refused;
    await expect(frameOf(page).getByRole('link', { name: /Declaration/ })).toHaveCount(0);
  },
);

test(
  'it fits its frame in every language and weighs at most 3 KB',
  ANY_SCREEN,
  async ({ page }) => {
    await page.setViewportSize(FRAME);
    for (const language of ['en', 'fr']) {
      const answer = await page.goto(`/embed?lang=${language}`);
      expect((await answer?.body())?.length).toBeLessThan(3 * 1024);
      const size = await page
        .locator('html')
        .evaluate(({ scrollWidth, scrollHeight }) => [scrollWidth, scrollHeight]);
      expect(size, language).toEqual([FRAME.width, FRAME.height]);
    }
  },
);
