import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';
import { kill, newDirectory, start } from '../testing.ts';
import { chainOf, FINAL_BLOCKS, stranger } from './testing.ts';

test('when the clock moves, the next answer is of the new time', async () => {
  const moved = await start();
  const { client } = chainOf(moved);
  await client.getBlockNumber();
  await moved.clock.advance(40 * 86_400_000);
  const { timestamp } = await client.getBlock();
  expect(Math.abs(Number(timestamp) - Date.now() / 1000 - 40 * 86_400)).toBeLessThan(10);
  await moved.stop();
});

test('after a kill the chain goes on where it was, and no node is left behind', async () => {
  const dir = newDirectory();
  const first = await start(dir);
  const before = chainOf(first);
  const site = stranger();
  const hash = await before.payUsdt(site, 4n);
  const number = await before.mine();
  const { hash: blockHash } = await before.client.getBlock({ blockNumber: BigInt(number) });
  const [node] = await nodesOf(first.pid);
  const mining = before.mine(200).catch(() => 'killed');
  let seen = await before.client.getBlock();
  while (seen.number <= number) seen = await before.client.getBlock();
  await kill(first.pid);
  await mining;
  await vi.waitFor(
    async () => expect(await childrenOf()).not.toContainEqual([node, expect.anything()]),
    20_000,
  );
  const second = chainOf(await start(dir));
  expect(await second.client.getBlock({ blockNumber: BigInt(number) })).toMatchObject({
    hash: blockHash,
  });
  expect(await second.client.getBlock({ blockNumber: seen.number })).toMatchObject({
    hash: seen.hash,
  });
  expect(await second.transfersTo(site)).toMatchObject([{ txHash: hash, units: '4' }]);
  await second.mine(FINAL_BLOCKS);
  expect((await second.client.getBlock({ blockTag: 'finalized' })).number).toBeGreaterThanOrEqual(
    BigInt(number),
  );
});

test('a node that died is started again with what it had', async () => {
  const other = await start();
  const { client, payEth, mine, transfersTo } = chainOf(other);
  const site = stranger();
  await payEth(site, 8n);
  await mine();
  const [node] = await nodesOf(other.pid);
  process.kill(node!, 'SIGKILL');
  await vi.waitFor(async () => expect(await client.getChainId()).toBe(1), 20_000);
  expect(await transfersTo(site)).toHaveLength(1);
  await other.stop();
});

test('the node starts with the first call', async () => {
  const quiet = await start();
  expect(await nodesOf(quiet.pid)).toEqual([]);
  await chainOf(quiet).client.getChainId();
  expect(await nodesOf(quiet.pid)).toHaveLength(1);
  await quiet.stop();
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
