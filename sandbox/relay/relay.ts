import { createServer } from 'node:http';
import type { Context, Part } from '../part.ts';
import { LOOPBACK } from '../ports.ts';

/** The relay part: carries sealed messages between a page and a wallet on another device. */
export async function startRelay({ listen }: Context): Promise<Part> {
  const server = createServer((_request, response) => void response.writeHead(404).end());
  const url = `ws://${LOOPBACK}:${await listen(server, 'relay')}`;
  return {
    routes: [],
    book: { relay: { url, projectId: 'sandbox-project' } },
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
