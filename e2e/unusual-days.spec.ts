import { isFaultless } from './inspect.ts';
import { newName, openDashboard, send, toast } from './member.ts';
import { ANY_SCREEN, expect, newAddress, test } from './site.ts';

// A site of its own: what is unusual about a day is about everyone's signatures.
test.use({ siteName: 'unusual days' });

test(
  'an administrator finds names with numbers, invalidates their signatures and takes it back',
  ANY_SCREEN,
  async ({ page }) => {
    const name = newName();
    for (let n = 0; n < 22; n += 1) {
      const fullName = `${name} ${n}`;
      const person = { fullName, email: newAddress('robot'), country: 'Ghana' };
      const answer = await send(page, '/api/unity-declaration', {
        ...person,
        agreeToDeclaration: true,
      });
      expect(answer.status()).toBe(201);
    }
    await openDashboard(page, '/admin/declarations/unusual-days');
    const days = page.getByRole('region', { name: 'Unusual days' });
    await expect(days.getByText('Check', { exact: true })).toBeVisible();
    await expect(
      days.getByRole('link', { name: /^\d+ of \d+ came from one network$/ }),
    ).toBeVisible();
    await isFaultless(page, 'a day to check');
    await days.getByRole('link', { name: /^\d+ of \d+ have a name that is repeated/ }).click();
    await expect(
      page.getByRole('heading', { name: 'Signatures with repeated, numbered or random names' }),
    ).toBeFocused();
    await expect(page.getByRole('row').filter({ hasText: name })).not.toHaveCount(0);

    await page.getByRole('button', { name: 'Invalidate these 22 signatures...' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Invalidate' }).click();
    await expect(toast(page, 'The signatures no longer count.').first()).toBeVisible();
    await expect(page.getByText('No results.')).toBeVisible();
    await page.getByRole('tab', { name: 'Unusual days' }).click();
    await expect(days.getByRole('link', { name: /have a name that is repeated/ })).toHaveCount(0);
    await page
      .getByRole('button', { name: /^Undo 22 signatures on/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Count them again' }).click();
    await days.getByRole('link', { name: /have a name that is repeated/ }).click();
    await expect(page.getByRole('row').filter({ hasText: name })).not.toHaveCount(0);
  },
);
