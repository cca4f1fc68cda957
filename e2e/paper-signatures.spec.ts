import { openDashboard } from './member.ts';
import { ANY_SCREEN, expect, SETTINGS_CHANGE, test } from './site.ts';

// A site of its own: the number of signatures on paper is everyone's.
test.use({ siteName: SETTINGS_CHANGE });

test(
  'a sheet that came back is pasted, listed, and deleted again',
  ANY_SCREEN,
  async ({ page }) => {
    await openDashboard(page, '/admin/declarations/paper');
    await page.getByRole('button', { name: 'Enter a sheet...' }).click();
    const form = page.getByRole('dialog', { name: 'Enter a sheet' });
    await form.getByLabel('Sheet number').fill('acc-12');
    await form.getByLabel('Date on the sheet').fill('2026-10-03');
    await form.getByLabel('Full name, line 1', { exact: true }).evaluate((field) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'Awa Diop\tSenegal\nKofi Boateng\tGhana\tkofi@');
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    });
    await form.getByRole('button', { name: 'Save sheet' }).click();
    await form.getByRole('link', { name: /^Line 2: Enter a valid email/ }).click();
    await expect(form.getByLabel('Email (optional), line 2')).toBeFocused();
    await form.getByLabel('Email (optional), line 2').fill('kofi@example.org');
    await form.getByRole('button', { name: 'Save sheet' }).click();
    await expect(form).toBeHidden();
    await expect(page.getByText('2 signatures on paper.')).toBeVisible();
    await page.getByRole('button', { name: 'Awa Diop' }).click();
    await page.getByRole('button', { name: 'Delete sheet ACC-12...' }).click();
    await page.getByRole('button', { name: 'Delete sheet', exact: true }).click();
    await expect(page.getByText('No paper signatures yet.')).toBeVisible();
  },
);
