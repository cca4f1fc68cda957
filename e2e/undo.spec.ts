import { openDashboard, test, toast } from './member.ts';
import { expect, SETTINGS_CHANGE } from './site.ts';

test.use({ siteName: SETTINGS_CHANGE });

test('a text that was published by mistake is taken back from another tab, after a reload', async ({
  page,
  request,
}) => {
  const words = 'Threads that nobody meant to publish';
  await openDashboard(page, '/admin/contact');
  const published = await page.request.put('/api/admin/content', {
    data: { section: 'hero', key: 'title_line1', value: words },
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  });
  expect(published.status(), await published.text()).toBe(200);
  await page.reload();
  const start = async () => (await request.get('/')).text();
  await expect.poll(start).toContain(words);

  await page.getByRole('button', { name: 'Your last actions' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your last actions' });
  const row = dialog
    .getByRole('listitem')
    .filter({ hasText: /Text published.*en\s+hero\.title_line1/ });
  await row.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'Undone')).toBeVisible();
  await expect(row).toHaveCount(0);
  await expect.poll(start).not.toContain(words);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});
