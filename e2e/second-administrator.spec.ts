import { openWays, personOf } from './applicant.ts';
import { isFaultless } from './inspect.ts';
import { logInByCall, newMember, openDashboard, send, test, toast } from './member.ts';
import { BOTH_SIZES, expect } from './site.ts';

// Of its own: the sum holds for every payment.
test.use({ siteName: 'second administrator' });

test.beforeAll(({ playwright, site }) =>
  openWays(playwright, site, [
    { configType: 'zelle', configData: { email: 'pay@example.org', phone: '' } },
  ]),
);

test(
  'a large refund of one administrator is recorded once another has approved it',
  BOTH_SIZES,
  async ({ page, others }) => {
    const number = `SA${Date.now()}`;
    const payer = await others.caller();
    const paid = await send(payer, '/payment/submit', {
      paymentMethod: 'zelle',
      paymentData: { confirmationNumber: number, plan: 'onetime' },
      applicationData: personOf('Ama'),
    });
    expect(paid.status(), await paid.text()).toBe(201);
    const { reference } = (await paid.json()) as { reference: string };

    // The owner has a colleague, confirms the payment, and sets the sum.
    const efua = newMember('Efua');
    await openDashboard(page, '/admin/payments');
    const created = await send(page, '/api/admin/create-admin', { ...efua, role: 'finance' });
    expect(created.status(), await created.text()).toBe(201);
    const claims = await page.request.get('/api/admin/payments?status=claimed');
    const claim = (
      (await claims.json()) as { id: string; number: string; applicationId: string }[]
    ).find((one) => one.number === number);
    const receivedOn = new Date().toISOString().slice(0, 10);
    const receipt = { receivedAmount: '1000.00', receivedOn };
    const path = `/api/admin/payments/${claim?.id}/confirm`;
    expect((await send(page, path, receipt)).status()).toBe(200);
    const rule = page.getByRole('region', { name: 'Second administrator' });
    await rule.getByLabel('Needed above, in USD').fill('500');
    await rule.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page, 'This holds from now on.')).toBeVisible();
    await isFaultless(page, 'the sum that needs a second administrator');

    // The colleague asks for a refund above it.
    const theirs = await others.page();
    expect((await logInByCall(theirs, efua)).status()).toBe(200);
    await theirs.goto(`/admin/payments/application?id=${claim?.applicationId}`);
    await theirs.getByRole('button', { name: 'Record a refund...' }).click();
    await theirs.getByLabel('Refund amount in USD').fill('600');
    await theirs.getByLabel('Reason').fill('It was paid twice.');
    await theirs.getByRole('button', { name: 'Record the refund' }).click();
    await theirs.getByRole('alertdialog').getByRole('button', { name: 'Record $600.00' }).click();
    await expect(toast(theirs, 'This waits for a second administrator.')).toBeVisible();
    await expect(theirs.getByText(/^You asked for this on/)).toBeVisible();
    await expect(theirs.getByRole('button', { name: 'Approve' })).toHaveCount(0);

    // The owner finds it in the one list, and approves it.
    await page.goto('/admin/payments/claims');
    const list = page.getByRole('region', { name: 'To review' });
    const item = list.getByRole('listitem').filter({ hasText: reference });
    await expect(item.getByText('Waits for a second administrator')).toBeVisible();
    await expect(item.getByText('It was paid twice.')).toBeVisible();
    await isFaultless(page, 'an action that waits for a second administrator');
    await item.getByRole('button', { name: 'Approve' }).click();
    await expect(toast(page, '$600.00 recorded as refunded.')).toBeVisible();
    await expect(item).toHaveCount(0);
    await theirs.reload();
    await expect(theirs.getByText('Partly refunded').first()).toBeVisible();
  },
);
