import type { Locator, Page } from '@playwright/test';
import { openWays, personOf } from './applicant.ts';
import { ANY_SCREEN, BOTH_SIZES, expect, test } from './site.ts';

test.beforeAll(({ playwright, site }) =>
  openWays(playwright, site, [
    { configType: 'zelle', configData: { email: 'pay@example.org', phone: '+1 202 555 0143' } },
    {
      configType: 'bank',
      configData: {
        bankName: 'Unity Bank',
        accountName: 'One Africa',
        accountNumber: '000123456789',
        routingNumber: '021000021',
        bic: 'COBADEFF',
        iban: 'DE89370400440532013000',
      },
    },
    {
      configType: 'crypto',
      configData: { ethereumAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' },
    },
  ]),
);

interface Words {
  language: string;
  resume: RegExp;
  ways: string;
  plans: string;
  /** The button that pays, or leads to paying, for each way; a currency in crypto, which comes before a wallet. */
  methods: Record<string, string>;
  /** Each plan, with what one payment costs. */
  amounts: Record<string, string>;
}

const LANGUAGES: readonly Words[] = [
  {
    language: 'en',
    resume: /^Continue with PX-/,
    ways: 'Payment method',
    plans: 'Plan',
    methods: {
      Card: 'PayPal',
      Zelle: 'I have sent the money',
      Crypto: 'ETH',
      Bank: 'I have sent the money',
    },
    amounts: { 'One-Time': '$1,000.00', 'Payment Plan': '$100.00' },
  },
  {
    language: 'fr',
    resume: /^Continuer avec PX-/,
    ways: 'Moyen de paiement',
    plans: 'Formule',
    methods: {
      Carte: 'PayPal',
      Zelle: 'J’ai envoyé l’argent',
      Crypto: 'ETH',
      Banque: 'J’ai envoyé l’argent',
    },
    amounts: { 'En une fois': '$1\u00a0000,00', 'En plusieurs fois': '$100,00' },
  },
];

/** What PayPal's own buttons and fields take from the top of the first one. */
const paypalHeight = 240;
/** A wide screen shows one view; a phone 1.3 of its screens from the top of the sheet. */
const limitOf = (page: Page) => {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  return width >= 960 ? height : 1.3 * height;
};

/** Opens the dialog to pay for a new application. */
async function openCheckout(page: Page, { language, resume }: Words): Promise<Locator> {
  const stored = await page.request.post('/api/applications', {
    headers: { 'Sec-Fetch-Site': 'same-origin' },
    data: { plan: 'onetime', applicationData: personOf('Amina') },
  });
  expect(stored.status(), await stored.text()).toBe(201);
  await page.goto(`/apply?lang=${language}`);
  await page.locator('#buy-now [name=firstName]').focus();
  await page.getByRole('button', { name: resume }).first().click();
  return page.getByRole('dialog');
}

/** Where an element of the dialog, which is not scrolled, begins and ends. */
async function placeOf(element: Locator): Promise<{ top: number; end: number }> {
  await expect(element).toBeVisible();
  const box = await element.boundingBox();
  if (!box) throw new Error('It is not drawn.');
  return { top: Math.round(box.y), end: Math.round(box.y + box.height) };
}

for (const words of LANGUAGES) {
  const { language, methods, amounts } = words;
  test(
    `the price, the method, the plan and the button to pay are in sight together (${language})`,
    BOTH_SIZES,
    async ({ page }) => {
      const dialog = await openCheckout(page, words);
      const limit = limitOf(page);
      const beyond: Record<string, object> = {};
      for (const [way, button] of Object.entries(methods)) {
        await dialog.getByRole('tab', { name: way, exact: true }).click();
        const panel = dialog.getByRole('tabpanel', { name: way, exact: true });
        for (const [plan, amount] of Object.entries(amounts)) {
          await panel.getByRole('tab', { name: plan }).click();
          const price = panel.getByRole('tab', { name: plan, selected: true });
          await expect(price).toContainText(amount);
          await expect(panel.locator('[inert]')).toHaveCount(0);
          const pay =
            button === 'ETH'
              ? panel.getByRole('radio', { name: /^ETH/ })
              : panel.getByRole('button', { name: button, exact: true });
          await expect(pay).toBeVisible();
          await dialog.evaluate((opened) => {
            for (const one of [opened, ...opened.querySelectorAll('*')]) one.scrollTo(0, 0);
          });
          const places = {
            price: await placeOf(price),
            methods: await placeOf(dialog.getByRole('tablist', { name: words.ways, exact: true })),
            plans: await placeOf(panel.getByRole('tablist', { name: words.plans, exact: true })),
            terms: await placeOf(dialog.locator('.checkout-terms > .fold > summary')),
            notice: await placeOf(dialog.locator('.checkout-terms > .folded-notice > summary')),
            pay: await placeOf(pay),
          };
          if (button === 'PayPal') places.pay.end = places.pay.top + paypalHeight;
          if (Object.values(places).some(({ top, end }) => top < 0 || end > limit))
            beyond[`${way}, ${plan}`] = places;
        }
      }
      expect(beyond).toEqual({});
    },
  );
}

test(
  'where a transfer goes is in sight above the button as soon as its way is chosen',
  BOTH_SIZES,
  async ({ page }) => {
    const [english] = LANGUAGES;
    if (!english) throw new Error('No language is tried.');
    const dialog = await openCheckout(page, english);
    const covered = [];
    for (const [way, last] of [
      ['Zelle', 'Phone'],
      ['Bank', 'Account number'],
    ] as const) {
      await dialog.getByRole('tab', { name: way, exact: true }).click();
      const panel = dialog.getByRole('tabpanel', { name: way, exact: true });
      const bar = panel.locator('.claim');
      const [row, { top }] = await Promise.all([
        placeOf(panel.getByRole('button', { name: `Copy ${last}`, exact: true })),
        placeOf(bar),
      ]);
      if (row.end > top) covered.push({ way, row, top });
    }
    expect(covered).toEqual([]);
  },
);

test('the last step begins at its top, wherever the form was', BOTH_SIZES, async ({ page }) => {
  const [english] = LANGUAGES;
  if (!english) throw new Error('No language is tried.');
  const dialog = await openCheckout(page, english);
  await dialog.getByRole('tab', { name: 'Bank', exact: true }).click();
  const panel = dialog.getByRole('tabpanel', { name: 'Bank', exact: true });
  await panel.getByRole('button', { name: 'I have sent the money' }).click();
  await panel.getByLabel('Bank reference number').fill(`ft${Date.now()}`);
  await panel.getByRole('button', { name: 'Submit number' }).click();
  await expect(dialog.getByText(/^Thank you\. We are checking/)).toBeInViewport({ ratio: 1 });
});

test('PayPal’s own fields have their place before they come', async ({ page }) => {
  await page.route(/\/sdk\/js/, () => {});
  const [english] = LANGUAGES;
  if (!english) throw new Error('No language is tried.');
  const dialog = await openCheckout(page, english);
  await dialog.getByRole('tab', { name: 'Card', exact: true }).click();
  const section = dialog.getByRole('region', { name: 'Pay by card or with PayPal' });
  await expect(section.getByText('Loading PayPal...')).toBeVisible();
  const { end } = await placeOf(dialog.getByText('Due now').locator('..'));
  const { top } = await placeOf(section.getByText(/^You pay in PayPal’s own window/));
  expect(top - end).toBeGreaterThanOrEqual(paypalHeight);
});

test(
  'the button leads to the number that is missing, and the end says what happened',
  BOTH_SIZES,
  async ({ page }) => {
    const [english] = LANGUAGES;
    if (!english) throw new Error('No language is tried.');
    const dialog = await openCheckout(page, english);
    await dialog.getByRole('tab', { name: 'Bank', exact: true }).click();
    await dialog.getByRole('button', { name: 'I have sent the money' }).click();
    const submit = dialog.getByRole('button', { name: 'Submit number' });
    await submit.click();
    const number = dialog.getByLabel('Bank reference number');
    await expect(number).toBeFocused();
    await expect(number).toBeInViewport();
    await expect(dialog.getByText('Please enter your bank reference number.')).toBeInViewport();
    await number.fill(`B${Date.now()}`);
    await submit.click();
    const done = page.getByRole('dialog', { name: 'Payment submitted successfully!' });
    await expect(done.getByRole('link', { name: 'Follow your application' })).toBeInViewport({
      ratio: 1,
    });
  },
);

test(
  'what is below the bar with the button is moved above it by the keyboard',
  BOTH_SIZES,
  async ({ page }) => {
    const [english] = LANGUAGES;
    if (!english) throw new Error('No language is tried.');
    const dialog = await openCheckout(page, english);
    await dialog.getByRole('tab', { name: 'Bank', exact: true }).click();
    const bar = dialog.locator('.claim');
    const covered = [];
    for (const copy of await dialog.getByRole('button', { name: /^Copy/ }).all()) {
      await copy.focus();
      const [{ end }, { top }] = await Promise.all([placeOf(copy), placeOf(bar)]);
      if (end > top) covered.push(await copy.textContent());
    }
    expect(covered).toEqual([]);
    await page.keyboard.press('End');
    const last = dialog.getByText('We’ll remind you after three and seven days.');
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport({ ratio: 1 });
  },
);

test('only the notice has a diamond', ANY_SCREEN, async ({ page }) => {
  const [english] = LANGUAGES;
  if (!english) throw new Error('No language is tried.');
  const dialog = await openCheckout(page, english);
  await dialog.getByRole('tab', { name: 'Crypto', exact: true }).click();
  await dialog.getByRole('radio', { name: /^ETH/ }).click();
  await expect(dialog.getByText('Send from any wallet')).toBeVisible();
  const marked = await dialog
    .locator('summary')
    .evaluateAll((all) =>
      all
        .filter((one) => getComputedStyle(one, '::before').content !== 'none')
        .map((one) => one.textContent),
    );
  expect(marked).toEqual([
    'A campaign document. Not valid for travel, identification or visas. More',
  ]);
});
