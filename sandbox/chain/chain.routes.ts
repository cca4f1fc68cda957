import { z } from 'zod';
import type { SandboxClock } from '../clock.ts';
import { type Call, json, Refusal, type Route } from '../control.ts';
import { transfersTo } from './books.ts';
import { FaultSetting } from './faults.ts';
import { FeedSetting, FeeSetting, type Market, tokenOf } from './market.ts';
import type { Chain } from './miner.ts';

const Mine = z.strictObject({ blocks: z.int().min(1).max(500) });
const Reorg = z.strictObject({
  depth: z.int().min(1).max(100),
  /** The transactions that appear again: all, none, or those named. */
  keep: z.union([z.enum(['all', 'none']), z.array(z.string())]),
});
const Mining = z.strictObject({ mode: z.enum(['auto', 'manual']) });
const Address = z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address');

/** What the switches of the chain turn. */
export type Switches = {
  chain(): Promise<Chain>;
  market: Market;
  clock: SandboxClock;
  fault(): FaultSetting;
  setFault(setting: FaultSetting): void;
};

/** The switches of the chain, and its books. */
export function chainRoutes({ chain, market, clock, fault, setFault }: Switches): Route[] {
  const apply = async () => {
    const { node, miner } = await chain();
    await miner.change(() => market.apply(node));
  };
  const put = (path: string, handle: (call: Call) => Promise<unknown>): Route => ({
    method: 'PUT',
    path,
    handle: async (call) => json(await handle(call)),
  });
  const post = (path: string, handle: (call: Call) => Promise<unknown>): Route => ({
    method: 'POST',
    path,
    handle: async (call) => json(await handle(call)),
  });
  return [
    post('/chain/mine', async (call) => {
      const { blocks } = await call.json(Mine);
      const { number } = await (await chain()).miner.mine(blocks);
      return { number };
    }),
    post('/chain/reorg', async (call) => {
      const { depth, keep } = await call.json(Reorg);
      return { number: await reorganise(depth, keep) };
    }),
    put('/chain/mining', async (call) => {
      const { mode } = await call.json(Mining);
      (await chain()).miner.mode = mode;
      return { mode };
    }),
    put('/chain/feeds/:token', async (call) => {
      const token = tokenOf(call);
      market.setFeed(token, await call.json(FeedSetting), clock.now());
      await apply();
      return market.feeds[token];
    }),
    put('/chain/fee', async (call) => {
      market.fee = await call.json(FeeSetting);
      await apply();
      return market.fee;
    }),
    { method: 'GET', path: '/chain/faults', handle: () => json(fault()) },
    put('/chain/faults', async (call) => {
      setFault(await call.json(FaultSetting));
      return fault();
    }),
    {
      method: 'GET',
      path: '/chain/books',
      async handle({ url }) {
        const to = Address.safeParse(url.searchParams.get('to'));
        if (!to.success) throw new Refusal(400, 'Name an address: ?to=0x…');
        const { node, miner } = await chain();
        return json(await transfersTo(node, to.data, miner.head.number));
      },
    },
  ];

  async function reorganise(depth: number, keep: z.infer<typeof Reorg>['keep']): Promise<number> {
    const { miner } = await chain();
    const isKept = (hash: string) => keep === 'all' || (keep !== 'none' && keep.includes(hash));
    const { number } = await miner.reorganise(depth, isKept);
    await apply();
    return number;
  }
}
