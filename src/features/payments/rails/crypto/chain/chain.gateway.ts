import {
  createPublicClient,
  custom,
  erc20Abi,
  parseEventLogs,
  type PublicClient,
  recoverMessageAddress,
} from 'viem';
import type { Token } from '../crypto.rules.ts';
import type { ChainService } from '../../../../../server/external-services.ts';
import {
  agree,
  answersOf,
  ChainUnavailable,
  type Nodes,
  nodesOf,
  reachedNumber,
  unlessMissing,
} from './nodes.gateway.ts';
import {
  directTransfer,
  internalTransfers,
  type SentTransaction,
  type TokenLog,
  tokenTransfer,
  TRANSFER,
  type Transfer,
} from './transfer.gateway.ts';

export interface BlockId {
  number: bigint;
  hash: string;
  parentHash: string;
  at: Date;
}

/** viem's type for stored text; a node refuses what is no hash. */
const hex = (text: string) => text as `0x${string}`;

interface ComparedLog {
  address: string;
  topics: readonly string[];
  data: string;
  logIndex: number | null;
}
interface ComparedTransaction {
  hash: string;
  from: string;
  to: string | null;
  value: bigint;
  input: string;
}

/** Everything that decides what an answer means: a node must not change it alone. Case means nothing. */
const lower = (text: string | null) => text?.toLowerCase();
const keyOfLog = ({ address, topics, data, logIndex }: ComparedLog) => [
  lower(address),
  topics,
  data,
  logIndex,
];
const keyOfTransaction = ({ hash, from, to, value, input }: ComparedTransaction) => [
  hash,
  lower(from),
  lower(to),
  value,
  input,
];

/**
 * A block without its transactions; undefined when the chain is not that long. Like all of these: what enough
 * nodes say.
 */
export const readHeader = (nodes: Nodes, number: bigint): Promise<BlockId | undefined> =>
  agree(
    nodes,
    (node) => unlessMissing(async () => blockIdOf(await node.getBlock({ blockNumber: number }))),
    (block) => block && [block.number, block.hash, block.parentHash, block.at.getTime()],
  );

/** A block with its transactions. A node that invents some contradicts the others. */
export const readBlock = (nodes: Nodes, number: bigint) =>
  agree(
    nodes,
    (node) =>
      unlessMissing(() => node.getBlock({ blockNumber: number, includeTransactions: true })),
    (block) =>
      block && [
        block.number,
        block.hash,
        block.parentHash,
        block.timestamp,
        block.transactions.map(keyOfTransaction),
      ],
  );

/** Undefined while a transaction is in no block. */
export const readReceipt = (nodes: Nodes, txHash: string) =>
  agree(
    nodes,
    (node) => unlessMissing(() => node.getTransactionReceipt({ hash: hex(txHash) })),
    (found) =>
      found && [found.blockNumber, found.blockHash, found.status, found.logs.map(keyOfLog)],
  );

export const readTransaction = (nodes: Nodes, txHash: string) =>
  agree(
    nodes,
    (node) => unlessMissing(() => node.getTransaction({ hash: hex(txHash) })),
    (found) => found && [found.blockHash, keyOfTransaction(found)],
  );

/** A token's transfers to these addresses in a block, by its contract. */
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
    (logs) => logs.map((log) => [log.transactionHash, keyOfLog(log)]),
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

/** Money as it was recorded. */
export interface RecordedTransfer {
  txHash: string;
  logIndex: number;
  toAddress: string;
  units: bigint;
  blockNumber: bigint;
  blockHash: string;
}

/** A transaction in a block. */
export interface FoundTransaction {
  block: BlockId;
  isReverted: boolean;
  transfers: Transfer[];
  /** It went through a contract, and no node can say whether ETH was passed on to us. */
  isOpaque: boolean;
}

/** Connects to the nodes that answer for the right chain. Throws `ChainUnavailable`. */
export const openChain = async (service: ChainService): Promise<Chain> =>
  new Chain(service, await nodesOf(service));

/**
 * Reads a chain through its nodes, of which two must agree where there are two. Every call throws
 * `ChainUnavailable` when they do not.
 */
export class Chain {
  readonly chainId: number;
  /** Of the token; lower case. */
  readonly #contract: string;
  readonly #nodes: Nodes;

  constructor({ chainId, usdtAddress }: ChainService, nodes: Nodes) {
    this.chainId = chainId;
    this.#contract = usdtAddress.toLowerCase();
    this.#nodes = nodes;
  }

  /** The newest block, and the number of the last final one, as far as two nodes have come. */
  async readHeadAndFinalized(): Promise<{ head: BlockId; finalized: bigint }> {
    const answers = await answersOf(this.#nodes, async (node) => ({
      head: (await node.getBlock({ blockTag: 'latest' })).number,
      finalized: (await node.getBlock({ blockTag: 'finalized' })).number,
    }));
    const number = reachedNumber(
      answers.map(({ head }) => head),
      this.#nodes,
    );
    const head = await this.header(number);
    if (!head) throw new ChainUnavailable('The chain has just changed.');
    const finalized = reachedNumber(
      answers.map((answer) => answer.finalized),
      this.#nodes,
    );
    return { head, finalized };
  }

  header(number: bigint): Promise<BlockId | undefined> {
    return readHeader(this.#nodes, number);
  }

  /**
   * The hashes of a block's transactions and its transfers to our addresses (lower case); undefined beyond the
   * end.
   */
  async block(number: bigint, ours: readonly string[]) {
    const full = await readBlock(this.#nodes, number);
    if (!full) return undefined;
    const id = blockIdOf(full);
    const addresses = new Set(ours);
    const transfers: Transfer[] = [];
    for (const tx of full.transactions) {
      const direct = directTransfer(tx, addresses);
      const receipt = direct && (await readReceipt(this.#nodes, direct.txHash));
      if (direct && receipt?.status === 'success') transfers.push(direct);
    }
    const sent = new Map(full.transactions.map((tx) => [tx.hash, tx]));
    for (const log of await this.#tokenLogs(id, ours))
      transfers.push(...this.#tokenTransfer(log, addresses, sent.get(log.transactionHash)));
    return { id, hashes: full.transactions.map(({ hash }) => hash.toLowerCase()), transfers };
  }

  /** A transaction and its transfers to our addresses; undefined while it is in no block. */
  async transaction(
    txHash: string,
    ours: readonly string[],
  ): Promise<FoundTransaction | undefined> {
    const receipt = await readReceipt(this.#nodes, txHash);
    if (!receipt) return undefined;
    const [block, tx] = [
      await this.header(receipt.blockNumber),
      await readTransaction(this.#nodes, txHash),
    ];
    if (!tx || block?.hash !== receipt.blockHash)
      throw new ChainUnavailable('The block has just changed.');
    if (receipt.status !== 'success')
      return { block, isReverted: true, transfers: [], isOpaque: false };
    const addresses = new Set(ours);
    const direct = directTransfer(tx, addresses);
    const tokens = (await this.#tokenLogs(block, ours))
      .filter(({ transactionHash }) => transactionHash === receipt.transactionHash)
      .flatMap((log) => this.#tokenTransfer(log, addresses, tx));
    const isThroughContract =
      !direct && tx.input !== '0x' && tx.to?.toLowerCase() !== this.#contract;
    const inner = isThroughContract ? await internalTransfers(this.#nodes, txHash, addresses) : [];
    return {
      block,
      isReverted: false,
      transfers: [...(direct ? [direct] : []), ...tokens, ...(inner ?? [])],
      isOpaque: inner === undefined,
    };
  }

  /** Whether enough nodes have this transfer in this very block. */
  async isIncluded(money: RecordedTransfer): Promise<boolean> {
    const { txHash, blockNumber, blockHash, logIndex, units } = money;
    const [block, receipt, tx] = await Promise.all([
      this.header(blockNumber),
      readReceipt(this.#nodes, txHash),
      readTransaction(this.#nodes, txHash),
    ]);
    const isThere =
      tx &&
      block?.hash === blockHash &&
      receipt?.blockHash === blockHash &&
      receipt.status === 'success';
    if (!isThere) return false;
    // What a contract passed on was traced when it was found, and exists as long as its transaction does.
    if (logIndex < -1) return true;
    const ours = new Set([money.toAddress]);
    if (logIndex === -1) return directTransfer(tx, ours)?.units === units;
    const logs = receipt.logs.filter((log) => log.logIndex === logIndex);
    return parseEventLogs({ abi: [TRANSFER], logs })
      .flatMap((event) => this.#tokenTransfer(event, ours, tx))
      .some((transfer) => transfer.units === units);
  }

  /** The units that an address holds in a block. */
  balance(address: string, token: Token, blockNumber: bigint): Promise<bigint> {
    return agree(
      this.#nodes,
      (node) =>
        token === 'ETH'
          ? node.getBalance({ address: hex(address), blockNumber })
          : node.readContract({
              abi: erc20Abi,
              address: hex(this.#contract),
              functionName: 'balanceOf',
              args: [hex(address)],
              blockNumber,
            }),
      (units) => units,
    );
  }

  /** Whether an address has signed a text: by its key (EIP-191), or by what its contract says (EIP-1271). */
  async isSignedBy(address: string, message: string, signature: string): Promise<boolean> {
    const signed = { message, signature: hex(signature) };
    // What a contract has signed is the signature of no key, which throws: the contract is asked below.
    const signer = await recoverMessageAddress(signed).catch(() => undefined);
    if (signer?.toLowerCase() === address) return true;
    return agree(
      this.#nodes,
      (node) => isSignedByContract(node, { ...signed, address: hex(address) }),
      (isValid) => isValid,
    );
  }

  #tokenLogs({ hash }: BlockId, ours: readonly string[]) {
    return ours.length > 0 ? readTokenLogs(this.#nodes, this.#contract, hash, ours) : [];
  }

  #tokenTransfer(
    log: TokenLog,
    ours: ReadonlySet<string>,
    tx: SentTransaction | undefined,
  ): Transfer[] {
    const transfer = tokenTransfer(log, this.#contract, ours, tx);
    return transfer ? [transfer] : [];
  }
}

interface Signed {
  address: `0x${string}`;
  message: string;
  signature: `0x${string}`;
}

/**
 * Whether a contract says that it has signed a text (EIP-1271; EIP-6492 for one that is not deployed yet), as one node
 * runs it. Throws when the node cannot run it: viem takes that for a no.
 */
async function isSignedByContract(node: PublicClient, signed: Signed): Promise<boolean> {
  let failure: { error: unknown } | undefined;
  const watched = createPublicClient({
    transport: custom(
      {
        async request(asked) {
          try {
            return await node.request(asked);
          } catch (error) {
            if (!isRefusedByContract(error)) failure = { error };
            throw error;
          }
        },
      },
      { retryCount: 0 },
    ),
  });
  const isValid = await watched.verifyMessage(signed);
  if (failure) throw failure.error;
  return isValid;
}

/** The codes with which nodes report that a contract has reverted: geth and anvil, geth of old, Nethermind. */
const REVERTED: readonly unknown[] = [3, -32_000, -32_015];

/** By the code of the error itself, or of what caused it. */
function isRefusedByContract(error: unknown): boolean {
  for (let at = error, depth = 0; typeof at === 'object' && at !== null && depth < 10; depth += 1) {
    if ('code' in at && REVERTED.includes(at.code)) return true;
    at = 'cause' in at ? at.cause : undefined;
  }
  return false;
}
