import type { PublicClient } from 'viem';
import { agree, unlessMissing } from './nodes.gateway.ts';
import { TRANSFER } from './transfer.gateway.ts';

/** A block, known by its place and its hash. */
export interface BlockId {
  number: bigint;
  hash: string;
  parentHash: string;
  at: Date;
}

type Nodes = readonly PublicClient[];
/** Stored text becomes an argument of the library; whatever is no hash is refused by the node. */
const hex = (text: string) => text as `0x${string}`;

/** A block without what is in it; undefined when the chain is not that long. As all of these: what every node says. */
export const readHeader = (nodes: Nodes, number: bigint): Promise<BlockId | undefined> =>
  agree(
    nodes,
    (node) => unlessMissing(async () => blockIdOf(await node.getBlock({ blockNumber: number }))),
    (block) => block?.hash,
  );

/** A block with its transactions. A node that lies of what is in them contradicts the others. */
export const readBlock = (nodes: Nodes, number: bigint) =>
  agree(
    nodes,
    (node) =>
      unlessMissing(() => node.getBlock({ blockNumber: number, includeTransactions: true })),
    (block) =>
      block && [block.hash, block.transactions.map(({ hash, to, value }) => [hash, to, value])],
  );

/** Undefined while a transaction stands in no block. */
export const readReceipt = (nodes: Nodes, txHash: string) =>
  agree(
    nodes,
    (node) => unlessMissing(() => node.getTransactionReceipt({ hash: hex(txHash) })),
    (found) => found && [found.blockHash, found.status, found.logs.map(({ data }) => data)],
  );

export const readTransaction = (nodes: Nodes, txHash: string) =>
  agree(
    nodes,
    (node) => unlessMissing(() => node.getTransaction({ hash: hex(txHash) })),
    (found) => found && [found.blockHash, found.to, found.value],
  );

/** Transfers that a token's contract says it made to these addresses in a block. */
export const readTokenLogs = (
  nodes: Nodes,
  contract: string,
  blockHash: string,
  to: readonly string[],
) =>
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
    (logs) => logs.map(({ transactionHash, logIndex, data }) => [transactionHash, logIndex, data]),
  );

interface NodesBlock {
  number: bigint;
  hash: string;
  parentHash: string;
  timestamp: bigint;
}

export const blockIdOf = ({ number, hash, parentHash, timestamp }: NodesBlock): BlockId => ({
  number,
  hash,
  parentHash,
  at: new Date(Number(timestamp) * 1000),
});
