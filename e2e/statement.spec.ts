import type { APIRequestContext, Locator } from '@playwright/test';
import { isFaultless } from './inspect.ts';
import { openDashboard, openFilters, panelOf, send, toast } from './member.ts';
import { ADMIN, ANY_SCREEN, expect, newAddress, type Site, test } from './site.ts';

test.beforeAll(async ({ playwright, site }) => {
  const admin = await playwright.request.newContext(ours(site));
  expect((await admin.post('/api/auth/login', { data: ADMIN })).status()).toBe(200);
  for (const data of [
    { configType: 'zelle', configData: { email: 'pay@example.org', phone: '' } },
    {
      configType: 'bank',
      configData: {
        bankName: 'Unity Bank',
        accountName: 'One Africa',
        accountNumber: '000123456789',
        routingNumber: '021000021',
      },
    },
  ])
    expect((await admin.post('/api/admin/payment-config', { data })).status()).toBe(201);
  await admin.dispose();
});

const ours = (site: Site) => ({
  baseURL: site.url,
  extraHTTPHeaders: { 'Sec-Fetch-Site': 'same-origin' },
});

const personOf = (firstName: string, email: string) => ({
  firstName,
  lastName: 'Bello',
  dateOfBirth: '03/31/1990',
  placeOfBirth: 'Kano',
  currentNationality: 'Nigeria',
  telephone: '+234 803 123 4567',
  email,
  homeAddress: '12 Unity Road, opposite the mosque, Kano, Nigeria',
});

/** Someone has paid and says so; answers the reference and where the mails go. */
async function claimed(
  payer: APIRequestContext,
  method: 'zelle' | 'bank',
  number: string,
  firstName: string,
) {
  const email = newAddress(firstName.toLowerCase());
  const answer = await payer.post('/payment/submit', {
    data: {
      paymentMethod: method,
      paymentData: {
        [method === 'zelle' ? 'confirmationNumber' : 'referenceNumber']: number,
        plan: 'onetime',
      },
      applicationData: personOf(firstName, email),
    },
  });
  expect(answer.status()).toBe(201);
  const { reference } = (await answer.json()) as { reference: string };
  return { reference, email };
}

test('a bank statement is brought in, looked at, taken back once, booked, and the payer gets the mail', async ({
  page,
  playwright,
  site,
}) => {
  test.setTimeout(120_000);
  const payer = await playwright.request.newContext(ours(site));
  const wire = await claimed(payer, 'bank', `FT${Date.now()}`, 'Amina');
  const short = await claimed(payer, 'bank', `SH${Date.now()}`, 'Kojo');
  await payer.dispose();
  const name = `november-${wire.reference}.csv`;
  const today = new Date().toISOString().slice(0, 10);
  const [year, month, day] = today.split('-');
  const content = [
    'Buchungstag;Verwendungszweck;Betrag',
    `${day}.${month}.${year};"WIRE AMINA BELLO ${wire.reference.replace('-', ' ')}";1.000,00`,
    `${day}.${month}.${year};"${short.reference} KOJO";400,00`,
    `${day}.${month}.${year};Miete;-30,00`,
    `${day}.${month}.${year};Sonstiges;12,50`,
  ].join('\r\n');

  await openDashboard(page, '/admin/payments/statements');
  await page.getByRole('radio', { name: 'Bank transfer' }).check();
  await page.getByLabel('Statement file').setInputFiles({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(content),
  });
  await expect(page.getByRole('heading', { name: /What does each column/ })).toBeFocused();
  const preview = page.getByRole('region', { name: 'Preview of the first rows' });
  await expect(preview.getByText('$1,000.00')).toBeVisible();
  await expect(preview.getByText('-$30.00')).toBeVisible();
  await expect(page.getByText('3 lines with money in, 1 with money out')).toBeVisible();
  // Read with a decimal point the amounts are nothing; the page says so, and back.
  await page.getByLabel('Amount format').selectOption('.');
  await expect(preview.getByText('The amount could not be read.').first()).toBeVisible();
  await page.getByLabel('Amount format').selectOption(',');
  await expect(preview.getByText('$1,000.00')).toBeVisible();
  await page.getByRole('button', { name: 'Look for matches' }).click();

  const matches = page.getByRole('region', { name: 'Lines that match a payment' });
  await expect(matches.getByRole('link', { name: new RegExp(wire.reference) })).toBeVisible();
  const sure = page.getByRole('checkbox', { name: `Select $1,000.00 for ${wire.reference}` });
  const unsure = page.getByRole('checkbox', { name: `Select $400.00 for ${short.reference}` });
  await expect(sure).toBeChecked();
  await expect(unsure).not.toBeChecked();
  await expect(page.getByText('It is less than the amount due.')).toBeVisible();
  await isFaultless(page, 'the lines that fit');
  await page.getByRole('button', { name: 'Confirm 1 line' }).click();
  await expect(page.getByText(/1 line is confirmed and will be recorded on/)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(page.getByText('No payment has changed.')).toBeVisible();

  await expect(sure).toBeChecked();
  await page.getByRole('button', { name: 'Confirm 1 line' }).click();
  await isFaultless(page, 'lines that are confirmed');
  await page.getByRole('button', { name: 'Record now' }).click();
  await expect(matches.getByText('Recorded.')).toBeVisible({ timeout: 20_000 });
  expect((await site.mailTo(wire.email, /Payment received/)).text).toContain(wire.reference);

  // What is about no payment is put to an account; a slip is taken back from the toast.
  const open = page.getByRole('region', { name: /2 lines match no payment/ });
  const rent = open.getByRole('listitem').filter({ hasText: 'Miete' });
  await rent.getByRole('button', { name: 'Resolve...' }).click();
  await rent.getByLabel('Reason').fill('The rent of November');
  await isFaultless(page, 'a line that is resolved');
  await rent.getByRole('button', { name: 'Record as Spending' }).click();
  await expect(page.getByText('1 line is resolved', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(open).toBeVisible();

  await page.getByRole('link', { name: 'All statements' }).click();
  const statement = page.getByRole('listitem').filter({ hasText: name });
  await expect(statement.getByRole('link', { name })).toBeVisible();
  await expect(statement.getByText('1 recorded')).toBeVisible();
  // The one that came short waits still, and the line is offered where it is decided.
  await page.getByRole('tab', { name: 'To do' }).click();
  await page.getByRole('button', { name: new RegExp(short.reference) }).click();
  const dialog = panelOf(page);
  await dialog.getByRole('button', { name: /Use this line/ }).click();
  await expect(dialog.getByLabel('Received amount in USD')).toHaveValue('400.00');
  await isFaultless(page, 'a payment that came short');
  await dialog.getByRole('button', { name: 'Confirm payment' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm this amount' }).click();
  await expect(page.getByText(/\$600\.00 is still due/)).toBeVisible();
  expect((await site.mailTo(short.email, /Payment received/)).text).toContain('$600.00');
});

test('Zelle payments are confirmed one after the other by keyboard, and the last one is undone', {
  ...ANY_SCREEN,
}, async ({ page, playwright, site }) => {
  const payer = await playwright.request.newContext(ours(site));
  const numbers = `NX${Date.now()}`;
  const first = await claimed(payer, 'zelle', `${numbers}WOLOF`, 'Esther');
  const second = await claimed(payer, 'zelle', `${numbers}HAUSA`, 'Nneka');
  await payer.dispose();

  await page.setViewportSize({ width: 1280, height: 800 });
  await openDashboard(page, '/admin/payments/claims');
  // Other journeys leave claims on this site too.
  await page.getByRole('searchbox', { name: 'Reference, name, email or number' }).fill(numbers);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^PX-/ })).toHaveCount(2);
  await page.getByRole('button', { name: new RegExp(first.reference) }).press('Enter');
  const panel = panelOf(page);
  await expect(panel.getByText('1 of 2')).toBeVisible();
  await isFaultless(page, 'a payment that one press confirms');
  const step = panel.getByRole('button', { name: 'Confirm and next' });
  /** The first half second of a row takes nothing. */
  const press = (keys: string, isDone: Locator) =>
    expect(async () => {
      await page.keyboard.press(keys);
      await expect(isDone).toBeVisible({ timeout: 400 });
    }).toPass();
  await press('Control+Enter', panel.getByRole('heading', { name: new RegExp(second.reference) }));
  await expect(step).toBeFocused();
  await expect(step).toBeInViewport();
  const message = toast(page, 'Payment confirmed.');
  await expect(message).toBeVisible();
  const box = await panel.boundingBox();
  const said = await message.boundingBox();
  expect((said?.x ?? 0) + (said?.width ?? 0), 'the message covers no step').toBeLessThan(
    box?.x ?? 0,
  );
  await press('Enter', page.getByText('That was the last one in this list.'));
  await expect(panel).toBeHidden();
  await expect(page).toHaveURL('/admin/payments/claims');
  await expect(page.getByRole('heading', { name: 'Payments to check' })).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();

  const row = page.getByRole('button', { name: new RegExp(second.reference) });
  await row.click();
  await expect(step).toBeVisible();
  await page.reload();
  await expect(panel.getByRole('heading', { name: new RegExp(second.reference) })).toBeVisible();
  await page.goBack();
  await expect(panel).toBeHidden();
  await expect(page).toHaveURL('/admin/payments/claims');
  await site.mailTo(first.email, /Payment received/);
});

test(
  'several Zelle payments are confirmed at once by keyboard, and one that fails says why',
  ANY_SCREEN,
  async ({ page, playwright, site }) => {
    const payer = await playwright.request.newContext(ours(site));
    const claims = [];
    for (const name of ['Efua', 'Yaw', 'Abena'])
      claims.push(await claimed(payer, 'zelle', `Z${name.toUpperCase()}${Date.now()}`, name));
    await payer.dispose();
    const [one, two, three] = claims as [Claimed, Claimed, Claimed];

    await openDashboard(page, '/admin/payments/claims');
    await page.getByRole('table', { name: 'Payments to check' }).waitFor();
    await openFilters(page);
    await page.getByLabel('Show', { exact: true }).selectOption({ label: 'Zelle' });
    // One by one: other journeys leave claims on this site too.
    for (const { reference } of claims) {
      const box = page.getByRole('checkbox', { name: `Select ${reference}` });
      await box.focus();
      await page.keyboard.press('Space');
      await expect(box).toBeChecked();
    }
    await page.getByRole('button', { name: /^Confirm 3 payments/ }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Confirm these payments?' });
    await expect(dialog.getByText('3 payments, $3,000.00 in total.')).toBeVisible();
    await dialog
      .getByRole('group', { name: two.reference })
      .getByLabel('Received', { exact: true })
      .fill('950');
    await expect(
      dialog.getByText(`${two.reference}: You confirm $950.00. Due: $1,000.00.`),
    ).toBeVisible();
    const meant = dialog.getByRole('checkbox', { name: 'Confirm these amounts as they are' });
    await meant.focus();
    await page.keyboard.press('Space');
    await dialog
      .getByRole('group', { name: three.reference })
      .getByLabel('Received on')
      .fill('2999-01-01');
    await dialog.getByRole('button', { name: 'Confirm 3 payments' }).click();
    const results = page.getByRole('dialog', { name: 'Results' });
    await expect(results.getByText('2 of 3 payments confirmed.')).toBeVisible();
    await expect(results.getByText('The date cannot be in the future.')).toBeVisible();
    await expect(results.getByText('$950.00 recorded. $50.00 is still due.')).toBeVisible();
    await results.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('button', { name: new RegExp(three.reference) })).toBeVisible();
    await expect(page.getByRole('button', { name: new RegExp(one.reference) })).toHaveCount(0);
    for (const { email } of [one, two]) await site.mailTo(email, /Payment received/);
  },
);

type Claimed = Awaited<ReturnType<typeof claimed>>;

test('a file that is no statement is refused where it was chosen', ANY_SCREEN, async ({ page }) => {
  await openDashboard(page, '/admin/payments/statements');
  const choose = (name: string, buffer: Buffer) =>
    page.getByLabel('Statement file').setInputFiles({ name, mimeType: 'text/csv', buffer });
  await choose('photo.csv', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 1, 2]));
  await expect(page.getByRole('alert').getByText('This is not a text file.')).toBeVisible();
  await choose('large.csv', Buffer.alloc(3 * 2 ** 20, 'a'));
  await expect(page.getByRole('alert').getByText('larger than 1.5 MB')).toBeVisible();
  await choose('empty.csv', Buffer.from(' \n'));
  await expect(
    page.getByRole('alert').getByText('This file is empty. Choose another one.'),
  ).toBeVisible();
});

test(
  'a payer has the details of a transfer sent and finds the way back',
  ANY_SCREEN,
  async ({ page, site }) => {
    const email = newAddress('later');
    const application = { applicationData: personOf('Later', email), plan: 'onetime' };
    expect((await send(page, '/api/applications', application)).status()).toBe(201);
    await page.goto('/apply');
    await page.locator('#buy-now').getByLabel('First name').focus();
    await page.getByRole('button', { name: /^Continue with PX-/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Complete Your Payment' });
    await dialog.getByRole('tab', { name: 'Zelle' }).click();
    await dialog.getByRole('button', { name: 'Send me these details by email' }).click();
    await expect(dialog.getByText(/We are sending the details/)).toBeVisible();
    const mail = await site.mailTo(email, /How to make your payment/);
    expect(mail.text).toContain('pay@example.org');
    expect(mail.text).toContain('$1,000.00');
    const link = /https?:\/\/\S+\/application\S*#key=\S+/.exec(mail.text)?.[0];
    await page.context().clearCookies();
    await page.goto(link ?? '');
    await expect(page.getByText(/PX-[A-Z0-9]{5}/).first()).toBeVisible();
  },
);
