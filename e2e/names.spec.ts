import { readFile, writeFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { openWays } from './applicant.ts';
import { join, newMember, send, sign } from './member.ts';
import { faultsOf, listOf, type Named, namesIn } from './names.ts';
import { signatureLink } from './signature.ts';
import { ONLY_IN_FULL, expect, newAddress, test } from './site.ts';

// Compares the public pages as a screen reader finds them with a list that a person has read:
// docs/screen-reader-names.md. `WRITE_NAMES=1` writes the list anew, to be read in the diff.
const LIST = 'docs/screen-reader-names.md';
const writes = process.env.WRITE_NAMES === '1';

const body = (page: Page) => page.locator('body');
const main = (page: Page) => page.getByRole('main');

/** The parts that are read, in the order of the list, whose headings are their names. */
const PLACES: readonly [title: string, path: string, part: (page: Page) => Locator][] = [
  ['The start page, below its header', '/', body],
  ['Sign the declaration', '/sign', main],
  ['Volunteer', '/volunteer', main],
  ['Partner', '/partner', main],
  ['Share', '/share', main],
  ['Join: log in', '/join', main],
  ['Apply', '/apply', main],
  ['Signatures by country', '/countries', main],
  ['Sources', '/sources', main],
  ['Progress updates', '/updates', main],
  ['Privacy', '/privacy', main],
  ['Terms', '/terms', main],
  ['Cookies', '/cookies', main],
  ['Signature sheet', '/sheet', main],
  ['Poster', '/poster', main],
  ['Thanks for a signature', '/thanks/declaration', main],
  ['An address where there is nothing', '/nowhere', main],
];

/** A phone and a desktop: what is there for a screen reader is the same on both, but for the header and the start page. */
const SIZES = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
] as const;

const [PHONE, DESKTOP] = SIZES;
const WIDE_START = 'The start page on a wide screen, below its header';

/** One wrong place hides no other. */
const softly = expect.configure({ soft: true });

/** Compares one place with the list, or writes it there. `narrow` leaves out what the list leaves out. */
async function isAsWritten(
  title: string,
  part: Locator,
  narrow = (names: readonly Named[]): readonly Named[] => names,
) {
  await part.waitFor();
  // Names that only exist once scripts run are part of the page too.
  await part.page().waitForLoadState('networkidle');
  const read = async () => narrow(namesIn(await part.ariaSnapshot()));
  const list = await readFile(LIST, 'utf8');
  const [before = '', after = ''] = list.split(`\n## ${title}\n`);
  const end = after.indexOf('\n## ');
  const written = (end < 0 ? after : after.slice(0, end)).trim();
  if (writes) {
    const rest = end < 0 ? '' : after.slice(end);
    const found = listOf(await read());
    await writeFile(LIST, `${before.trimEnd()}\n\n## ${title}\n\n${found}\n${rest}`);
  } else await softly.poll(async () => listOf(await read()), title).toBe(written);
  const names = await read();
  softly(names.length, title).toBeGreaterThan(1);
  softly(faultsOf(names), title).toEqual([]);
}

const withoutHeader = (names: readonly Named[]) => {
  const header = names.findIndex(({ role }) => role === 'banner');
  const end = names.findIndex(
    ({ depth }, at) => at > header && depth <= (names[header]?.depth ?? 0),
  );
  return names.filter((_, at) => at < header || at >= end);
};

const NOT_OPEN_YET = 'Write to us and we will tell you when you can.';
// Shown until a way to pay is configured, which other tests do on the same site.
const withoutClosed = (names: readonly Named[]) =>
  names.filter(({ name }) => name !== NOT_OPEN_YET);

const PAYING = 'Paying, with Zelle chosen';
const WAYS_TO_PAY = [
  { configType: 'zelle', configData: { email: 'pay@example.org', phone: '+1 202 555 0143' } },
  {
    configType: 'bank',
    configData: {
      bankName: 'Bank of Unity',
      accountName: 'One Africa Passport',
      accountNumber: '000123456789',
      routingNumber: '021000021',
    },
  },
  {
    configType: 'crypto',
    configData: { ethereumAddress: '0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419' },
  },
];

test(
  'what a screen reader says is as it was written and read: the public pages',
  ONLY_IN_FULL,
  async ({ page, playwright, site }) => {
    test.setTimeout(180_000);
    // Someone has signed, so that no table of countries is missing.
    const email = newAddress('signer');
    await sign(page, site, { fullName: 'Awa Diop', email, country: 'Senegal' });
    // Each page knows of it a minute later, or at the next publication.
    await openWays(playwright, site, WAYS_TO_PAY);
    for (const path of ['/', '/countries'])
      await expect
        .poll(async () => (await page.request.get(path)).text(), { timeout: 90_000 })
        .toContain('<table');
    for (const [title, path, part] of PLACES) {
      await page.goto(path);
      for (const size of SIZES) {
        await page.setViewportSize(size);
        const isWideStart = path === '/' && size !== PHONE;
        // One signs in its hero, and its application is not folded.
        const place = isWideStart ? WIDE_START : title;
        await isAsWritten(place, part(page), (names) =>
          withoutClosed(path === '/' ? withoutHeader(names) : names),
        );
      }
    }
  },
);

test(
  'what a screen reader says is as it was written and read: the page of a signature',
  ONLY_IN_FULL,
  async ({ page, site }) => {
    const link = await signatureLink(page, site);
    await page.goto(link);
    const isRead = async (title: string) => {
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await isAsWritten(title, main(page));
      }
    };
    await isRead('A signature to confirm');
    await page.getByRole('button', { name: 'Confirm your signature' }).click();
    await expect(page.getByLabel('Your share link')).toBeVisible();
    await isRead('A signature that is confirmed');
    await page.getByRole('link', { name: 'Withdraw your signature' }).click();
    await isRead('A signature to withdraw');
    await page.getByRole('button', { name: 'Withdraw the signature' }).click();
    await page.waitForURL(/\/thanks\/withdrawn/);
    await isRead('A signature that is withdrawn');
    await page.goto(link);
    await isRead('A link to a signature that is no longer valid');
    await page.goto('/signature?key=x');
    await isRead('A link to a signature that is cut off');
  },
);

test(
  'what a screen reader says is as it was written and read: the header',
  ONLY_IN_FULL,
  async ({ page }) => {
    await page.setViewportSize(DESKTOP);
    await page.goto('/');
    await isAsWritten('The header', page.getByRole('banner'));
    await page.setViewportSize(PHONE);
    await page.getByText('Menu', { exact: true }).click();
    await isAsWritten('The header on a phone, its menu open', page.getByRole('banner'));
  },
);

test(
  'what a screen reader says is as it was written and read: the account’s menu',
  ONLY_IN_FULL,
  async ({ page }) => {
    const nia = newMember('Nia');
    await join(page, nia);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await page.goto('/');
      if (size === PHONE) await page.getByText('Menu', { exact: true }).click();
      const menu = page.getByText(nia.firstName, { exact: true }).filter({ visible: true });
      await menu.click();
      await isAsWritten('The account’s menu', page.locator('details').filter({ has: menu }).last());
    }
  },
);

test(
  'what a screen reader says is as it was written and read: paying',
  ONLY_IN_FULL,
  async ({ page, playwright, site }) => {
    await openWays(playwright, site, WAYS_TO_PAY);
    const application = { applicationData: AMINA, plan: 'onetime' };
    expect((await send(page, '/api/applications', application)).status()).toBe(201);
    await page.goto('/apply');
    await page.getByLabel('First name').first().focus();
    await page.getByRole('button', { name: /^Continue with PX-/ }).click();
    const payment = page.getByRole('dialog');
    await payment.getByRole('tab', { name: 'Zelle' }).click();
    for (const size of SIZES) {
      await page.setViewportSize(size);
      // The details of the application are open on a wide screen.
      const place = size === PHONE ? PAYING : `${PAYING}, on a wide screen`;
      await isAsWritten(place, payment);
    }
  },
);

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
