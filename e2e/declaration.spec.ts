import type { Page } from '@playwright/test';
import { signatureLink } from './member.ts';
import { ANY_SCREEN, BOTH_SIZES, expect, newAddress, test } from './site.ts';

test('a visitor signs the declaration and gets a mail', async ({ page, site }) => {
  const email = newAddress('awa');
  await page.goto('/');
  await page
    .getByRole('main')
    .getByRole('link', { name: 'Sign the Unity Declaration' })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Unity Declaration' });
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL('/sign');

  await dialog.getByRole('button', { name: 'Sign the declaration' }).click();
  await expect(dialog.getByRole('alert')).toBeFocused();
  await expect(dialog.getByText('You must agree to the declaration to sign').last()).toBeVisible();

  await dialog.getByLabel('Full name').fill('Awa Diop');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Country').fill('cote');
  await dialog.getByRole('option', { name: 'Ivory Coast' }).click();
  await dialog.getByLabel('I have read the Unity Declaration').check();
  await dialog.getByRole('button', { name: 'Sign the declaration' }).click();

  const toast = page.getByRole('status').filter({ hasText: 'Declaration Signed!' });
  await expect(toast).toBeVisible();
  const box = await toast.boundingBox();
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  // At the end of a wide screen; on a phone within the bar, which makes place for it.
  if (width > 640) expect(box?.y ?? 0).toBeGreaterThan(height / 2);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
  expect(box?.width ?? 0).toBeLessThanOrEqual(420);
  // The bar has one too, and so has the toast in it.
  const thanks = page.getByRole('dialog', { name: 'Thank you' });
  await thanks.getByRole('button', { name: 'Close' }).last().click();
  await expect(page).toHaveURL('/');
  const mail = await site.mailTo(email);
  expect(mail.text).toContain('Awa Diop');
});

test(
  'a signature counts from its confirmation until it is withdrawn',
  ANY_SCREEN,
  async ({ page, site }) => {
    const email = newAddress('confirms');
    // Nobody else signs from there.
    const signedFrom = async () => {
      const answer = await page.request.get('/api/unity-declaration');
      return (
        ((await answer.json()) as { byCountry: Record<string, number> }).byCountry.Lesotho ?? 0
      );
    };
    await page.goto('/');
    const counters = page.locator('[data-signatures]');
    await page.locator('#call-to-action').getByRole('link', { name: 'Sign the Unity' }).click();
    const dialog = page.getByRole('dialog', { name: 'Unity Declaration' });
    await dialog.getByLabel('Full name').fill('Lerato Mokoena');
    await dialog.getByLabel('Email').fill(email);
    // A plain list until React is hydrated.
    await dialog.locator('input[role=combobox]').fill('lesotho');
    await page.getByRole('listbox').getByRole('option', { name: 'Lesotho' }).click();
    await dialog.getByRole('checkbox', { name: /^I have read/ }).check();
    await dialog.getByRole('button', { name: 'Sign the declaration' }).click();
    const thanks = page.getByRole('dialog', { name: 'Thank you' });
    await expect(thanks).toContainText('confirm your email');
    const unconfirmed = /once you confirm|Confirm yours/;
    const isToConfirm = async () => {
      for (const counter of await counters.all()) await expect(counter).toContainText(unconfirmed);
    };
    await isToConfirm();
    await page.goto('/');
    await isToConfirm();

    const link = await signatureLink(site, email);
    // As a scanner of mail follows it.
    expect((await page.request.get(link)).status()).toBe(200);
    await page.goto(link);
    await expect(
      page.getByText('Please confirm the signature of Lerato Mokoena, Lesotho'),
    ).toBeVisible();
    expect(await signedFrom()).toBe(0);
    await page.getByRole('button', { name: 'Confirm your signature' }).click();
    await expect(page.getByRole('heading', { name: /^You are number \d/ })).toBeVisible();
    await expect(page.getByText('Thank you, Lerato Mokoena (Lesotho).')).toBeVisible();
    await expect.poll(signedFrom).toBe(1);
    await page.goto('/');
    for (const counter of await counters.all())
      await expect(counter).not.toContainText(unconfirmed);

    await page.goto(link);
    await page.getByRole('link', { name: 'Withdraw your signature' }).click();
    await expect(page).toHaveURL(/\/signature\/withdraw\?/);
    expect((await page.request.get(page.url())).status()).toBe(200);
    expect(await signedFrom()).toBe(1);
    await page.getByRole('button', { name: 'Withdraw the signature' }).click();
    await expect(page.getByRole('heading', { name: 'Signature withdrawn' })).toBeVisible();
    await expect.poll(signedFrom).toBe(0);
    await page.goto(link);
    await expect(page.getByText('This link is no longer valid.')).toBeVisible();
  },
);

test('a tap before React is there opens the dialog once it is', ANY_SCREEN, async ({ page }) => {
  await page.route('**/assets/entry.client*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await page
    .getByRole('main')
    .getByRole('link', { name: 'Sign the Unity Declaration' })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: 'Unity Declaration' })).toBeVisible();
});

test(
  'when React cannot be fetched the dialog opens, and its form is sent as it is',
  ANY_SCREEN,
  async ({ page, site }) => {
    const email = newAddress('plain');
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto('/');
    await page
      .getByRole('main')
      .getByRole('link', { name: 'Sign the Unity Declaration' })
      .first()
      .click();
    await expect(page).toHaveURL('/sign');
    const dialog = page.getByRole('dialog', { name: 'Unity Declaration' });
    await dialog.getByLabel('Full name').fill('Awa Diop');
    await dialog.getByLabel('Email').fill(email);
    await dialog.getByLabel('Country').selectOption('Senegal');
    await dialog.getByLabel('I have read the Unity Declaration').check();
    // Faster than anyone reads is taken for a program.
    await page.waitForTimeout(2100);
    await dialog.getByRole('button', { name: 'Sign the declaration' }).click();
    await expect(page).toHaveURL(/\/thanks\/declaration\?key=.*#main$/);
    expect((await site.mailTo(email)).text).toContain('Awa Diop');
  },
);

test('text that was typed before hydration is sent', ANY_SCREEN, async ({ page, site }) => {
  const email = newAddress('kofi');
  await page.route('**/assets/entry.client*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.continue();
  });
  await page.goto('/sign', { waitUntil: 'commit' });
  await page.getByLabel('Full name').fill('Kofi Mensah');
  await page.getByRole('main').getByLabel('Email').fill(email);
  await page.getByRole('main').getByLabel('Country').selectOption('Ghana');
  await page.getByLabel('I have read the Unity Declaration').check();
  await page.getByRole('button', { name: 'Sign the declaration' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Declaration Signed!' })).toBeVisible();
  expect((await site.mailTo(email)).text).toContain('Kofi Mensah');
});

test(
  'the code of the thanks is fetched once the form is filled in',
  ANY_SCREEN,
  async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(request.url()));
    await page.goto('/');
    await page.locator('main a[href="/sign"]').first().click();
    // A type-ahead list once React is there.
    const dialog = page.getByRole('dialog', { name: 'Unity Declaration' });
    await dialog.locator('input[role=combobox]').waitFor();
    expect(asked.filter((url) => url.includes('ThankYou'))).toEqual([]);
    const fetched = page.waitForRequest(/ThankYou/);
    await dialog.getByLabel('Full name').fill('A');
    await fetched;
  },
);

test(
  'signing at the address of the form ends with the thanks in sight',
  BOTH_SIZES,
  async ({ page }) => {
    await page.goto('/sign');
    await page.getByLabel('Full name').fill('Kofi Mensah');
    const dialog = page.getByRole('main');
    await dialog.getByLabel('Email').fill(newAddress('direct'));
    // A plain list until React is hydrated.
    await dialog.locator('input[role=combobox]').fill('ghana');
    await page.getByRole('listbox').getByRole('option', { name: 'Ghana' }).click();
    await page.getByLabel('I have read the Unity Declaration').check();
    await page.getByRole('button', { name: 'Sign the declaration' }).click();
    const title = dialog.getByRole('heading', { name: 'Thank you' });
    await expect(title).toBeFocused();
    // Below the bar, and there to stay.
    await page.waitForTimeout(600);
    await expect(async () => {
      const [titleBox, headerBox] = await Promise.all([
        title.boundingBox(),
        page.locator('header').boundingBox(),
      ]);
      expect(titleBox?.y ?? 0).toBeGreaterThanOrEqual(
        (headerBox?.y ?? 0) + (headerBox?.height ?? 0),
      );
      expect(titleBox?.y ?? 9999).toBeLessThan(700);
    }).toPass({ timeout: 30_000 });
  },
);

for (const language of ['en', 'fr'])
  for (const path of ['/', '/sign'])
    test(
      `on a phone the toast is not over what is left to do (${path}, ${language})`,
      ANY_SCREEN,
      async ({ page }) => {
        await page.setViewportSize({ width: 360, height: 740 });
        await page.goto(`${path}?lang=${language}`);
        if (path === '/') await page.locator('#home .hero-more > a').first().click();
        const form = page.getByRole(path === '/' ? 'dialog' : 'main');
        await form.locator('[name=fullName]').fill('Fatoumata Ouédraogo');
        await form.locator('[name=email]').fill(newAddress('fatoumata.ouedraogo'));
        await form.locator('input[role=combobox]').fill('ghana');
        await form.getByRole('listbox').getByRole('option', { name: 'Ghana' }).click();
        await form.locator('[name=agreeToDeclaration]').check();
        await form.locator('button[type=submit]').last().click();
        const toast = page.locator('.toast');
        await expect(toast).toBeVisible();
        const notice = form.getByRole('note').first();
        await expect(async () => {
          const [above, below, bar] = await Promise.all([
            notice.boundingBox(),
            toast.boundingBox(),
            page.locator('.dialog-bar:visible, header').last().boundingBox(),
          ]);
          // In the dialog the toast is over the title, above the notice.
          const [upper, lower] = path === '/' ? [below, above] : [above, below];
          expect((upper?.y ?? 999) + (upper?.height ?? 0)).toBeLessThanOrEqual(lower?.y ?? 0);
          expect(above?.y ?? 0).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0));
          expect(above?.width ?? 999).toBeLessThanOrEqual(320);
        }).toPass({ timeout: 3000 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      },
    );

test(
  'words typed into the dialog are there when it is opened again, however it was closed',
  ANY_SCREEN,
  async ({ page }) => {
    await page.goto('/');
    const open = page
      .getByRole('main')
      .getByRole('link', { name: 'Sign the Unity Declaration' })
      .first();
    const dialog = page.getByRole('dialog', { name: 'Unity Declaration' });
    const name = dialog.getByLabel('Full name');
    await open.click();
    await name.fill('Awa Diop');
    await dialog.getByLabel('I have read the Unity Declaration').check();
    const waysOut = [
      () => page.keyboard.press('Escape'),
      () => page.goBack(),
      () => dialog.getByRole('button', { name: 'Close' }).click(),
    ];
    for (const leave of waysOut) {
      await leave();
      await expect(dialog).toBeHidden();
      await expect(page).toHaveURL('/');
      await open.click();
      await expect(dialog).toBeVisible();
      await expect(page.getByText('Close and lose what you typed?')).toHaveCount(0);
      await expect(name).toHaveValue('Awa Diop');
      await expect(dialog.getByLabel('I have read the Unity Declaration')).toBeChecked();
    }
  },
);

test.describe('the form in the hero', ANY_SCREEN, () => {
  test.beforeEach(({ page }) => page.setViewportSize({ width: 1280, height: 800 }));
  const form = (page: Page) => page.getByRole('form', { name: 'Unity Declaration' });

  test('says at its fields what is missing, once, and loses no word', async ({ page, site }) => {
    const email = newAddress('hero');
    await page.goto('/');
    const hero = form(page);
    await hero.getByLabel('Full name').fill('Amara Okafor');
    await hero.getByLabel('Email').fill('amara@');
    await hero.getByRole('button', { name: 'Sign' }).click();
    const summary = hero.getByRole('alert');
    await expect(summary).toBeFocused();
    await expect(summary.getByRole('link')).toHaveText(['Email and 2 more fields']);
    await expect(hero.getByLabel('Email')).toHaveAccessibleDescription('Valid email is required');
    await expect(hero.getByLabel('Country')).toHaveAccessibleDescription('Country is required');
    await expect(hero.getByRole('checkbox')).toHaveAccessibleDescription(
      'You must agree to the declaration to sign',
    );
    await expect(page).toHaveURL('/');

    await summary.getByRole('link').click();
    await expect(hero.getByLabel('Email')).toBeFocused();
    await hero.getByLabel('Email').fill(email);
    await expect(hero.getByText('Valid email is required')).toHaveCount(0);
    await hero.getByLabel('Country').selectOption('Nigeria');
    await hero.getByRole('checkbox').check();
    await expect(summary).toHaveCount(0);
    // Faster than anyone reads is taken for a program.
    await page.waitForTimeout(2100);
    await hero.getByRole('button', { name: 'Sign' }).click();
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
    expect((await site.mailTo(email)).text).toContain('Amara Okafor');
  });

  test('says so when it was sent before React was there', async ({ page }) => {
    await page.route('**/assets/entry.client*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1500));
      await route.continue();
    });
    await page.goto('/?utm_source=radio', { waitUntil: 'commit' });
    await form(page).getByRole('button', { name: 'Sign' }).click();
    await expect(form(page).getByRole('alert')).toContainText('Full name');
    // Where the reader came from is sent once, however many tries there were.
    await form(page).getByRole('button', { name: 'Sign' }).click();
    expect(await form(page).getAttribute('action')).toMatch(
      /\/api\/unity-declaration\?utm_source=radio#errors$/,
    );
  });

  test('is answered by the server where React cannot be fetched', async ({ page }) => {
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto('/');
    await form(page).getByLabel('Full name').fill('Amara Okafor');
    await form(page).getByRole('button', { name: 'Sign' }).click();
    await expect(page.getByRole('alert')).toContainText('Valid email is required');
    await expect(page.getByLabel('Full name')).toHaveValue('Amara Okafor');
  });
});

test('the notice in the hero opens in place', BOTH_SIZES, async ({ page }) => {
  await page.goto('/');
  const hero = page.locator('#home');
  const whole = hero.getByText(/^The kit is a campaign document of a private initiative/);
  await expect(whole).toBeHidden();
  await hero.getByText('A campaign document, not a travel document.').click();
  await expect(whole).toBeInViewport();
  await expect(page).toHaveURL('/');
});

test.describe('without JavaScript', ANY_SCREEN, () => {
  test.use({ javaScriptEnabled: false });

  test('a visitor who signs sees what is missing first and loses no word', async ({
    page,
    site,
  }) => {
    const email = newAddress('nojs');
    await page.goto('/sign');
    await page.getByLabel('Full name').fill('Thandiwe Nkosi');
    await page.getByRole('main').getByLabel('Email').fill(email);
    await page.getByRole('main').getByLabel('Country').selectOption('South Africa');
    await page.getByRole('button', { name: 'Sign the declaration' }).click();
    await expect(page.getByRole('alert')).toContainText(
      'You must agree to the declaration to sign',
    );
    await expect(page.getByLabel('Full name')).toHaveValue('Thandiwe Nkosi');
    await page.getByLabel('I have read the Unity Declaration').check();
    // Faster than anyone reads is taken for a program.
    await page.waitForTimeout(2100);
    await page.getByRole('button', { name: 'Sign the declaration' }).click();
    await expect(page).toHaveURL(/\/thanks\/declaration\?key=.*#main$/);
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
    await site.mailTo(email);
    await expect(page.getByText(`Open the link we sent to ${email}.`)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Share on WhatsApp' })).toBeVisible();
    await expect(page.getByLabel('Your share link')).toHaveValue(/\?by=\w{8}$/);
    await page.getByRole('button', { name: 'Send it again' }).click();
    await expect(page.getByText('We sent a new email.')).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Volunteer' }).click();
    await expect(page).toHaveURL('/volunteer');
  });

  test('a visitor on a wide screen signs in the hero', async ({ page, site }) => {
    const email = newAddress('hero');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/');
    const hero = page.getByRole('form', { name: 'Unity Declaration' });
    await hero.getByLabel('Full name').fill('Amara Okafor');
    await hero.getByLabel('Email').fill(email);
    await hero.getByLabel('Country').selectOption('Nigeria');
    await hero.getByRole('checkbox').check();
    // Faster than anyone reads is taken for a program.
    await page.waitForTimeout(2100);
    await hero.getByRole('button', { name: 'Sign' }).click();
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
    expect((await site.mailTo(email)).text).toContain('Amara Okafor');
  });
});
