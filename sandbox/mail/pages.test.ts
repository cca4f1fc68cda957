import { beforeAll, expect, test } from 'vitest';
import type { Sandbox } from '../client.ts';
import { messages, send, start } from '../testing.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await start();
});

const hostile =
  '<script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">x</a>"\'';

test('an empty inbox says what will come, and every page that no real money moves', async () => {
  const page = await (await fetch(sandbox.inboxUrl)).text();
  expect(page).toContain('No mail yet');
  expect(page).toContain('Sandbox: no real money moves');
});

test('markup in a mail is text on our pages', async () => {
  await send(sandbox, {
    from: { name: hostile, address: 'x@example.org' },
    to: 'h@example.com',
    subject: hostile,
    text: hostile,
    html: hostile,
  });
  const [mail] = await messages(sandbox, '?to=h@example.com');
  expect(mail!.html).toContain('<script>');
  const query = `?to=${encodeURIComponent('"><script>')}`;
  for (const url of [
    sandbox.inboxUrl,
    `${sandbox.inboxUrl}/${mail!.id}`,
    sandbox.inboxUrl + query,
  ]) {
    const answer = await fetch(url);
    const page = await answer.text();
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page).not.toMatch(/<script|<img|href="javascript/);
  }
});

test('the HTML of a mail is served sandboxed, without scripts or loads', async () => {
  const [mail] = await messages(sandbox, '?to=h@example.com');
  const answer = await fetch(`${sandbox.inboxUrl}/messages/${mail!.id}/html`);
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/^sandbox; default-src 'none';/);
  expect(policy).not.toMatch(/allow-|script-src|http/);
  const page = await (await fetch(`${sandbox.inboxUrl}/${mail!.id}`)).text();
  expect(page).toContain(`<iframe sandbox=""`);
});

test('links of a mail can be followed from its page', async () => {
  const html =
    '<a href="https://example.org/verify?a=1&amp;b=2">Verify</a><a href="file:///etc/passwd">x</a>';
  await send(sandbox, { to: 'l@example.com', text: 'See http://127.0.0.1:3000/x.', html });
  const [mail] = await messages(sandbox, '?to=l@example.com');
  const page = await (await fetch(`${sandbox.inboxUrl}/${mail!.id}`)).text();
  expect(page).toContain(
    '<a href="https://example.org/verify?a=1&amp;b=2" target="_blank" rel="noopener">',
  );
  expect(page).toContain('<a href="http://127.0.0.1:3000/x"');
  expect(page).not.toContain('href="file:');
});
