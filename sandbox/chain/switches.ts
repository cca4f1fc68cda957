import type { z } from 'zod';
import type { SandboxClock } from '../part.ts';
import type { FaultSetting } from './faults.ts';
import { type FeedSetting, type FeeSetting, Market, type Token } from './market.ts';
import type { Chain } from './miner.ts';

/** The switches of the chain, the same for buttons and calls. */
export type Switches = ReturnType<typeof switchesOf>;

/** Which transactions appear again after a reorganisation. */
export type RestoredTransactions = 'all' | 'none' | string[];

/** The switches of a chain, all of them off. A restart of the sandbox turns them off again. */
export function switchesOf(
  chain: () => Promise<Chain>,
  clock: SandboxClock,
  log: (line: string) => void,
) {
  const market = new Market();
  let fault: FaultSetting = { mode: 'none', delayMs: 0 };

  async function apply(): Promise<void> {
    const { node, miner } = await chain();
    await miner.change(() => market.apply(node));
  }
  return {
    market,
    fault: () => fault,
    setFault(setting: FaultSetting): void {
      fault = setting;
      log(`Chain fault: ${JSON.stringify(setting)}`);
    },
    async setFeed(token: Token, setting: z.infer<typeof FeedSetting>): Promise<void> {
      market.setFeed(token, setting, clock.now());
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
