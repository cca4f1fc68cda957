import { z } from 'zod';
import { type Call, json, Refusal, type Route } from '../control.ts';
import { transfersTo } from './transfers.ts';
import { FaultSetting } from './faults.ts';
import { FeedSetting, FeeSetting, tokenOf } from './market.ts';
import type { Chain } from './miner.ts';
import type { Switches } from './switches.ts';

const Mine = z.strictObject({ blocks: z.int().min(1).max(500) });
const Reorg = z.strictObject({
  depth: z.int().min(1).max(100),
  keep: z.union([z.enum(['all', 'none']), z.array(z.string())]),
});
const Mining = z.strictObject({ mode: z.enum(['auto', 'manual']) });
const Address = z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address');

/** The switches of the chain for programs, and its transfers. */
export function chainRoutes(chain: () => Promise<Chain>, switches: Switches): Route[] {
  const route = (
    method: 'PUT' | 'POST',
    path: string,
    handle: (call: Call) => Promise<unknown>,
  ): Route => ({ method, path, handle: async (call) => json(await handle(call)) });
  return [
    route('POST', '/chain/mine', async (call) => {
      const { blocks } = await call.json(Mine);
      return { number: await switches.mine(blocks) };
    }),
    route('POST', '/chain/reorg', async (call) => {
      const { depth, keep } = await call.json(Reorg);
      return { number: await switches.reorganise(depth, keep) };
    }),
    route('PUT', '/chain/mining', async (call) => {
      const { mode } = await call.json(Mining);
      await switches.setMining(mode);
      return { mode };
    }),
    route('PUT', '/chain/feeds/:token', async (call) => {
      const token = tokenOf(call);
      await switches.setFeed(token, await call.json(FeedSetting));
      return switches.market.feeds[token];
    }),
    route('PUT', '/chain/fee', async (call) => {
      await switches.setFee(await call.json(FeeSetting));
      return switches.market.fee;
    }),
    route('PUT', '/chain/faults', async (call) => {
      switches.setFault(await call.json(FaultSetting));
      return switches.faults();
    }),
    { method: 'GET', path: '/chain/faults', handle: () => json(switches.faults()) },
    {
      method: 'GET',
      path: '/chain/transfers',
      async handle({ url }) {
        const to = Address.safeParse(url.searchParams.get('to'));
        if (!to.success) throw new Refusal(400, 'Name an address: ?to=0x…');
        const { node, miner } = await chain();
        return json(await miner.whenSettled(() => transfersTo(node, to.data, miner.head.number)));
      },
    },
  ];
}
