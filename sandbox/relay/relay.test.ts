import { subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { SignClient } from '@walletconnect/sign-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { chainOf, type TestChain } from '../chain/testing.ts';
import type { Sandbox } from '../client.ts';
import { start } from '../testing.ts';
import { openRemoteWallet, type RemoteWallet } from './wallet.ts';

let sandbox: Sandbox;
let chain: TestChain;
let wallet: RemoteWallet;
let site: Awaited<ReturnType<typeof SignClient.init>>;

/** Every address that this process has connected to. */
const reached = new Set<string>();
subscribe('net.client.socket', (message) => {
  const { socket } = message as { socket: import('node:net').Socket };
  socket.once('lookup', (_error, _address, _family, host: string) => reached.add(host));
  socket.once('connect', () => reached.add(socket.remoteAddress ?? ''));
});

beforeAll(async () => {
  sandbox = await start();
  chain = chainOf(sandbox);
  const { url: relayUrl, projectId } = sandbox.relay;
  wallet = await openRemoteWallet({ relayUrl, projectId, rpcUrl: sandbox.chain.rpcUrl }, 2);
  site = await SignClient.init({
    relayUrl,
    projectId,
    logger: 'silent',
    telemetryEnabled: false,
    metadata: { name: 'Site', description: '', url: 'http://localhost:3000', icons: [] },
    customStoragePrefix: 'site',
  });
});
afterAll(async () => {
  await wallet.close();
  await site.core.relayer.transportClose();
});

const NAMESPACES = {
  eip155: {
    chains: ['eip155:1'],
    methods: ['eth_sendTransaction', 'personal_sign'],
    events: ['accountsChanged', 'chainChanged'],
  },
};
async function connected() {
  const { uri, approval } = await site.connect({ optionalNamespaces: NAMESPACES });
  const [session] = await Promise.all([approval(), wallet.pair(uri!)]);
  return session;
}
const pay = (topic: string, transaction: object) =>
  site.request<`0x${string}`>({
    topic,
    chainId: 'eip155:1',
    request: { method: 'eth_sendTransaction', params: [transaction] },
  });

test('a site and a wallet meet over the relay, and a payment asked for here is signed there', async () => {
  const session = await connected();
  expect(session.namespaces.eip155?.accounts).toEqual([`eip155:1:${wallet.address}`]);
  const to = '0x00000000000000000000000000000000000000b1';
  const hash = await pay(session.topic, { from: wallet.address, to, value: '0x9' });
  await chain.mine();
  expect(await chain.transfersTo(to)).toMatchObject([
    { txHash: hash, from: wallet.address, units: '9' },
  ]);
  expect(wallet.asked).toEqual(['eth_sendTransaction']);
});

test('a no of the wallet, and a failure of the node, come back as such', async () => {
  const { topic } = await connected();
  const transaction = { from: wallet.address, to: wallet.address };
  wallet.rejectNext();
  await expect(pay(topic, transaction)).rejects.toMatchObject({ code: 5000 });
  await expect(
    pay(topic, { ...transaction, value: `0x${(10n ** 24n).toString(16)}` }),
  ).rejects.toMatchObject({ message: expect.stringMatching(/[Ii]nsufficient funds/) });
});

test('a wallet that will not connect says so to the site', async () => {
  const { uri, approval } = await site.connect({ optionalNamespaces: NAMESPACES });
  wallet.rejectNext();
  const refused = expect(approval()).rejects.toMatchObject({ code: 5000 });
  await expect(wallet.pair(uri!)).rejects.toThrow('refused');
  await refused;
});

test('when the wallet ends the session, the site hears of it', async () => {
  const session = await connected();
  const gone = new Promise((resolve) => site.once('session_delete', resolve));
  await wallet.disconnect();
  expect(await gone).toMatchObject({ topic: session.topic });
});

test('nobody but this machine was reached', () => {
  expect([...reached]).toEqual(['127.0.0.1']);
});

/** A plain connection, for what no library would send. */
async function plain(headers: Record<string, string> = {}) {
  const socket = new WebSocket(sandbox.relay.url, { headers });
  await once(socket, 'open');
  const received: unknown[] = [];
  const waiting: ((message: unknown) => void)[] = [];
  socket.on('message', (data) => {
    const message: unknown = JSON.parse(String(data));
    const next = waiting.shift();
    if (next) next(message);
    else received.push(message);
  });
  const hear = () =>
    received.length
      ? Promise.resolve(received.shift())
      : new Promise((resolve) => waiting.push(resolve));
  return {
    hear,
    async ask(method: string, params: unknown) {
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }));
      return hear();
    },
    send: (text: string) => socket.send(text),
    async close() {
      socket.close();
      await once(socket, 'close');
    },
  };
}

test('a message waits for later subscribers, until it has arrived or expires', async () => {
  const topic = crypto.randomUUID();
  const sender = await plain();
  await sender.ask('irn_publish', { topic, message: 'sealed', ttl: 300, tag: 5 });
  await sender.ask('irn_publish', { topic, message: 'short-lived', ttl: -1 });
  const reader = await plain();
  expect(await reader.ask('irn_batchFetchMessages', { topics: [topic, 'other'] })).toMatchObject({
    result: { messages: [{ topic, message: 'sealed', tag: 5 }], hasMore: false },
  });
  const push = (await reader.ask('irn_subscribe', { topic })) as { id: number };
  expect(push).toMatchObject({
    method: 'irn_subscription',
    params: { data: { topic, message: 'sealed' } },
  });
  expect(await reader.hear()).toMatchObject({ id: 7, result: expect.any(String) });
  await reader.close(); // Without a word that it has arrived.
  const again = await plain();
  const second = (await again.ask('irn_subscribe', { topic })) as { id: number };
  expect(second).toMatchObject({ params: { data: { message: 'sealed' } } });
  await again.hear();
  again.send(JSON.stringify({ jsonrpc: '2.0', id: second.id, result: true }));
  expect(await again.ask('irn_fetchMessages', { topic })).toMatchObject({
    result: { messages: [] },
  });
  await Promise.all([sender.close(), again.close()]);
});

test('a client that has left a topic gets no more of its messages', async () => {
  const topic = crypto.randomUUID();
  const [sender, listener] = [await plain(), await plain()];
  await listener.ask('irn_batchSubscribe', { topics: [topic] });
  await listener.ask('irn_unsubscribe', { topic, id: 'any' });
  await sender.ask('irn_batchPublish', { messages: [{ topic, message: 'sealed', ttl: 60 }] });
  expect(await listener.ask('irn_fetchMessages', { topic: 'other' })).toMatchObject({ id: 7 });
  await Promise.all([sender.close(), listener.close()]);
});

test('a malformed message is refused, and so is a foreign page', async () => {
  const socket = await plain({ origin: 'http://localhost:3000' });
  expect(await socket.ask('irn_nothing', {})).toMatchObject({ error: { code: -32_601 } });
  expect(await socket.ask('irn_subscribe', { topics: 5 })).toMatchObject({
    error: { code: -32_602 },
  });
  socket.send('{');
  expect(await socket.hear()).toMatchObject({ error: { code: -32_700 } });
  await socket.close();
  await expect(plain({ origin: 'https://evil.example' })).rejects.toThrow('401');
});
