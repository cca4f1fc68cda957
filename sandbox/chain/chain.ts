import { promisify } from 'node:util';
import type { RequestContext, Part } from '../part.ts';
import { LOOPBACK } from '../ports.ts';
import { chainRoutes } from './chain.routes.ts';
import { rpcServer } from './rpc-server.ts';
import { keepChain } from './chain-process.ts';
import { exchangeRoutes } from './market.ts';
import { chainPageRoutes } from './page.routes.ts';
import { switchesOf } from './switches.ts';
import { walletRoute } from './wallet/wallet.routes.ts';

/** The chain part: a node with a token, price feeds and accounts, two exchanges, and a wallet for the browser. */
export async function startChain({
  dir,
  controlUrl,
  clock,
  listen,
  log,
}: RequestContext): Promise<Part> {
  const chainProcess = keepChain(dir, clock, (node) => switches.market.apply(node), log);
  const switches = switchesOf(chainProcess.get, clock, log);
  const server = rpcServer(
    {
      fault: switches.fault,
      async ask(question) {
        const { node, miner } = await chainProcess.get();
        await miner.tick(); // After a move of the clock no one sees the old time.
        const answer = await miner.whenSettled(() => node.pass(question));
        if (question.method.startsWith('eth_send')) miner.expect();
        return answer;
      },
    },
    log,
  );
  const rpcUrl = `http://${LOOPBACK}:${await listen(server, 'rpc')}`;
  return {
    routes: [
      ...exchangeRoutes(switches.market),
      ...chainRoutes(chainProcess.get, switches),
      ...chainPageRoutes(chainProcess.get, switches),
      walletRoute(rpcUrl),
    ],
    addresses: {
      chain: {
        rpcUrl,
        exchangesUrl: `${controlUrl}/exchanges`,
        walletUrl: `${controlUrl}/wallet.js`,
      },
    },
    async close() {
      server.closeAllConnections();
      await promisify(server.close.bind(server))();
      await chainProcess.stop();
    },
  };
}
