import type { APIRequestContext, Page } from '@playwright/test';
import { openWays, personOf } from './applicant.ts';
import { isFaultless } from './inspect.ts';
import { type Caller, openDashboard, send, test } from './member.ts';
import { BOTH_SIZES, expect, type Site } from './site.ts';

// A day of who looks after the money.

const ours = { 'Sec-Fetch-Site': 'same-origin' };

test.beforeAll(({ playwright, site }) =>
  openWays(playwright, site, [
    {
      configType: 'bank',
      configData: {
        bankName: 'Unity Bank',
        accountName: 'One Africa',
        accountNumber: '000123456789',
        routingNumber: '021000021',
      },
    },
  ]),
);

/** Someone has sent a bank transfer and tells its number; answers the reference. */
async function transferred(payer: Caller, firstName: string, plan = 'onetime'): Promise<string> {
  const answer = await send(payer, '/payment/submit', {
    paymentMethod: 'bank',
    paymentData: { referenceNumber: `TD${firstName}${Date.now()}`, plan },
    applicationData: personOf(firstName),
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { reference: string }).reference;
}

/** Someone has paid by card; answers the application and PayPal's number of the payment. */
async function paidByCard(payer: Caller, firstName: string) {
  const order = { plan: 'onetime', applicationData: personOf(firstName) };
  const begun = await send(payer, '/paypal/order', order);
  expect(begun.status(), await begun.text()).toBe(201);
  const { id } = (await begun.json()) as { id: string };
  const { paypalUrl } = await (await payer.request.get('/sandbox')).json();
  await payer.request.post(`${paypalUrl}/checkoutnow/${id}/approve`);
  const captured = await payer.request.post(`/paypal/order/${id}/capture`, { headers: ours });
  expect(await captured.json()).toMatchObject({ status: 'COMPLETED' });
  const { captures } = (await (await payer.request.get(`${paypalUrl}/journal`)).json()) as {
    captures: { id: string; orderId: string }[];
  };
  const capture = captures.find(({ orderId }) => orderId === id);
  const [own] = (await (await payer.request.get('/api/applications/mine')).json()) as {
    id: string;
    reference: string;
  }[];
  if (!own || !capture) throw new Error('The payer has no payment.');
  return { ...own, captureId: capture.id };
}

/** The payer disputes it, on the page of the sandbox where people do what only PayPal's payers can. */
async function dispute(request: APIRequestContext, site: Site, captureId: string) {
  const { inboxUrl } = await (await request.get(`${site.url}/sandbox`)).json();
  const control = new URL(inboxUrl).origin;
  const answer = await request.post(`${control}/paypal/captures/${captureId}/dispute`, {
    headers: { origin: control },
    data: {},
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

async function importStatement(page: Page, name: string, content: string) {
  await page.getByRole('radio', { name: 'Bank transfer' }).check();
  const buffer = Buffer.from(content);
  await page.getByLabel('Statement file').setInputFiles({ name, mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Look for matches' }).click();
}

test(
  'a treasurer confirms transfers, corrects one, keeps a surplus, refunds a part, answers a dispute and closes the month',
  BOTH_SIZES,
  async ({ page, request, site, others }) => {
    const [ama, kofi] = [
      await transferred(await others.caller(), 'Ama'),
      await transferred(await others.caller(), 'Kofi'),
    ];
    const adjoa = await transferred(await others.caller(), 'Adjoa', 'installment');
    const card = await paidByCard(await others.caller(), 'Efua');
    const disputed = await paidByCard(await others.caller(), 'Yaw');
    await dispute(request, site, disputed.captureId);
    const today = new Date().toISOString().slice(0, 10);

    // The statement: two transfers, and one of last week that the bank has sent back.
    await openDashboard(page, '/admin/payments/statements');
    await importStatement(
      page,
      `day-${ama}.csv`,
      [
        'Date,Description,Amount',
        `${today},WIRE AMA MENSAH ${ama},1000.00`,
        `${today},WIRE KOFI MENSAH ${kofi},1000.00`,
        `${today},RETURNED TRANSFER,-100.00`,
      ].join('\n'),
    );
    for (const reference of [ama, kofi])
      await expect(
        page.getByRole('checkbox', { name: `Select $1,000.00 for ${reference}` }),
      ).toBeChecked();
    await isFaultless(page, 'a statement with a returned transfer');
    await page.getByRole('button', { name: 'Confirm 2 lines' }).click();
    await page.getByRole('button', { name: 'Record now' }).click();
    // The toast says “The lines are being recorded.”, which is another text.
    await expect(page.getByText('Recorded.', { exact: true })).toHaveCount(2, { timeout: 20_000 });

    // The second was the wrong one: it is taken back, and waits to be checked again.
    await page.goto(await paymentsOf(page, kofi));
    await page.getByRole('button', { name: 'Recorded by mistake...' }).click();
    await page.getByLabel('Reason').fill('The money is for another application.');
    await page.getByRole('button', { name: 'Take it back', exact: true }).click();
    await expect(page.getByText(/is no longer recorded as received/).first()).toBeVisible();

    // Somebody has sent $150 for an instalment of $100: the rest counts for the next one.
    await page.goto('/admin/payments/claims');
    await page.getByRole('button', { name: adjoa }).click();
    const claimed = page.getByRole('dialog');
    await claimed.getByRole('button', { name: 'Confirm payment...' }).click();
    await claimed.getByLabel('Received amount in USD').fill('150');
    await claimed.getByRole('button', { name: 'Confirm payment', exact: true }).click();
    const warning = page.getByRole('alertdialog', { name: 'Confirm a different amount?' });
    await expect(
      warning.getByRole('radio', { name: '$50.00 counts for the next payments' }),
    ).toBeChecked();
    await isFaultless(page, 'a surplus that can be kept');
    await warning.getByRole('button', { name: 'Confirm this amount' }).click();
    await expect(page.getByText(/payment confirmed/i).first()).toBeVisible();
    await page.goto(await paymentsOf(page, adjoa));
    await expect(page.getByText(`$50.00 counts for payment 2 of ${adjoa}.`)).toBeVisible();

    // A quarter of a payment by card goes back through PayPal.
    await page.goto(`/admin/payments/application?id=${card.id}`);
    await page.getByRole('button', { name: 'Refund through PayPal...' }).click();
    await page.getByLabel('Refund amount in USD').fill('250');
    await page.getByLabel('Reason').fill('The shipping was not needed.');
    await isFaultless(page, 'a refund of a part');
    await page.getByRole('button', { name: 'Refund through PayPal', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Refund $250.00' }).click();
    await expect(page.getByText('$250.00 refunded through PayPal.')).toBeVisible();

    // The dispute says until when it is to be answered, and is answered.
    const item = page
      .getByRole('region', { name: 'To review' })
      .getByRole('listitem')
      .filter({ hasText: disputed.reference });
    await expect(async () => {
      await page.goto('/admin/payments/claims');
      await expect(item.getByText(/^Answer at PayPal by /)).toBeVisible({ timeout: 3000 });
    }).toPass({ timeout: 30_000 });
    await isFaultless(page, 'a dispute with its last day');
    await item.getByRole('button', { name: 'Answer...' }).click();
    await item.getByLabel('Note').fill('The kit was delivered.');
    await item.getByLabel('Tracking number').fill('JD014600003828');
    await isFaultless(page, 'an answer to a dispute');
    await item.getByRole('button', { name: 'Send evidence' }).click();
    await expect(item.getByText(/^Evidence sent on /)).toBeVisible();

    // The month is over: its entries are downloaded and it is closed.
    const month = { headers: ours, data: { advanceMs: 31 * 24 * 3_600_000 } };
    expect((await request.put('/sandbox/clock', month)).status()).toBe(200);
    await openDashboard(page, '/admin/payments/reconciliation');
    await page.getByLabel('Month').selectOption(today.slice(0, 7));
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download this month’s entries' }).click();
    expect((await download).suggestedFilename()).toBe(`journal-${today.slice(0, 7)}.csv`);
    await page.getByRole('button', { name: /^Close .+\.\.\.$/ }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Close / })
      .click();
    await expect(page.getByText(/^Closed up to /)).toBeVisible();
    await isFaultless(page, 'a month that is closed');
  },
);

/** The page of an application's payments. */
async function paymentsOf(page: Page, reference: string): Promise<string> {
  const answer = await page.request.get('/api/admin/payments?limit=500');
  const rows = (await answer.json()) as { reference: string; applicationId: string }[];
  const found = rows.find((row) => row.reference === reference);
  return `/admin/payments/application?id=${found?.applicationId}`;
}
