import type { APIRequestContext, Page } from '@playwright/test';
import { openWays, personOf } from './applicant.ts';
import { isFaultless } from './inspect.ts';
import { type Caller, openDashboard, panelOf, send, test } from './member.ts';
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

/** What only PayPal and its payers can do, on the sandbox's page for it. */
async function atPaypal(request: APIRequestContext, site: Site, act: string, data: object = {}) {
  const { inboxUrl } = await (await request.get(`${site.url}/sandbox`)).json();
  const control = new URL(inboxUrl).origin;
  const answer = await request.post(`${control}/paypal/${act}`, {
    headers: { origin: control },
    data,
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** The lines of an application in Payments → To do; they come once PayPal has said or been asked. */
async function toDoOf(page: Page, reference: string, shown: RegExp | string) {
  const item = page
    .getByRole('region', { name: 'To review' })
    .getByRole('listitem')
    .filter({ hasText: reference });
  await expect(async () => {
    await page.goto('/admin/payments/claims');
    await expect(item.getByText(shown)).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 30_000 });
  return item;
}

async function importStatement(page: Page, name: string, content: string) {
  await page.getByRole('radio', { name: 'Bank transfer' }).check();
  const buffer = Buffer.from(content);
  await page.getByLabel('Statement file').setInputFiles({ name, mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Look for matches' }).click();
}

test(
  'a treasurer sees a refund that PayPal holds, and offers a part to a payer who disputes',
  BOTH_SIZES,
  async ({ page, request, site, others }) => {
    const held = await paidByCard(await others.caller(), 'Akosua');
    const disputed = await paidByCard(await others.caller(), 'Kwame');
    const inquiry = { lifecycle: 'INQUIRY', amount: '200.00' };
    await atPaypal(request, site, `captures/${disputed.captureId}/dispute`, inquiry);
    const { paypalUrl } = await (await page.request.get(`${site.url}/sandbox`)).json();
    const isHeld = { mode: 'refund-pending', count: 1 };
    expect((await request.put(`${paypalUrl}/faults`, { data: isHeld })).ok()).toBe(true);

    await openDashboard(page, `/admin/payments/application?id=${held.id}`);
    await page.getByRole('button', { name: 'Refund through PayPal...' }).click();
    await page.getByLabel('Refund amount in USD').fill('100');
    await page.getByLabel('Reason').fill('The parcel came late.');
    await page.getByRole('button', { name: 'Refund through PayPal', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Refund $100.00' }).click();
    const waits = 'A refund of $100.00 from a payment of $1,000.00. There is nothing to do yet.';
    const refund = await toDoOf(page, held.reference, waits);
    await expect(refund.getByRole('link', { name: held.reference })).toBeVisible();
    await isFaultless(page, 'a refund that PayPal holds');

    const item = await toDoOf(page, disputed.reference, /^Answer at PayPal by /);
    await item.getByRole('button', { name: 'Answer...' }).click();
    await item.getByLabel('Your answer').selectOption('Offer a refund');
    await item.getByLabel('Refund amount in USD').fill('50');
    await item.getByLabel('Note to the payer').fill('A part of the kit was missing.');
    await isFaultless(page, 'an offer to a payer who disputes');
    await item.getByRole('button', { name: 'Offer a refund' }).click();
    const question = page.getByRole('alertdialog', { name: 'Offer this refund?' });
    await question.getByRole('button', { name: 'Offer $50.00' }).click();
    await expect(item.getByText(/^Refund of \$50\.00 offered on /)).toBeVisible();
  },
);

test(
  'a treasurer confirms transfers, corrects one, keeps a surplus, refunds a part, answers a dispute and closes the month',
  BOTH_SIZES,
  async ({ page, request, site, others }) => {
    const [ama, kofi] = [
      await transferred(await others.caller(), 'Ama'),
      await transferred(await others.caller(), 'Kofi'),
    ];
    const adjoa = await transferred(await others.caller(), 'Adjoa', 'installment');
    const esi = await transferred(await others.caller(), 'Esi');
    const card = await paidByCard(await others.caller(), 'Efua');
    const disputed = await paidByCard(await others.caller(), 'Yaw');
    await atPaypal(request, site, `captures/${disputed.captureId}/dispute`);
    const today = new Date().toISOString().slice(0, 10);

    // The statement: two transfers, and one of yesterday that the bank has sent back.
    await openDashboard(page, '/admin/payments/statements');
    await confirmed(page, esi, today);
    await importStatement(
      page,
      `day-${ama}.csv`,
      [
        'Date,Description,Amount',
        `${today},WIRE AMA MENSAH ${ama},1000.00`,
        `${today},WIRE KOFI MENSAH ${kofi},1000.00`,
        `${today},RETURNED ${esi},-1000.00`,
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

    const back = page.getByRole('listitem').filter({ hasText: `RETURNED ${esi}` });
    await expect(back.getByText(`May have gone back to ${esi}, Esi`)).toBeVisible();
    await back.getByRole('button', { name: 'Resolve...' }).click();
    await back.getByLabel('Reason').fill('The account of the payer was closed.');
    await isFaultless(page, 'a transfer that the bank has returned');
    await back.getByRole('button', { name: 'Record as returned to a payer' }).click();
    await expect(back.getByText('Went back to the payer.')).toBeVisible();

    // The second was the wrong one: it is taken back, and waits to be checked again.
    await page.goto(await paymentsOf(page, kofi));
    await page.getByRole('button', { name: 'Recorded by mistake...' }).click();
    await page.getByLabel('Reason').fill('The money is for another application.');
    await page.getByRole('button', { name: 'Take it back', exact: true }).click();
    await expect(page.getByText(/is no longer recorded as received/).first()).toBeVisible();

    // Somebody has sent $150 for an instalment of $100: the rest counts for the next one.
    await page.goto('/admin/payments/claims');
    await page.getByRole('button', { name: adjoa }).click();
    const claimed = panelOf(page);
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
    const item = await toDoOf(page, disputed.reference, /^Answer at PayPal by /);
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

/** A transfer that was confirmed before. */
async function confirmed(page: Page, reference: string, receivedOn: string) {
  const rows = (await (await page.request.get('/api/admin/payments?limit=500')).json()) as {
    id: string;
    reference: string;
  }[];
  const id = rows.find((row) => row.reference === reference)?.id;
  const receipt = { receivedAmount: '1000.00', receivedOn };
  const answer = await send(page, `/api/admin/payments/${id}/confirm`, receipt);
  expect(answer.status(), await answer.text()).toBe(200);
}
