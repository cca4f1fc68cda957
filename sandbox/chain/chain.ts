import { promisify } from 'node:util';
import type { RequestContext, Part } from '../part.ts';
import { LOOPBACK } from '../ports.ts';
import { chainRoutes } from './chain.routes.ts';
import type { Answer, Question } from './faults.ts';
import { rpcServer } from './rpc-server.ts';
import { keepChain } from './chain-process.ts';
import { exchangeRoutes } from './market.ts';
import { chainPageRoutes } from './page.routes.ts';
import { switchesOf } from './switches.ts';
import { walletRoute } from './wallet/wallet.routes.ts';

/** The chain part: two nodes of one chain with a token, price feeds and accounts, two exchanges, and a wallet for the browser. */
export async function startChain({
  dir,
  controlUrl,
  clock,
  listen,
  log,
}: RequestContext): Promise<Part> {
  const chainProcess = keepChain(dir, clock, (node) => switches.market.apply(node), log);
  const switches = switchesOf(chainProcess.get, clock, log);
  async function ask(question: Question): Promise<Answer> {
    const { node, miner } = await chainProcess.get();
    await miner.tick(); // After a move of the clock no one sees the old time.
    const answer = await miner.whenSettled(() => node.pass(question));
    if (question.method.startsWith('eth_send')) miner.expect();
    return answer;
  }
  const servers = [
    rpcServer({ fault: () => switches.faults()[0], ask }, log),
    rpcServer({ fault: () => switches.faults()[1], ask }, log),
  ] as const;
  const rpcUrl = `http://${LOOPBACK}:${await listen(servers[0], 'rpc')}`;
  const secondRpcUrl = `http://${LOOPBACK}:${await listen(servers[1], 'rpc2')}`;
  return {
    routes: [
      ...exchangeRoutes(switches),
      ...chainRoutes(chainProcess.get, switches),
      ...chainPageRoutes(chainProcess.get, switches),
      walletRoute(rpcUrl),
    ],
    addresses: {
      chain: {
        rpcUrl,
        secondRpcUrl,
        exchangesUrl: `${controlUrl}/exchanges`,
        walletUrl: `${controlUrl}/wallet.js`,
      },
    },
    async close() {
      for (const server of servers) {
        server.closeAllConnections();
        await promisify(server.close.bind(server))();
      }
      await chainProcess.stop();
    },
  };
}
