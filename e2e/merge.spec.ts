import type { Page } from '@playwright/test';
import { isFaultless } from './inspect.ts';
import { newName, openDashboard, send, sign, test, toast } from './member.ts';
import { expect, newAddress } from './site.ts';

/** Opens the page of a person from the search of the dashboard. */
async function openPerson(page: Page, search: string) {
  await page.getByRole('button', { name: 'Find anything' }).click();
  await page.getByRole('searchbox', { name: 'Search people and texts' }).fill(search);
  await page.getByRole('search').getByRole('link', { name: search }).click();
}

/** Answers the dialog in which both are compared. */
async function compareWith(page: Page, email: string) {
  await page.getByRole('button', { name: 'Merge with another address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge with another address' });
  await dialog.getByRole('searchbox', { name: 'Search people' }).fill(email);
  await dialog.getByRole('button', { name: email }).click();
  await expect(dialog.getByRole('region', { name: 'This person' })).toBeFocused();
  const other = dialog.getByRole('region', { name: 'The other person' });
  await expect(other).toContainText(email);
  await expect(other).toContainText('1 message');
  return dialog;
}

test('two addresses of one person are shown as one, and apart again when that is undone', async ({
  page,
  site,
  others,
}) => {
  const visitor = await others.caller();
  const [home, work] = [newAddress('home'), newAddress('work')];
  const [signedAs, wroteAs] = [`Wanjiru ${newName()}`, `W. ${newName()}`];
  await sign(visitor, site, { fullName: signedAs, email: home, country: 'Kenya' });
  const [firstName, lastName] = wroteAs.split(' ');
  const wrote = { firstName, lastName, email: work, country: 'Kenya', message: 'How do I help?' };
  expect((await send(visitor, '/api/contact', wrote)).status()).toBe(201);

  await openDashboard(page, '/admin');
  await openPerson(page, home);
  const addresses = page.getByRole('region', { name: '2 addresses of one person' });
  const timeline = page.getByRole('region', { name: 'Timeline' });
  const signature = timeline
    .getByRole('listitem')
    .filter({ hasText: 'Signed the Unity Declaration' });
  const message = timeline.getByRole('listitem').filter({ hasText: 'Sent us a message' });
  await expect(page.getByRole('heading', { name: signedAs })).toBeFocused();
  await expect(signature).toHaveCount(1);
  await expect(message).toHaveCount(0);

  const merge = page.getByRole('button', { name: 'Merge', exact: true });
  const merged = toast(page, 'Addresses merged');
  const comparison = await compareWith(page, work);
  await isFaultless(page, 'two people who are compared');
  await merge.click();
  await expect(comparison).toBeHidden();

  const facts = page.getByRole('region', { name: 'What we know' });
  /** Everything of both is in one place, each with its address. */
  const areTogether = async () => {
    for (const [email, event] of [
      [home, signature],
      [work, message],
    ] as const) {
      await expect(addresses.getByRole('listitem').filter({ hasText: email })).toHaveCount(1);
      await expect(facts.getByText(email).first()).toBeVisible();
      await expect(event).toContainText(email);
    }
    await expect(message).toContainText('How do I help?');
    await expect(page.getByText(/^Also as: “/)).toBeVisible();
  };
  await areTogether();
  await isFaultless(page, 'a person with two addresses');
  await merged.getByRole('button', { name: 'Undo' }).click();
  await expect(message).toHaveCount(0);
  await expect(signature).toHaveCount(1);
  await expect(addresses).toHaveCount(0);

  // Later, and from the other address, it is undone in the list of one's last actions.
  await compareWith(page, work);
  await merge.click();
  await areTogether();
  await page.reload();
  await openPerson(page, work);
  await expect(page.getByRole('heading', { name: wroteAs })).toBeFocused();
  await areTogether();
  await page.getByRole('button', { name: 'Your last actions' }).click();
  const actions = page.getByRole('dialog', { name: 'Your last actions' });
  const act = actions
    .getByRole('listitem')
    .filter({ hasText: 'Two addresses of one person merged' })
    .filter({ hasText: signedAs });
  await act.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'Undone')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(message).toHaveCount(1);
  await expect(signature).toHaveCount(0);
  await expect(addresses).toHaveCount(0);
});
