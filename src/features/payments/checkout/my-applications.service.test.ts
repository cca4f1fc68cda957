import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendBy } from '../../fulfilment/fulfilment.rules.ts';
import { endVaultToken, vaultTokens } from '../rails/card/renewals/vault.store.ts';
import { findSchedule } from '../core/schedule/schedule.store.ts';
import {
  claim,
  closeWithBalancedLedger,
  confirm,
  myApplications,
  openPaymentSite,
  person,
  type PaymentSite,
  zelle,
} from '../core/testing.ts';

let site: PaymentSite;
beforeAll(async () => {
  site = await openPaymentSite();
});
afterAll(() => closeWithBalancedLedger(site));

test('a plan charges itself while PayPal keeps the account of its payer, and no other does', async () => {
  const visitors = [site.visitor(), site.visitor()] as const;
  const ids: string[] = [];
  for (const visitor of visitors) {
    const draft = { applicationData: person(), plan: 'installment' };
    ids.push(((await visitor.post('/api/applications', draft)).body as { id: string }).id);
  }
  const schedule = await findSchedule(site.db, ids[0] ?? '');
  const now = site.clock.now();
  await site.db.insert(vaultTokens).values({
    id: randomUUID(),
    scheduleId: schedule?.id ?? '',
    sealed: '',
    digest: randomUUID(),
    addedAt: now,
    endedAt: null,
    deletedAt: null,
  });
  const charging = async () =>
    (await Promise.all(visitors.map(myApplications))).map(([one]) => one?.chargesItself ?? false);
  expect(await charging()).toEqual([true, false]);
  await endVaultToken(site.db, schedule?.id ?? '', now);
  expect(await charging()).toEqual([false, false]);
});

test('an application names the day by which its kit is sent once its money has come', async () => {
  await site.login();
  await site.admin.post('/api/admin/payment-config', zelle);
  const visitor = site.visitor();
  await visitor.post('/payment/submit', claim('MINE-2'));
  const day = async () => (await myApplications(visitor))[0]?.kitBy;
  expect(await day()).toBeUndefined();
  await confirm(site, 'MINE-2', 1000);
  const now = site.clock.now();
  expect(await day()).toBe(sendBy({ kitReleasedAt: now, submittedAt: now }));
});

test('a payment names its receipt once its money has come', async () => {
  await site.login();
  await site.admin.post('/api/admin/payment-config', zelle);
  const visitor = site.visitor();
  await visitor.post('/payment/submit', claim('MINE-1'));
  const receipts = async () =>
    (await myApplications(visitor)).flatMap(({ payments }) =>
      payments.map(({ receipt }) => receipt),
    );
  expect(await receipts()).toEqual([undefined]);
  await confirm(site, 'MINE-1', 1000);
  expect(await receipts()).toEqual([expect.stringMatching(/^OAP-\d{6}$/)]);
});
