import { parseAbi } from 'viem';
import { beforeAll, expect, test } from 'vitest';
import type { Sandbox } from '../client.ts';
import { start } from '../testing.ts';
import { CONTRACTS, chainOf, type TestChain } from './testing.ts';

let sandbox: Sandbox;
let chain: TestChain;
beforeAll(async () => {
  sandbox = await start();
  chain = chainOf(sandbox);
  await chain.mining('manual');
});

const FEED = parseAbi([
  'function decimals() view returns (uint8)',
  'function description() view returns (string)',
]);
const seconds = () => Date.now() / 1000;

test('the feeds answer as Chainlink’s, stay fresh with the clock, and freeze on request, in the future too', async () => {
  for (const [address, description] of [
    [CONTRACTS.ethUsdFeed, 'ETH / USD'],
    [CONTRACTS.usdtUsdFeed, 'USDT / USD'],
  ] as const) {
    const read = (functionName: 'description' | 'decimals') =>
      chain.client.readContract({ abi: FEED, address, functionName });
    expect([await read('description'), await read('decimals')]).toEqual([description, 8]);
  }
  await chain.mine();
  expect(await chain.feed('ETH')).toMatchObject({ answer: 300_000_000_000n });
  expect((await chain.feed('ETH')).updatedAt).toBeGreaterThan(seconds() - 20);
  await chain.setFeed('ETH', { answer: '2512.25', staleSeconds: 4000 });
  const frozen = await chain.feed('ETH');
  expect(frozen.answer).toBe(251_225_000_000n);
  expect(Math.abs(frozen.updatedAt + 4000 - seconds())).toBeLessThan(20);
  await chain.mine();
  expect(await chain.feed('ETH')).toEqual(frozen);
  await chain.setFeed('ETH', { staleSeconds: -3600 });
  expect((await chain.feed('ETH')).updatedAt).toBeGreaterThan(seconds() + 3500);
  await chain.setFeed('ETH', { answer: '-1', staleSeconds: 0 });
  expect((await chain.feed('ETH')).answer).toBe(-100_000_000n);
  await chain.setFeed('ETH', { answer: '3000' });
});

test('the exchanges answer in their own shapes, with the prices that were set', async () => {
  await chain.setExchange('coinbase', { ETH: '2990.10' });
  await chain.setExchange('kraken', { USDT: '0.9990' });
  const get = async (path: string) => {
    const answer = await fetch(`${sandbox.chain.exchangesUrl}${path}`);
    return answer.json() as Promise<unknown>;
  };
  expect(await get('/coinbase/v2/prices/ETH-USD/spot')).toEqual({
    data: { amount: '2990.10', base: 'ETH', currency: 'USD' },
  });
  expect(await get('/kraken/0/public/Ticker?pair=ETHUSD,USDTUSD')).toMatchObject({
    error: [],
    result: {
      XETHZUSD: { c: ['3000.00', expect.any(String)] },
      USDTZUSD: { c: ['0.9990', expect.any(String)] },
    },
  });
  await chain.setExchange('kraken', { isDown: true });
  expect(
    (await fetch(`${sandbox.chain.exchangesUrl}/kraken/0/public/Ticker?pair=ETHUSD`)).status,
  ).toBe(503);
});
