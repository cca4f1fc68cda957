import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { SandboxClock } from '../clock.ts';
import type { Context, Part } from '../part.ts';
import { LOOPBACK } from '../ports.ts';
import { chainRoutes } from './chain.routes.ts';
import type { FaultSetting } from './faults.ts';
import { rpcServer } from './front.ts';
import { exchangeRoutes, Market } from './market.ts';
import { type Chain, Miner } from './miner.ts';
import { startNode } from './node.ts';
import { walletRoute } from './wallet/wallet.routes.ts';

const TICK_MS = 500;

/** The chain part: a node with a token, price feeds and accounts, and a wallet for the browser. */
export async function startChain(context: Context): Promise<Part> {
  const { controlUrl, listen, log } = context;
  const market = new Market();
  const chain = kept(context, market);
  let fault: FaultSetting = { mode: 'none', delayMs: 0 };
  const server = rpcServer(
    {
      fault: () => fault,
      async ask(question) {
        const { node, miner } = await chain.get();
        await miner.tick(); // After a move of the clock nobody sees the old time.
        const answer = await node.pass(question);
        if (question.method.startsWith('eth_send')) miner.expect();
        return answer;
      },
    },
    log,
  );
  const rpcUrl = `http://${LOOPBACK}:${await listen(server, 'rpc')}`;
  return {
    routes: [
      ...exchangeRoutes(market),
      walletRoute(rpcUrl),
      ...chainRoutes({
        chain: chain.get,
        market,
        clock: context.clock,
        fault: () => fault,
        setFault(setting) {
          fault = setting;
          log(`Chain fault: ${JSON.stringify(setting)}`);
        },
      }),
    ],
    book: {
      chain: {
        rpcUrl,
        exchangesUrl: `${controlUrl}/exchanges`,
        walletUrl: `${controlUrl}/wallet.js`,
      },
    },
    async close() {
      server.closeAllConnections();
      await promisify(server.close.bind(server))();
      await chain.stop();
    },
  };
}

/** Starts the node with the first question, so that whoever needs none pays nothing, and again should it have ended. */
function kept({ dir, clock, log }: Context, market: Market) {
  let running: Promise<Chain> | undefined;
  let isClosed = false;
  const ticks = setInterval(() => {
    void running
      ?.then(({ miner }) => miner.tick())
      .catch((error: unknown) => {
        if (!isClosed) log(`Chain: no block could be made: ${String(error)}`);
      });
  }, TICK_MS);

  function get(): Promise<Chain> {
    if (isClosed) return Promise.reject(new Error('The sandbox is stopping'));
    if (running) return running;
    const started = open(join(dir, 'chain'), clock, market, log);
    running = started;
    const forget = () => {
      if (running === started) running = undefined;
    };
    started.then(({ node }) => node.ended).then(forget, forget);
    return started;
  }
  async function stop(): Promise<void> {
    isClosed = true;
    clearInterval(ticks);
    if (running) await running.then(({ node }) => node.stop());
  }
  return { get, stop };
}

async function open(
  dir: string,
  clock: SandboxClock,
  market: Market,
  log: (line: string) => void,
): Promise<Chain> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  // The library that knows how contracts keep their data is read when a chain is needed.
  const { BEGUN_MS_AGO, layGenesis } = await import('./genesis.ts');
  const node = await startNode(new Date(clock.now().getTime() - BEGUN_MS_AGO), log);
  const miner = new Miner(node, clock, dir);
  const wasThere = await miner.restore();
  if (!wasThere) await miner.change(() => layGenesis(node));
  await miner.change(() => market.apply(node));
  await miner.mine(1);
  log(`The chain is ready at block ${miner.head.number}, ${wasThere ? 'kept' : 'new'}`);
  return { node, miner };
}
