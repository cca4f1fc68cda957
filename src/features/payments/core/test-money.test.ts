import { afterAll, beforeAll, expect, test } from 'vitest';
import { refuseTestMoney } from './test-money.service.ts';
import { claim, openPaymentSite, type PaymentSite } from './testing.ts';

const production = { production: true, paypal: undefined };

let site: PaymentSite;
beforeAll(async () => {
  site = await openPaymentSite();
});
afterAll(() => site.close());

test('production starts on a database without payments, and not beside those of the sandbox', async () => {
  await expect(refuseTestMoney(site.db, production)).resolves.toBeUndefined();
  await site.visitor().post('/payment/submit', claim('SANDBOX-1'));
  await expect(refuseTestMoney(site.db, production)).rejects.toThrow('no real money moved');
});

test('elsewhere the sandbox’s payments are welcome', async () => {
  await site.visitor().post('/payment/submit', claim('SANDBOX-2'));
  await refuseTestMoney(site.db, { production: false, paypal: undefined });
});
