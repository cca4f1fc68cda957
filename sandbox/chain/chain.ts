import { createServer } from 'node:http';
import type { Context, Part } from '../part.ts';
import { LOOPBACK } from '../ports.ts';

/** The chain part: a node with a token, price feeds and accounts, and a wallet for the browser. */
export async function startChain({ controlUrl, listen }: Context): Promise<Part> {
  const server = createServer((_request, response) => void response.writeHead(404).end());
  const rpcUrl = `http://${LOOPBACK}:${await listen(server, 'rpc')}`;
  return {
    routes: [],
    book: {
      chain: {
        rpcUrl,
        exchangesUrl: `${controlUrl}/exchanges`,
        walletUrl: `${controlUrl}/wallet.js`,
      },
    },
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
