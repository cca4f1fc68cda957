import sharp from 'sharp';
import { adminOf } from './callers.ts';
import { fits, isFaultless } from './inspect.ts';
import { openDashboard, dashboardTab } from './member.ts';
import { ANY_SCREEN, expect, SETTINGS_CHANGE, test } from './site.ts';

// Its own site: the campaign's name and description are everyone's.
test.use({ siteName: SETTINGS_CHANGE });

test('an administrator sees what a shared link shows, copies it and goes to where it is written', async ({
  page,
  playwright,
  site,
}) => {
  const adminApi = await adminOf(playwright, site);
  const description = 'Threads of one cloth, across every border.';
  const published = await adminApi.put('/api/admin/content', {
    data: { section: 'card', key: 'summary', value: description },
  });
  expect(published.status(), await published.text()).toBe(200);

  await openDashboard(page, '/admin/social');
  await expect(dashboardTab(page, 'Social')).toHaveAttribute('aria-selected', 'true');
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
  await expect(dashboardTab(page, 'Content')).toHaveAttribute('aria-selected', 'true');

  await page.goBack();
  await expect(page.getByRole('tabpanel', { name: 'Français' })).toBeVisible();
});

/** A photograph's worth of bytes, as a camera held upright makes them: it says where it was. */
const photo = () =>
  sharp({
    create: {
      width: 1500,
      height: 1000,
      channels: 3,
      background: '#b5512f',
      noise: { type: 'gaussian', mean: 140, sigma: 30 },
    },
  })
    .withExif({ IFD3: { GPSLatitude: '6/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 95 })
    .toBuffer();

test('a picture of one’s own is cut, said in words, shared by every page, and taken off again', async ({
  page,
}) => {
  const shared = async () => {
    const html = await (await page.request.get('/privacy?lang=en')).text();
    return /property="og:image" content="([^"]*)"/.exec(html)?.[1] ?? '';
  };
  await openDashboard(page, '/admin/social?language=en');
  const panel = page.getByRole('tabpanel', { name: 'English' });
  const file = panel.getByLabel('Picture file');
  await file.setInputFiles({
    name: 'us.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('<svg>'),
  });
  await expect(panel.getByText('This is not a JPEG, PNG or WebP picture.')).toBeVisible();

  await file.setInputFiles({ name: 'us.jpg', mimeType: 'image/jpeg', buffer: await photo() });
  await panel.getByRole('slider', { name: /from top to bottom/ }).fill('20');
  await panel.getByRole('button', { name: 'Use this picture' }).click();
  await expect(panel.getByLabel(/^What the picture shows/)).toBeFocused();
  await panel.getByLabel(/^What the picture shows/).fill('A queue at a border bridge');
  await isFaultless(page, 'a chosen sharing image');
  await fits(page, 'a chosen sharing image', 320);
  await panel.getByRole('button', { name: 'Use this picture' }).click();
  await expect(page.getByText('The sharing image is published.')).toBeVisible();

  await expect.poll(shared).toMatch(/\/uploads\/[\w-]{43}-1200x630\.jpg$/);
  const sent = await page.request.get(new URL(await shared()).pathname);
  const bytes = await sent.body();
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 630, format: 'jpeg' });
  expect((await sharp(bytes).metadata()).exif).toBeUndefined();
  await expect(
    panel.getByRole('img', { name: 'The sharing image in this language' }),
  ).toHaveAttribute('src', /uploads/);

  await panel.getByRole('button', { name: 'Remove picture' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.poll(shared).toContain('/pictures/share-en.png');
  await panel.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(shared).toContain('/uploads/');
  await panel.getByRole('button', { name: 'Remove picture' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.poll(shared).toContain('/pictures/share-en.png');
});

test(
  'a picture in the progress updates is seen in the preview, and by visitors once it is published',
  ANY_SCREEN,
  async ({ page }) => {
    await openDashboard(page, '/admin/content?language=en&section=updates&key=item6_picture');
    const preview = page.frameLocator('iframe[title="Preview of the page"]:not([aria-hidden])');
    await expect(page.getByRole('heading', { name: 'Update 6: picture' })).toBeVisible();
    const english = page.getByRole('group', { name: 'English' });
    const title = await page.request.put('/api/admin/content', {
      data: { section: 'updates', key: 'item6_title', value: 'We went to Aflao' },
      headers: { 'Sec-Fetch-Site': 'same-origin' },
    });
    expect(title.status(), await title.text()).toBe(200);
    const buffer = await photo();
    await english
      .getByLabel('Picture file')
      .setInputFiles({ name: 'us.jpg', mimeType: 'image/jpeg', buffer });
    await english.getByLabel(/^What the picture shows/).fill('A queue at the gate of Aflao');
    const shown = preview.getByRole('img', { name: 'A queue at the gate of Aflao' });
    await shown.scrollIntoViewIfNeeded();
    await expect
      .poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(100);
    await isFaultless(page, 'a picture in the content tab');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(page.getByText('Content Updated')).toBeVisible();
    await expect
      .poll(async () => (await page.request.get('/updates?lang=en')).text())
      .toContain('alt="A queue at the gate of Aflao" loading="lazy"');
  },
);
