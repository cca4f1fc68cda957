import { once } from 'node:events';
import { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { PORTS, type PortName } from './part.ts';

export const LOOPBACK = '127.0.0.1';

/**
 * Returns a `listen` that remembers. With a base, the ports are fixed and a taken one is an error;
 * without, the port of the last run is tried first and any free one after it.
 */
export function assignPorts(base: number | undefined, remembered: Record<string, number>) {
  const used: Record<string, number> = {};
  return {
    used,
    async listen(server: Server, name: PortName): Promise<number> {
      stayOpen(server);
      if (base !== undefined) await bind(server, base + PORTS.indexOf(name));
      else
        await bind(server, remembered[name] ?? 0).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'EADDRINUSE') throw error;
          return bind(server, 0);
        });
      const { port } = server.address() as AddressInfo;
      used[name] = port;
      return port;
    },
  };
}

/**
 * Keeps quiet connections open. A site on a busy machine asks twice with seconds between; Node closes a quiet
 * connection after five, and one that is closed while it is used again is an error to the asker.
 */
function stayOpen(server: Server): void {
  if (server instanceof HttpServer) server.keepAliveTimeout = 600_000;
}

/** Listens on a loopback port; rejects with the system's error when that fails. */
export async function bind(server: Server, port: number): Promise<void> {
  server.listen(port, LOOPBACK);
  await once(server, 'listening');
}
