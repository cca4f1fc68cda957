import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { PORTS, type PortName } from './part.ts';

export const LOOPBACK = '127.0.0.1';

/**
 * Returns a `listen` that remembers. With a base, the ports are fixed and a taken one is an error;
 * without, the port of the last run is tried first and any free one after it.
 */
export function portKeeper(base: number | undefined, remembered: Record<string, number>) {
  const used: Record<string, number> = {};
  return {
    used,
    async listen(server: Server, name: PortName): Promise<number> {
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

/** Listens on a loopback port; rejects with the system's error when that fails. */
export async function bind(server: Server, port: number): Promise<void> {
  server.listen(port, LOOPBACK);
  await once(server, 'listening');
}
