import type { z } from 'zod';
import type { SandboxClock } from '../part.ts';
import type { FaultSetting } from './faults.ts';
import {
  type Exchange,
  type ExchangeSetting,
  type FeedSetting,
  type FeeSetting,
  Market,
  type Token,
} from './market.ts';
import type { Chain } from './miner.ts';

/** The switches of the chain, the same for buttons and calls. */
export type Switches = ReturnType<typeof switchesOf>;

/** Which transactions appear again after a reorganisation. */
export type RestoredTransactions = 'all' | 'none' | string[];

const WELL: FaultSetting = { mode: 'none', delayMs: 0 };

/** The switches of a chain, all of them off. A restart of the sandbox turns them off again. */
export function switchesOf(
  chain: () => Promise<Chain>,
  clock: SandboxClock,
  log: (line: string) => void,
) {
  const market = new Market();
  const faults: [FaultSetting, FaultSetting] = [WELL, WELL];

  async function apply(): Promise<void> {
    const { node, miner } = await chain();
    await miner.change(() => market.apply(node));
  }
  return {
    market,
    /** Of each node. */
    faults: () => faults,
    setFault({ node, ...setting }: FaultSetting): void {
      if (node !== 2) faults[0] = setting;
      if (node !== 1) faults[1] = setting;
      log(`Chain faults: ${JSON.stringify(faults)}`);
    },
    async setFeed(token: Token, setting: z.infer<typeof FeedSetting>): Promise<void> {
      market.setFeed(token, setting, clock.now());
      await apply();
    },
    setExchange(exchange: Exchange, setting: z.infer<typeof ExchangeSetting>) {
      return Object.assign(market.exchanges[exchange], setting);
    },
    /** As they were at the start: all sources agree. */
    async resetPrices(): Promise<void> {
      market.reset();
      await apply();
    },
    async setFee(setting: z.infer<typeof FeeSetting>): Promise<void> {
      market.fee = setting;
      await apply();
    },
    async setMining(mode: 'auto' | 'manual'): Promise<void> {
      (await chain()).miner.mode = mode;
    },
    /** Adds blocks; returns the number of the last. */
    async mine(blocks: number): Promise<number> {
      return (await (await chain()).miner.mine(blocks)).number;
    },
    /** Replaces the last blocks; returns the number of the last. What the other switches say still holds. */
    async reorganise(depth: number, keep: RestoredTransactions): Promise<number> {
      const { miner } = await chain();
      const isRestored = (hash: string) =>
        keep === 'all' || (keep !== 'none' && keep.includes(hash));
      const { number } = await miner.reorganise(depth, isRestored);
      await apply();
      return number;
    },
  };
}
