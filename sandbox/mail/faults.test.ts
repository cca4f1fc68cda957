import { connect } from 'node:net';
import { beforeEach, expect, test } from 'vitest';
import type { Sandbox } from '../client.ts';
import { breakMail, messages, put, send, start } from '../testing.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox ??= await start();
  await breakMail(sandbox, { mode: 'none' });
});

test('refuse-connection closes the port and cuts open connections, none opens the same port again', async () => {
  const open = connect(sandbox.smtp.port, sandbox.smtp.host);
  await new Promise((resolve) => open.once('data', resolve));
  const cut = new Promise((resolve) => open.once('close', resolve));
  await breakMail(sandbox, { mode: 'refuse-connection' });
  await cut;
  await expect(send(sandbox, { to: 'down@example.com' })).rejects.toMatchObject({
    code: 'ESOCKET',
  });
  await breakMail(sandbox, { mode: 'none' });
  await send(sandbox, { to: 'down@example.com' });
  expect(await messages(sandbox, '?to=down@example.com')).toHaveLength(1);
});

test('greylist refuses each recipient once with 451', async () => {
  await breakMail(sandbox, { mode: 'greylist' });
  for (const to of ['grey1@example.com', 'grey2@example.com']) {
    await expect(send(sandbox, { to })).rejects.toMatchObject({ responseCode: 451 });
    await send(sandbox, { to });
    expect(await messages(sandbox, `?to=${to}`)).toHaveLength(1);
  }
});

test('reject-login refuses every user and password with 535', async () => {
  await breakMail(sandbox, { mode: 'reject-login' });
  await expect(send(sandbox, { to: 'login@example.com' })).rejects.toMatchObject({
    code: 'EAUTH',
    responseCode: 535,
  });
  expect(await messages(sandbox, '?to=login@example.com')).toEqual([]);
});

test('slow delays the answers', async () => {
  await breakMail(sandbox, { mode: 'slow', delayMs: 300 });
  const begun = performance.now();
  await send(sandbox, { to: 'slow@example.com' });
  expect(performance.now() - begun).toBeGreaterThan(590);
});

test('reject-recipient refuses with 550, and only those that match', async () => {
  await breakMail(sandbox, { mode: 'reject-recipient', match: '@GONE.example' });
  await expect(send(sandbox, { to: 'a@gone.example' })).rejects.toMatchObject({
    responseCode: 550,
  });
  await send(sandbox, { to: 'a@here.example' });
  const partly = await send(sandbox, { to: ['b@gone.example', 'b@here.example'] });
  expect(partly.rejected).toEqual(['b@gone.example']);
  expect(await messages(sandbox, '?to=b@gone.example')).toEqual([]);
});

test('drop-after-data stores the mail and never acknowledges it', async () => {
  await breakMail(sandbox, { mode: 'drop-after-data' });
  const failure: { code?: string; responseCode?: number } = await send(sandbox, {
    to: 'lost@example.com',
  }).then(
    () => ({}),
    (error: unknown) => error as object,
  );
  expect(failure.code).toMatch(/ECONNECTION|ESOCKET|ECONNRESET/);
  expect(failure.responseCode).toBeUndefined();
  expect(await messages(sandbox, '?to=lost@example.com')).toHaveLength(1);
});

test('an unknown fault, and a refused connection with a recipient, are answered 400', async () => {
  expect((await put(sandbox, '/mail/faults', { mode: 'explode' })).status).toBe(400);
  expect(
    (await put(sandbox, '/mail/faults', { mode: 'refuse-connection', match: 'a' })).status,
  ).toBe(400);
  expect(await (await fetch(`${sandbox.controlUrl}/mail/faults`)).json()).toEqual({ mode: 'none' });
});
