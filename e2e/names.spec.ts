import { readFile, writeFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { ADMIN, expect, newAddress, type Site, test } from './site.ts';
import { faultsOf, listOf, type Named, namesIn } from './names.ts';

// What a screen reader finds on the public pages, beside a list that a person has read:
// docs/screen-reader-names.md. `WRITE_NAMES=1` writes the list anew, to be read in the diff.
const LIST = 'docs/screen-reader-names.md';
const writes = process.env.WRITE_NAMES === '1';

const body = (page: Page) => page.locator('body');
const dialog = (page: Page) => page.getByRole('dialog');
const main = (page: Page) => page.getByRole('main');

/** What is read, in the order of the list; the headings of the list are their names. */
const PLACES: readonly [title: string, path: string, part: (page: Page) => Locator][] = [
  ['The start page, below its header', '/', body],
  ['Sign the declaration', '/sign', dialog],
  ['Volunteer', '/volunteer', dialog],
  ['Partner', '/partner', dialog],
  ['Share', '/share', dialog],
  ['Join: log in', '/join', dialog],
  ['Apply', '/apply', main],
  ['Signatures by country', '/countries', main],
  ['Sources', '/sources', main],
  ['Progress updates', '/updates', main],
  ['Privacy', '/privacy', main],
  ['Terms', '/terms', main],
  ['Cookies', '/cookies', main],
  ['Thanks for a signature', '/thanks/declaration', main],
  ['An address where there is nothing, with its header', '/nowhere', body],
];

async function read(part: Locator): Promise<Named[]> {
  await part.waitFor();
  // Names that only exist once scripts run are part of the page too.
  await part.page().waitForLoadState('networkidle');
  return namesIn(await part.ariaSnapshot());
}

/** Compares one place with the list, or writes it there. */
async function isAsWritten(title: string, names: readonly Named[]) {
  const page = await readFile(LIST, 'utf8');
  const [before = '', after = ''] = page.split(`\n## ${title}\n`);
  const end = after.indexOf('\n## ');
  const written = (end < 0 ? after : after.slice(0, end)).trim();
  const found = listOf(names);
  if (writes) {
    const rest = end < 0 ? '' : after.slice(end);
    await writeFile(LIST, `${before.trimEnd()}\n\n## ${title}\n\n${found}\n${rest}`);
  } else expect(found, title).toBe(written);
}

const withoutHeader = (names: readonly Named[]) => {
  const header = names.findIndex(({ role }) => role === 'banner');
  const end = names.findIndex(
    ({ depth }, at) => at > header && depth <= (names[header]?.depth ?? 0),
  );
  return names.filter((_, at) => at < header || at >= end);
};

/** Somebody has signed, so that no table of countries is missing; each page knows it a minute later. */
async function signFirst(page: Page, site: Site, path: string) {
  await send(page, site.url, '/api/unity-declaration', {
    fullName: 'Awa Diop',
    email: 'awa@example.org',
    country: 'Senegal',
    agreeToDeclaration: true,
  });
  await expect(async () => {
    await page.goto(path);
    await expect(page.getByRole('table')).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 90_000 });
}

const NOT_OPEN_YET = 'Write to us and we tell you when it is.';

for (const [title, path, part] of PLACES)
  test(`what a screen reader says is as it was written and read: ${title}`, async ({
    page,
    site,
  }) => {
    test.setTimeout(120_000);
    if (['/', '/countries'].includes(path)) await signFirst(page, site, path);
    await page.goto(path);
    // Stands there until a way to pay is configured, which other tests do on the same site.
    const names = (await read(part(page))).filter(({ name }) => name !== NOT_OPEN_YET);
    expect(names.length).toBeGreaterThan(1);
    expect(faultsOf(names)).toEqual([]);
    await isAsWritten(title, path === '/' ? withoutHeader(names) : names);
  });

test('what a screen reader says is as it was written and read: the header', async ({
  page,
  isMobile,
}) => {
  await page.goto('/');
  if (isMobile) await page.getByText('Menu', { exact: true }).click();
  const names = await read(page.getByRole('banner'));
  expect(faultsOf(names)).toEqual([]);
  await isAsWritten(isMobile ? 'The header on a phone, its menu open' : 'The header', names);
});

/** Writes as the page's own scripts do, with the cookies of the page. */
const send = async (page: Page, url: string, path: string, data: object) => {
  const headers = { 'Sec-Fetch-Site': 'same-origin' };
  const answer = await page.request.post(url + path, { data, headers });
  expect(answer.ok(), path).toBe(true);
};

test('what a screen reader says is as it was written and read: the account’s menu', async ({
  page,
  site,
  isMobile,
}) => {
  const [firstName, lastName] = ['Nia', 'Okafor'];
  const password = 'threads of one cloth';
  const email = newAddress('nia');
  await send(page, site.url, '/api/auth/register', { email, firstName, lastName, password });
  await page.goto('/');
  if (isMobile) await page.getByText('Menu', { exact: true }).click();
  const menu = page.getByText(firstName, { exact: true }).filter({ visible: true });
  await menu.click();
  const names = await read(page.locator('details').filter({ has: menu }).last());
  expect(faultsOf(names)).toEqual([]);
  await isAsWritten('The account’s menu', names);
});

test('what a screen reader says is as it was written and read: paying', async ({ page, site }) => {
  await send(page, site.url, '/api/auth/login', ADMIN);
  await send(page, site.url, '/api/admin/payment-config', {
    configType: 'zelle',
    configData: { email: 'pay@example.org', phone: '+1 202 555 0143' },
  });
  // Other tests on the same site may have opened it already.
  await send(page, site.url, '/api/admin/payment-config', {
    configType: 'bank',
    configData: {
      bankName: 'Bank of Unity',
      accountName: 'One Africa Passport',
      accountNumber: '000123456789',
      routingNumber: '021000021',
    },
  });
  await send(page, site.url, '/api/admin/payment-config', {
    configType: 'crypto',
    configData: { ethereumAddress: '0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419' },
  });
  await send(page, site.url, '/api/applications', { applicationData: AMINA, plan: 'onetime' });
  await page.goto('/apply');
  await page.getByLabel('First name').first().focus();
  await page.getByRole('button', { name: /^Go on with PX-/ }).click();
  const payment = dialog(page);
  await payment.getByRole('tab', { name: 'Zelle' }).click();
  const names = await read(payment);
  expect(faultsOf(names)).toEqual([]);
  await isAsWritten('Paying, with Zelle chosen', names);
});

const AMINA = {
  firstName: 'Amina',
  lastName: 'Bello',
  dateOfBirth: '03/31/1990',
  placeOfBirth: 'Kano',
  currentNationality: 'Nigeria',
  telephone: '+234 803 123 4567',
  email: 'amina@example.org',
  homeAddress: '12 Unity Road, opposite the mosque, Kano, Nigeria',
  noticeVersion: '2026-11',
};
