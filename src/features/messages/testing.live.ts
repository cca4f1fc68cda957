import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Site } from '../../server/testing.ts';

/** One event as it came. */
export interface ReceivedEvent {
  event: string;
  data: object;
}

/** Opens the stream of events of a browser over a real socket, on whichever instance. */
export async function listenTo(
  site: Site,
  browser: { cookies: Map<string, string> },
  headers: Record<string, string> = {},
) {
  const port = await portOf(site);
  const received: ReceivedEvent[] = [];
  const { promise: ended, resolve: end } = Promise.withResolvers<number>();
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const outgoing = request({
    host: '127.0.0.1',
    port,
    path: '/api/events',
    headers: { ...headers, cookie },
  });
  const incoming = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    outgoing.on('response', resolve).on('error', reject).end();
  });
  let text = '';
  let beats = 0;
  incoming.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, event, data] = /^event: (.+)\ndata: (.+)$/.exec(block) ?? [];
      if (block === ':') beats++;
      if (event && data) received.push({ event, data: JSON.parse(data) as object });
    }
  });
  incoming.on('close', () => end(performance.now()));
  // Broken off by the server: the end says so.
  incoming.on('error', () => undefined);
  return {
    status: incoming.statusCode,
    headers: incoming.headers,
    received,
    /** Comments that came, which pages ignore. */
    countBeats: () => beats,
    /** Reads nothing until it is resumed, as a page that hangs. */
    pause: () => void incoming.pause(),
    resume: () => void incoming.resume(),
    /** Resolves when the server ended it, with the time. */
    ended,
    close: () => incoming.destroy(),
  };
}

async function portOf(site: Site): Promise<number> {
  if (!site.app.server.listening) await site.app.listen({ port: 0, host: '127.0.0.1' });
  return (site.app.server.address() as AddressInfo).port;
}
