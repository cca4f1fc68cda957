import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type ChainSite, openChainSite } from '../testing.ts';
import { requirePrices } from '../quotes/price.service.ts';

let site: ChainSite;
beforeAll(async () => {
  site = await openChainSite({ hasSingleNode: true });
});
afterAll(() => site.close());
afterEach(async () => {
  await site.chain.setFeed('ETH', { answer: '3000', staleSeconds: 0 });
  for (const exchange of ['coinbase', 'kraken'] as const)
    await site.chain.setExchange(exchange, { isDown: false });
});

const status = async () => (await site.admin.get('/api/admin/payments/crypto-status')).body;

test('administrators see which tokens cannot be quoted, why, and that there is a single node', async () => {
  expect(await status()).toEqual({
    isOn: true,
    hasSingleNode: true,
    maxPriceDifferencePercent: 2,
    refusals: [],
  });
  await site.chain.setFeed('ETH', { answer: '300000' });
  expect(await status()).toMatchObject({ refusals: [{ token: 'ETH', reason: 'apart' }] });
  await site.chain.setFeed('ETH', { answer: '3000', staleSeconds: -3600 });
  expect(await status()).toMatchObject({ refusals: [{ token: 'ETH', reason: 'ahead' }] });
  await site.chain.setFeed('ETH', { staleSeconds: 0 });
  for (const exchange of ['coinbase', 'kraken'] as const)
    await site.chain.setExchange(exchange, { isDown: true });
  expect(await status()).toMatchObject({
    refusals: [
      { token: 'ETH', reason: 'no_exchange' },
      { token: 'USDT', reason: 'no_exchange' },
    ],
  });
});

test('only who may see payments sees it', async () => {
  const path = '/api/admin/payments/crypto-status';
  expect((await site.visitor().get(path)).status).toBe(401);
  expect((await (await site.loggedIn('member')).get(path)).status).toBe(403);
});

test('the hourly check fails while no price is quoted, in a sentence for the daily email', async () => {
  await requirePrices(site.context);
  await site.chain.setFeed('ETH', { answer: '300000' });
  const failure = await requirePrices(site.context).catch((error: Error) => error.message);
  expect(failure).toBe(
    'No price is quoted. ETH: The Chainlink price and an exchange differ by more than 2%.',
  );
});

test('without an active configuration nothing is asked and nothing fails', async () => {
  await site.chain.setFeed('ETH', { answer: '300000' });
  await site.db.execute(
    sql`update payment_config set is_active = false where config_type = 'crypto'`,
  );
  expect(await status()).toMatchObject({ isOn: false, refusals: [] });
  await requirePrices(site.context);
});
