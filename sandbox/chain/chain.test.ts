import { parseEther } from 'viem';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Sandbox } from '../client.ts';
import { put, start } from '../testing.ts';
import { CONTRACTS, chainOf, FINAL_BLOCKS, stranger, type TestChain } from './testing.ts';

let sandbox: Sandbox;
let chain: TestChain;
beforeAll(async () => {
  sandbox = await start();
  chain = chainOf(sandbox);
});
beforeEach(async () => {
  await chain.fail('none');
  await chain.mining('manual');
});

const seconds = () => Date.now() / 1000;

test('a payment is confirmed by each block and final after sixteen', async () => {
  const merchant = stranger();
  const hash = await chain.payEth(merchant, parseEther('1.5'));
  const mined = await chain.mine();
  expect(await chain.client.getTransactionReceipt({ hash })).toMatchObject({
    status: 'success',
    blockNumber: BigInt(mined),
  });
  const final = async () => (await chain.client.getBlock({ blockTag: 'finalized' })).number;
  await chain.mine(FINAL_BLOCKS - 1);
  expect(await final()).toBe(BigInt(mined - 1));
  await chain.mine();
  expect(await final()).toBe(BigInt(mined));
  expect(await chain.client.getBalance({ address: merchant })).toBe(parseEther('1.5'));
});

test('blocks come by themselves, one a second, while a payment is not final', async () => {
  await chain.mining('auto');
  const hash = await chain.payEth(stranger(), 1n);
  const { blockNumber } = await chain.client.waitForTransactionReceipt({ hash, timeout: 15_000 });
  await vi.waitFor(
    async () => expect(await chain.client.getBlockNumber()).toBeGreaterThan(blockNumber + 1n),
    { timeout: 15_000, interval: 200 },
  );
});

test('the token moves without a return value, takes its fee when it is switched on, and can fail', async () => {
  const merchant = stranger();
  await chain.payUsdt(merchant, 1_000_000_000n);
  await chain.mine();
  expect(await chain.usdtOf(merchant)).toBe(1_000_000_000n);
  await chain.setFee(50);
  await chain.payUsdt(merchant, 1_000_000_000n);
  await chain.mine();
  await chain.setFee(0);
  expect(await chain.usdtOf(merchant)).toBe(1_995_000_000n);
  const failed = await chain.payTooMuchUsdt(merchant);
  await chain.mine();
  expect(await chain.client.getTransactionReceipt({ hash: failed })).toMatchObject({
    status: 'reverted',
  });
  const raw = await chain.client.call({
    account: await chain.account(0),
    to: CONTRACTS.usdt,
    data: `0xa9059cbb${merchant.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}`,
  });
  expect(raw.data).toBeUndefined();
});

test('a reorganisation takes a payment away, or brings it back in another block', async () => {
  await chain.mine(3);
  const [removed, restored] = [stranger(), stranger()];
  const first = await chain.payEth(removed, 1n);
  const second = await chain.payUsdt(restored, 5n, { from: 1 });
  const number = BigInt(await chain.mine());
  const before = await chain.client.getBlock({ blockNumber: number });
  await chain.mine(2);
  await chain.reorg(3, [second]);
  const after = await chain.client.getBlock({ blockNumber: number });
  expect(after.hash).not.toBe(before.hash);
  expect(after.timestamp).toBe(before.timestamp);
  expect(after.transactions).toEqual([second]);
  await expect(chain.client.getTransaction({ hash: first })).rejects.toThrow(/could not be found/);
  expect([await chain.transfersTo(removed), await chain.transfersTo(restored)]).toMatchObject([
    [],
    [{ units: '5' }],
  ]);
  await chain.reorg(12, 'all');
  expect(await chain.transfersTo(restored)).toHaveLength(1);
  await chain.reorg(12, 'none');
  expect(await chain.transfersTo(restored)).toEqual([]);
  // A switch's change is no transaction, and stays.
  expect((await chain.feed('USDT')).answer).toBe(100_000_000n);
});

test('the transfers list what came to an address: not what failed, not a look-alike', async () => {
  const merchant = stranger();
  const ether = await chain.payEth(merchant, 7n);
  await chain.payUsdt(merchant, 9n, { contract: CONTRACTS.lookAlike });
  await chain.payTooMuchUsdt(merchant);
  await chain.payByContract([
    { token: 'USDT', to: merchant, units: 10n },
    { token: 'USDT', to: merchant, units: 11n },
  ]);
  await chain.mine();
  const transfers = await chain.transfersTo(merchant.toUpperCase().replace('0X', '0x'));
  expect(transfers.map(({ token, units }) => [token, units])).toEqual([
    ['ETH', '7'],
    ['USDT', '10'],
    ['USDT', '11'],
  ]);
  expect(transfers[0]).toMatchObject({ txHash: ether, logIndex: -1 });
});

test('a wallet that is a contract pays ETH inside a transaction, and the node traces it', async () => {
  const merchant = stranger();
  const hash = await chain.payByContract([{ token: 'ETH', to: merchant, units: 5n }]);
  await chain.mine();
  expect(await chain.client.getBalance({ address: merchant })).toBe(5n);
  expect(
    await chain.client.request({
      method: 'debug_traceTransaction',
      params: [hash, { tracer: 'callTracer' }],
    } as never),
  ).toMatchObject({ calls: [{ to: merchant, value: '0x5' }] });
});

test('a waiting payment is sent again for a higher fee, or cancelled', async () => {
  const merchant = stranger();
  const slow = await chain.payUsdt(merchant, 6n, { from: 3 });
  const quick = await chain.speedUp(slow);
  const regretted = await chain.payEth(merchant, 6n, { from: 4 });
  await chain.cancel(regretted);
  await chain.mine();
  expect(await chain.transfersTo(merchant)).toMatchObject([
    { token: 'USDT', txHash: quick, units: '6' },
  ]);
});

test('many blocks at once bear the time of now', async () => {
  await chain.mine(60);
  const { timestamp } = await chain.client.getBlock();
  expect(Math.abs(Number(timestamp) - seconds())).toBeLessThan(5);
});

test('the page shows the payments and what they hold, and its buttons do what they say', async () => {
  const page = `${sandbox.controlUrl}/chain`;
  /** Presses a button and returns the page that comes then. */
  const press = async (form: string, body: string) => {
    const type = 'application/x-www-form-urlencoded';
    const headers = { 'content-type': type, origin: sandbox.controlUrl };
    return (await fetch(`${page}/${form}`, { method: 'POST', headers, body })).text();
  };
  const hash = await chain.payUsdt(stranger(), 100_250_000n, { from: 5 });
  const row = new RegExp(`<tr><td>([^<]*)</td><td>100.25 USDT</td>(?:(?!<tr>).)*${hash}`);
  expect(row.exec(await (await fetch(page)).text())?.[1]).toBe('waits for a block');
  const mined = await press('buttons', 'press=mine');
  expect(row.exec(mined)?.[1]).toBe('confirming');
  expect(mined).toContain('999899.75');
  expect(row.exec(await press('buttons', 'press=shuffle'))?.[1]).toBe('confirming');
  expect(row.exec(await press('buttons', 'press=finalise'))?.[1]).toBe('final');
  expect(await press('buttons', 'press=stale')).toContain('The ETH price is frozen at 3000');
  expect(await press('buttons', 'press=fresh')).not.toContain('is frozen at');
  expect(await press('buttons', 'press=go')).toContain('Stop the blocks');
  expect(await press('buttons', 'press=inflate')).toContain('1 ETH is 300000 dollars');
  expect(await press('buttons', 'press=close')).toContain('coinbase: down. kraken: down.');
  expect(await press('buttons', 'press=usual')).toContain('coinbase: 3000.00 dollars.');
  expect(await press('buttons', 'press=part')).toContain('kraken: 3300.00 dollars.');
  await press('buttons', 'press=ahead');
  expect((await chain.feed('ETH')).updatedAt).toBeGreaterThan(seconds() + 60);
  await press('buttons', 'press=usual');
  expect(await press('broken', 'node=1&mode=wrong-chain')).toContain('chain (Sepolia).</strong>');
  expect(await chain.client.getChainId()).toBe(11_155_111);
});

test('a switch that does not exist, or is turned too far, is refused', async () => {
  for (const [path, body] of [
    ['/chain/faults', { mode: 'explode' }],
    ['/chain/feeds/ETH', { answer: '1e9' }],
    ['/chain/fee', { basisPoints: 10_001 }],
    ['/chain/mining', { mode: 'sometimes' }],
  ] as const)
    expect((await put(sandbox, path, body)).status, path).toBe(400);
  expect((await put(sandbox, '/chain/feeds/BTC', {})).status).toBe(404);
  await expect(chain.reorg(101, 'none')).rejects.toThrow('400');
  expect((await fetch(`${sandbox.controlUrl}/chain/transfers?to=0x12`)).status).toBe(400);
});
