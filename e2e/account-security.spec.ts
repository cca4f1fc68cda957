import type { Locator, Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { isFaultless } from './inspect.ts';
import {
  join,
  linkIn,
  logInByCall,
  type Member,
  newMember,
  otherBrowser,
  send,
  statusOf,
  toast,
} from './member.ts';
import { tabTo } from './presses.ts';
import { ANY_SCREEN, expect, test } from './site.ts';

const firefoxOnWindows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0';
const safariOnMac =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_4) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15';

/** A part of what guards the account, on the profile's page. */
const part = (page: Page, name: string) => page.getByRole('region', { name });

/** Joins and comes before what guards the account. */
async function joinAndLook(page: Page, firstName: string): Promise<Member> {
  const member = newMember(firstName);
  await join(page, member);
  await page.goto('/profile#security');
  await expect(part(page, 'Email address')).toContainText(member.email);
  return member;
}

/** Opens the login anew with address and password filled in; answers its dialog. */
async function openLogin(page: Page, { email, password }: Member): Promise<Locator> {
  await send(page, '/api/auth/logout', {});
  await page.goto('/join');
  const dialog = page.getByRole('region', { name: 'Join the Movement' });
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email);
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password);
  return dialog;
}

/** The code of an authenticator app with this key now, or after as many half minutes. */
const codeOf = (key: string, steps = 0) =>
  TOTP.generate({
    secret: Secret.fromBase32(key.replaceAll(' ', '')),
    timestamp: Date.now() + 30_000 * steps,
  });

/** Reads the recovery codes, which are shown once, and says that they are kept. */
async function keepCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole('dialog', { name: 'Your recovery codes' });
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  const codes = await dialog.getByRole('listitem').allInnerTexts();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog.getByText('Please save the codes, then tick this box')).toBeVisible();
  await isFaultless(page, 'recovery codes');
  await dialog.getByRole('checkbox', { name: 'I have saved these codes' }).check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
  return codes;
}

test(
  'another address is used once it is confirmed, and both are notified',
  ANY_SCREEN,
  async ({ page, site }) => {
    const nia = await joinAndLook(page, 'Nia');
    const address = part(page, 'Email address');
    const next = newMember('Nia').email;
    await address.getByRole('button', { name: 'Change the address' }).click();
    await address.getByLabel('New email address').fill(nia.email);
    await address.getByLabel('Your password').fill(nia.password);
    await address.getByRole('button', { name: 'Send the link' }).click();
    await expect(address.getByText('This is already your address.').first()).toBeVisible();
    await address.getByLabel('New email address').fill(next);
    await address.getByRole('button', { name: 'Send the link' }).click();
    await expect(address.getByText(`${next} will become your address`)).toBeVisible();
    const warning = await site.mailTo(nia.email, /address to be changed/);
    expect(warning.text).toContain(next);

    const link = await linkIn(site, next, /new email address/);
    expect((await page.request.get(link)).status()).toBe(200);
    await page.reload();
    await expect(address.locator('strong').first()).toHaveText(nia.email);
    // The mail is read beside the profile.
    const mailed = await page.context().newPage();
    await mailed.goto(link);
    await isFaultless(mailed, 'before the new address is used');
    await mailed.getByRole('button', { name: 'Use the new address' }).click();
    await expect(mailed.getByText('Your new address is confirmed.')).toBeVisible();
    await mailed.close();
    await page.evaluate(() =>
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
    );
    await expect(address.locator('strong').first()).toHaveText(next);
    await expect(address.getByText('Confirmed')).toBeVisible();
    await expect(
      page
        .getByRole('region', { name: 'Account', exact: true })
        .getByRole('definition')
        .filter({ hasText: next }),
    ).toBeVisible();

    expect((await site.mailTo(nia.email, /has been changed/)).text).toContain(next);
    await site.mailTo(next, /new email address is confirmed/);
    expect((await logInByCall(page, nia)).status(), 'the old address').toBe(401);
    expect((await logInByCall(page, { ...nia, email: next })).status()).toBe(200);
  },
);

test(
  'a member sees every browser that is logged in, and ends one, all others, and all by a new password',
  ANY_SCREEN,
  async ({ page, browser, site }) => {
    const kofi = await joinAndLook(page, 'Kofi');
    const windows = await otherBrowser(browser, site, firefoxOnWindows);
    const mac = await otherBrowser(browser, site, safariOnMac);
    for (const other of [windows, mac]) expect((await logInByCall(other, kofi)).status()).toBe(200);
    await page.reload();
    const browsers = part(page, 'Where you are logged in');
    await expect(browsers.getByRole('listitem')).toHaveCount(3);
    await expect(browsers.getByRole('listitem').filter({ hasText: 'This browser' })).toHaveCount(1);
    await browsers.getByRole('button', { name: 'Log out Firefox on Windows' }).click();
    await expect(browsers.getByRole('listitem')).toHaveCount(2);
    expect([await statusOf(windows), await statusOf(mac)]).toEqual([401, 200]);
    await browsers.getByRole('button', { name: 'Log out all other browsers' }).click();
    await expect(browsers.getByRole('listitem')).toHaveCount(1);
    await expect(browsers.getByRole('button')).toHaveCount(0);
    expect(await statusOf(mac)).toBe(401);

    // The typed text in the other browser stays when the password changes.
    expect((await logInByCall(windows, kofi)).status()).toBe(200);
    await windows.goto('/profile');
    await windows.getByLabel('City').fill('Kumasi');
    const password = part(page, 'Password');
    await password.getByRole('button', { name: 'Change the password' }).click();
    await password.getByLabel('Current password').fill('not the password');
    const chosen = 'a drum heard over two rivers';
    await password.getByLabel('New password').fill(chosen);
    await password.getByRole('button', { name: 'Save the new password' }).click();
    await expect(password.getByText('The password is incorrect.').first()).toBeVisible();
    await isFaultless(page, 'a wrong password');
    await password.getByLabel('Current password').fill(kofi.password);
    await password.getByRole('button', { name: 'Save the new password' }).click();
    await expect(toast(page, 'Your new password is saved.')).toBeVisible();
    await site.mailTo(kofi.email, /password has been changed/);
    expect([await statusOf(page), await statusOf(windows)]).toEqual([200, 401]);

    await windows.getByRole('button', { name: 'Save Changes' }).click();
    const again = windows.getByRole('dialog', { name: 'Log in again' });
    await again.getByLabel('Your password').fill(kofi.password);
    await again.getByRole('button', { name: 'Log in' }).click();
    await expect(again.getByRole('alert')).toContainText('Invalid credentials');
    await again.getByLabel('Your password').fill(chosen);
    await again.getByRole('button', { name: 'Log in' }).click();
    await expect(toast(windows, 'Profile Updated')).toBeVisible();
    await windows.context().close();
    await mac.context().close();
  },
);

test('an authenticator app is set up, asked for its code, and replaced by a recovery code', async ({
  page,
  site,
}) => {
  const amina = await joinAndLook(page, 'Amina');
  const twoStep = part(page, 'Two-step verification');
  await twoStep.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await expect(twoStep.getByRole('img', { name: /QR code/ })).toBeVisible();
  const key = await twoStep.locator('code').innerText();
  await twoStep.getByLabel('Code from your authenticator app').fill(wrong(codeOf(key)));
  await twoStep.getByRole('button', { name: 'Turn on codes' }).click();
  await expect(twoStep.getByText('The code is incorrect').first()).toBeVisible();
  await twoStep.getByLabel('Code from your authenticator app').fill(codeOf(key));
  await twoStep.getByRole('button', { name: 'Turn on codes' }).click();
  const [recoveryCode = '', another = '', last = ''] = await keepCodes(page);
  await expect(twoStep.getByText('10 recovery codes are left.')).toBeVisible();
  await isFaultless(page, 'codes are asked for');
  await site.mailTo(amina.email, /Your login settings have changed/);

  // The password alone opens nothing.
  const dialog = await openLogin(page, amina);
  await dialog.getByRole('button', { name: 'Login' }).click();
  const code = dialog.getByLabel('Code from your authenticator app');
  await expect(code).toBeFocused();
  expect(await statusOf(page)).toBe(401);
  await code.fill(wrong(codeOf(key)));
  await dialog.getByRole('button', { name: 'Login' }).click();
  await expect(
    dialog
      .getByText('The code is incorrect or has already been used. Please try another one.')
      .first(),
  ).toBeVisible();
  await isFaultless(page, 'a wrong code');
  // The code of this half minute was taken when the app was set up; clocks may be one ahead.
  await code.fill(codeOf(key, 1));
  await dialog.getByRole('button', { name: 'Login' }).click();
  await expect(toast(page, 'Welcome back!')).toBeVisible();
  expect(await statusOf(page)).toBe(200);

  await openLogin(page, amina);
  await dialog.getByRole('button', { name: 'Login' }).click();
  await dialog.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await dialog.getByLabel('Recovery code').fill(recoveryCode.toLowerCase());
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Welcome back!')).toBeVisible();
  await site.mailTo(amina.email, /recovery codes was used/);
  await openLogin(page, amina);
  await dialog.getByRole('button', { name: 'Login' }).click();
  await dialog.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await dialog.getByLabel('Recovery code').fill(recoveryCode);
  await page.keyboard.press('Enter');
  await expect(
    dialog
      .getByText('The code is incorrect or has already been used. Please try another one.')
      .first(),
  ).toBeVisible();
  await dialog.getByLabel('Recovery code').fill(another);
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Welcome back!')).toBeVisible();

  // Nor does the password alone delete the account.
  await page.goto('/profile#security');
  const leaving = part(page, 'Delete the account');
  await leaving.getByRole('button', { name: 'Delete my account' }).click();
  await leaving.getByLabel('Your password').fill(amina.password);
  await leaving.getByRole('button', { name: 'Delete my account' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete for good' }).click();
  await expect(leaving.getByLabel('Code from your authenticator app')).toBeFocused();
  expect(await statusOf(page)).toBe(200);
  await isFaultless(page, 'a code before the account is deleted');
  await leaving.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await leaving.getByLabel('Recovery code').fill(last);
  await leaving.getByRole('button', { name: 'Delete my account' }).click();
  await expect(toast(page, 'Account deleted')).toBeVisible();
  expect((await logInByCall(page, amina)).status()).toBe(401);
});

/** Six digits that are not these, nor those of the half minutes beside them but by a chance of one in a million. */
const wrong = (code: string) => String((Number(code) + 500_000) % 1_000_000).padStart(6, '0');

test('a passkey is made, opens the account alone, gets another name and is removed', async ({
  page,
  site,
}) => {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const zola = await joinAndLook(page, 'Zola');
  const passkeys = part(page, 'Passkeys');
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(passkeys.getByLabel('Name of the passkey')).toHaveValue(/^Chrome on /);
  await passkeys.getByLabel('Name of the passkey').fill('Zola’s phone');
  await isFaultless(page, 'a passkey is named');
  await passkeys.getByRole('button', { name: 'Save passkey' }).click();
  await keepCodes(page);
  await expect(passkeys.getByText('Zola’s phone')).toBeVisible();
  await expect(passkeys.getByText('not used yet')).toBeVisible();
  await site.mailTo(zola.email, /Your login settings have changed/);

  // The password alone opens nothing any more; the passkey does, with nothing typed.
  const dialog = await openLogin(page, zola);
  await dialog.getByRole('button', { name: 'Login' }).click();
  await expect(dialog.getByRole('button', { name: 'Use a passkey' })).toBeVisible();
  expect(await statusOf(page)).toBe(401);
  await isFaultless(page, 'a passkey or a recovery code');
  await page.goto('/join');
  await dialog.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(toast(page, 'Welcome back!')).toBeVisible();
  expect(await statusOf(page)).toBe(200);

  // So it does at the login of the dashboard, to which this account has no access.
  await send(page, '/api/auth/logout', {});
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(page.getByText(`You are logged in as ${zola.email}.`)).toBeVisible();
  await isFaultless(page, 'the login of the dashboard');

  await page.goto('/profile#security');
  await expect(passkeys.getByText('last used')).toBeVisible();
  await passkeys.getByRole('button', { name: 'Rename “Zola’s phone”' }).click();
  await passkeys.getByLabel('Name of the passkey').fill('The blue phone');
  await passkeys.getByRole('button', { name: 'Save the name' }).click();
  await expect(passkeys.getByText('The blue phone')).toBeVisible();
  await isFaultless(page, 'a passkey with another name');
  await passkeys.getByRole('button', { name: 'Remove “The blue phone”' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(passkeys.getByRole('listitem')).toHaveCount(0);
  await expect(part(page, 'Two-step verification').getByText('recovery codes')).toHaveCount(0);

  // Still on the device, it opens nothing here; the password alone does again.
  await send(page, '/api/auth/logout', {});
  await page.goto('/join');
  await dialog.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(dialog.getByText('This passkey could not be accepted.')).toBeVisible();
  await isFaultless(page, 'a passkey that opens nothing');
  expect((await logInByCall(page, zola)).status()).toBe(200);
});

test(
  'from the login to a second factor nothing needs more than a keyboard',
  ANY_SCREEN,
  async ({ page, browser, site }) => {
    const thabo = newMember('Thabo');
    const before = await otherBrowser(browser, site, firefoxOnWindows);
    await join(before, thabo);
    await before.context().close();
    const { keyboard } = page;

    await page.goto('/join');
    const dialog = page.getByRole('region', { name: 'Join the Movement' });
    await tabTo(page, dialog.getByRole('textbox', { name: 'Email' }));
    await keyboard.type(thabo.email);
    await keyboard.press('Tab');
    await keyboard.type(thabo.password);
    await keyboard.press('Enter');
    await expect(toast(page, 'Welcome back!')).toBeVisible();
    await expect(dialog.getByRole('textbox')).toHaveCount(0);
    await expect(page.locator('header summary:focus')).toHaveCount(1);
    await keyboard.press('Enter');
    const name = page.getByText('Thabo', { exact: true }).filter({ visible: true });
    const profile = page.getByRole('link', { name: 'Profile' }).filter({ visible: true });
    // On a phone the name is in the menu that has just opened.
    if (!(await profile.isVisible())) {
      await tabTo(page, page.locator('summary').filter({ has: name }));
      await keyboard.press('Enter');
    }
    await tabTo(page, profile);
    await keyboard.press('Enter');
    await page.waitForURL(/\/profile$/);
    // The security part is fetched when the focus comes near it.
    await tabTo(page, page.getByRole('button', { name: 'Send the email again' }));

    const password = part(page, 'Password');
    await tabTo(page, password.getByRole('button', { name: 'Change the password' }));
    await keyboard.press('Enter');
    await expect(password.getByLabel('Current password')).toBeFocused();
    await keyboard.type(thabo.password);
    await tabTo(page, password.getByLabel('New password'));
    await keyboard.type('a drum heard over two rivers');
    await keyboard.press('Enter');
    await expect(toast(page, 'Your new password is saved.')).toBeVisible();
    await expect(password.getByRole('button', { name: 'Change the password' })).toBeFocused();

    const twoStep = part(page, 'Two-step verification');
    await tabTo(page, twoStep.getByRole('button', { name: 'Set up an authenticator app' }));
    await keyboard.press('Enter');
    const key = await twoStep.locator('code').innerText();
    await tabTo(page, twoStep.getByLabel('Code from your authenticator app'));
    await keyboard.type(codeOf(key));
    await keyboard.press('Enter');
    const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
    await tabTo(page, codes.getByRole('checkbox', { name: 'I have saved these codes' }));
    await keyboard.press('Space');
    await tabTo(page, codes.getByRole('button', { name: 'Done' }));
    await keyboard.press('Enter');
    await expect(codes).toBeHidden();
    await expect(twoStep.getByRole('button', { name: 'Turn off codes' })).toBeVisible();
    // The focus stays in the section instead of moving to the top of the page.
    await keyboard.press('Tab');
    expect(
      await page.evaluate(() => document.activeElement?.closest('#security') !== null),
      'the next stop is near',
    ).toBe(true);

    // And without it again: the password alone opens the account then.
    await tabTo(page, twoStep.getByRole('button', { name: 'Turn off codes' }));
    await keyboard.press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Turn off codes for login?' });
    await tabTo(page, question.getByRole('button', { name: 'Turn off codes' }));
    await keyboard.press('Enter');
    await expect(
      twoStep.getByRole('button', { name: 'Set up an authenticator app' }),
    ).toBeFocused();
    const alone = { ...thabo, password: 'a drum heard over two rivers' };
    expect((await logInByCall(page, alone)).status()).toBe(200);
  },
);
