import { readFileSync } from 'node:fs';
import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type Server,
} from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Message {
  id: string;
  type: string;
  data: Record<string, unknown>;
  body: string;
  headers: IncomingHttpHeaders;
}

interface Sample {
  verify(secret: string, headers: IncomingHttpHeaders, body: string, now: number): object;
  createReceiver(secret: string, handle: (event: object) => unknown, now: () => number): Server;
}

/** The receiver that docs/webhooks.md shows, to the letter. */
export async function readSample(): Promise<Sample> {
  const text = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8');
  const [, code = ''] = /```js\n(import [\s\S]*?)```/.exec(text) ?? [];
  return (await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`
  )) as Sample;
}

/** A receiver that keeps what came and answers as its behaviour says: a status, or nothing at all. */
export async function openReceiver() {
  const messages: Message[] = [];
  const unanswered = new Set<import('node:http').ServerResponse>();
  const behaviour = {
    answer: (_message: Message): number | 'nothing' => 204,
    headers: {} as Record<string, string>,
  };
  const listener: RequestListener = async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const { type, data } = JSON.parse(body) as Pick<Message, 'type' | 'data'>;
    const id = String(request.headers['webhook-id']);
    const message = { id, type, data, body, headers: request.headers };
    messages.push(message);
    const status = behaviour.answer(message);
    if (status === 'nothing') unanswered.add(response);
    else response.writeHead(status, behaviour.headers).end('read by nobody');
  };
  let server = createServer(listener);
  const listen = (port: number) =>
    new Promise<number>((resolve) => {
      server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
    });
  const port = await listen(0);
  const stop = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return {
    messages,
    behaviour,
    url: `http://localhost:${port}/hook?from=site`,
    stop,
    async restart() {
      server = createServer(listener);
      await listen(port);
    },
    /** Forgets what came, and takes everything from now on. */
    reset() {
      messages.length = 0;
      behaviour.answer = () => 204;
      behaviour.headers = {};
    },
  };
}
