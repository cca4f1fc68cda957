import type { APIRequestContext, Page } from '@playwright/test';
import { axeOn } from './axe.ts';
import { ADMIN, ANY_SCREEN, expect, newAddress, type Site, test } from './site.ts';

const ours = { 'Sec-Fetch-Site': 'same-origin' };
const password = 'a boat on the river Gambia';

/** A browser without a screen in which somebody new has joined. */
async function join(
  playwright: { request: { newContext(options: object): Promise<APIRequestContext> } },
  site: Site,
  firstName: string,
  lastName = 'Diop',
) {
  const browser = await playwright.request.newContext({
    baseURL: site.url,
    extraHTTPHeaders: ours,
  });
  const email = newAddress('member');
  const answer = await browser.post('/api/auth/register', {
    data: { email, firstName, lastName, password },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  const { user } = (await answer.json()) as { user: { id: string } };
  return { browser, email, id: user.id };
}

type Member = Awaited<ReturnType<typeof join>>;

/** Proves the address with the link of the mail, as messages may be written only then. */
async function verify(site: Site, member: Member) {
  const { text } = await site.mailTo(member.email, /welcome/i);
  const token = /\/account\/verify#key=([\w-]+)/.exec(text)?.[1];
  const answer = await member.browser.post('/api/auth/verify', { data: { token } });
  expect(answer.status(), await answer.text()).toBe(200);
}

async function openDesk(page: Page, path: string) {
  await page.goto(path);
  await page.getByLabel('Email').fill(ADMIN.email);
  await page.getByLabel('Password').fill(ADMIN.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Login Successful')).toBeVisible();
}

/** Nothing that axe finds, in the light and in the dark, and nothing wider than the screen. */
async function isFaultless(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme });
    const { violations } = await axeOn(page).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, 'nothing is wider than the screen').toBeLessThanOrEqual(0);
}

const statusOf = async ({ browser }: Member) => (await browser.get('/api/auth/user')).status();

test('an administrator finds a member, suspends them, and opens the account again', async ({
  page,
  playwright,
  site,
}) => {
  const member = await join(playwright, site, 'Zubaïda', 'N’Doye');
  await join(playwright, site, 'عائشة', 'W'.repeat(90));
  await openDesk(page, '/admin/users');
  await isFaultless(page);
  await page.getByRole('searchbox', { name: 'Search' }).fill('zubaïda n’d');
  await expect(page).toHaveURL(/search=zuba/);
  await page.getByRole('button', { name: 'Zubaïda N’Doye' }).click();
  const dialog = page.getByRole('dialog', { name: /Zubaïda N’Doye/ });
  await expect(dialog).toContainText(member.email);
  await dialog.getByRole('button', { name: 'Suspend...' }).click();
  await isFaultless(page);
  await dialog.getByLabel('Why').fill('You sold phones to everybody.');
  await dialog.getByRole('button', { name: 'Suspend', exact: true }).click();
  expect(await statusOf(member)).toBe(200);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Suspend' }).click();
  await expect(dialog.getByText('Suspended since')).toBeVisible();
  await expect(dialog).toContainText('You sold phones to everybody.');

  expect(await statusOf(member), 'the session is dead at once').toBe(401);
  const login = { data: { email: member.email, password } };
  const refused = await member.browser.post('/api/auth/login', login);
  expect([refused.status(), await refused.text()]).toEqual([
    403,
    expect.stringContaining('You sold phones to everybody.'),
  ]);
  const mail = await site.mailTo(member.email, /suspended/);
  expect(mail.text).toContain('You sold phones to everybody.');

  // A reload keeps what is open, for the address says it.
  await page.reload();
  await dialog.getByRole('button', { name: 'Restore...' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
  await expect(dialog.getByRole('button', { name: 'Suspend...' })).toBeVisible();
  expect((await member.browser.post('/api/auth/login', login)).status()).toBe(200);
  await site.mailTo(member.email, /open again/);
});

test(
  'a member is made an administrator and, by them, nobody is one the less',
  ANY_SCREEN,
  async ({ page, playwright, site }) => {
    const member = await join(playwright, site, 'Kwabena');
    await openDesk(page, `/admin/users?search=${encodeURIComponent(member.email)}`);
    await page.getByRole('button', { name: 'Kwabena Diop' }).click();
    const dialog = page.getByRole('dialog', { name: /Kwabena Diop/ });
    await dialog.getByRole('button', { name: 'Make administrator...' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('Nobody has confirmed this address yet');
    await question.getByRole('button', { name: 'Make administrator' }).click();
    await expect(dialog.getByRole('button', { name: 'Make a member...' })).toBeVisible();
    await expect(dialog.getByText('Administrator', { exact: true })).toBeVisible();
    for (const reader of [ADMIN.email, member.email])
      expect((await site.mailTo(reader, new RegExp(member.email))).text).toContain(
        'may open the dashboard',
      );
    expect(await statusOf(member), 'they log in again for it').toBe(401);
    await member.browser.post('/api/auth/login', { data: { email: member.email, password } });
    expect((await member.browser.get('/api/admin/users')).status()).toBe(200);

    await dialog.getByRole('button', { name: 'Make a member...' }).click();
    await question.getByRole('button', { name: 'Make a member' }).click();
    await expect(dialog.getByRole('button', { name: 'Make administrator...' })).toBeVisible();
    expect((await member.browser.get('/api/admin/users')).status()).toBe(401);
  },
);

test('the only administrator stays one', ANY_SCREEN, async ({ page }) => {
  await openDesk(page, `/admin/users?search=${encodeURIComponent(ADMIN.email)}`);
  await page
    .getByRole('button', { name: /admin/i })
    .filter({ hasText: ADMIN.email })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('This is your own account.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Suspend...' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Make a member...' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make a member' }).click();
  await expect(dialog.getByRole('alert')).toContainText('This is the only administrator.');
});

test('a reported message is judged with its words, and its author is warned', async ({
  page,
  playwright,
  site,
}) => {
  const [author, reader] = [
    await join(playwright, site, 'Eve', 'Seller'),
    await join(playwright, site, 'Nia', 'Reader'),
  ];
  await verify(site, author);
  const words = `<b>Phones</b> for ${author.id.slice(0, 8)}!\nOnly today.`;
  const sent = await author.browser.post('/api/messages', {
    data: { recipientId: reader.id, subject: 'An offer', content: words },
  });
  expect(sent.status(), await sent.text()).toBe(201);
  const { id } = (await sent.json()) as { id: string };
  const reported = await reader.browser.post(`/api/messages/${id}/report`, {
    data: { reason: 'spam', note: 'I do not know her.' },
  });
  expect(reported.status(), await reported.text()).toBe(201);

  await openDesk(page, '/admin');
  await expect(page.getByText(/reported messages? waits?/)).toBeVisible();
  await page.getByRole('link', { name: 'Look at the reports' }).click();
  await page.getByRole('searchbox', { name: 'Search' }).fill(author.id.slice(0, 8));
  const report = page.getByRole('article');
  await expect(report).toHaveCount(1);
  await expect(report).toContainText(words.split('\n')[0] ?? '');
  await expect(report).toContainText('I do not know her.');
  await isFaultless(page);
  await report.getByRole('button', { name: 'Decide...' }).click();
  await report.getByLabel(/Warn the member/).check();
  await report.getByRole('button', { name: 'Warn the member' }).click();
  await expect(report.getByText('Please say why: the member reads it').first()).toBeVisible();
  await report.getByLabel('Your words to the member').fill('Please sell nothing here.');
  await isFaultless(page);
  await report.getByRole('button', { name: 'Warn the member' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Warn' }).click();
  await expect(page.getByText('Nothing matches.')).toBeVisible();

  const mail = await site.mailTo(author.email, /take care/);
  expect(mail.text).toContain('Please sell nothing here.');
  expect(mail.text).not.toContain('Nia');
  expect(await statusOf(author)).toBe(200);
  await page.getByLabel('Reports', { exact: true }).last().selectOption('Decided');
  await expect(report).toContainText('Member warned');
  await expect(report).toContainText('Please sell nothing here.');
  await isFaultless(page);
});
