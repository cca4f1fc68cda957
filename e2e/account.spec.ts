import type { Page } from '@playwright/test';
import { isFaultless } from './inspect.ts';
import {
  homeLink,
  join,
  linkIn,
  logInByCall,
  newMember,
  otherBrowser,
  statusOf,
  toast,
} from './member.ts';
import { signatureLink } from './signature.ts';
import { ANY_SCREEN, expect, test } from './site.ts';

const firefoxOnWindows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0';

/** Over the start page, or at its own address the page. */
const accountDialog = (page: Page) =>
  page
    .getByRole('dialog', { name: 'Join the Movement' })
    .or(page.getByRole('region', { name: 'Join the Movement' }));

test('a visitor joins, is greeted by name, logs out and comes back', async ({ page, isMobile }) => {
  const nia = newMember('Nia');
  const openMenu = async () => {
    if (isMobile) await page.getByText('Menu', { exact: true }).click();
  };
  await page.goto('/');
  await openMenu();
  await page.getByRole('link', { name: 'Join Us' }).click();
  const dialog = accountDialog(page);
  await dialog.getByRole('textbox', { name: 'First name' }).fill(nia.firstName);
  await dialog.getByRole('textbox', { name: 'Last name' }).fill(nia.lastName);
  await dialog.getByRole('textbox', { name: 'Email' }).fill(nia.email);
  await dialog.getByRole('textbox', { name: 'Password' }).fill('password');
  await expect(dialog.getByText(/^Password strength: weak/)).toBeInViewport({ ratio: 1 });
  await dialog.getByRole('button', { name: 'Register' }).click();
  await expect(dialog.getByRole('alert').first()).toBeVisible();
  await expect(dialog.getByRole('tab', { name: 'Register' })).toBeInViewport({ ratio: 1 });
  const [bar, tab] = await Promise.all([
    dialog.locator('.dialog-bar').boundingBox(),
    dialog.getByRole('tab', { name: 'Register' }).boundingBox(),
  ]);
  expect(tab?.y ?? 0, 'below the title').toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0));
  await dialog.getByRole('textbox', { name: 'Password' }).fill(nia.password);
  await dialog.getByRole('button', { name: 'Register' }).click();
  // Under the pointer a toast stays.
  await toast(page, 'Your account is ready, Nia.').hover();
  await expect(dialog).toBeHidden();
  await expect(page.locator('header summary:focus')).toHaveCount(1);
  const toasts = page.getByRole('region', { name: 'Notifications (F8)' });
  await toasts.getByRole('button', { name: 'Close' }).click();

  const greeting = page.getByText('Nia', { exact: true }).filter({ visible: true });
  if (!(await greeting.isVisible())) await openMenu();
  await greeting.click();
  await expect(page.getByRole('link', { name: 'Profile' }).filter({ visible: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Admin' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Log Out' }).filter({ visible: true }).click();
  await expect(toast(page, 'Logged out')).toBeVisible();
  expect(await statusOf(page)).toBe(401);

  await page.goto('/join');
  await dialog.getByRole('textbox', { name: 'Email' }).fill(nia.email);
  await dialog.getByRole('textbox', { name: 'Password' }).fill('not the password');
  await dialog.getByRole('button', { name: 'Login' }).click();
  await expect(
    dialog.getByRole('alert').filter({ hasText: 'Invalid credentials' }).first(),
  ).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Password' }).fill(nia.password);
  await dialog.getByRole('button', { name: 'Login' }).click();
  await expect(toast(page, 'Welcome back!')).toBeVisible();
  await expect.poll(() => page.evaluate('scrollY')).toBe(0);

  // The cookie's hint hydrates the page by itself on the next visit.
  await page.goto('/');
  if (isMobile) await openMenu();
  await expect(greeting).toBeVisible();
});

test('a member finds the menu of the account on a page behind a mailed link, and logs out there', async ({
  page,
  isMobile,
  site,
}) => {
  await join(page, newMember('Nia'));
  await page.goto(await signatureLink(page, site));
  if (isMobile) await page.getByText('Menu', { exact: true }).click();
  await page.getByText('Nia', { exact: true }).filter({ visible: true }).click();
  await page.getByRole('button', { name: 'Log Out' }).filter({ visible: true }).click();
  await expect(toast(page, 'Logged out')).toBeVisible();
  expect(await statusOf(page)).toBe(401);
  // What the server drew is still there.
  await expect(page.getByRole('button', { name: 'Confirm your signature' })).toBeVisible();
});

test(
  'the link of the welcome mail does nothing when it is fetched, and proves the address once',
  ANY_SCREEN,
  async ({ page, site }) => {
    const amina = newMember('Amina');
    await join(page, amina);
    const isVerified = async () =>
      ((await (await page.request.get('/api/account')).json()) as { isVerified: boolean })
        .isVerified;
    const link = await linkIn(site, amina.email, /welcome/i);

    // As a mail scanner does, and as a browser that looks ahead.
    expect((await page.request.get(link)).status()).toBe(200);
    await page.goto(link);
    const confirm = page.getByRole('button', { name: 'Confirm my address' });
    await expect(confirm).toBeVisible();
    await expect(page, 'the key has left the address bar').toHaveURL(`${site.url}/account/verify`);
    expect(await isVerified()).toBe(false);
    await confirm.click();
    await expect(page.getByText('Thank you. Your address is confirmed.')).toBeVisible();
    expect(await isVerified()).toBe(true);
    await isFaultless(page, 'the address is confirmed');

    // A document of its own: the same one takes another key, too.
    await page.goto('about:blank');
    await page.goto(link);
    await confirm.click();
    await expect(page.getByText('This link has expired or has already been used.')).toBeVisible();
    await page.getByRole('button', { name: 'Send a new link' }).click();
    await expect(page.getByText('Your email address is already confirmed.')).toBeVisible();
    await homeLink(page).click();
    await page.waitForURL(`${site.url}/#home`);
  },
);

test(
  'the link of the welcome mail asks whoever is not logged in for the password, or shows the way to a new one',
  ANY_SCREEN,
  async ({ page, browser, site }) => {
    const zuri = newMember('Zuri');
    await join(await otherBrowser(browser, site, firefoxOnWindows), zuri);
    await page.goto(await linkIn(site, zuri.email, /welcome/i));
    const confirm = page.getByRole('button', { name: 'Confirm my address' });
    await confirm.click();
    const password = page.getByLabel('Your password');
    await expect(password).toBeFocused();
    await isFaultless(page, 'the password is asked for');
    await expect(page.getByRole('link', { name: 'Choose my own password' })).toHaveAttribute(
      'href',
      '/account/reset',
    );
    await page.keyboard.type('not the password');
    await page.keyboard.press('Enter');
    await expect(page.getByText('The password is incorrect.').first()).toBeVisible();
    await expect(password).toHaveValue('not the password');
    await isFaultless(page, 'the password was wrong');
    await password.fill(zuri.password);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Thank you. Your address is confirmed.')).toBeVisible();
    await expect(password).toBeHidden();
  },
);

test('a forgotten password is chosen anew with the mailed link, which logs every browser out', async ({
  page,
  browser,
  site,
}) => {
  const kofi = newMember('Kofi');
  const elsewhere = await otherBrowser(browser, site, firefoxOnWindows);
  await join(elsewhere, kofi);
  await elsewhere.goto('/profile#security');
  await expect(elsewhere.getByRole('region', { name: 'Account security' })).toContainText(
    kofi.email,
  );

  await page.goto('/join');
  const dialog = accountDialog(page);
  await dialog.getByRole('textbox', { name: 'Email' }).fill(kofi.email);
  await dialog.getByRole('button', { name: 'Forgot your password?' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Email' })).toHaveValue(kofi.email);
  await dialog.getByRole('button', { name: 'Send the link' }).click();
  await expect(dialog.getByText('If this address has an account')).toBeVisible();

  const link = await linkIn(site, kofi.email, /new password/i);
  expect((await page.request.get(link)).status()).toBe(200);
  await page.goto(link);
  await page.getByRole('textbox', { name: 'New password' }).fill('password123');
  await page.getByRole('button', { name: 'Save the new password' }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await isFaultless(page, 'a new password that everybody knows');
  expect(await statusOf(elsewhere), 'nothing has happened yet').toBe(200);
  const chosen = 'a drum heard over two rivers';
  await page.getByRole('textbox', { name: 'New password' }).fill(chosen);
  await page.getByRole('button', { name: 'Save the new password' }).click();
  await expect(page.getByText('Your new password is saved. Please log in with it.')).toBeVisible();
  await isFaultless(page, 'a new password is saved');

  expect(await statusOf(elsewhere)).toBe(401);
  await elsewhere.reload();
  await expect(elsewhere.getByText('Please log in to view your profile.')).toBeVisible();
  expect((await logInByCall(elsewhere, kofi)).status(), 'the old password').toBe(401);
  await site.mailTo(kofi.email, /password has been changed/);

  await page.getByRole('link', { name: 'Log in' }).click();
  await dialog.getByRole('textbox', { name: 'Email' }).fill(kofi.email);
  await dialog.getByRole('textbox', { name: 'Password' }).fill(chosen);
  await dialog.getByRole('button', { name: 'Login' }).click();
  await expect(toast(page, 'Welcome back!')).toBeVisible();
  // A browser that the account was never opened in.
  const notice = await site.mailTo(kofi.email, /new browser/);
  expect(notice.text).toContain(`${site.url}/account/not-me`);
  expect(notice.text).toContain('Chrome on ');

  await page.goto(link);
  await page.getByRole('textbox', { name: 'New password' }).fill('another drum over one river');
  await page.getByRole('button', { name: 'Save the new password' }).click();
  await expect(page.getByText('This link has expired or has already been used.')).toBeVisible();
  // The way to a new link is right there.
  await expect(page.getByRole('button', { name: 'Send the link' })).toBeVisible();
  expect(await statusOf(page), 'a dead link ends nothing').toBe(200);
  await elsewhere.context().close();
});

test('everything that is kept is taken along, and then the account is deleted for good', async ({
  page,
  site,
}) => {
  const zola = newMember('Zola');
  await join(page, zola);
  const bio = '<img src=x onerror=alert(1)> “Ubuntu”, she said.';
  await page.request.put('/api/profile', {
    data: { country: 'South Africa', city: 'Durban', bio, interests: '', isPublic: false },
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  });
  await page.goto('/profile#security');
  const data = page.getByRole('region', { name: 'Your data' });
  const save = async (name: RegExp) => {
    const download = page.waitForEvent('download');
    await data.getByRole('button', { name }).click();
    return download;
  };
  const asJson = await save(/JSON/);
  expect(asJson.suggestedFilename()).toMatch(/\.json$/);
  expect(JSON.parse(await textOf(asJson))).toMatchObject({
    account: { email: zola.email, firstName: 'Zola', lastName: 'Okafor' },
    profile: { country: 'South Africa', city: 'Durban', bio },
    sessions: [{ browser: 'Chrome' }],
    messages: [],
  });
  const asHtml = await save(/HTML/);
  expect(asHtml.suggestedFilename()).toMatch(/\.html$/);
  const html = await textOf(asHtml);
  expect(html).not.toContain(zola.password);
  const reader = await page.context().newPage();
  await reader.setContent(html);
  await expect(reader.getByRole('heading', { name: 'What we keep about you' })).toBeVisible();
  await expect(reader.getByText(bio)).toBeVisible();
  await expect(reader.getByText(zola.email)).toBeVisible();
  await isFaultless(reader, 'the exported file');
  await reader.close();

  const leaving = page.getByRole('region', { name: 'Delete the account' });
  await leaving.getByRole('button', { name: 'Delete my account' }).click();
  await leaving.getByLabel('Your password').fill('not the password');
  await leaving.getByRole('button', { name: 'Delete my account' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Delete for good' }).click();
  await expect(leaving.getByText('The password is incorrect.').first()).toBeVisible();
  expect(await statusOf(page)).toBe(200);
  await leaving.getByLabel('Your password').fill(zola.password);
  await leaving.getByRole('button', { name: 'Delete my account' }).click();
  // The toast is still shown; it must not cover the question.
  await expect(question.getByText('Account not deleted')).toBeVisible();
  const forGood = question.getByRole('button', { name: 'Delete for good' });
  const isCovered = await forGood.evaluate((button) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    return !button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
  expect(isCovered, 'the toast lies over the button').toBe(false);
  await forGood.click();
  await expect(toast(page, 'Account deleted')).toBeVisible();
  await expect(page.getByText('Please log in to view your profile.')).toBeVisible();
  await site.mailTo(zola.email, /Your account is deleted/);

  await page.getByRole('link', { name: 'Log in' }).click();
  const dialog = accountDialog(page);
  await dialog.getByRole('textbox', { name: 'Email' }).fill(zola.email);
  await dialog.getByRole('textbox', { name: 'Password' }).fill(zola.password);
  await dialog.getByRole('button', { name: 'Login' }).click();
  await expect(
    dialog.getByRole('alert').filter({ hasText: 'Invalid credentials' }).first(),
  ).toBeVisible();
});

async function textOf(download: { createReadStream(): Promise<NodeJS.ReadableStream> }) {
  let text = '';
  for await (const chunk of await download.createReadStream()) text += chunk;
  return text;
}

test(
  'who joined in French chooses a new password in French',
  ANY_SCREEN,
  async ({ page, site }) => {
    const fatou = newMember('Fatou');
    await join(page, fatou, 'fr');
    await page.goto('/account/reset?lang=fr');
    await page.getByLabel('E-mail').fill(fatou.email);
    await page.getByRole('button', { name: 'Envoyer le lien' }).click();
    await expect(page.getByText('un lien est en route')).toBeVisible();
    const link = await linkIn(site, fatou.email, /nouveau mot de passe/i);
    await page.goto(link);
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
    await expect(page).toHaveTitle(/Choisissez un nouveau mot de passe/);
    await page.getByRole('textbox', { name: 'Nouveau mot de passe' }).fill('court');
    await page.getByRole('button', { name: 'Enregistrer le nouveau mot de passe' }).click();
    await expect(page.getByRole('alert').first()).toContainText(/mot de passe/);
    await page.getByRole('textbox', { name: 'Nouveau mot de passe' }).fill('une étoffe de 54 fils');
    await page.getByRole('button', { name: 'Enregistrer le nouveau mot de passe' }).click();
    await expect(page.getByText('Votre nouveau mot de passe est enregistré.')).toBeVisible();
    await isFaultless(page, 'a new password in French');
  },
);
