import { get } from 'node:http';
import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { streamed } from './streamed.ts';

/** Two lines, the first of them when it is `ready`; `end` hears that no one reads any more. */
async function* lines(ready: Promise<void>, end: () => void) {
  try {
    await ready;
    yield 'one\n';
    yield 'two\n';
  } finally {
    end();
  }
}

test('streams what follows the opening, and ends its source', async () => {
  const end = vi.fn();
  const app = Fastify();
  app.get('/', (_, reply) =>
    streamed(reply, lines(Promise.resolve(), end), { type: 'text/plain', opening: 'zero\n' }),
  );
  expect((await app.inject('/')).body).toBe('zero\none\ntwo\n');
  expect(end).toHaveBeenCalledOnce();
  await app.close();
});

test('ends what it reads from when the reader leaves before the first piece', async () => {
  const end = vi.fn();
  const ready = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  const app = Fastify();
  app.get('/', ({ raw }, reply) => {
    raw.socket.once('close', left.resolve);
    asked.resolve();
    return streamed(reply, lines(ready.promise, end), { type: 'text/plain' });
  });
  const reader = get(await app.listen({ port: 0, host: '127.0.0.1' }));
  reader.on('error', () => undefined);
  await asked.promise;
  reader.destroy();
  await left.promise;
  ready.resolve();
  await vi.waitFor(() => expect(end).toHaveBeenCalledOnce(), 10_000);
  await app.close();
});
