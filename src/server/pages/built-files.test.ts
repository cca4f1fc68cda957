import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSite, type Site } from '../testing.ts';

const folder = mkdtempSync(join(tmpdir(), 'built-files-'));
const lines: string[] = [];
let site: Site;
let port: number;
beforeAll(async () => {
  for (const name of ['assets', 'pictures']) {
    mkdirSync(join(folder, 'client', name), { recursive: true });
    writeFileSync(join(folder, 'client', name, 'x.js'), 'a file');
    writeFileSync(join(folder, 'client', name, 'x.svg'), '<svg/>');
  }
  writeFileSync(join(folder, 'client', 'favicon.svg'), '<svg/>');
  writeFileSync(join(folder, 'secret'), 'kept from everyone');
  for (const name of ['assets', 'pictures']) {
    symlinkSync(join(folder, 'secret'), join(folder, 'client', name, 'link.js'));
    symlinkSync(folder, join(folder, 'client', name, 'folder'));
  }
  // Looked for where a browser takes brotli.
  symlinkSync(join(folder, 'secret'), join(folder, 'client/assets/x.js.br'));
  writeFileSync(join(folder, 'client/assets/x.svg.br'), 'packed');
  site = await openSite({
    work: false,
    clientDir: join(folder, 'client'),
    environment: { LOG_LEVEL: 'error' },
    logTo: { write: (line) => void lines.push(line) },
  });
  await site.app.listen({ port: 0, host: '127.0.0.1' });
  port = (site.app.server.address() as { port: number }).port;
});
afterAll(async () => {
  await site.close();
  rmSync(folder, { recursive: true });
});

/** The answer to a path as it is: every client makes it tidy first. */
function ask(path: string, header = 'Accept: */*'): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: localhost:3000\r\n${header}\r\nConnection: close\r\n\r\n`,
      ),
    );
    let text = '';
    socket.on('data', (chunk) => void (text += String(chunk)));
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
}

test('a file of the build is served', async () => {
  for (const path of ['/assets/x.js', '/pictures/x.js'])
    expect(await ask(path)).toMatch(/^HTTP\/1\.1 200 [^]*a file$/);
  expect(await ask('/favicon.svg')).toMatch(/^HTTP\/1\.1 200 [^]*<svg\/>$/);
});

test('a drawing of the build says how its text is encoded, also where it comes compressed', async () => {
  for (const path of ['/favicon.svg', '/assets/x.svg', '/pictures/x.svg'])
    expect(await ask(path), path).toContain('content-type: image/svg+xml; charset=utf-8\r\n');
  const packed = await ask('/assets/x.svg', 'Accept-Encoding: br');
  expect(packed).toContain('content-encoding: br');
  expect(packed).toContain('content-type: image/svg+xml; charset=utf-8\r\n');
});

test('a script of the build comes with no header about documents', async () => {
  const [head = ''] = (await ask('/assets/x.js')).split('\r\n\r\n');
  const names = head
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(':')[0]?.toLowerCase());
  expect(names.sort()).toEqual([
    'cache-control',
    'connection',
    'content-length',
    'content-type',
    'cross-origin-resource-policy',
    'date',
    'vary',
    'x-content-type-options',
  ]);
});

const ODD = [
  '..%5cx',
  '..%5c..%5csecret',
  '%2e%2e/secret',
  '%2e%2e%2fsecret',
  '%2e%2e/%2e%2e/secret',
  '../secret',
  '../../secret',
  'x.js/%2e%2e/x.js',
  './x.js',
  '%2e/x.js',
  '/x.js',
  'x%00.js',
  '%00',
  'x.js%00',
  '%5cx.js',
  '.%5cx.js',
  `${'a'.repeat(300)}.js`,
  'x.js/y',
  'X.js',
  '',
];
test.each(ODD.flatMap((path) => [`/assets/${path}`, `/pictures/${path}`]))(
  '%s is not found, and nothing is wrong with the site',
  async (path) => {
    const answer = await ask(path);
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).not.toMatch(/kept from everyone|a file/);
    expect(lines).toEqual([]);
  },
);

test.each(['/assets/', '/pictures/'])(
  'a link in %s is not followed, and nothing is wrong with the site',
  async (path) => {
    for (const name of ['link.js', 'folder/secret', 'folder/client/favicon.svg', 'folder'])
      expect(await ask(path + name)).toMatch(/^HTTP\/1\.1 404 /);
    expect(lines).toEqual([]);
  },
);

test('a link in the place of a packed file is not followed', async () => {
  const answer = await ask('/assets/x.js', 'Accept-Encoding: br');
  expect(answer).toMatch(/^HTTP\/1\.1 404 /);
  expect(lines).toEqual([]);
});

test('a file that is added while the site runs is not served', async () => {
  writeFileSync(join(folder, 'client/assets/later.js'), 'added later');
  expect(await ask('/assets/later.js')).toMatch(/^HTTP\/1\.1 404 /);
});
