import { parseEventLogs, type PublicClient } from 'viem';
import type { ChainService } from '../../../server/outside.ts';
import { agree, ChainAway, isAway, nodesOf, those, unlessMissing } from './nodes.gateway.ts';
import {
  directTransfer,
  type Frame,
  moneyIn,
  tokenTransfer,
  TRANSFER,
  type Transfer,
} from './transfer.gateway.ts';

/** A block, known by its place and its hash. */
export interface BlockId {
  number: bigint;
  hash: string;
  parentHash: string;
  at: Date;
}

/** Money as it was written down. */
export interface Money {
  txHash: string;
  logIndex: number;
  toAddress: string;
  units: bigint;
  blockNumber: bigint;
  blockHash: string;
}

/** A transaction that stands in a block. */
export interface Found {
  block: BlockId;
  isReverted: boolean;
  transfers: Transfer[];
  /** It went through a contract and no node can say whether that passed ETH on to us. */
  isOpaque: boolean;
}

/** A node that is so far behind the others has stopped, and does not hold them up. */
const mostBehind = 25n;

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

  const wholeBlock = (number: bigint) =>
    agree(
      nodes,
      (node) =>
        unlessMissing(() => node.getBlock({ blockNumber: number, includeTransactions: true })),
      (block) =>
        block && [block.hash, block.transactions.map(({ hash, to, value }) => [hash, to, value])],
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
      const full = await wholeBlock(number);
      if (!full) return undefined;
      const id = blockIdOf(full);
      const logs = ours.length > 0 ? await tokenTransfers(id.hash, ours) : [];
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
      const tx = await agree(
        nodes,
        (node) => node.getTransaction({ hash: hex(txHash) }),
        ({ blockHash, to, value }) => [blockHash, to, value],
      );
      const addresses = new Set(ours);
      const direct = directTransfer(tx, addresses);
      const tokens = (ours.length > 0 ? await tokenTransfers(block.hash, ours) : [])
        .filter(({ transactionHash }) => transactionHash === receipt.transactionHash)
        .flatMap((log) => tokenTransfer(log, contract, addresses, tx) ?? []);
      const isThroughContract = !direct && tx.input !== '0x' && tx.to?.toLowerCase() !== contract;
      const inner = isThroughContract ? await innerTransfers(txHash, addresses) : [];
      const transfers = [...(direct ? [direct] : []), ...tokens, ...(inner ?? [])];
      return { block, isReverted, transfers, isOpaque: inner === undefined };
    },

    /** Whether every node that answers has this money, in this very block. */
    async stands(money: Money): Promise<boolean> {
      const { txHash, blockNumber, blockHash, logIndex, units } = money;
      const [block, receipt, tx] = await Promise.all([
        header(blockNumber),
        agree(
          nodes,
          (node) => unlessMissing(() => node.getTransactionReceipt({ hash: hex(txHash) })),
          (found) => found && [found.blockHash, found.status, found.logs.map(({ data }) => data)],
        ),
        agree(
          nodes,
          (node) => unlessMissing(() => node.getTransaction({ hash: hex(txHash) })),
          (found) => found && [found.blockHash, found.to, found.value],
        ),
      ]);
      if (block?.hash !== blockHash || receipt?.blockHash !== blockHash || !tx) return false;
      if (receipt.status !== 'success') return false;
      const ours = new Set([money.toAddress]);
      if (logIndex === -1) return directTransfer(tx, ours)?.units === units;
      const [event] = parseEventLogs({
        abi: [TRANSFER],
        logs: receipt.logs.filter((log) => log.logIndex === logIndex),
      });
      // What a contract passed on was traced when it was found: its transaction stands, and so does that.
      return (
        logIndex < -1 ||
        (event && tokenTransfer(event, contract, ours, tx)?.units === units) === true
      );
    },
  };

  async function hasSucceeded(txHash: string): Promise<boolean> {
    const receipt = await agree(
      nodes,
      (node) => node.getTransactionReceipt({ hash: hex(txHash) }),
      ({ blockHash, status }) => [blockHash, status],
    );
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
