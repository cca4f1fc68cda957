import {
  createTestClient,
  encodeFunctionData,
  getAddress,
  type Hash,
  http,
  parseAbi,
  publicActions,
  walletActions,
} from 'viem';
import { mainnet } from 'viem/chains';
import type { Sandbox } from '../client.ts';
import type { Transfer } from './transfers.ts';
import type { FaultMode } from './faults.ts';
import { CONTRACTS } from './contracts.ts';

export { CONTRACTS } from './contracts.ts';
export { FINAL_BLOCKS } from './node.ts';

type Address = `0x${string}`;
/** A failing transaction is sent all the same when its gas is named: no one estimates it before. */
const GAS = 300_000n;

const TOKEN = parseAbi([
  'function transfer(address to, uint256 value)',
  'function balanceOf(address) view returns (uint256)',
]);
const FEED = parseAbi([
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
]);
const SMART_WALLET = parseAbi([
  'struct Call { address to; uint256 value; bytes data; }',
  'function execute(Call[] calls) payable',
]);

/** An address that no one has been paid to yet. */
export const stranger = (): Address =>
  `0x${crypto.randomUUID().replaceAll('-', '').padEnd(40, 'a')}`;

/** One payment of several inside a transaction. */
export type Leg = { token: 'ETH' | 'USDT'; to: string; units: bigint };

/** A sandbox's chain in the hand of a test. */
export function chainOf(sandbox: Sandbox) {
  /** viem's client with the node's own switches; cheats too, which a page may not use. */
  const client = createTestClient({
    mode: 'anvil',
    chain: mainnet,
    transport: http(sandbox.chain.rpcUrl, { retryCount: 0 }),
    pollingInterval: 100,
    cacheTime: 0,
  })
    .extend(publicActions)
    .extend(walletActions);

  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const headers = { 'content-type': 'application/json', 'x-sandbox-token': sandbox.token };
    const answer = await fetch(sandbox.controlUrl + path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json() as Promise<T>;
  }
  const account = async (index: number): Promise<Address> => {
    const address = (await client.getAddresses())[index];
    if (!address) throw new Error(`There is no account ${index}`);
    return address;
  };
  /** What an account sends at once would get one number: the node keeps one of them and refuses the others. */
  const sent = new Map<number, Promise<unknown>>();
  const send = (from: number, to: string, value: bigint, data?: Address): Promise<Hash> => {
    const hash = (sent.get(from) ?? Promise.resolve()).then(async () =>
      client.sendTransaction({
        account: await account(from),
        to: getAddress(to),
        value,
        gas: GAS,
        ...(data && { data }),
      }),
    );
    // The caller hears of a failure; the next one does not wait for it to be mended.
    sent.set(
      from,
      hash.catch(() => undefined),
    );
    return hash;
  };
  async function replace(hash: Hash, isCancelled: boolean): Promise<Hash> {
    const old = await client.getTransaction({ hash });
    const what = isCancelled
      ? { to: old.from, value: 0n }
      : { to: old.to, value: old.value, data: old.input };
    // A node takes a replacement for at least a tenth more.
    const [maxFeePerGas, maxPriorityFeePerGas] = [
      (old.maxFeePerGas ?? old.gasPrice ?? 0n) * 2n,
      (old.maxPriorityFeePerGas ?? 0n) * 2n,
    ];
    const fees = { gas: old.gas, nonce: old.nonce, maxFeePerGas, maxPriorityFeePerGas };
    return client.sendTransaction({ account: old.from, ...what, ...fees });
  }
  const transferData = (to: string, units: bigint) =>
    encodeFunctionData({ abi: TOKEN, functionName: 'transfer', args: [getAddress(to), units] });

  return {
    client,
    account,
    /** Sends ETH from the n-th account; it waits for the next block. */
    payEth: (to: string, wei: bigint, { from = 0 } = {}) => send(from, to, wei),
    /** Sends USDT from the n-th account; `contract` may name a token that only looks like it. */
    payUsdt: (to: string, units: bigint, { from = 0, contract = CONTRACTS.usdt as string } = {}) =>
      send(from, contract, 0n, transferData(to, units)),
    /** A transfer that is mined and fails: the account sends more than it has. */
    payTooMuchUsdt: (to: string, { from = 0 } = {}) =>
      send(from, CONTRACTS.usdt, 0n, transferData(to, 10n ** 18n)),
    /** Pays out of a wallet that is a contract: the money moves inside one transaction, several times if need be. */
    payByContract: (legs: Leg[], { from = 0 } = {}) =>
      send(
        from,
        CONTRACTS.smartWallet,
        0n,
        encodeFunctionData({
          abi: SMART_WALLET,
          functionName: 'execute',
          args: [
            legs.map(({ token, to, units }) =>
              token === 'ETH'
                ? { to: getAddress(to), value: units, data: '0x' as const }
                : { to: CONTRACTS.usdt, value: 0n, data: transferData(to, units) },
            ),
          ],
        }),
      ),
    /** The n-th account signs a text (EIP-191). */
    sign: async (message: string, { from = 0 } = {}) =>
      client.signMessage({ account: await account(from), message }),
    /** Sends a waiting transaction again for a higher fee (with `mining('manual')` it waits); returns the new hash. */
    speedUp: (hash: Hash) => replace(hash, false),
    /** Takes a waiting transaction's place with a payment of nothing to oneself. */
    cancel: (hash: Hash) => replace(hash, true),
    usdtOf: (holder: string) =>
      client.readContract({
        abi: TOKEN,
        address: CONTRACTS.usdt,
        functionName: 'balanceOf',
        args: [getAddress(holder)],
      }),
    /** Adds blocks now; returns the number of the last. */
    mine: async (blocks = 1) =>
      (await call<{ number: number }>('POST', '/chain/mine', { blocks })).number,
    /** `manual`: no block comes by itself. */
    mining: (mode: 'auto' | 'manual') => call('PUT', '/chain/mining', { mode }),
    /** Replaces the last blocks; the transactions named in `keep` are in the new ones, the others are gone. */
    reorg: (depth: number, keep: 'all' | 'none' | Hash[]) =>
      call('POST', '/chain/reorg', { depth, keep }),
    /** The answer of a feed: eight decimals, seconds since 1970. */
    async feed(token: 'ETH' | 'USDT') {
      const [, answer, , updatedAt] = await client.readContract({
        abi: FEED,
        address: token === 'ETH' ? CONTRACTS.ethUsdFeed : CONTRACTS.usdtUsdFeed,
        functionName: 'latestRoundData',
      });
      return { answer, updatedAt: Number(updatedAt) };
    },
    setFeed: (token: 'ETH' | 'USDT', feed: { answer?: string; staleSeconds?: number }) =>
      call('PUT', `/chain/feeds/${token}`, feed),
    setExchange: (
      exchange: 'coinbase' | 'kraken',
      setting: { ETH?: string; USDT?: string; isDown?: boolean },
    ) => call('PUT', `/exchanges/${exchange}`, setting),
    /** Switches the token's fee on, as mainnet's can be. */
    setFee: (basisPoints: number, maximumUnits?: number) =>
      call('PUT', '/chain/fee', { basisPoints, maximumUnits }),
    /** Of both nodes, or of one. */
    fail: (mode: FaultMode, { delayMs, node }: { delayMs?: number; node?: 1 | 2 } = {}) =>
      call('PUT', '/chain/faults', { mode, delayMs, node }),
    /** The address of one more node with a fault of its own. */
    rpcUrlAs: (mode: FaultMode) => `${sandbox.chain.rpcUrl}/as/${mode}`,
    /** The transfers to an address, according to the chain. */
    transfersTo: (to: string) => call<Transfer[]>('GET', `/chain/transfers?to=${to}`),
  };
}
export type TestChain = ReturnType<typeof chainOf>;
