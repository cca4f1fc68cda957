import { request } from 'node:http';
import { type LiveEvent } from '../../src/features/messages/core/events.contract.ts';

/** One event as it came. */
export interface Received {
  event: LiveEvent;
  data: { id?: string; with?: string; isOwn?: boolean };
  atMs: number;
}

/** An open stream of events, as a tab of a browser holds it; without its habit of coming back. */
export interface Stream {
  received: Received[];
  /** Until it ends; then the moment. */
  endedAtMs: number | undefined;
  ended: Promise<void>;
  close(): void;
}

/** Opens the stream of anyone who holds the cookie, at one instance. Throws when it is not opened. */
export async function listenAt(origin: string, cookie: string): Promise<Stream> {
  const { port } = new URL(origin);
  const asked = request({
    host: '127.0.0.1',
    port,
    path: '/api/events',
    agent: false,
    headers: { cookie, accept: 'text/event-stream' },
  });
  const answer = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    asked.once('response', resolve).on('error', reject).end();
  });
  if (answer.statusCode !== 200) throw new Error(`The stream: ${answer.statusCode}`);
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const stream: Stream = {
    received: [],
    endedAtMs: undefined,
    ended,
    close: () => answer.destroy(),
  };
  let text = '';
  answer.setEncoding('utf8').on('data', (chunk: string) => {
    const atMs = performance.now();
    text += chunk;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, event, data] = /^event: (.+)\ndata: (.+)$/.exec(block) ?? [];
      if (event && data)
        stream.received.push({ event: event as LiveEvent, data: JSON.parse(data), atMs });
    }
  });
  answer.once('close', () => {
    stream.endedAtMs = performance.now();
    end();
  });
  // An instance that is killed breaks it off.
  answer.on('error', () => undefined);
  return stream;
}
