import { createHash } from 'node:crypto';
import { encodeAbiParameters, numberToHex, pad } from 'viem';

const USDT = '0xdac17f958d2ee523a2206206994597c13d831ec7';
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const SENDER = `0x${'5e'.repeat(20)}`;
/** As many as mainnet's two epochs. */
const finalAfter = 64;

/** An open quote as far as paying it goes. */
export interface Asked {
  token: 'ETH' | 'USDT';
  address: string;
  units: bigint;
}

interface Block {
  header: Record<string, unknown>;
  transactions: Record<string, unknown>[];
  logs: unknown[];
}

const hashOf = (text: string) => `0x${createHash('sha256').update(text).digest('hex')}`;
const hex = (n: number | bigint) => numberToHex(n);

/** A chain in memory: what a node would say of it, as JSON. */
export class Blocks {
  quotes: Asked[] = [];
  readonly #transactions: number;
  readonly #blocks: Block[] = [];
  readonly #receipts = new Map<string, unknown>();
  readonly #byHash = new Map<string, Record<string, unknown>>();
  readonly #first = 20_000_000;

  constructor(transactions: number) {
    this.#transactions = transactions;
    this.#add([]);
  }

  get head(): { number: bigint; hash: string } {
    const { number, hash } = (this.#blocks.at(-1) as Block).header as {
      number: string;
      hash: string;
    };
    return { number: BigInt(number), hash };
  }

  /** Adds blocks, each of which pays so many of the quotes. */
  grow(count: number, paying: number): void {
    for (let n = 0; n < count; n++) this.#add(this.quotes.splice(0, paying));
  }

  /** The result of a method, as JSON. */
  answer(method: string, params: readonly unknown[] = []): string {
    const [which, isWhole] = params as [string, boolean];
    const say = (value: unknown) => JSON.stringify(value ?? null);
    switch (method) {
      case 'eth_chainId':
        return say('0x1');
      case 'eth_getBlockByNumber': {
        const last = this.#first + this.#blocks.length - 1;
        const number =
          which === 'latest' ? last : which === 'finalized' ? last - finalAfter : Number(which);
        const block = this.#blocks[Math.max(0, number - this.#first)];
        return say(block && shown(block, isWhole));
      }
      case 'eth_getLogs': {
        const { blockHash } = which as unknown as { blockHash: string };
        return say(this.#blocks.find(({ header }) => header.hash === blockHash)?.logs ?? []);
      }
      case 'eth_getTransactionReceipt':
        return say(this.#receipts.get(which));
      case 'eth_getTransactionByHash':
        return say(this.#byHash.get(which));
      default:
        throw new Error(`The simulated node does not know ${method}.`);
    }
  }

  #add(paid: Asked[]): void {
    const number = this.#first + this.#blocks.length;
    const hash = hashOf(`block ${number}`);
    const logs: unknown[] = [];
    const transactions = Array.from({ length: this.#transactions }, (_, index) => {
      const asked = paid[index];
      const txHash = hashOf(`transaction ${number} ${index}`);
      const place = { blockHash: hash, blockNumber: hex(number), transactionIndex: hex(index) };
      const isToken = asked?.token === 'USDT' || (!asked && index % 2 === 0);
      const tx = {
        ...place,
        hash: txHash,
        from: SENDER,
        to: isToken ? USDT : (asked?.address ?? `0x${txHash.slice(-40)}`),
        value: hex(isToken ? 0n : (asked?.units ?? 10n ** 17n)),
        input: isToken ? `0xa9059cbb${txHash.slice(2)}${txHash.slice(2)}` : '0x',
        nonce: hex(index),
        gas: hex(100_000),
        gasPrice: hex(10n ** 9n),
        maxFeePerGas: hex(10n ** 9n),
        maxPriorityFeePerGas: hex(10n ** 8n),
        type: '0x2',
        chainId: '0x1',
        accessList: [],
        v: '0x1',
        yParity: '0x1',
        r: txHash,
        s: txHash,
      };
      if (!asked) return tx;
      const own =
        asked.token === 'USDT' ? [logOf(asked, { ...place, transactionHash: txHash }, index)] : [];
      logs.push(...own);
      this.#byHash.set(txHash, tx);
      this.#receipts.set(txHash, {
        ...place,
        transactionHash: txHash,
        from: SENDER,
        to: tx.to,
        status: '0x1',
        cumulativeGasUsed: hex(100_000),
        gasUsed: hex(50_000),
        effectiveGasPrice: hex(10n ** 9n),
        logs: own,
        logsBloom: `0x${'00'.repeat(256)}`,
        type: '0x2',
        contractAddress: null,
      });
      return tx;
    });
    const header = {
      number: hex(number),
      hash,
      parentHash: hashOf(`block ${number - 1}`),
      timestamp: hex(Math.floor(Date.now() / 1000)),
      miner: SENDER,
      difficulty: '0x0',
      gasLimit: hex(36_000_000),
      gasUsed: hex(15_000_000),
      baseFeePerGas: hex(10n ** 9n),
      extraData: '0x',
      logsBloom: `0x${'00'.repeat(256)}`,
      nonce: '0x0000000000000000',
      size: hex(100_000),
      stateRoot: hash,
      receiptsRoot: hash,
      transactionsRoot: hash,
      sha3Uncles: hash,
      mixHash: hash,
      uncles: [],
    };
    this.#blocks.push({ header, transactions, logs });
  }
}

const shown = ({ header, transactions }: Block, isWhole: boolean) => ({
  ...header,
  transactions: isWhole ? transactions : transactions.map(({ hash }) => hash),
});

const logOf = ({ address, units }: Asked, place: object, index: number) => ({
  ...place,
  address: USDT,
  logIndex: hex(index),
  topics: [TRANSFER, pad(SENDER as `0x${string}`), pad(address as `0x${string}`)],
  data: encodeAbiParameters([{ type: 'uint256' }], [units]),
  removed: false,
});
