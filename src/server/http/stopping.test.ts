import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';

/** A process with a site of one page, which prints what it does. */
const CHILD = `
  import Fastify from ${JSON.stringify(import.meta.resolve('fastify'))};
  import { stopWhenAsked } from ${JSON.stringify(new URL('stopping.ts', import.meta.url).href)};
  const app = Fastify();
  app.get('/', async () => 'page');
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  stopWhenAsked(app, {
    drainMs: 4000,
    drain: () => console.log('drains'),
    closeOthers: async () => console.log('closes the others'),
    report: () => console.log('reports an error'),
  });
  console.log(address);`;

test.each(['SIGTERM', 'SIGINT'] as const)(
  'a process that is asked to stop with %s, also twice, serves on while it drains, and ends well',
  async (signal) => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', CHILD], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = new Promise((resolve) => child.once('exit', (...end) => resolve(end)));
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    const next = async () => String((await lines.next()).value);
    const address = await next();
    child.kill(signal);
    expect(await next()).toBe('drains');
    child.kill(signal);
    expect(await (await fetch(address)).text()).toBe('page');
    expect(await next()).toBe('closes the others');
    await expect(fetch(address)).rejects.toThrow();
    expect(await ended).toEqual([0, null]);
  },
);
