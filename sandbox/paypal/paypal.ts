import { createServer } from 'node:http';
import type { Context, Part } from '../part.ts';
import { LOOPBACK } from '../ports.ts';

/** The PayPal part: its REST calls, its approval page and its notices. */
export async function startPaypal({ listen }: Context): Promise<Part> {
  const server = createServer((_request, response) => void response.writeHead(404).end());
  const url = `http://${LOOPBACK}:${await listen(server, 'paypal')}`;
  return {
    routes: [],
    book: {
      paypal: {
        url,
        sdkUrl: `${url}/sdk/js`,
        clientId: 'sandbox-client',
        clientSecret: 'sandbox-secret',
        webhookId: 'SANDBOX-WEBHOOK',
        ca: '',
      },
    },
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
