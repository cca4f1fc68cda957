import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SandboxClock } from '../part.ts';
import { Refusal } from '../control.ts';
import { writeDurably } from '../files.ts';
import { FINAL_BLOCKS, RETAINED_STATES, type Node, RpcError } from './node.ts';

/** A running node and who makes its blocks. */
export type Chain = { node: Node; miner: Miner };

type Block = { number: string; timestamp: string; transactions: string[] };
type Head = { number: number; seconds: number; transactions: string[] };

/** Seconds between blocks while a payment waits, and when nothing happens: the file that keeps them grows with each. */
const BUSY_SECONDS = 1;
const IDLE_SECONDS = 60;

/** Makes the blocks: the time in them is the sandbox's, and a quick one follows the other until every payment is final. */
export class Miner {
  /** `manual`: blocks come when they are asked for, and never else. */
  mode: 'auto' | 'manual' = 'auto';
  readonly #node: Node;
  readonly #clock: SandboxClock;
  readonly #statePath: string;
  #head: Head = { number: 0, seconds: 0, transactions: [] };
  #busyUntil = 0;
  // One action at a time: a block in the middle of a reorganisation would be part of it.
  #last: Promise<unknown> = Promise.resolve();

  constructor(node: Node, clock: SandboxClock, dir: string) {
    this.#node = node;
    this.#clock = clock;
    this.#statePath = join(dir, 'state.hex');
  }

  /** Loads the chain of the last run; false when there was none. */
  async restore(): Promise<boolean> {
    const state = await readFile(this.#statePath, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    if (state) await this.#node.rpc('anvil_loadState', state);
    this.#head = await this.#readHead();
    this.#busyUntil = this.#head.number + FINAL_BLOCKS; // Pending transactions go on.
    return state !== undefined;
  }

  get head(): Head {
    return this.#head;
  }

  /** A transaction was sent: blocks come quickly until it is final. */
  expect(): void {
    this.#busyUntil = Math.max(this.#busyUntil, this.#head.number + 1 + FINAL_BLOCKS);
  }

  /** True when the next block is due, after a move of the clock for instance. */
  isDue(): boolean {
    const gap = this.#seconds() - this.#head.seconds;
    const wanted = this.#head.number < this.#busyUntil ? BUSY_SECONDS : IDLE_SECONDS;
    return this.mode === 'auto' && gap >= wanted;
  }

  /** Adds a block if one is due. */
  async tick(): Promise<void> {
    if (this.isDue()) await this.#turn(() => (this.isDue() ? this.#grow(1) : undefined));
  }

  /** Adds blocks; they all bear the time of now, so that many of them do not run ahead of the clock. */
  async mine(blocks: number): Promise<Head> {
    await this.#turn(() => this.#grow(blocks));
    return this.#head;
  }

  /**
   * Replaces the last `depth` blocks by others of the same times. The old transactions
   * for which `isRestored` is true are in the new block of the same height; the others are gone for good.
   */
  async reorganise(depth: number, isRestored: (hash: string) => boolean): Promise<Head> {
    await this.#turn(async () => {
      const first = this.#head.number - depth + 1;
      if (first < 1 || depth > RETAINED_STATES)
        throw new Refusal(400, 'The chain is not that long');
      const old = await Promise.all(
        Array.from({ length: depth }, (_, index) => this.#readBlock(first + index, isRestored)),
      );
      await this.#node.rpc('anvil_dropAllTransactions');
      await this.#node.rpc('anvil_rollback', depth).catch((error: unknown) => {
        if (!(error instanceof RpcError)) throw error;
        throw new Refusal(409, 'What was mined before the last restart cannot be undone');
      });
      for (const { seconds, raw } of old) {
        for (const transaction of raw) await this.#sendAgain(transaction);
        await this.#node.rpc('evm_mine', { timestamp: seconds });
      }
      this.#head = await this.#readHead();
      this.#busyUntil = this.#head.number + FINAL_BLOCKS;
    });
    return this.#head;
  }

  /** Does something that changes the chain's state, and keeps it. */
  async change(action: () => Promise<unknown>): Promise<void> {
    await this.#turn(action);
  }

  /** Asks the node; the answer is given when every block that it may show is on disk, or a kill could take it back. */
  async whenSettled<T>(ask: () => Promise<T>): Promise<T> {
    const answer = await ask();
    await this.settled();
    return answer;
  }

  /** Resolves when every action is done. */
  async settled(): Promise<void> {
    await this.#last;
  }

  async #grow(blocks: number): Promise<void> {
    for (let made = 0; made < blocks; made++) {
      const timestamp = Math.max(this.#head.seconds, this.#seconds());
      await this.#node.rpc('evm_mine', { timestamp });
      this.#head = await this.#readHead();
      if (this.#head.transactions.length) this.#busyUntil = this.#head.number + FINAL_BLOCKS;
    }
  }

  /** Transactions whose money is gone stay out of the new blocks. */
  async #sendAgain(raw: string): Promise<void> {
    await this.#node.rpc('eth_sendRawTransaction', raw).catch((error: unknown) => {
      if (!(error instanceof RpcError)) throw error;
    });
  }

  #turn(action: () => unknown): Promise<void> {
    const turn = this.#last.then(async () => {
      await action();
      await this.#save();
    });
    this.#last = turn.catch(() => undefined); // The caller hears of it; the next turn starts afresh.
    return turn;
  }

  /** Everything that was answered survives a kill of the node or of the sandbox. */
  async #save(): Promise<void> {
    await writeDurably(this.#statePath, await this.#node.rpc<string>('anvil_dumpState'));
  }

  async #readBlock(number: number, isRestored: (hash: string) => boolean) {
    const hex = `0x${number.toString(16)}`;
    const block = await this.#node.rpc<Block>('eth_getBlockByNumber', hex, false);
    const raw = await Promise.all(
      block.transactions
        .filter(isRestored)
        .map((hash) => this.#node.rpc<string>('eth_getRawTransactionByHash', hash)),
    );
    return { seconds: Number(block.timestamp), raw };
  }

  async #readHead(): Promise<Head> {
    const block = await this.#node.rpc<Block>('eth_getBlockByNumber', 'latest', false);
    const { number, timestamp, transactions } = block;
    return { number: Number(number), seconds: Number(timestamp), transactions };
  }

  #seconds(): number {
    return Math.floor(this.#clock.now().getTime() / 1000);
  }
}
