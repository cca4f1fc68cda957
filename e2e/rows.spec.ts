import type { Page } from '@playwright/test';
import { isFaultless } from './inspect.ts';
import { openDashboard, panelOf, test } from './member.ts';
import { ANY_SCREEN, expect, FILLED } from './site.ts';

// Lists that have rows.
test.use({ siteName: FILLED });

/** Its rows are of no person. */
const AUDIT_LOG = '/admin/settings/log';

/** LIST of the lists in which one works, by what they are called here. */
const LISTS = {
  contact: '/admin/contact',
  applications: '/admin/submissions/passport-applications',
  volunteers: '/admin/submissions/volunteer-submissions',
  partners: '/admin/submissions/partner-submissions',
  accounts: '/admin/users',
  donations: '/admin/donations',
  declarations: '/admin/declarations',
  'payments to check': '/admin/payments/claims',
  'activity log': AUDIT_LOG,
};

const list = (page: Page) => page.locator('.table-scroll').filter({ visible: true }).first();

/** The tabs at the foot of a phone, in pixels. */
const FOOT = 56;

/** Where the first row is, how high the rows are, and how many are whole on the screen, above the tabs at its foot. */
async function measure(page: Page, path: string, foot = 0) {
  await page.goto(path);
  await list(page).getByRole('row').nth(1).waitFor();
  const all = Number(await list(page).getByRole('table').getAttribute('aria-rowcount')) - 1;
  const rows = await list(page).evaluate((scroller, atFoot) => {
    const end = Math.min(scroller.getBoundingClientRect().bottom, innerHeight - atFoot);
    return [...scroller.querySelectorAll('tbody:not([aria-hidden]) > tr')].map((row) => {
      const { top, bottom, height } = row.getBoundingClientRect();
      return { top, height, isSeen: bottom <= end + 1 };
    });
  }, foot);
  const seen = rows.filter(({ isSeen }) => isSeen);
  return { all, seen: seen.length, top: rows[0]?.top, heights: rows.map(({ height }) => height) };
}

test('the first row of a list is high on the page, and fourteen rows are in sight', {
  ...ANY_SCREEN,
}, async ({ page }) => {
  await openDashboard(page, '/admin');
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const [name, path] of Object.entries(LISTS)) {
    const { all, seen, top, heights } = await measure(page, path);
    expect.soft(top, `${name}: the first row`).toBeLessThanOrEqual(210);
    expect.soft(Math.min(...heights), `${name}: a row`).toBeGreaterThanOrEqual(36);
    expect.soft(Math.max(...heights), `${name}: a row`).toBeLessThanOrEqual(40);
    expect.soft(seen, `${name}: rows in sight`).toBeGreaterThanOrEqual(Math.min(all, 14));
  }
});

test('a phone draws each row on two lines, and nine rows are in sight', {
  ...ANY_SCREEN,
}, async ({ page }) => {
  await openDashboard(page, '/admin');
  await page.setViewportSize({ width: 360, height: 740 });
  for (const [name, path] of Object.entries(LISTS)) {
    const { all, seen, heights } = await measure(page, path, FOOT);
    expect.soft(Math.min(...heights), `${name}: a row`).toBeGreaterThanOrEqual(56);
    expect.soft(Math.max(...heights), `${name}: a row`).toBeLessThanOrEqual(64);
    expect.soft(seen, `${name}: rows in sight`).toBeGreaterThanOrEqual(Math.min(all, 9));
  }
});

test('a row of a phone names what it shows, and a tap on it shows all of it', {
  ...ANY_SCREEN,
}, async ({ page }) => {
  await openDashboard(page, '/admin/contact');
  await page.setViewportSize({ width: 360, height: 740 });
  const row = list(page).getByRole('row').nth(1);
  await expect(row.getByRole('rowheader')).toBeVisible();
  for (const name of ['Status', 'Message', 'Received'])
    await expect(row.getByRole('cell', { name: new RegExp(`^${name}`) })).toBeVisible();
  await expect(row.getByRole('cell', { name: /@/ })).toHaveCount(0);
  const place = await row.boundingBox();
  // On the second line, where no control is.
  await row.click({ position: { x: (place?.width ?? 0) - 20, y: (place?.height ?? 0) - 8 } });
  await expect(panelOf(page).getByText(/@/).first()).toBeVisible();
});

test('J and K go through the rows of every list, whose panels end with the same actions', {
  ...ANY_SCREEN,
}, async ({ page }) => {
  await openDashboard(page, '/admin');
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const [name, path] of Object.entries(LISTS)) {
    const { all } = await measure(page, path);
    await list(page).locator('.row-action').first().click();
    const panel = panelOf(page);
    const place = panel.getByText(`1 of ${all}`, { exact: true });
    await expect(place, name).toBeVisible();
    await expect(panel.getByRole('button', { name: 'Previous row' })).toBeDisabled();
    if (all > 1) {
      await page.keyboard.press('j');
      await expect(panel.getByText(`2 of ${all}`, { exact: true }), name).toBeVisible();
      await expect(panel.getByRole('heading', { level: 2 })).toBeFocused();
      await page.keyboard.press('k');
      await expect(place, name).toBeVisible();
    }
    // The newest donation of the demonstration may be anonymous: then there is nobody to write to.
    const isAnonymous = await panel.getByText(/^This donor is anonymous/).isVisible();
    if (path !== AUDIT_LOG && !isAnonymous) {
      await expect(panel.getByRole('link', { name: 'Open person' }), name).toBeInViewport();
      const write = panel.getByRole('link', { name: 'Write' });
      await expect(write.or(panel.getByRole('button', { name: 'Write' })), name).toBeInViewport();
    }
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(page).toHaveURL(path);
  }
});

test('one goes on working in a list beside an open row', ANY_SCREEN, async ({ page }) => {
  await openDashboard(page, '/admin/contact');
  await page.setViewportSize({ width: 1280, height: 800 });
  const openers = list(page).locator('.row-action');
  await openers.nth(1).waitFor();
  const names = (await openers.allInnerTexts()).map((text) => /\S+ \S+/.exec(text)?.[0] ?? '');
  const [first = '', second = ''] = names;
  await openers.first().click();
  const panel = page.getByRole('region', { name: first });
  await expect(panel.getByRole('heading', { level: 2 })).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // Neither covers the other, and as many rows are in sight.
  const [table, box] = [await list(page).boundingBox(), await panel.boundingBox()];
  expect((table?.x ?? 0) + (table?.width ?? 0)).toBeLessThanOrEqual(box?.x ?? 0);
  const rows = list(page).getByRole('row');
  const last = await rows.nth(14).boundingBox();
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(800);
  await isFaultless(page, 'a row beside its list');

  await page.setViewportSize({ width: 1280, height: 600 });
  await list(page).hover();
  await page.mouse.wheel(0, 200);
  await expect.poll(() => list(page).evaluate((it) => it.scrollTop)).toBeGreaterThan(0);
  await rows.nth(2).getByRole('checkbox').check();
  await expect(page.getByRole('region', { name: 'Actions for selected items' })).toBeVisible();
  await expect(panel).toBeVisible();

  await openers.nth(1).click();
  const other = page.getByRole('region', { name: second });
  await expect(other.getByText(/^2 of/)).toBeVisible();
  await other.getByRole('textbox', { name: 'Note' }).fill('Half a thought');
  await page.getByRole('searchbox', { name: 'Search' }).fill(first);
  await expect(openers.filter({ hasText: second })).toHaveCount(0);
  await expect(other.getByRole('textbox', { name: 'Note' })).toHaveValue('Half a thought');
  await openers.first().click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Close without saving' }).click();
  await expect(panel.getByRole('heading', { level: 2 })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(openers.first()).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL('/admin/contact');
  await expect(panel).toBeHidden();
});

test('J in a field is a letter, and a row with a note begun is left only after a yes', {
  ...ANY_SCREEN,
}, async ({ page }) => {
  await openDashboard(page, '/admin/contact');
  await list(page).locator('.row-action').first().click();
  const panel = panelOf(page);
  // The note is not the first text of the panel: the reply is.
  for (const name of ['Your reply', 'Note'])
    await expect(panel.getByRole('textbox', { name })).toBeVisible();
  await panel.getByRole('button', { name: 'Note', exact: true }).click();
  await expect(panel.getByRole('textbox', { name: 'Note' })).toBeFocused();
  await page.keyboard.type('j');
  await expect(panel.getByRole('textbox', { name: 'Note' })).toHaveValue('j');
  await panel.getByRole('button', { name: 'Next row' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(panel.getByRole('textbox', { name: 'Note' })).toHaveValue('j');
  await panel.getByRole('button', { name: 'Next row' }).click();
  await question.getByRole('button', { name: 'Close without saving' }).click();
  await expect(panel.getByText(/^2 of/)).toBeVisible();
});

test('a long list that is scrolled fast is drawn to its end', ANY_SCREEN, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openDashboard(page, '/admin/declarations');
  const toEnd = () =>
    list(page).evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight));
  await expect(async () => {
    await toEnd();
    await expect(page.getByRole('button', { name: 'Load more' })).toBeHidden({ timeout: 500 });
  }).toPass();
  // What is seen two frames after a jump: rows from edge to edge.
  const bare = await list(page).evaluate(async (scroller) => {
    const frame = () => new Promise(requestAnimationFrame);
    const { left, top, bottom } = scroller.getBoundingClientRect();
    const found: string[] = [];
    for (const part of [0, 1, 0.5, 0.9, 0.1, 1, 0.25, 1]) {
      scroller.scrollTop = part * scroller.scrollHeight;
      await frame();
      await frame();
      for (let y = top + 34; y < Math.min(bottom, innerHeight) - 4; y += 8) {
        const row = document.elementFromPoint(left + 20, y)?.closest('tr');
        if (!row || row.closest('[aria-hidden]')) found.push(`${part} at ${Math.round(y)} px`);
      }
    }
    return found;
  });
  expect(bare).toEqual([]);
});
