import { adminOf } from './desk.ts';
import { fits, isFaultless, openDesk } from './member.ts';
import { expect, test } from './site.ts';

// Its own site: the campaign's name and description are everybody's.
test.use({ siteName: 'texts' });

test('an administrator sees what a shared link shows, copies it and goes to where it is written', async ({
  page,
  playwright,
  site,
}) => {
  const desk = await adminOf(playwright, site);
  const description = 'Threads of one cloth, across every border.';
  const published = await desk.put('/api/admin/content', {
    data: { section: 'card', key: 'summary', value: description },
  });
  expect(published.status(), await published.text()).toBe(200);

  await openDesk(page, '/admin/social');
  await expect(page.getByRole('tab', { name: 'Social' })).toHaveAttribute('aria-selected', 'true');
  const picture = page.getByRole('img', { name: 'The sharing image in this language' });
  await expect(picture).toBeVisible();
  const sizeOf = () =>
    picture.evaluate(({ naturalWidth, naturalHeight }: HTMLImageElement) => [
      naturalWidth,
      naturalHeight,
    ]);
  await expect.poll(sizeOf).toEqual([1200, 630]);
  const large = page.getByRole('figure', { name: /large card/ });
  await expect(large).toContainText('One Africa Passport');
  await expect(large).toContainText(description);
  await expect(large).toContainText('A campaign document, not a travel document.');
  await expect(page.getByRole('figure', { name: /In a chat/ })).toContainText(description);
  await isFaultless(page, 'the social tab');
  await fits(page, 'the social tab', 320);

  await page.getByRole('tab', { name: 'Français' }).click();
  await expect(page).toHaveURL(/\/admin\/social\?language=fr$/);
  const french = page.getByRole('tabpanel', { name: 'Français' });
  await expect(french.getByText(/share-fr\.png$/)).toBeVisible();
  await expect(french.getByRole('figure', { name: /large card/ })).toContainText(
    'Une campagne privée',
  );
  await french.getByRole('link', { name: 'Change in Content Sharing text' }).click();
  await expect(page).toHaveURL(/\/admin\/content\?language=fr&section=share&key=text$/);
  await expect(page.getByRole('tab', { name: 'Content' })).toHaveAttribute('aria-selected', 'true');

  await page.goBack();
  await expect(page.getByRole('tabpanel', { name: 'Français' })).toBeVisible();
});
