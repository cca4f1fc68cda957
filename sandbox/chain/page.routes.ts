import { z } from 'zod';
import { json, type Route, seeOther } from '../control.ts';
import { page } from '../page.ts';
import { FaultSetting } from './faults.ts';
import type { Chain } from './miner.ts';
import { FINAL_BLOCKS } from './node.ts';
import { BUTTONS, type Button, chainPage } from './pages.ts';
import type { Switches } from './switches.ts';
import { readAccounts, readSent } from './view.ts';

const Press = z.strictObject({ press: z.enum(Object.keys(BUTTONS) as [Button, ...Button[]]) });

const REORGANISED = 3;
/** Beyond the heartbeat of the feed, an hour. */
const STALE_SECONDS = 4000;
/** A hundred times the usual price. */
const INFLATED = '300000';
/** Mainnet's token could charge 0.2 % at most; this is easier to see. */
const FEE = { basisPoints: 50, maximumUnits: 50_000_000 };

/** The chain as a page, and what its buttons do. */
export function chainPageRoutes(chain: () => Promise<Chain>, switches: Switches): Route[] {
  const actions: Record<Button, () => Promise<unknown>> = {
    mine: () => switches.mine(1),
    finalise: () => switches.mine(FINAL_BLOCKS),
    lose: () => switches.reorganise(REORGANISED, 'none'),
    shuffle: () => switches.reorganise(REORGANISED, 'all'),
    pause: () => switches.setMining('manual'),
    go: () => switches.setMining('auto'),
    stale: () => switches.setFeed('ETH', { staleSeconds: STALE_SECONDS }),
    fresh: () => switches.setFeed('ETH', { staleSeconds: 0 }),
    fee: () => switches.setFee(FEE),
    inflate: () => switches.setFeed('ETH', { answer: INFLATED }),
    ahead: () => switches.setFeed('ETH', { staleSeconds: -STALE_SECONDS }),
    close: async () => {
      for (const exchange of ['coinbase', 'kraken'] as const)
        switches.setExchange(exchange, { isDown: true });
    },
    part: async () => switches.setExchange('kraken', { ETH: '3300.00' }),
    usual: () => switches.resetPrices(),
    noFee: () => switches.setFee({ ...FEE, basisPoints: 0 }),
  };
  return [
    {
      method: 'GET',
      path: '/chain',
      async handle({ url }) {
        const now = await chain();
        const { head, mode } = now.miner;
        const [accounts, sent] = await Promise.all([readAccounts(now), readSent(now)]);
        const view = { head, mode, accounts, sent, market: switches.market };
        const shown = chainPage(view, switches.faults(), url.searchParams.get('live') === '1');
        return page({ ...shown, place: '/chain' });
      },
    },
    {
      method: 'GET',
      path: '/chain/accounts',
      async handle() {
        const accounts = await readAccounts(await chain());
        return json(accounts.map((a) => ({ ...a, wei: String(a.wei), units: String(a.units) })));
      },
    },
    {
      method: 'POST',
      path: '/chain/buttons',
      async handle(call) {
        await actions[(await call.form(Press)).press]();
        return seeOther('/chain');
      },
    },
    {
      method: 'POST',
      path: '/chain/broken',
      async handle(call) {
        switches.setFault(await call.form(FaultSetting));
        return seeOther('/chain');
      },
    },
  ];
}
