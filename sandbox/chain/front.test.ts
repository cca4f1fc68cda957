import { createPublicClient, http } from 'viem';
import { mainnet } from 'viem/chains';
import { beforeAll, expect, test } from 'vitest';
import type { Sandbox } from '../client.ts';
import { start } from '../testing.ts';
import { chainOf, CONTRACTS, stranger, type TestChain } from './testing.ts';

let sandbox: Sandbox;
let chain: TestChain;
beforeAll(async () => {
  sandbox = await start();
  chain = chainOf(sandbox);
  await chain.mining('manual');
});

test('each fault of the node shows to the site, on all addresses or on one of its own', async () => {
  const site = stranger();
  const hash = await chain.payTooMuchUsdt(site);
  const paid = await chain.payEth(site, 3n);
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
  const head = await chain.client.getBlockNumber();
  expect(await as('lagging').getBlockNumber({ cacheTime: 0 })).toBe(head - 5n);
  expect(await as('lagging').getBlock()).toMatchObject({ number: head - 5n });
  await expect(as('lagging').getBlock({ blockNumber: head })).rejects.toThrow(/not be found/);
  await expect(as('lagging').getTransactionReceipt({ hash: paid })).rejects.toThrow(/not be/);
  expect(await as('hasty').getBlock({ blockTag: 'finalized' })).toMatchObject({ number: head });
  await chain.fail('slow', { delayMs: 300 });
  const begun = performance.now();
  await chain.client.getChainId();
  expect(performance.now() - begun).toBeGreaterThan(290);
  await chain.fail('down');
  await expect(chain.client.getChainId()).rejects.toThrow(/HTTP request failed/);
  await chain.fail('none');
});

test('a node that cannot run contracts refuses to, and one that lies about them says yes to everything', async () => {
  const call = () => chain.client.call({ to: CONTRACTS.usdt, data: '0xffffffff' });
  await expect(call()).rejects.toThrow(/revert/);
  await chain.fail('no-calls');
  await expect(call()).rejects.toThrow(/[Ii]nternal error/);
  expect(await chain.client.getChainId()).toBe(1);
  await chain.fail('agreeable');
  expect(BigInt((await call()).data ?? '0x0')).toBe(1n);
  await chain.fail('none');
});

test('the second node answers for the same chain, and each of the two fails alone', async () => {
  const second = createPublicClient({
    chain: mainnet,
    transport: http(sandbox.chain.secondRpcUrl, { retryCount: 0 }),
    cacheTime: 0,
  });
  expect(await second.getBlockNumber()).toBe(await chain.client.getBlockNumber());
  await chain.fail('down', { node: 1 });
  await expect(chain.client.getChainId()).rejects.toThrow(/HTTP request failed/);
  expect(await second.getChainId()).toBe(1);
  await chain.fail('none', { node: 1 });
  await chain.fail('wrong-chain', { node: 2 });
  expect(await chain.client.getChainId()).toBe(1);
  expect(await second.getChainId()).toBe(11_155_111);
  await chain.fail('none');
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
