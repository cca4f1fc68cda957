import type { APIRequestContext, Page } from '@playwright/test';
import { adminOf } from './callers.ts';
import { isFaultless } from './inspect.ts';
import { type Caller, openDashboard, sign, toast } from './member.ts';
import { ADMIN, ANY_SCREEN, expect, newAddress, SETTINGS_CHANGE, type Site, test } from './site.ts';

// How many mails may leave, and who is in the pool, is the whole site's.
test.use({ siteName: SETTINGS_CHANGE });

/** People who signed and asked for news, or did not. */
async function signersOf(site: Site, caller: Caller, count: number, wantsNews: boolean) {
  const addresses = Array.from({ length: count }, () => newAddress('reader'));
  for (const [place, email] of addresses.entries()) {
    const fullName = `Reader ${place} Mensah`;
    await sign(caller, site, { fullName, email, country: 'Ghana', wantsNews });
  }
  return addresses;
}

async function atMost(adminApi: APIRequestContext, perMinute: number | null) {
  const { version } = (await (await adminApi.get('/api/admin/mail-limits')).json()) as {
    version: number;
  };
  const data = { gmailPerDay: 500, alternativePerDay: null, perMinute, connections: 3, version };
  const answer = await adminApi.put('/api/admin/mail-limits', { data });
  expect(answer.status(), await answer.text()).toBe(200);
}

async function suppress(adminApi: APIRequestContext, addresses: string) {
  const data = { addresses, reason: 'bounced' };
  const answer = await adminApi.post('/api/admin/mail-suppressions', { data });
  expect(answer.status(), await answer.text()).toBe(201);
}

const openTab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();

async function logInAgainOn(page: Page) {
  const login = page.getByRole('dialog', { name: 'Log in again' });
  await login.getByLabel('Your password').fill(ADMIN.password);
  await login.getByRole('button', { name: 'Log in' }).click();
}

test('a bulk email is written, looked at, confirmed, paused, and reaches everybody once', async ({
  page,
  playwright,
  site,
}) => {
  const adminApi = await adminOf(playwright, site);
  const readers = await signersOf(site, { request: adminApi }, 20, true);
  const [silent = ''] = await signersOf(site, { request: adminApi }, 1, false);
  const [gone = ''] = await signersOf(site, { request: adminApi }, 1, true);
  await suppress(adminApi, gone);
  // Nearly a minute, in which someone finds the button that pauses it.
  await atMost(adminApi, 20);

  await openDashboard(page, '/admin/email');
  await openTab(page, 'Bulk email');
  await page.getByLabel('Subject').fill('News from the loom');
  await page.getByLabel('Message').fill('Dear friends,\n\nthe first kits are woven.');
  const list = page.getByRole('group', { name: 'Recipients', exact: true });
  await expect(list.getByRole('checkbox').first()).toBeVisible();
  expect((await list.boundingBox())?.height).toBeLessThanOrEqual(160);
  await page.getByRole('searchbox', { name: 'Search' }).first().fill(silent);
  await expect(page.getByText('None of them match this search.')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search' }).first().fill('');
  await expect(list.getByRole('checkbox').first()).toBeVisible();

  await page.getByRole('button', { name: 'Preview' }).click();
  const frame = page.frameLocator('iframe[title="The email"]');
  await expect(frame.getByText('the first kits are woven.', { exact: true })).toBeVisible();
  await expect(frame.locator('h1')).toHaveCSS('color', 'rgb(34, 36, 79)');
  await page.getByRole('tab', { name: 'Français' }).click();
  await expect(frame.getByText('désabonner', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Send it to me' }).click();
  await site.mailTo(ADMIN.email, /News from the loom/);
  await page.keyboard.press('Escape');

  await page.getByLabel('Volunteers').check();
  await expect(page.getByText('Nobody: volunteered.')).toBeVisible();
  await expect(page.getByText('Nobody matches all conditions.')).toBeVisible();
  await page.getByRole('button', { name: /^Without “volunteered”: \d+ people$/ }).click();
  await expect(page.getByLabel('Volunteers')).not.toBeChecked();
  await page.getByLabel(/^All \d+ people who match$/).check();
  await page.getByRole('button', { name: /^Send to \d+ people\.\.\.$/ }).click();
  const question = page.getByRole('dialog', { name: /^Send to \d+ people\?$/ });
  await expect(question).toContainText('News from the loom');
  await isFaultless(page, 'the question before a bulk email');
  await question.getByLabel('Your password').fill(ADMIN.password);
  await question.getByRole('button', { name: 'Confirm with password' }).click();
  await expect(toast(page, 'Bulk Email Sent')).toBeVisible();

  const bar = page.getByRole('progressbar');
  await expect.poll(() => bar.evaluate((it: HTMLProgressElement) => it.value)).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('Someone has paused it.', { exact: false })).toBeVisible();
  await isFaultless(page, 'a bulk email that is paused');
  await atMost(adminApi, null);
  await page.getByRole('button', { name: 'Resume...' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText(/^Finished on/)).toBeVisible();
  const inbox = (await (await fetch(`${site.inboxUrl}/messages`)).json()) as {
    to: string[];
    subject: string;
  }[];
  const reached = inbox
    .filter(({ subject, to }) => /News from the loom/.test(subject) && to[0] !== ADMIN.email)
    .map(({ to }) => to[0]);
  expect(readers.filter((reader) => reached.includes(reader))).toHaveLength(20);
  expect(reached).not.toContain(gone);
  expect(new Set(reached).size).toBe(reached.length);

  await page.getByRole('link', { name: 'Back to bulk email' }).click();
  const row = page.getByRole('row').filter({ hasText: 'News from the loom' }).first();
  await expect(row).toContainText('Finished');

  // A reader has enough of it, changes their mind, and has enough again.
  const [reader = ''] = readers;
  const { text } = await site.mailTo(reader, /News from the loom/);
  const [link] = /http\S+\/account\/unsubscribe\S*#key=[\w.-]+/.exec(text) ?? [];
  expect(link, text).toBeTruthy();
  await page.goto(link ?? '');
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await page.getByRole('button', { name: 'Subscribe again' }).click();
  await expect(page.getByRole('heading', { name: 'You get our news again' })).toBeVisible();
  await page.goto('about:blank');
  await page.goto(link ?? '');
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByRole('button', { name: 'Subscribe again' })).toBeVisible();

  await page.goto('/admin/email/not-mailed');
  const suppressed = page.getByRole('row').filter({ hasText: reader });
  await expect(suppressed).toContainText('Unsubscribed');
});

test(
  'one person is written to, and an address that came back is mailed no more',
  ANY_SCREEN,
  async ({ page, playwright, site }) => {
    const adminApi = await adminOf(playwright, site);
    const [reader = ''] = await signersOf(site, { request: adminApi }, 1, true);
    await openDashboard(page, '/admin/email/individual');
    await page.getByLabel('Recipient').fill(reader);
    await page.getByLabel('Subject').fill('Your question');
    await page.getByLabel('Message').fill('Yes, in May.');
    // Kept by itself: nothing is asked when the page is left, and it is there on the way back.
    const savedNote = page.getByText(/^Draft saved \d\d:\d\d$/);
    await expect(savedNote).toBeVisible();
    await page.reload();
    const goOn = page.getByRole('button', { name: 'Continue Your question' });
    await expect(goOn).toBeVisible();
    await goOn.click();
    await expect(page.getByLabel('Message')).toHaveValue('Yes, in May.');
    await expect(page.getByLabel('Subject')).toBeFocused();
    await isFaultless(page, 'a draft that is gone on with');
    // The session ends by another's hand: what is typed stays, and is kept after the login.
    await page.context().clearCookies();
    await page.getByLabel('Message').fill('Yes, in June.');
    await page.getByRole('button', { name: 'Log in and save' }).click();
    await logInAgainOn(page);
    await expect(savedNote).toBeVisible();
    // And once more while it is sent.
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Send email' }).click();
    await logInAgainOn(page);
    await expect(toast(page, 'Email Sent')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Your drafts' })).toHaveCount(0);
    expect(await (await adminApi.get('/api/admin/mail-drafts')).json()).toEqual([]);
    expect((await site.mailTo(reader, /Your question/)).text).toContain('Yes, in June.');

    await openTab(page, 'No bulk email');
    await page.getByLabel('Addresses', { exact: true }).fill(`550 <${reader}> unknown\nnonsense`);
    await page.getByRole('button', { name: 'Stop bulk email' }).click();
    await expect(page.getByText('We found no address in these lines:')).toBeVisible();
    await page.getByRole('button', { name: `Remove ${reader}...` }).click();
    await page.getByRole('button', { name: 'Remove from the list' }).click();
    await expect(toast(page, 'Address Removed')).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: reader })).toHaveCount(0);
  },
);
