import type { APIRequestContext, Page } from '@playwright/test';
import { isFaultless } from './inspect.ts';
import { ADMIN, ANY_SCREEN, expect, newAddress, type Site, test } from './site.ts';

const ours = { 'Sec-Fetch-Site': 'same-origin' };
let admin: APIRequestContext;

/** Money can be sent somewhere, and an administrator is there to find it. */
test.beforeAll(async ({ playwright, site }) => {
  admin = await playwright.request.newContext({ baseURL: site.url, extraHTTPHeaders: ours });
  expect((await admin.post('/api/auth/login', { data: ADMIN })).status()).toBe(200);
  const data = { configType: 'zelle', configData: { email: 'pay@example.org', phone: '' } };
  expect((await admin.post('/api/admin/payment-config', { data })).status()).toBe(201);
});
test.afterAll(() => admin.dispose());

/** Begins an application in this browser, by the call that the form makes. */
async function apply(page: Page, plan: 'onetime' | 'installment' = 'onetime') {
  const email = newAddress('applicant');
  const answer = await page.request.post('/api/applications', {
    headers: ours,
    data: {
      plan,
      applicationData: {
        firstName: 'Amina',
        lastName: 'Bello',
        dateOfBirth: '03/31/1990',
        placeOfBirth: 'Kano',
        currentNationality: 'Nigeria',
        telephone: '+234 803 123 4567',
        email,
        homeAddress: '12 Unity Road, opposite the mosque, Kano, Nigeria',
        noticeVersion: '2026-11',
      },
    },
  });
  expect(answer.status()).toBe(201);
  return { email, plan, ...((await answer.json()) as { id: string; reference: string }) };
}
type Applied = Awaited<ReturnType<typeof apply>>;

let numbers = 0;

/** Pays so many instalments with Zelle, each confirmed at once. */
async function pay(page: Page, { id, plan }: Applied, count: number) {
  for (let paid = 0; paid < count; paid++) {
    const number = `E2E${Date.now()}${++numbers}`;
    const claimed = await page.request.post('/payment/submit', {
      headers: ours,
      data: {
        paymentMethod: 'zelle',
        paymentData: { confirmationNumber: number, plan },
        applicationId: id,
      },
    });
    expect(claimed.status()).toBe(201);
    const waiting = (await (await admin.get('/api/admin/payments?status=claimed')).json()) as {
      id: string;
      number: string;
      amount: string;
    }[];
    const claim = waiting.find((one) => one.number === number);
    const confirmed = await admin.post(`/api/admin/payments/${claim?.id}/confirm`, {
      data: {
        receivedAmount: claim?.amount,
        receivedOn: new Date().toISOString().slice(0, 10),
      },
    });
    expect(confirmed.status()).toBe(200);
  }
}

/** The link to the application in a mail. */
async function linkIn(site: Site, email: string, subject: RegExp): Promise<string> {
  const { text } = await site.mailTo(email, subject);
  const [link] = /http\S+\/application\S*#key=\S+/.exec(text) ?? [];
  if (!link) throw new Error(`No link in:\n${text}`);
  return link;
}

test('an applicant finds an application again by reference and address, with the keyboard alone', async ({
  page,
  site,
  browser,
}) => {
  const { email, reference } = await apply(page);
  const elsewhere = await (await browser.newContext({ baseURL: site.url })).newPage();
  await elsewhere.goto('/application');
  await expect(elsewhere.getByRole('heading', { name: 'Find your application' })).toBeVisible();
  await elsewhere.getByLabel('Reference').focus();
  await elsewhere.keyboard.type(reference.toLowerCase());
  await elsewhere.keyboard.press('Tab');
  await elsewhere.keyboard.type(email);
  await elsewhere.keyboard.press('Enter');
  await expect(
    elsewhere.getByRole('status').filter({ hasText: 'sending a link to that address' }),
  ).toBeVisible();

  await elsewhere.goto(await linkIn(site, email, /Continue your application/));
  await expect(elsewhere.getByRole('heading', { name: 'Not submitted yet' })).toBeVisible();
  await expect(elsewhere.getByText('Amina Bello').first()).toBeVisible();
  await expect(elsewhere).toHaveURL(`${site.url}/application#${reference}`);
  expect(await elsewhere.evaluate(() => JSON.stringify(localStorage))).not.toContain(reference);
  await elsewhere.reload();
  await expect(elsewhere.getByRole('heading', { name: 'Not submitted yet' })).toBeVisible();
  await elsewhere.context().close();
});

test('a plan is followed, paid from a mail’s link and cancelled after its third payment', async ({
  page,
  site,
}) => {
  const applied = await apply(page, 'installment');
  await pay(page, applied, 2);
  await page.goto('/application');
  await expect(page.getByText(/Your kit leaves by/)).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(13);
  await expect(page.getByRole('link', { name: /^Receipt OAP-/ })).toHaveCount(2);
  await expect(page.getByText('You can cancel the plan after one more payment.')).toBeVisible();
  await isFaultless(page, 'a plan that is followed');

  const link = await linkIn(site, applied.email, /Payment received/);
  await page.goto('/');
  await page.goto(`${link}&pay=3`);
  const dialog = page.getByRole('dialog', { name: 'Complete Your Payment' });
  await dialog.getByRole('tab', { name: 'Zelle' }).click();
  await expect(dialog.getByText('Payment 3 of 12').filter({ visible: true })).toBeVisible();
  await expect(dialog.getByText(`${applied.reference}-3`, { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Pay \$100.00/ })).toBeFocused();

  await pay(page, applied, 1);
  await page.reload();
  const stop = page.getByRole('button', { name: 'Cancel the plan...' });
  await stop.focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Cancel the payment plan?' });
  await expect(question.getByText(/\$300.00, is not refunded/)).toBeVisible();
  await isFaultless(page, 'the question before a plan is cancelled');
  await question.getByRole('button', { name: 'Cancel the plan' }).click();
  await expect(
    page.getByText('Your payment plan is cancelled. Nothing more is due.'),
  ).toBeVisible();
  await expect(page.getByText('The payment plan was cancelled.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Pay / })).toHaveCount(0);
  await site.mailTo(applied.email, /Your plan is cancelled/);
});

test('a receipt opens from the page of its application', ANY_SCREEN, async ({ page }) => {
  const applied = await apply(page);
  await pay(page, applied, 1);
  await page.goto('/application');
  await page.getByRole('link', { name: /^Receipt OAP-/ }).click();
  await expect(page.getByRole('heading', { name: /^Receipt OAP-/ })).toBeVisible();
  await expect(page.getByText(applied.reference)).toBeVisible();
});

test('requested information is shown, sent and reviewed again', async ({ page, site }) => {
  const applied = await apply(page);
  await pay(page, applied, 1);
  const note = 'Please write your house number.';
  for (const move of [{ to: 'in_review' }, { to: 'needs_information', note }]) {
    const answer = await admin.post('/api/admin/fulfilment/steps', {
      data: { ids: [applied.id], ...move },
    });
    expect(answer.status(), await answer.text()).toBe(200);
  }
  await page.goto(await linkIn(site, applied.email, /need something for your application/));
  await expect(page.getByText(note).first()).toBeVisible();
  await isFaultless(page, 'what was asked for');
  await page.getByLabel('Home address').fill('14 Unity Road, opposite the mosque, Kano, Nigeria');
  await page.getByRole('button', { name: 'Send my details' }).click();
  await expect(
    page.getByRole('heading', { name: 'We are reviewing your application' }),
  ).toBeFocused();
  await expect(page.getByText('14 Unity Road')).toBeVisible();
});

test(
  'an expired link says so and the page goes on working; offline it asks to try again',
  ANY_SCREEN,
  async ({ page, context }) => {
    await page.goto('/application#key=bm90IG91cnM.AAAA');
    await expect(page.getByRole('alert').filter({ hasText: 'no longer works' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send me the link' })).toBeVisible();
    expect(new URL(page.url()).hash).toBe('');
    await isFaultless(page, 'a link that opens nothing');
    await context.setOffline(true);
    await page.evaluate(() => {
      location.hash = '#key=bm90IG91cnM.AAAA';
    });
    await expect(page.getByText(/could not be loaded/)).toBeVisible();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'no longer works' })).toBeVisible();
  },
);

test('one who is forgotten here finds nothing here', ANY_SCREEN, async ({ page }) => {
  const { reference } = await apply(page);
  await page.goto('/application');
  await expect(page.getByText(reference).first()).toBeVisible();
  await page.getByRole('button', { name: 'Forget me on this device' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Forget me' }).click();
  await expect(page.getByRole('heading', { name: 'Find your application' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Find your application' })).toBeVisible();
});

test.describe('without JavaScript', ANY_SCREEN, () => {
  test.use({ javaScriptEnabled: false });

  test('the page says what to do instead', async ({ page }) => {
    await page.goto('/application');
    await expect(page.getByRole('heading', { name: 'Your application' })).toBeVisible();
    await expect(page.locator('main noscript a[href="/contact"]')).toBeVisible();
    await expect(page.getByText('Loading your application...')).toBeHidden();
  });
});

test('in French it speaks French', ANY_SCREEN, async ({ page }) => {
  await apply(page, 'installment');
  await page.goto('/application?lang=fr');
  await expect(page.getByRole('heading', { name: 'Votre demande', level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Pas encore envoyée' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Historique' })).toBeVisible();
  await page.getByRole('button', { name: /^Payer/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading').first()).toHaveText(/paiement/i);
});
