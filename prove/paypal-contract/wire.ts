import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Sent } from '../../sandbox/paypal/contract.ts';

/** A request as it went over the wire, and what came back. */
export interface Exchange {
  sent: Sent;
  status: number;
  answer: string;
}

/** A wire that keeps what goes over it. */
export interface Wire {
  url: string;
  exchanges: Exchange[];
  close(): void;
}

/** Opens a wire to an address: everything passes unchanged and is kept. */
export async function openWire(to: string): Promise<Wire> {
  const exchanges: Exchange[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const body = await textOf(incoming);
    const { method = '', url: path = '', headers } = incoming;
    const sent: Sent = { method, path, headers: headers as Sent['headers'], body };
    const { status, answer, type } = await send(to, sent);
    exchanges.push({ sent, status, answer });
    outgoing.writeHead(status, { 'content-type': type }).end(answer);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exchanges,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Sends a request exactly as it is given, also one that `fetch` would mend. */
export async function send(to: string, { method, path, headers, body }: Sent) {
  const { host } = new URL(to);
  const given = Object.entries({ ...headers, host }).filter(
    ([name, value]) => value !== undefined && !/^(content-length|transfer-encoding)$/.test(name),
  );
  const outgoing = request(to + path, {
    method,
    headers: { ...Object.fromEntries(given), 'content-length': Buffer.byteLength(body) },
  });
  outgoing.end(body);
  const [response] = (await once(outgoing, 'response')) as [import('node:http').IncomingMessage];
  return {
    status: response.statusCode ?? 0,
    type: response.headers['content-type'] ?? 'text/plain',
    answer: await textOf(response),
  };
}

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
