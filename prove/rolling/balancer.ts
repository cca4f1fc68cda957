import { Agent, createServer, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

interface Instance {
  port: number;
  isReady: boolean;
}

export interface Balancer {
  add(port: number): void;
  remove(port: number): void;
  close(): void;
}

/** An instance that is late with its answer is as ready as it was. */
const isReady = ({ port, isReady: wasReady }: Instance) =>
  new Promise<boolean>((resolve) => {
    const asked = request(
      { host: '127.0.0.1', port, path: '/readyz', agent: false, timeout: 1000 },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode === 200);
      },
    );
    asked.once('timeout', () => {
      resolve(wasReady);
      asked.destroy();
    });
    asked.once('error', () => resolve(false));
    asked.end();
  });

/**
 * A load balancer with nothing but what every one has: it asks each instance every `checkMs` whether it is ready, gives
 * requests in turn to those that were, keeps connections open, and repeats nothing that failed.
 */
export function startBalancer(port: number, checkMs: number): Balancer {
  const instances = new Map<number, Instance>();
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  let isClosed = false;

  const server = createServer((incoming, response) => {
    const ready = [...instances.values()].filter((one) => one.isReady);
    const chosen = ready[turn++ % ready.length];
    if (!chosen) {
      response.writeHead(502).end('no instance is ready');
      return;
    }
    const { method, url: path, headers } = incoming;
    const passed = request(
      { host: '127.0.0.1', port: chosen.port, method, path, headers, agent },
      (answer) => {
        const { connection: _connection, ...headers } = answer.headers;
        response.writeHead(answer.statusCode ?? 502, headers);
        answer.pipe(response);
        answer.once('error', () => response.destroy());
      },
    );
    passed.once('error', (error) => {
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end(`instance ${chosen.port}: ${error.message}`);
    });
    response.once('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  server.listen(port, '127.0.0.1');

  const watch = async () => {
    while (!isClosed) {
      for (const one of instances.values()) one.isReady = await isReady(one);
      await sleep(checkMs, undefined, { ref: false });
    }
  };
  void watch();

  return {
    add: (added) => instances.set(added, { port: added, isReady: true }),
    remove: (removed) => instances.delete(removed),
    close() {
      isClosed = true;
      agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}
