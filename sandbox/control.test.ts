import { request } from 'node:http';
import { beforeAll, expect, test } from 'vitest';
import type { Sandbox } from './client.ts';
import { breakMail, kill, newDirectory, put, start } from './testing.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await start();
});

/** The status of a request with headers that fetch would not let us set. */
function status(
  method: string,
  path: string,
  headers: Record<string, string>,
  body = '',
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const call = request(sandbox.controlUrl + path, { method, headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    call.once('error', reject);
    call.end(body);
  });
}
const form = { 'content-type': 'application/x-www-form-urlencoded' };

test('a foreign Host is refused everywhere: a name pointed at 127.0.0.1 reads nothing', async () => {
  expect(
    await status('GET', '/inbox/messages', {
      host: `evil.example:${new URL(sandbox.controlUrl).port}`,
    }),
  ).toBe(403);
  expect(await status('GET', '/health', { host: 'localhost' })).toBe(403);
  expect(
    await status('GET', '/health', { host: `localhost:${new URL(sandbox.controlUrl).port}` }),
  ).toBe(200);
});

test('a foreign Origin is refused even with the token', async () => {
  for (const origin of ['http://evil.example', 'null', 'http://localhost:3000'])
    expect(
      await status('GET', '/inbox/messages', { origin, 'x-sandbox-token': sandbox.token }),
    ).toBe(403);
});

test('writes need the token or a form of our own page', async () => {
  for (const [method, path] of [
    ['PUT', '/clock'],
    ['PUT', '/mail/faults'],
    ['DELETE', '/inbox/messages'],
    ['POST', '/shutdown'],
    ['POST', '/inbox/clear'],
  ])
    expect(await status(method!, path!, {}), path).toBe(403);
  expect(await status('DELETE', '/inbox/messages', { 'x-sandbox-token': 'a'.repeat(64) })).toBe(
    403,
  );
  expect(
    await status(
      'POST',
      '/mail/faults',
      { ...form, origin: sandbox.controlUrl },
      'mode=slow&match=',
    ),
  ).toBe(303);
  expect(await (await fetch(`${sandbox.controlUrl}/mail/faults`)).json()).toEqual({
    mode: 'slow',
    match: '',
  });
  await breakMail(sandbox, { mode: 'none' });
});

test('wrong paths, methods, types and bodies are named', async () => {
  const headers = { 'x-sandbox-token': sandbox.token };
  expect(await status('GET', '/nothing', {})).toBe(404);
  expect(await status('GET', '/inbox/..%2f..%2fidentity.json', {})).toBe(404);
  expect(await status('PUT', '/health', headers)).toBe(405);
  expect(
    await status('PUT', '/clock', { ...headers, 'content-type': 'text/plain' }, '{"advanceMs":1}'),
  ).toBe(415);
  expect(
    await status('PUT', '/clock', { ...headers, 'content-type': 'application/json' }, '{'),
  ).toBe(400);
  expect(
    await status(
      'PUT',
      '/clock',
      { ...headers, 'content-type': 'application/json' },
      ' '.repeat(70_000),
    ),
  ).toBe(413);
});

test('the clock adds up, stays within ten years and survives a kill', async () => {
  const dir = newDirectory();
  const first = await start(dir);
  expect(await first.clock.offsetMs()).toBe(0);
  await Promise.all(Array.from({ length: 20 }, () => first.clock.advance(1000)));
  expect(await first.clock.advance(-500)).toBe(19_500);
  await expect(first.clock.advance(10 * 366 * 86_400_000)).rejects.toThrow('400');
  for (const advanceMs of [1.5, '1', null])
    expect((await put(first, '/clock', { advanceMs })).status).toBe(400);
  await kill(first.pid);
  expect(await (await start(dir)).clock.offsetMs()).toBe(19_500);
});
