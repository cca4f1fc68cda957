import { openDashboard, dashboardTab, toast } from './member.ts';
import { ANY_SCREEN, expect, test } from './site.ts';

/** No one of another test writes this. */
const newWord = () => `Q${Math.random().toString(36).slice(2, 10)}`;

test('a donation link is added, found by visitors, taken off, deleted and put back', async ({
  page,
  request,
}) => {
  const name = newWord();
  const url = `https://donorbox.org/${name.toLowerCase()}`;
  const offered = async () => {
    const all = (await (await request.get('/api/donation-links')).json()) as { name: string }[];
    return all.filter((link) => link.name === name);
  };
  await openDashboard(page, '/admin/donations/links');
  await expect(dashboardTab(page, 'Donations')).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('button', { name: 'Add donation link' }).click();
  await expect(
    page
      .locator('form')
      .getByRole('alert')
      .filter({ hasText: 'Please fill in all donation link fields.' }),
  ).toBeVisible();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('URL').fill(url.replace('donorbox', 'donorb0x'));
  await expect(page.getByText(/^Visitors will be sent to donorb0x\.org/)).toBeVisible();
  await page.getByLabel('URL').fill(url);
  await expect(page.getByText(/^Visitors will be sent to/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Add donation link' }).click();
  await expect(toast(page, 'Donation Link Created')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row.getByRole('link')).toHaveAttribute('rel', 'noopener noreferrer');
  expect(await offered()).toMatchObject([{ url, isActive: true }]);

  await page.goto('/?lang=fr');
  const gift = page.getByRole('link', { name: `${name} (donorbox.org)` });
  await expect(gift).toHaveAttribute('href', url);
  await expect(page.getByText(/^Pour faire un don sans rien acheter/)).toBeVisible();
  await page.goto('/admin/donations/links');

  const onPage = row.getByRole('switch');
  // The words are beside the switch, unlike the label of a field, which is above it.
  const label = row.locator('label').filter({ has: page.getByRole('switch') });
  for (const [property, value] of [
    ['justify-content', 'normal'],
    ['flex-wrap', 'nowrap'],
    ['align-items', 'center'],
  ] as const)
    await expect(label).toHaveCSS(property, value);
  await onPage.click();
  await expect(row.getByText('Not on the page')).toBeVisible();
  expect(await offered()).toEqual([]);
  const start = async () => (await request.get('/')).text();
  await expect.poll(start).not.toContain(url);
  await onPage.click();
  // The switch turns at once, its label when the server has answered: what is deleted now is on the page.
  await expect(row.getByText('On the page', { exact: true })).toBeVisible();

  await row.getByRole('button', { name: `Delete ${name}` }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(url);
  await question.getByRole('button', { name: 'Delete link' }).click();
  await expect(toast(page, 'Donation Link Deleted')).toBeVisible();
  await expect(row).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Manage donation links' })).toBeFocused();
  expect(await offered()).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toBeVisible();
  expect(await offered()).toMatchObject([{ url, isActive: true }]);
  await row.getByRole('button', { name: `Delete ${name}` }).click();
  await question.getByRole('button', { name: 'Delete link' }).click();
  await expect(row).toHaveCount(0);
});

test('a donation is entered by hand, found again, and deleted', ANY_SCREEN, async ({ page }) => {
  const name = newWord();
  await openDashboard(page, '/admin/donations');
  await page.getByRole('button', { name: 'Enter a donation...' }).click();
  const form = page.getByRole('dialog', { name: 'Enter a donation' });
  await form.getByRole('button', { name: 'Enter donation' }).click();
  await expect(form.getByText(/^Enter the amount in dollars/)).toBeVisible();
  await form.getByLabel('Amount in USD').fill('1250.50');
  await form.getByLabel('Payment method').selectOption('Cash');
  await form.getByLabel('Donor’s name').fill(name);
  await form.getByLabel('Country').fill('Seneg');
  await form.getByRole('option', { name: 'Senegal' }).click();
  await form.getByRole('button', { name: 'Enter donation' }).click();
  await expect(toast(page, 'Donation Entered')).toBeVisible();

  await page.getByRole('searchbox', { name: 'Search' }).fill(name);
  await expect(page).toHaveURL(new RegExp(`search=${name}`));
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('$1,250.50');
  await row.getByRole('button').click();
  const donation = page.getByRole('dialog', { name });
  await expect(donation).toContainText('Senegal');
  await page.reload();
  await expect(donation).toContainText('Cash');
  await donation.getByRole('button', { name: 'Delete donation...' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete donation' }).click();
  await expect(toast(page, 'Donation Deleted')).toBeVisible();
  await expect(page.getByText('No results.')).toBeVisible();
  await expect(donation).toHaveCount(0);
});
