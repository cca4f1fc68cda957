import type { Page } from '@playwright/test';
import { adminOf, type Joined, joinAs, screenOf, statusOf, verify } from './callers.ts';
import { openDashboard, openFilters } from './member.ts';
import { ANY_SCREEN, expect, test } from './site.ts';

/** Writes to the reader, who reports it. */
async function offend(author: Joined, reader: Joined, content: string) {
  const sent = await author.browser.post('/api/messages', {
    data: { recipientId: reader.id, subject: 'An offer', content },
  });
  expect(sent.status(), await sent.text()).toBe(201);
  const { id } = (await sent.json()) as { id: string };
  const reported = await reader.browser.post(`/api/messages/${id}/report`, {
    data: { reason: 'spam', note: 'I do not know her.' },
  });
  expect(reported.status(), await reported.text()).toBe(201);
  return id;
}

const searchFor = (page: Page, text: string) =>
  page.getByRole('searchbox', { name: 'Search' }).fill(text);
const showDecided = async (page: Page) => {
  await openFilters(page);
  await page.getByLabel('Reports', { exact: true }).last().selectOption('Decided');
};

test('a reported message is judged with its words, and its author is warned', async ({
  page,
  playwright,
  site,
}) => {
  const [author, reader] = [
    await joinAs(playwright, site, 'Eve', 'Seller'),
    await joinAs(playwright, site, 'Nia', 'Reader'),
  ];
  await verify(site, author);
  const words = `<b>Phones</b> for ${author.id.slice(0, 8)}!\nOnly today.`;
  await offend(author, reader, words);

  await openDashboard(page, '/admin');
  await page.getByRole('link', { name: /reported messages?/ }).click();
  await searchFor(page, author.id.slice(0, 8));
  const report = page.getByRole('article');
  await expect(report).toHaveCount(1);
  await expect(report).toContainText(words.split('\n')[0] ?? '');
  await expect(report).toContainText('I do not know her.');
  await report.getByRole('button', { name: 'Decide...' }).click();
  await report.getByLabel(/Warn the member/).check();
  await report.getByRole('button', { name: 'Warn the member' }).click();
  await expect(
    report.getByText('Please give a reason for the member to read').first(),
  ).toBeVisible();
  await report.getByLabel('Your message to the member').fill('Please sell nothing here.');
  await report.getByRole('button', { name: 'Warn the member' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Warn' }).click();
  await expect(page.getByText('No results.')).toBeVisible();

  const mail = await site.mailTo(author.email, /take care/);
  expect(mail.text).toContain('Please sell nothing here.');
  expect(mail.text).not.toContain('Nia');
  expect(await statusOf(author)).toBe(200);
  await showDecided(page);
  await expect(report).toContainText('Member warned');
  await expect(report).toContainText('Please sell nothing here.');
});

test(
  'a message that both have deleted is evidence still, and its author is suspended for it',
  ANY_SCREEN,
  async ({ page, browser, playwright, site }) => {
    const [author, reader, other] = [
      await joinAs(playwright, site, 'Mallory', 'Fraud'),
      await joinAs(playwright, site, 'Sena', 'Reader'),
      await joinAs(playwright, site, 'Tadesse', 'Reader'),
    ];
    await verify(site, author);
    await offend(author, other, 'The same to somebody else.');
    const tag = `Send $500 to ${author.id.slice(0, 8)}`;
    const id = await offend(author, reader, tag);
    for (const { browser: own } of [author, reader])
      expect((await own.delete(`/api/messages/${id}`)).status()).toBe(200);
    const theirs = await screenOf(browser, site, author, '/messages');
    await expect(theirs.getByText('The same to somebody else.').first()).toBeVisible();

    await openDashboard(page, '/admin/users/reports');
    await searchFor(page, tag);
    const report = page.getByRole('article').filter({ hasText: tag });
    await expect(report).toHaveCount(1);
    await report.getByText('1 other report about this member').click();
    await report.getByRole('button', { name: 'Decide...' }).click();
    await report.getByLabel(/Suspend the member/).check();
    await report.getByLabel('Your message to the member').fill('You asked members for money.');
    await report.getByRole('button', { name: 'Suspend the member' }).click();
    expect(await statusOf(author), 'nothing happens before the yes').toBe(200);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Suspend' }).click();
    await expect(
      page
        .getByText(
          'The report is closed. The member is suspended and will get an email with the reason.',
        )
        .first(),
    ).toBeVisible();
    await expect(theirs.getByText('Please log in to view your messages.')).toBeVisible();
    expect(await statusOf(author)).toBe(401);
    const mail = await site.mailTo(author.email, /suspended/);
    expect(mail.text).toContain('You asked members for money.');

    await showDecided(page);
    await expect(report).toContainText('Member suspended');
    await report.getByRole('link', { name: 'Mallory Fraud' }).click();
    const dialog = page.getByRole('dialog', { name: /Mallory Fraud/ });
    await expect(dialog).toContainText('You asked members for money.');
    await page.goBack();
    await expect(report).toContainText('Member suspended');
    await theirs.context().close();
  },
);

test(
  'a report that another administrator has decided about stays with the words, and is dismissed once',
  ANY_SCREEN,
  async ({ page, playwright, site }) => {
    const [author, reader] = [
      await joinAs(playwright, site, 'Abena', 'Joker'),
      await joinAs(playwright, site, 'Yaw', 'Reader'),
    ];
    await verify(site, author);
    const tag = `A joke for ${author.id.slice(0, 8)}`;
    await offend(author, reader, tag);
    await openDashboard(page, '/admin/users/reports');
    await searchFor(page, tag);
    const report = page.getByRole('article').filter({ hasText: tag });
    await report.getByRole('button', { name: 'Decide...' }).click();
    await report.getByLabel(/Dismiss the report/).check();
    await report.getByLabel('Note').fill('Friends.');

    const adminApi = await adminOf(playwright, site);
    const waiting = await adminApi.get(`/api/admin/reports?search=${encodeURIComponent(tag)}`);
    const [{ id }] = (await waiting.json()) as [{ id: string }];
    const first = await adminApi.post(`/api/admin/reports/${id}/resolve`, {
      data: { outcome: 'dismissed', resolution: 'The first decision.' },
    });
    expect(first.status(), await first.text()).toBe(200);

    await report.getByRole('button', { name: 'Dismiss the report' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Dismiss' }).click();
    await expect(
      report.getByText('Someone has already decided on this report.').first(),
    ).toBeVisible();
    await expect(report.getByLabel('Note')).toHaveValue('Friends.');
    await showDecided(page);
    await expect(report).toContainText('The first decision.');
    await expect(report).toContainText('Dismissed');
    expect(await statusOf(author)).toBe(200);
  },
);
