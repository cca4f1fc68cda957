import { connect, createServer, type Socket } from 'node:net';

/** A proxy to a port on this machine that can go dead: then bytes vanish and no one is notified. */
export async function openProxy(toPort: number) {
  const sockets = new Set<Socket>();
  const proxy = { port: 0, isDead: false, close };
  const server = createServer((near) => {
    const far = connect(toPort, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => {
        // A lost connection stays lost: one of the dead time never works again.
        if (proxy.isDead) lost.add(near).add(far);
        if (!lost.has(from)) to.write(bytes);
      });
      from.once('close', () => {
        sockets.delete(from);
        if (!proxy.isDead && !lost.has(from)) to.destroy();
      });
      // Both ends are notified by 'close'.
      from.on('error', () => undefined);
    }
  });
  const lost = new Set<Socket>();

  function close(): void {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  proxy.port = (server.address() as { port: number }).port;
  return proxy;
}
