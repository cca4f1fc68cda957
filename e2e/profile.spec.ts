import { isFaultless } from './inspect.ts';
import { type Caller, homeLink, join, linkIn, newMember, send, test, toast } from './member.ts';
import { ANY_SCREEN, expect, type Site } from './site.ts';

/** Signs the declaration and begins an application, in a browser that no one sees again. */
async function actElsewhere(stranger: Caller, email: string) {
  const signature = {
    fullName: 'Amina Bello',
    email,
    country: 'Nigeria',
    agreeToDeclaration: true,
  };
  expect((await send(stranger, '/api/unity-declaration', signature)).status()).toBe(201);
  const applicationData = {
    firstName: 'Amina',
    lastName: 'Bello',
    dateOfBirth: '03/31/1990',
    placeOfBirth: 'Kano',
    currentNationality: 'Nigeria',
    telephone: '+234 803 123 4567',
    email,
    homeAddress: '12 Unity Road, opposite the mosque, Kano, Nigeria',
  };
  const application = { applicationData, plan: 'onetime' };
  expect((await send(stranger, '/api/applications', application)).status()).toBe(201);
}

/** Confirms the address as the mailed page does. */
async function confirmAddress(page: Caller, site: Site, email: string) {
  const [, token = ''] = (await linkIn(site, email, /welcome/i)).split('#key=');
  expect((await send(page, '/api/auth/verify', { token })).status()).toBe(200);
}

test('a member joins, tells about themselves, confirms the address and finds what they did', async ({
  page,
  others,
  site,
}) => {
  const amina = { ...newMember('Amina'), lastName: 'Bello' };
  const { email } = amina;
  await actElsewhere(await others.caller(), email);
  await join(page, amina);

  await page.goto('/profile');
  const account = page.getByRole('region', { name: 'Account' });
  await expect(account.getByText('Amina Bello')).toBeVisible();
  await expect(account.getByText(email)).toBeVisible();

  await page.getByRole('combobox', { name: 'Country' }).fill('niger');
  await page.getByRole('listbox').getByRole('option', { name: 'Nigeria' }).click();
  await page.getByLabel('City').fill('Kano');
  await page.getByLabel('Bio').fill('I teach mathematics.\n\nI walk.');
  await expect(page.getByText('Not saved yet')).toBeVisible();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page, 'Profile Updated')).toBeVisible();
  await expect(page.getByText('Not saved yet')).toBeHidden();
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('Nigeria');
  await expect(page.getByLabel('Bio')).toHaveValue('I teach mathematics.\n\nI walk.');

  const records = page.getByRole('region', { name: 'Your applications and signatures' });
  await expect(records.getByText(/once you have confirmed this address/)).toBeVisible();
  await expect(records.getByRole('listitem')).toHaveCount(0);
  await isFaultless(page, 'before the address is confirmed');
  await confirmAddress(page, site, email);
  // Back from the tab of the mail.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(records.getByRole('heading', { name: 'Unity Declaration' })).toBeVisible();

  await records.getByRole('button', { name: 'Add to my account Unity Declaration' }).click();
  await expect(toast(page, 'Added to your account')).toBeVisible();
  await expect(records.getByText('In your account since')).toHaveCount(1);
  await records.getByRole('button', { name: /^Add to my account PX-/ }).click();
  await expect(records.getByText('In your account since')).toHaveCount(2);
  await isFaultless(page, 'after all was added');

  // This browser has never seen the application; the account opens it.
  expect(await (await page.request.get(`${site.url}/api/applications/mine`)).json()).toEqual([]);
  await records.getByRole('button', { name: /^Open PX-/ }).click();
  await page.waitForURL(/\/application#PX-/);
  await expect(page.getByRole('heading', { name: 'Not submitted yet' })).toBeVisible();
});

test(
  'words that were typed outlive the session: the same member logs in, and they are sent',
  ANY_SCREEN,
  async ({ page }) => {
    const kofi = newMember('Kofi');
    await join(page, kofi);
    await page.goto('/profile');
    await page.getByLabel('City').fill('Kumasi');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Save Changes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Log in again' });
    await expect(dialog.getByLabel('Email')).toHaveValue(kofi.email);
    await isFaultless(page, 'asked to log in again');
    await dialog.getByLabel('Your password').fill('not the password');
    await dialog.getByRole('button', { name: 'Log in' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Invalid credentials');
    await dialog.getByLabel('Your password').fill(kofi.password);
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Profile Updated')).toBeVisible();
    await expect(dialog).toBeHidden();
    await page.reload();
    await expect(page.getByLabel('City')).toHaveValue('Kumasi');
  },
);

test(
  'a page with unsaved words is left only when its member says so',
  ANY_SCREEN,
  async ({ page, site }) => {
    await join(page, newMember('Zola'));
    await page.goto('/profile');
    await page.getByLabel('City').fill('Maputo');
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.dismiss();
    });
    await homeLink(page).click({ noWaitAfter: true });
    await expect.poll(() => asked).toEqual(['beforeunload']);
    await expect(page.getByLabel('City')).toHaveValue('Maputo');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(toast(page, 'Profile Updated')).toBeVisible();
    await homeLink(page).click();
    await page.waitForURL(`${site.url}/#home`);
    expect(asked).toHaveLength(1);
  },
);

test(
  'another member’s log-in in a second tab never gets the first one’s profile',
  ANY_SCREEN,
  async ({ page, site }) => {
    const [first, second] = [newMember('Nia'), newMember('Kwame')];
    await join(page, first);
    await page.goto('/profile');
    await page.getByLabel('City').fill('Lomé');
    let letGo = () => {};
    const isAsked = new Promise<void>((resolve) => void (letGo = resolve));
    await page.route('**/api/auth/user', async (route) => {
      await isAsked;
      await route.continue();
    });
    // The same cookies: a tab beside this one.
    await join(page, second);
    await page.getByRole('button', { name: 'Save Changes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Log in again' });
    await expect(dialog.getByLabel('Email')).toHaveValue(first.email);
    // Only now does the page learn who is logged in; it warns of it after the dialog.
    const answer = page.waitForResponse('**/api/auth/user');
    letGo();
    expect((await answer).status()).toBe(409);
    await isFaultless(page, 'asked to log in again beside another account');
    await expect(page.locator('dialog[open]')).toHaveCount(1);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    const warning = page.getByRole('alertdialog', { name: /another account/ });
    await expect(warning).toContainText(first.email);
    await expect(page.locator('dialog[open]')).toHaveCount(1);
    await warning.getByRole('button', { name: 'Stay on this page' }).click();
    await expect(page.locator('dialog[open]')).toHaveCount(0);
    await expect(page.getByText('Update Failed', { exact: true })).toBeVisible();
    await expect(page.getByLabel('City')).toHaveValue('Lomé');
    const stored = await (await page.request.get(`${site.url}/api/profile`)).json();
    expect(stored).toMatchObject({ profile: { city: '' } });
  },
);

test('in the documents of members no text becomes markup or a script', async ({ page }) => {
  await join(page, newMember('Amina'));
  for (const path of ['/profile', '/messages', '/admin']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const refused = await page.evaluate(() => {
      const attempts: [tag: string, property: string, text: string][] = [
        ['div', 'innerHTML', '<img src=x onerror=alert(1)>'],
        ['div', 'outerHTML', '<b>x</b>'],
        ['script', 'src', '/assets/other.js'],
        ['script', 'text', 'alert(1)'],
        ['iframe', 'srcdoc', '<script>alert(1)</script>'],
      ];
      return attempts.map(([tag, property, text]) => {
        try {
          const element = document.createElement(tag);
          document.body.append(element);
          Reflect.set(element, property, text);
          return `${tag}.${property} is set`;
        } catch (error) {
          return (error as Error).name;
        }
      });
    });
    expect(refused, path).toEqual(Array.from({ length: 5 }, () => 'TypeError'));
    const policies = await page.evaluate(() => {
      type Factory = { createPolicy(name: string, rules: object): unknown };
      const { trustedTypes } = globalThis as unknown as { trustedTypes: Factory };
      return ['another', 'default'].map((name) => {
        try {
          return String(trustedTypes.createPolicy(name, {}));
        } catch (error) {
          return (error as Error).name;
        }
      });
    });
    expect(policies, path).toEqual(['TypeError', 'TypeError']);
  }
});

test(
  'a page whose files could not be fetched says so, and opens with the next try',
  ANY_SCREEN,
  async ({ page }) => {
    await join(page, newMember('Sade'));
    const documents: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents.push(request.url());
    });
    // Its code, code and styles that other pages use too, and its sentences.
    for (const file of [
      'ProfilePage-*.js',
      'useReauthentication-*.js',
      'Switch-*.css',
      'profile-*.js',
    ]) {
      let isRefused = true;
      await page.route(`**/assets/${file}`, (route) =>
        isRefused ? route.abort() : route.continue(),
      );
      await page.goto('/profile?lang=fr');
      documents.length = 0;
      const message = page.getByRole('alert').filter({ hasText: 'n’a pas pu être chargée' });
      await expect(message).toBeVisible();
      isRefused = false;
      await message.getByRole('button', { name: 'Réessayer' }).click();
      await expect(page.getByLabel('Ville')).toBeVisible();
      await expect(message).toHaveCount(0);
      expect(documents).toEqual([]);
      await page.unrouteAll();
    }
  },
);
