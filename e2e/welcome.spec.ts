import type { Page } from '@playwright/test';
import { passDays } from './clock.ts';
import { isFaultless } from './inspect.ts';
import { openDashboard, sign, test, toast } from './member.ts';
import { expect, newAddress } from './site.ts';

// The days that pass are everyone's.
test.use({ siteName: 'of the months to come' });

/** Waits for the hour in which the mails of the series leave. */
const passWelcomeDays = (page: Page, count: number) => passDays(page, count, 'welcome-mails');

async function addMail(page: Page, place: number, wait: string, days: string) {
  await page.getByRole('button', { name: `Add email ${place}` }).click();
  const form = page.getByRole('form', { name: `Email ${place}` });
  await form.getByLabel(wait).fill(days);
  const english = form.getByRole('group', { name: 'English' });
  await english.getByLabel('Subject').fill(`Welcome, number ${place}`);
  await english.getByLabel('Message').fill(`Dear {firstName|friend}, this is thread ${place}.`);
  if (place === 1) await isFaultless(page, 'a welcome email that is written');
  await form.getByRole('button', { name: `Save email ${place}` }).click();
  await expect(form).toBeHidden();
  await expect(page.getByText(`${days} days after`)).toBeVisible();
}

test('who confirms gets the welcome emails one after the other, and none once unsubscribed', async ({
  page,
  site,
  others,
}) => {
  const visitor = await others.caller();
  const [early, leaves, stays] = [newAddress('early'), newAddress('leaves'), newAddress('stays')];
  const confirm = (fullName: string, email: string) =>
    sign(visitor, site, { fullName, email, country: 'Ghana', wantsNews: true });
  const welcomesTo = async (email: string) => {
    const answer = await fetch(`${site.inboxUrl}/messages?to=${email}`);
    const mails = (await answer.json()) as { subject: string }[];
    return mails.map(({ subject }) => subject).filter((subject) => /Welcome, number/.test(subject));
  };

  await confirm('Yaa Mensah', early);
  await openDashboard(page, '/admin/email/templates');
  const series = page.getByRole('region', { name: 'Welcome emails' });
  const onOff = series.getByRole('switch', { name: 'Send welcome emails' });
  await expect(onOff).toBeDisabled();
  await addMail(page, 1, 'Days after the confirmation', '2');
  await addMail(page, 2, 'Days after email 1', '5');
  await addMail(page, 3, 'Days after email 2', '9');
  await expect(series.getByRole('button', { name: /^Add email/ })).toHaveCount(0);
  await onOff.click();
  await expect(onOff).toBeChecked();
  await expect(toast(page, 'Welcome Emails On')).toBeVisible();
  await expect(series.getByText(/^On since /)).toBeVisible();
  await isFaultless(page, 'a series of welcome emails that is on');

  await confirm('Ama Mensah', leaves);
  await confirm('Kofi Mensah', stays);
  await passWelcomeDays(page, 2);
  await site.mailTo(stays, /Welcome, number 1/, 'Dear Kofi, this is thread 1.');
  const { text } = await site.mailTo(leaves, /Welcome, number 1/, 'Dear Ama, this is thread 1.');

  const reader = await others.page();
  const [link] = /http\S+\/account\/unsubscribe\S*#key=[\w.-]+/.exec(text) ?? [];
  await reader.goto(String(link));
  await reader.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(reader.getByRole('button', { name: 'Subscribe again' })).toBeVisible();

  // The third is there once all that was due with the second has left long ago.
  await passWelcomeDays(page, 5);
  await site.mailTo(stays, /Welcome, number 2/, 'Dear Kofi, this is thread 2.');
  await passWelcomeDays(page, 9);
  await site.mailTo(stays, /Welcome, number 3/, 'Dear Kofi, this is thread 3.');
  expect(await welcomesTo(stays)).toHaveLength(3);
  expect(await welcomesTo(leaves)).toHaveLength(1);
  // Nobody is in the series who confirmed before it was turned on.
  expect(await welcomesTo(early)).toEqual([]);

  await openDashboard(page, '/admin/email/templates');
  for (const [place, results] of [
    [1, '2 sent · 0 not delivered · 0 bounced · 1 unsubscribed after it'],
    [2, '1 sent · 0 not delivered · 0 bounced · 0 unsubscribed after it'],
    [3, '1 sent · 0 not delivered · 0 bounced · 0 unsubscribed after it'],
  ] as const)
    await expect(
      series.getByRole('listitem').filter({ hasText: `Welcome, number ${place}` }),
    ).toContainText(results);

  // Other journeys on this site get no welcome.
  await onOff.click();
  await expect(toast(page, 'Welcome Emails Off')).toBeVisible();
});
