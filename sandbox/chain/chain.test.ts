import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createPublicClient, http, parseAbi, parseEther } from 'viem';
import { mainnet } from 'viem/chains';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Sandbox } from '../client.ts';
import { kill, newDirectory, put, start } from '../testing.ts';
import { CONTRACTS, chainOf, FINAL_BLOCKS, type TestChain } from './testing.ts';

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

const FEED = parseAbi([
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
  'function decimals() view returns (uint8)',
  'function description() view returns (string)',
]);
const round = async (address: `0x${string}`) => {
  const [, answer, , updatedAt] = await chain.client.readContract({
    abi: FEED,
    address,
    functionName: 'latestRoundData',
  });
  return { answer, updatedAt: Number(updatedAt) };
};
/** An address that nobody has been paid to yet. */
const stranger = () =>
  `0x${crypto.randomUUID().replaceAll('-', '').padEnd(40, 'a')}` as `0x${string}`;
const seconds = () => Date.now() / 1000;

test('a payment is confirmed by each block and final after sixteen', async () => {
  const shop = stranger();
  const hash = await chain.payEth(shop, parseEther('1.5'));
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
  expect(await chain.client.getBalance({ address: shop })).toBe(parseEther('1.5'));
});

test('blocks come by themselves, one a second, while a payment is not final', async () => {
  await chain.mining('auto');
  const hash = await chain.payEth(stranger(), 1n);
  const { blockNumber } = await chain.client.waitForTransactionReceipt({ hash, timeout: 4000 });
  await vi.waitFor(
    async () => expect(await chain.client.getBlockNumber()).toBeGreaterThan(blockNumber + 1n),
    { timeout: 5000, interval: 200 },
  );
});

test('the token moves without a return value, takes its fee when it is switched on, and can fail', async () => {
  const shop = stranger();
  await chain.payUsdt(shop, 1_000_000_000n);
  await chain.mine();
  expect(await chain.usdtOf(shop)).toBe(1_000_000_000n);
  await chain.setFee(50);
  await chain.payUsdt(shop, 1_000_000_000n);
  await chain.mine();
  await chain.setFee(0);
  expect(await chain.usdtOf(shop)).toBe(1_995_000_000n);
  const failed = await chain.payTooMuchUsdt(shop);
  await chain.mine();
  expect(await chain.client.getTransactionReceipt({ hash: failed })).toMatchObject({
    status: 'reverted',
  });
  const raw = await chain.client.call({
    account: await chain.account(0),
    to: CONTRACTS.usdt,
    data: `0xa9059cbb${shop.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}`,
  });
  expect(raw.data).toBeUndefined();
});

test('the feeds answer as Chainlink’s, stay fresh with the clock, and freeze when told', async () => {
  for (const [address, description] of [
    [CONTRACTS.ethUsdFeed, 'ETH / USD'],
    [CONTRACTS.usdtUsdFeed, 'USDT / USD'],
  ] as const) {
    const read = (functionName: 'description' | 'decimals') =>
      chain.client.readContract({ abi: FEED, address, functionName });
    expect([await read('description'), await read('decimals')]).toEqual([description, 8]);
  }
  await chain.mine();
  expect(await round(CONTRACTS.ethUsdFeed)).toMatchObject({ answer: 300_000_000_000n });
  expect((await round(CONTRACTS.ethUsdFeed)).updatedAt).toBeGreaterThan(seconds() - 20);
  await chain.setFeed('ETH', { answer: '2512.25', staleSeconds: 4000 });
  const frozen = await round(CONTRACTS.ethUsdFeed);
  expect(frozen.answer).toBe(251_225_000_000n);
  expect(Math.abs(frozen.updatedAt + 4000 - seconds())).toBeLessThan(20);
  await chain.mine();
  expect(await round(CONTRACTS.ethUsdFeed)).toEqual(frozen);
  await chain.setFeed('ETH', { answer: '-1', staleSeconds: 0 });
  expect((await round(CONTRACTS.ethUsdFeed)).answer).toBe(-100_000_000n);
  await chain.setFeed('ETH', { answer: '3000' });
});

test('a reorganisation takes a payment away, or brings it back in another block', async () => {
  await chain.mine(3);
  const [taken, kept] = [stranger(), stranger()];
  const first = await chain.payEth(taken, 1n);
  const second = await chain.payUsdt(kept, 5n, { from: 1 });
  const number = BigInt(await chain.mine());
  const before = await chain.client.getBlock({ blockNumber: number });
  await chain.mine(2);
  await chain.reorg(3, [second]);
  const after = await chain.client.getBlock({ blockNumber: number });
  expect(after.hash).not.toBe(before.hash);
  expect(after.timestamp).toBe(before.timestamp);
  expect(after.transactions).toEqual([second]);
  await expect(chain.client.getTransaction({ hash: first })).rejects.toThrow(/could not be found/);
  expect([await chain.books(taken), await chain.books(kept)]).toMatchObject([[], [{ units: '5' }]]);
  await chain.reorg(12, 'all');
  expect(await chain.books(kept)).toHaveLength(1);
  await chain.reorg(12, 'none');
  expect(await chain.books(kept)).toEqual([]);
  // What was set by a switch is no transaction, and stays.
  expect((await round(CONTRACTS.usdtUsdFeed)).answer).toBe(100_000_000n);
});

test('the books list what came to an address: not what failed, not a look-alike', async () => {
  const shop = stranger();
  const ether = await chain.payEth(shop, 7n);
  await chain.payUsdt(shop, 9n, { contract: CONTRACTS.lookAlike });
  await chain.payTooMuchUsdt(shop);
  await chain.payByContract([
    { token: 'USDT', to: shop, units: 10n },
    { token: 'USDT', to: shop, units: 11n },
  ]);
  await chain.mine();
  const books = await chain.books(shop.toUpperCase().replace('0X', '0x'));
  expect(books.map(({ token, units }) => [token, units])).toEqual([
    ['ETH', '7'],
    ['USDT', '10'],
    ['USDT', '11'],
  ]);
  expect(books[0]).toMatchObject({ txHash: ether, logIndex: -1 });
});

test('a wallet that is a contract pays ETH inside a transaction, and the node traces it', async () => {
  const shop = stranger();
  const hash = await chain.payByContract([{ token: 'ETH', to: shop, units: 5n }]);
  await chain.mine();
  expect(await chain.client.getBalance({ address: shop })).toBe(5n);
  expect(
    await chain.client.request({
      method: 'debug_traceTransaction',
      params: [hash, { tracer: 'callTracer' }],
    } as never),
  ).toMatchObject({ calls: [{ to: shop, value: '0x5' }] });
});

test('a waiting payment is sent again for a higher fee, or cancelled', async () => {
  const shop = stranger();
  const slow = await chain.payUsdt(shop, 6n, { from: 3 });
  const quick = await chain.speedUp(slow);
  const regretted = await chain.payEth(shop, 6n, { from: 4 });
  await chain.cancel(regretted);
  await chain.mine();
  expect(await chain.books(shop)).toMatchObject([{ token: 'USDT', txHash: quick, units: '6' }]);
});

test('many blocks at once bear the time of now', async () => {
  await chain.mine(60);
  const { timestamp } = await chain.client.getBlock();
  expect(Math.abs(Number(timestamp) - seconds())).toBeLessThan(5);
});

test('each fault of the node shows to the site, on all addresses or on one of its own', async () => {
  const shop = stranger();
  const hash = await chain.payTooMuchUsdt(shop);
  const paid = await chain.payEth(shop, 3n);
  await chain.mine();
  const as = (mode: Parameters<TestChain['rpcUrlAs']>[0]) =>
    createPublicClient({
      chain: mainnet,
      transport: http(chain.rpcUrlAs(mode), { retryCount: 0, timeout: 1000 }),
    });
  expect(await as('none').getChainId()).toBe(1);
  expect(await as('wrong-chain').getChainId()).toBe(11_155_111);
  await expect(as('down').getChainId()).rejects.toThrow(/HTTP request failed/);
  await expect(as('busy').getChainId()).rejects.toThrow(/exceeds/);
  expect(await as('lying').getTransactionReceipt({ hash })).toMatchObject({ status: 'success' });
  expect(await as('lying').getTransaction({ hash: paid })).toMatchObject({ value: 3000n });
  await expect(as('forgetful').getTransactionReceipt({ hash: paid })).rejects.toThrow(/not be/);
  await chain.fail('slow', 300);
  const begun = performance.now();
  await chain.client.getChainId();
  expect(performance.now() - begun).toBeGreaterThan(290);
  await chain.fail('down');
  await expect(chain.client.getChainId()).rejects.toThrow(/HTTP request failed/);
});

test('pages of this machine may ask, strangers may not, and no page may turn the switches', async () => {
  const ask = async (origin: string, method: string) => {
    const answer = await fetch(sandbox.chain.rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify([{ jsonrpc: '2.0', id: 1, method }]),
    });
    return {
      allowed: answer.headers.get('access-control-allow-origin'),
      body: await answer.json(),
    };
  };
  expect(await ask('http://localhost:3000', 'eth_chainId')).toEqual({
    allowed: 'http://localhost:3000',
    body: [{ jsonrpc: '2.0', id: 1, result: '0x1' }],
  });
  expect(await ask('http://localhost:3000', 'anvil_mine')).toMatchObject({
    body: [{ error: { message: 'Not for pages' } }],
  });
  expect(await ask('https://evil.example', 'eth_chainId')).toMatchObject({ allowed: null });
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

test('when the clock moves, the next answer is of the new time', async () => {
  const moved = await start();
  const { client } = chainOf(moved);
  await client.getBlockNumber();
  await moved.clock.advance(40 * 86_400_000);
  const { timestamp } = await client.getBlock();
  expect(Math.abs(Number(timestamp) - seconds() - 40 * 86_400)).toBeLessThan(10);
  await moved.stop();
});

test('after a kill the chain goes on where it was, and no node is left behind', async () => {
  const dir = newDirectory();
  const first = await start(dir);
  const before = chainOf(first);
  const shop = stranger();
  const hash = await before.payUsdt(shop, 4n);
  const number = await before.mine();
  const { hash: blockHash } = await before.client.getBlock();
  const [node] = await nodesOf(first.pid);
  await kill(first.pid);
  await vi.waitFor(async () =>
    expect(await childrenOf()).not.toContainEqual([node, expect.anything()]),
  );
  const second = chainOf(await start(dir));
  expect(await second.client.getBlock({ blockNumber: BigInt(number) })).toMatchObject({
    hash: blockHash,
  });
  expect(await second.books(shop)).toMatchObject([{ txHash: hash, units: '4' }]);
  await second.mine(FINAL_BLOCKS);
  expect((await second.client.getBlock({ blockTag: 'finalized' })).number).toBeGreaterThanOrEqual(
    BigInt(number),
  );
});

test('a node that died is started again with what it had', async () => {
  const other = await start();
  const { client, payEth, mine, books } = chainOf(other);
  const shop = stranger();
  await payEth(shop, 8n);
  await mine();
  const [node] = await nodesOf(other.pid);
  process.kill(node!, 'SIGKILL');
  await sleep(100);
  expect(await client.getChainId()).toBe(1);
  expect(await books(shop)).toHaveLength(1);
  await other.stop();
});

test('whoever needs no chain pays for none: the node starts with the first question', async () => {
  const quiet = await start();
  expect(await nodesOf(quiet.pid)).toEqual([]);
  await chainOf(quiet).client.getChainId();
  expect(await nodesOf(quiet.pid)).toHaveLength(1);
  await quiet.stop();
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
  expect(await press('buttons', 'press=stale')).toContain('The ETH price stands still at 3000');
  expect(await press('buttons', 'press=fresh')).not.toContain('stands still');
  expect(await press('buttons', 'press=go')).toContain('Stop the blocks');
  expect(await press('broken', 'mode=wrong-chain')).toContain('another chain (Sepolia).</strong>');
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
  expect((await fetch(`${sandbox.controlUrl}/chain/books?to=0x12`)).status).toBe(400);
});

/** The processes that a sandbox has started. */
async function nodesOf(pid: number): Promise<number[]> {
  return (await childrenOf()).flatMap(([child, parent]) => (parent === pid ? [child] : []));
}

/** Every process with its parent; without those that have ended and are only waited for. */
async function childrenOf(): Promise<[number, number][]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,stat=']);
  return [...stdout.matchAll(/^\s*(\d+)\s+(\d+)\s+[^Z\s]/gm)].map((line) => [
    Number(line[1]),
    Number(line[2]),
  ]);
}
