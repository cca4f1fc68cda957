import { afterAll, beforeAll, expect, test } from 'vitest';
import { refuseTestMoney } from './test-money.service.ts';
import { claim, openShop, type Shop } from './testing.ts';

const production = { production: true, paypal: undefined };

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

test('production starts on a database without payments, and not beside those of the sandbox', async () => {
  await expect(refuseTestMoney(shop.db, production)).resolves.toBeUndefined();
  await shop.visitor().post('/payment/submit', claim('SANDBOX-1'));
  await expect(refuseTestMoney(shop.db, production)).rejects.toThrow('no real money moved');
});

test('elsewhere the sandbox’s payments are welcome', async () => {
  await shop.visitor().post('/payment/submit', claim('SANDBOX-2'));
  await refuseTestMoney(shop.db, { production: false, paypal: undefined });
});
