import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { ChainService } from '../../../../../server/external-services.ts';
import { hours } from '../../../../../shared/time.ts';
import { agreedAnswer, ChainUnavailable, nodesOf, reachedNumber } from './nodes.gateway.ts';

const opened: Server[] = [];
afterEach(async () => {
  for (const server of opened.splice(0))
    await new Promise((resolve) => (server.close(resolve), server.closeAllConnections()));
});

/** A node for a chain whose newest block is so old. */
async function openNode(ageMs: number, chainId = 1): Promise<string> {
  const timestamp = `0x${Math.floor((Date.now() - ageMs) / 1000).toString(16)}`;
  const block = { number: '0x10', hash: `0x${'0'.repeat(64)}`, transactions: [], timestamp };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { id, method } = JSON.parse(Buffer.concat(chunks).toString());
    const result = method === 'eth_chainId' ? `0x${chainId.toString(16)}` : block;
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  });
  opened.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const asked = async (...rpcUrls: string[]) =>
  (await nodesOf({ rpcUrls, chainId: 1 } as unknown as ChainService)).clients.map(
    ({ transport }) => (transport as { url?: string }).url,
  );

test('a node that has stopped does not hold up those that go on', async () => {
  const running = [await openNode(12_000), await openNode(0)];
  expect(await asked(await openNode(hours(1)), ...running)).toEqual(running);
});

test('where no node has a new block all of them are asked: the chain itself may rest', async () => {
  const nodes = [await openNode(hours(1)), await openNode(hours(2))];
  expect(await asked(...nodes)).toEqual(nodes);
});

test('a node of another chain and one that is down are left out', async () => {
  const right = [await openNode(0), await openNode(0)];
  const other = await openNode(0, 11_155_111);
  expect(await asked(other, 'http://127.0.0.1:9', ...right)).toEqual(right);
  await expect(asked(other)).rejects.toThrow('No node answers for chain 1.');
});

test('an address that leads elsewhere is not followed', async () => {
  const right = await openNode(0);
  const leading = createServer((_request, response) =>
    response.writeHead(307, { Location: right }).end(),
  );
  opened.push(leading);
  await new Promise<void>((resolve) => leading.listen(0, '127.0.0.1', resolve));
  const { port } = leading.address() as AddressInfo;
  await expect(asked(`http://127.0.0.1:${port}`)).rejects.toThrow('No node answers for chain 1.');
});

test('of two nodes one alone is not enough, while the only one that is configured is', async () => {
  const right = await openNode(0);
  expect(await asked(right)).toEqual([right]);
  for (const wrong of ['http://127.0.0.1:9', await openNode(hours(1)), await openNode(0, 5)])
    await expect(asked(right, wrong)).rejects.toThrow('Only 1 node answers for chain 1');
});

describe('what the nodes say', () => {
  const agreed = (quorum: number, ...answers: unknown[]) =>
    agreedAnswer(answers, { quorum }, (answer) => answer);

  test('is what two of them say, whatever a third one says', () => {
    expect(agreed(2, 'lie', 'paid', 'paid')).toBe('paid');
    expect(agreed(2, undefined, undefined, 'lie')).toBeUndefined();
    expect(agreed(1, 'paid')).toBe('paid');
  });

  test.each([[['lie', 'paid']], [['paid']], [[]], [['paid', 'paid', 'lie', 'lie']]])(
    'is not known from %j where two must agree',
    (answers) => expect(() => agreed(2, ...answers)).toThrow(ChainUnavailable),
  );

  test('of a height is the highest that two have reached', () => {
    expect(reachedNumber([7n, 9n], { quorum: 2 })).toBe(7n);
    expect(reachedNumber([2n, 9n, 8n], { quorum: 2 })).toBe(8n);
    expect(reachedNumber([9n], { quorum: 1 })).toBe(9n);
  });
});
