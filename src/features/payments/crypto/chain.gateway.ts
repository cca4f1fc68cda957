import {
  BlockNotFoundError,
  createPublicClient,
  decodeFunctionData,
  erc20Abi,
  http,
  HttpRequestError,
  parseAbi,
  parseAbiItem,
  type PublicClient,
  TimeoutError,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
} from 'viem';
import type { ChainService } from '../../../server/outside.ts';
import { seconds } from '../../../shared/time.ts';
import type { Token } from './crypto.rules.ts';

/** A block, known by its place and its hash. */
export interface BlockId {
  number: bigint;
  hash: string;
  parentHash: string;
  at: Date;
}

/** Money that a transaction brought to one of our addresses. Everything lower case. */
export interface Transfer {
  txHash: string;
  /** Of the token's event; -1 for ETH sent directly, below for ETH through a contract, in the order of its calls. */
  logIndex: number;
  token: Token;
  from: string;
  to: string;
  /** What arrived, by the event: a token may keep a fee. */
  units: bigint;
  /** What the sender asked for, where that is more. */
  sentUnits?: bigint;
}

/** A transaction that stands in a block. */
export interface Found {
  block: BlockId;
  isReverted: boolean;
  transfers: Transfer[];
  /** It went through a contract and no node can say whether that passed ETH on to us. */
  isOpaque: boolean;
}

/** Answers of a price feed. */
export interface FeedAnswer {
  description: string;
  decimals: number;
  answer: bigint;
  updatedAt: Date;
  round: bigint;
}

/** No node answers, or they contradict one another: nothing is known, and nothing may be concluded from it. */
export class ChainAway extends Error {}

/** The specification's time-out of chain nodes (§9). */
const timeoutMs = seconds(10);
/** A node that is so far behind the others has stopped, and does not hold them up. */
const mostBehind = 25n;

const TRANSFER = parseAbiItem(
  'event Transfer(address indexed from, address indexed to, uint256 value)',
);
const FEED = parseAbi([
  'function description() view returns (string)',
  'function decimals() view returns (uint8)',
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
]);

type Hex = `0x${string}`;
/** Stored text becomes an argument of the library; whatever is no hash is refused by the node. */
const hex = (text: string) => text as Hex;

/** Reads a chain through all of its nodes. Every call throws `ChainAway` when nothing certain can be said. */
export type Chain = Awaited<ReturnType<typeof openChain>>;

/** Connects with the nodes that answer for the right chain. */
export async function openChain(service: ChainService) {
  const { usdtAddress, chainId } = service;
  const nodes = await nodesOf(service);
  const contract = usdtAddress.toLowerCase();

  const headerOf = async (node: PublicClient, number: bigint) =>
    unlessMissing(async () => blockIdOf(await node.getBlock({ blockNumber: number })));

  /** The block of a number; undefined when the chain is not that long. */
  const header = (number: bigint): Promise<BlockId | undefined> =>
    agree(
      nodes,
      (node) => headerOf(node, number),
      (block) => block?.hash,
    );

  /** Transfers of the pinned token to these addresses in one block. */
  const tokenTransfers = (blockHash: string, to: readonly string[]) =>
    agree(
      nodes,
      (node) =>
        node.getLogs({
          address: hex(contract),
          event: TRANSFER,
          args: { to: to.map(hex) },
          blockHash: hex(blockHash),
          strict: true,
        }),
      (logs) =>
        logs.map(({ transactionHash, logIndex, data }) => [transactionHash, logIndex, data]),
    );

  return {
    chainId,

    /** The newest block, and the number of the last one that cannot be undone any more. */
    async heights(): Promise<{ head: BlockId; finalized: bigint }> {
      const answers = await those(nodes, async (node) => ({
        head: blockIdOf(await node.getBlock({ blockTag: 'latest' })),
        finalized: (await node.getBlock({ blockTag: 'finalized' })).number,
      }));
      const newest = answers.reduce(
        (most, { head }) => (head.number > most ? head.number : most),
        0n,
      );
      const awake = answers.filter(({ head }) => newest - head.number <= mostBehind);
      // The most cautious of those that keep up.
      const lowest = awake.reduce((least, one) =>
        one.head.number < least.head.number ? one : least,
      );
      const finalized = awake.reduce(
        (least, one) => (one.finalized < least ? one.finalized : least),
        lowest.finalized,
      );
      return { head: lowest.head, finalized };
    },

    header,

    /** A block with its transactions' hashes and what it brings to our addresses (lower case); undefined beyond the end. */
    async block(number: bigint, ours: readonly string[]) {
      const id = await header(number);
      if (!id) return undefined;
      const [full, logs] = await Promise.all([
        first(nodes, (node) =>
          node.getBlock({ blockHash: hex(id.hash), includeTransactions: true }),
        ),
        ours.length > 0 ? tokenTransfers(id.hash, ours) : [],
      ]);
      const addresses = new Set(ours);
      const transfers: Transfer[] = [];
      for (const tx of full.transactions) {
        const direct = directTransfer(tx, addresses);
        if (direct && (await hasSucceeded(direct.txHash))) transfers.push(direct);
      }
      const sent = new Map(full.transactions.map((tx) => [tx.hash, tx]));
      for (const log of logs) {
        const transfer = tokenTransfer(log, contract, addresses, sent.get(log.transactionHash));
        if (transfer) transfers.push(transfer);
      }
      return { id, hashes: full.transactions.map(({ hash }) => hash.toLowerCase()), transfers };
    },

    /** A transaction and what it brings to our addresses; undefined while it stands in no block. */
    async transaction(txHash: string, ours: readonly string[]): Promise<Found | undefined> {
      const receipt = await agree(
        nodes,
        (node) => unlessMissing(() => node.getTransactionReceipt({ hash: hex(txHash) })),
        (found) => found && [found.blockHash, found.status],
      );
      if (!receipt) return undefined;
      const block = await header(receipt.blockNumber);
      if (block?.hash !== receipt.blockHash) throw new ChainAway('The block has just changed.');
      const isReverted = receipt.status !== 'success';
      if (isReverted) return { block, isReverted, transfers: [], isOpaque: false };
      const tx = await first(nodes, (node) => node.getTransaction({ hash: hex(txHash) }));
      const addresses = new Set(ours);
      const direct = directTransfer(tx, addresses);
      const tokens = (ours.length > 0 ? await tokenTransfers(block.hash, ours) : [])
        .filter(({ transactionHash }) => transactionHash === receipt.transactionHash)
        .flatMap((log) => tokenTransfer(log, contract, addresses, tx) ?? []);
      const isThroughContract = !direct && tokens.length === 0 && tx.input !== '0x';
      const inner = isThroughContract ? await innerTransfers(txHash, addresses) : [];
      const transfers = [...(direct ? [direct] : []), ...tokens, ...(inner ?? [])];
      return { block, isReverted, transfers, isOpaque: inner === undefined };
    },

    /** Whether every node has this transaction, unreverted, in this very block. */
    async stands(txHash: string, blockNumber: bigint, blockHash: string): Promise<boolean> {
      const [block, receipt] = await Promise.all([
        header(blockNumber),
        agree(
          nodes,
          (node) => unlessMissing(() => node.getTransactionReceipt({ hash: hex(txHash) })),
          (found) => found && [found.blockHash, found.status],
        ),
      ]);
      return (
        block?.hash === blockHash &&
        receipt?.blockHash === blockHash &&
        receipt.status === 'success'
      );
    },

    /** What a price feed says, now or as it stood in a block. */
    async feed(address: string, blockNumber?: bigint): Promise<FeedAnswer> {
      const read = async (node: PublicClient) => {
        const of = {
          address: hex(address),
          abi: FEED,
          ...(blockNumber === undefined ? {} : { blockNumber }),
        } as const;
        const [description, decimals, [round, answer, , updatedAt]] = await Promise.all([
          node.readContract({ ...of, functionName: 'description' }),
          node.readContract({ ...of, functionName: 'decimals' }),
          node.readContract({ ...of, functionName: 'latestRoundData' }),
        ]);
        return {
          description,
          decimals,
          answer,
          round,
          updatedAt: new Date(Number(updatedAt) * 1000),
        };
      };
      return agree(nodes, read, ({ description, decimals, answer, round }) => [
        description,
        decimals,
        answer,
        round,
      ]);
    },
  };

  async function hasSucceeded(txHash: string): Promise<boolean> {
    const receipt = await first(nodes, (node) => node.getTransactionReceipt({ hash: hex(txHash) }));
    return receipt.status === 'success';
  }

  /** ETH that contracts passed on within a transaction; undefined when no node traces. */
  async function innerTransfers(txHash: string, ours: ReadonlySet<string>) {
    let isRefused = false;
    for (const node of nodes) {
      try {
        const root = await node.request<Trace>({
          method: 'debug_traceTransaction',
          params: [hex(txHash), { tracer: 'callTracer' }],
        });
        return (root.calls ?? [])
          .flatMap(moneyIn)
          .filter(({ to }) => ours.has(to))
          .map((transfer, index): Transfer => ({ ...transfer, txHash, logIndex: -2 - index }));
      } catch (error) {
        // Most public nodes refuse to trace, which is an answer; one that is silent may be asked again.
        isRefused ||= !isAway(error);
      }
    }
    if (!isRefused) throw new ChainAway('No node of the chain answers.');
    return undefined;
  }
}

interface Trace {
  Method: 'debug_traceTransaction';
  Parameters: [Hex, { tracer: 'callTracer' }];
  ReturnType: Frame;
}

/** One call of a trace, with the calls that it made. */
interface Frame {
  type: string;
  from: string;
  to?: string;
  value?: string;
  error?: string;
  calls?: Frame[];
}

/** ETH that a call and those below it moved; what failed moved nothing. */
function moneyIn({
  type,
  from,
  to,
  value,
  error,
  calls = [],
}: Frame): Omit<Transfer, 'txHash' | 'logIndex'>[] {
  if (error) return [];
  const units = BigInt(value ?? 0);
  const moves = (type === 'CALL' || type === 'SELFDESTRUCT') && to !== undefined && units > 0n;
  const own = moves
    ? [{ token: 'ETH' as const, from: from.toLowerCase(), to: to.toLowerCase(), units }]
    : [];
  return [...own, ...calls.flatMap(moneyIn)];
}

interface Sent {
  hash: string;
  from: string;
  to: string | null;
  value: bigint;
  input: Hex;
}

function directTransfer(tx: Sent, ours: ReadonlySet<string>): Transfer | undefined {
  const to = tx.to?.toLowerCase();
  if (!to || tx.value === 0n || !ours.has(to)) return undefined;
  const [txHash, from] = [tx.hash.toLowerCase(), tx.from.toLowerCase()];
  return { txHash, logIndex: -1, token: 'ETH', from, to, units: tx.value };
}

interface TokenLog {
  address: string;
  transactionHash: string;
  logIndex: number;
  args: { from: string; to: string; value: bigint };
}

/** The event is believed where the pinned contract itself wrote it, whatever a node was asked for. */
function tokenTransfer(
  { address, transactionHash, logIndex, args }: TokenLog,
  contract: string,
  ours: ReadonlySet<string>,
  tx: Sent | undefined,
): Transfer | undefined {
  const to = args.to.toLowerCase();
  if (address.toLowerCase() !== contract || !ours.has(to) || args.value === 0n) return undefined;
  const asked = tx?.to?.toLowerCase() === contract ? askedUnits(tx.input, to) : undefined;
  return {
    txHash: transactionHash.toLowerCase(),
    logIndex,
    token: 'USDT',
    from: args.from.toLowerCase(),
    to,
    units: args.value,
    ...(asked !== undefined && asked > args.value ? { sentUnits: asked } : {}),
  };
}

/** The amount in a call of the token itself; undefined when the call is another one. */
function askedUnits(input: Hex, to: string): bigint | undefined {
  try {
    const call = decodeFunctionData({ abi: erc20Abi, data: input });
    if (call.functionName === 'transfer' && call.args[0].toLowerCase() === to) return call.args[1];
    if (call.functionName === 'transferFrom' && call.args[1].toLowerCase() === to)
      return call.args[2];
    return undefined;
  } catch {
    return undefined; // Not a call of a token: its words are not needed, the event is.
  }
}

/** The nodes that answer, for the right chain (asked each time: an address can come to mean another one). */
async function nodesOf({ rpcUrls, chainId }: ChainService): Promise<PublicClient[]> {
  const clients = rpcUrls.map((url) =>
    createPublicClient({
      transport: http(url, { timeout: timeoutMs, retryCount: 0 }),
      cacheTime: 0,
    }),
  );
  const ids = await Promise.allSettled(clients.map((client) => client.getChainId()));
  const right = clients.filter((_, index) => {
    const id = ids[index];
    return id?.status === 'fulfilled' && id.value === chainId;
  });
  if (right.length === 0) throw new ChainAway(`No node answers for chain ${chainId}.`);
  return right;
}

/** The answers of those that answer. */
async function those<T>(
  nodes: readonly PublicClient[],
  ask: (node: PublicClient) => Promise<T>,
): Promise<T[]> {
  const asked = await Promise.allSettled(nodes.map(ask));
  const answers = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  if (answers.length > 0) return answers;
  const [failed] = asked;
  throw new ChainAway('No node of the chain answers.', {
    cause: failed?.status === 'rejected' ? failed.reason : undefined,
  });
}

/** What all nodes that answer say; when they differ in what counts, nobody is believed. */
async function agree<T>(
  nodes: readonly PublicClient[],
  ask: (node: PublicClient) => Promise<T>,
  whatCounts: (answer: T) => unknown,
): Promise<T> {
  const answers = await those(nodes, ask);
  const said = new Set(answers.map((answer) => inWords(whatCounts(answer))));
  if (said.size > 1) throw new ChainAway('The nodes of the chain contradict one another.');
  return answers[0] as T;
}

const inWords = (value: unknown) =>
  JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? `${one}n` : one)) ??
  'nothing';

/** For what a hash pins down, one node's word is enough: the first that answers. */
async function first<T>(
  nodes: readonly PublicClient[],
  ask: (node: PublicClient) => Promise<T>,
): Promise<T> {
  let cause: unknown;
  for (const node of nodes) {
    try {
      return await ask(node);
    } catch (error) {
      cause = error;
    }
  }
  throw new ChainAway('No node of the chain answers.', { cause });
}

const isAway = (error: unknown) =>
  error instanceof HttpRequestError || error instanceof TimeoutError;

async function unlessMissing<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    const isMissing =
      error instanceof BlockNotFoundError ||
      error instanceof TransactionNotFoundError ||
      error instanceof TransactionReceiptNotFoundError;
    if (isMissing) return undefined;
    throw error;
  }
}

const blockIdOf = ({
  number,
  hash,
  parentHash,
  timestamp,
}: {
  number: bigint;
  hash: string;
  parentHash: string;
  timestamp: bigint;
}): BlockId => ({ number, hash, parentHash, at: new Date(Number(timestamp) * 1000) });
