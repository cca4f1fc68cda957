import { createServer, type IncomingMessage } from 'node:http';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import type { RequestContext, Part } from '../part.ts';
import { LOOPBACK } from '../ports.ts';
import { METHODS, subscriptionId } from './methods.ts';
import { type Client, Broker } from './broker.ts';

const MESSAGE_LIMIT_BYTES = 1024 * 1024;
/** Wallets in Node take a relay that has been silent for 35 seconds for dead. */
const PING_MS = 20_000;

const Incoming = z.object({
  id: z.union([z.number(), z.string()]),
  method: z.string().optional(),
  params: z.unknown().optional(),
});

/**
 * The relay part: carries sealed messages between a page and a wallet on another device (the QR code).
 * Clients are not authenticated, as nothing here is worth it.
 */
export async function startRelay({ listen, log }: RequestContext): Promise<Part> {
  const broker = new Broker();
  const server = createServer((_request, response) => void response.writeHead(404).end());
  // It joins the server when that listens: before, a port that is taken would be its error too, heard by no one.
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MESSAGE_LIMIT_BYTES,
    verifyClient: ({ origin }: { origin?: string; req: IncomingMessage }) => isWelcome(origin),
  });
  sockets.on('connection', (socket) => serve(socket, broker, log));
  const pings = setInterval(() => {
    for (const socket of sockets.clients) socket.ping();
  }, PING_MS);
  const url = `ws://${LOOPBACK}:${await listen(server, 'relay')}`;
  server.on('upgrade', (request, socket, head) =>
    sockets.handleUpgrade(request, socket, head, (opened) =>
      sockets.emit('connection', opened, request),
    ),
  );
  return {
    routes: [],
    addresses: { relay: { url, projectId: 'sandbox-project' } },
    async close() {
      clearInterval(pings);
      for (const socket of sockets.clients) socket.terminate();
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A page of this machine, or a program, which names no origin. */
function isWelcome(origin: string | undefined): boolean {
  const name = origin === undefined ? 'localhost' : URL.parse(origin)?.hostname;
  return name === 'localhost' || name === LOOPBACK || name === '[::1]';
}

function serve(socket: WebSocket, broker: Broker, log: (line: string) => void): void {
  const pushed = new Map<string, string>();
  const say = (body: object) => socket.send(JSON.stringify({ jsonrpc: '2.0', ...body }));
  let pushes = 0;
  const client: Client = {
    push(id, data) {
      const number = Date.now() * 1000 + (pushes++ % 1000);
      pushed.set(String(number), id);
      const params = { id: subscriptionId(data.topic), data };
      say({ id: number, method: 'irn_subscription', params });
    },
  };
  socket.on('message', (data) => {
    const message = read(data);
    if (!message) return say({ id: null, error: { code: -32_700, message: 'Parse error' } });
    const { id, method, params } = message;
    if (method === undefined) {
      // The answer to a push: the message has arrived.
      broker.arrived(pushed.get(String(id)) ?? '');
      pushed.delete(String(id));
      return;
    }
    const answer = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
    if (!answer) {
      log(`Relay: nobody knows ${method}`);
      return say({ id, error: { code: -32_601, message: 'Method not found' } });
    }
    try {
      say({ id, result: answer(broker, client, params) });
    } catch (error) {
      log(`Relay: ${method}: ${String(error)}`);
      say({ id, error: { code: -32_602, message: 'Invalid params' } });
    }
  });
  socket.on('error', (error) => log(`Relay: ${error.message}`));
  socket.on('close', () => broker.forget(client));
}

function read(data: RawData): z.infer<typeof Incoming> | undefined {
  try {
    return Incoming.safeParse(JSON.parse(String(data))).data;
  } catch {
    return undefined; // No JSON, so no message.
  }
}
