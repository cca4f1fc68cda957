import { createTransport } from 'nodemailer';
import { beforeAll, expect, test } from 'vitest';
import type { Sandbox } from '../client.ts';
import { kill, messages, newDirectory, send, start } from '../testing.ts';
import type { Message } from './message.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await start();
});

test('a mail arrives over STARTTLS and AUTH as it was written', async () => {
  const html = '<p>Karibu <b>sana</b></p>';
  const from = { name: 'Umoja wa Afrika – وحدة', address: 'umoja@example.org' };
  const attachments = [{ filename: 'pasipoti ñ.pdf', content: Buffer.alloc(70_000, 7) }];
  await send(sandbox, {
    from,
    to: 'amina@example.com',
    bcc: 'siri@example.com',
    subject: 'Asante, Amína 🌍',
    text: 'Karibu',
    html,
    attachments,
  });

  const [mail] = await messages(sandbox, '?to=AMINA@example.com');
  expect(mail).toMatchObject({
    from: 'Umoja wa Afrika – وحدة <umoja@example.org>',
    to: ['amina@example.com', 'siri@example.com'],
    subject: 'Asante, Amína 🌍',
    text: expect.stringMatching(/^Karibu\s*$/),
    html: expect.stringContaining(html),
    attachments: [{ filename: 'pasipoti ñ.pdf', type: 'application/pdf', bytes: 70_000 }],
  });
  expect(mail?.headers).toMatchObject({
    to: 'amina@example.com',
    'return-path': '<umoja@example.org>',
  });
});

test('AUTH LOGIN, no AUTH and no TLS work as well', async () => {
  const { host, port } = sandbox.smtp;
  const mail = { from: 'a@example.org', to: 'plain@example.com', subject: 'x', text: 'x' };
  await createTransport({ host, port, ignoreTLS: true }).sendMail(mail);
  await createTransport({
    host,
    port,
    ignoreTLS: true,
    authMethod: 'LOGIN',
    auth: { user: 'u', pass: 'ü' },
  }).sendMail(mail);
  expect(await messages(sandbox, '?to=plain@example.com')).toHaveLength(2);
});

test('an address in another script is taken (SMTPUTF8)', async () => {
  await send(sandbox, { to: 'አበበ@example.com' });
  expect(await messages(sandbox, `?to=${encodeURIComponent('አበበ@example.com')}`)).toHaveLength(1);
});

test('a message of more than 25 MB is refused', async () => {
  const tooLarge = send(sandbox, {
    to: 'big@example.com',
    attachments: [{ content: Buffer.alloc(20 * 1024 * 1024) }],
  });
  await expect(tooLarge).rejects.toMatchObject({ responseCode: 552 });
  expect(await messages(sandbox, '?to=big@example.com')).toEqual([]);
});

test('lines that a sender forges do not change whom a mail was delivered to', async () => {
  const dir = newDirectory();
  const first = await start(dir);
  await send(first, { to: 'real@example.com', headers: { 'Delivered-To': 'forged@example.com' } });
  await kill(first.pid);
  const second = await start(dir);
  expect((await messages(second)).map((mail) => mail.to)).toEqual([['real@example.com']]);
});

test('messages are listed newest first and filtered by recipient, time and number', async () => {
  const own = await start();
  for (const to of ['a@x.org', 'b@x.org', 'a@x.org']) await send(own, { to, subject: `to ${to}` });
  const all = await messages(own);
  expect(all.map((mail) => mail.to[0])).toEqual(['a@x.org', 'b@x.org', 'a@x.org']);
  expect(all[0]!.receivedAt > all[1]!.receivedAt).toBe(true);
  expect(await messages(own, '?limit=1')).toEqual([all[0]]);
  expect(await messages(own, `?since=${all[1]!.receivedAt}`)).toEqual(all.slice(0, 2));
  expect(await messages(own, `?since=${Date.parse(all[1]!.receivedAt)}&to=b@x.org`)).toEqual([
    all[1],
  ]);
  expect((await fetch(`${own.inboxUrl}/messages?since=yesterday`)).status).toBe(400);
});

test('waiting for a mail ends when it arrives, and with an empty list when it does not', async () => {
  const waiting = messages(sandbox, '?to=late@example.com&wait=5000');
  await send(sandbox, { to: 'someone.else@example.com' });
  await send(sandbox, { to: 'late@example.com' });
  expect(await waiting).toHaveLength(1);
  expect(await messages(sandbox, '?to=never@example.com&wait=50')).toEqual([]);
});

test('one message, its source and its removal', async () => {
  const own = await start();
  await send(own, { to: 'a@x.org', text: 'needle' });
  const [mail] = await messages(own);
  const at = `${own.inboxUrl}/messages/${mail!.id}`;
  expect((await (await fetch(at)).json()) as Message).toEqual(mail);
  const raw = await fetch(`${at}/raw`);
  expect(raw.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await raw.text()).toMatch(
    /^Return-Path: <site@example.org>\r\nDelivered-To: a@x.org\r\nReceived: [\s\S]*needle/,
  );
  const removal = await fetch(`${own.inboxUrl}/messages`, {
    method: 'DELETE',
    headers: { 'x-sandbox-token': own.token },
  });
  expect(await removal.json()).toEqual({ removed: 1 });
  expect(await messages(own)).toEqual([]);
  expect((await fetch(at)).status).toBe(404);
});

test('no acknowledged mail is lost when the sandbox is killed under load', async () => {
  const dir = newDirectory();
  const first = await start(dir);
  const acknowledged: string[] = [];
  let isDying = false;
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let n = 0; !isDying && n < 1000; n += 1) {
      const to = `w${writer}-${n}@example.com`;
      const sent = await send(first, { to }).then(
        () => true,
        () => false,
      );
      if (sent) acknowledged.push(to);
      if (acknowledged.length >= 60 && !isDying) {
        isDying = true;
        await kill(first.pid);
      }
    }
  });
  await Promise.all(writers);
  const second = await start(dir);
  const stored = new Set((await messages(second)).flatMap((mail) => mail.to));
  expect(acknowledged.length).toBeGreaterThanOrEqual(60);
  expect(acknowledged.filter((to) => !stored.has(to))).toEqual([]);
});
