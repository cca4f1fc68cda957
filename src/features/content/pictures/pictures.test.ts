import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { like } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditLog } from '../../../server/audit.store.ts';
import { openSite, type Site } from '../../../server/testing.ts';
import type { RenderPage } from '../../../shared/page.ts';
import { days } from '../../../shared/time.ts';
import { siteContent } from '../content.store.ts';
import { makePicture } from './maker.gateway.ts';
import { unusedRetentionMs } from './pictures.rules.ts';
import { removeUnused } from './pictures.service.ts';
import { sitePictures } from './pictures.store.ts';

/** The pages as visitors get them, drawn from their source. */
const pageSource = new URL('../../../web/entry.server.tsx', import.meta.url).pathname;
const { renderPage } = (await import(pageSource)) as { renderPage: RenderPage };

const path = '/api/admin/pictures';
const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#22244f' } });

describe('over HTTP', () => {
  let site: Site;
  let admin: Awaited<ReturnType<Site['loggedIn']>>;
  const lines: string[] = [];
  beforeAll(async () => {
    site = await openSite({
      work: false,
      render: renderPage,
      environment: { LOG_LEVEL: 'warn' },
      logTo: { write: (line: string) => void lines.push(line) },
    });
    admin = await site.loggedIn('editor');
  });
  afterAll(() => site.close());

  const send = (bytes: Buffer, use = 'card', by: Pick<typeof admin, 'post'> = admin) =>
    by.post(path, { use, content: bytes.toString('base64') });
  const rows = () => site.db.select().from(sitePictures);
  const text = (value: string, key = 'picture', section = 'card') =>
    admin.put('/api/admin/content', { section, key, value });

  test('a lie about the type, a file without an end, an empty one and one that is too heavy are refused', async () => {
    const refused = async (content: string) => {
      const { status, body } = await admin.post(path, { use: 'card', content });
      return [status, (body as { fields?: { content?: string } }).fields?.content];
    };
    const unknown = 'This is not a JPEG, PNG or WebP picture.';
    for (const lie of ['<svg onload="alert(1)">', 'GIF89a', '<!doctype html>', '%PDF-1.7', 'no'])
      expect(await refused(Buffer.from(lie).toString('base64'))).toEqual([400, unknown]);
    expect(await refused('')).toEqual([400, 'Please choose a picture.']);
    const jpeg = await flat(1200, 630).jpeg().toBuffer();
    expect(await refused(jpeg.subarray(0, 700).toString('base64'))).toEqual([
      400,
      'This picture cannot be opened: the file is damaged or incomplete. Please save it again and retry.',
    ]);
    expect((await refused(Buffer.alloc(6_000_001, 1).toString('base64')))[0]).toBe(413);
    expect((await refused('A'.repeat(8_100_000)))[0]).toBe(413);
    expect(await rows()).toEqual([]);
  });

  test('only who may write the content may send one, and nothing of a stranger’s body is read', async () => {
    const content = (await flat(1200, 630).jpeg().toBuffer()).toString('base64');
    const sent = async (by: Pick<typeof admin, 'post'>) =>
      (await by.post(path, { use: 'card', content })).status;
    expect(await sent(site.visitor())).toBe(401);
    expect(await sent(await site.loggedIn('member'))).toBe(403);
    expect(await sent(await site.loggedIn('finance'))).toBe(403);
    expect((await site.visitor().post(path, 'A'.repeat(9_000_000))).status).toBe(401);
    expect(await rows()).toEqual([]);
  });

  test('a sharing image is kept, served unchangeably and shown by every page and instance until it is taken back', async () => {
    const { status, body } = await send(await flat(2400, 1260).png().toBuffer());
    expect(status).toBe(201);
    const { file } = body as { file: string };
    expect(file).toMatch(/^[\w-]{43}-1200x630\.jpg$/);
    const [row] = await rows();
    expect(row).toMatchObject({ name: file, type: 'image/jpeg' });
    expect(
      await site.db.select().from(auditLog).where(like(auditLog.action, '%picture_added')),
    ).toMatchObject([{ actorId: admin.id, subject: file }]);

    const visitor = site.visitor();
    // PGlite lives in one process: a second instance needs a database that both can reach.
    const databaseUrl = site.database.pool?.options.connectionString;
    const other = databaseUrl && (await openSite({ work: false, render: renderPage, databaseUrl }));
    const said = async (page: string, at = visitor) =>
      [...(await at.get(page)).text.matchAll(/property="og:image([\w:]*)" content="([^"]*)"/g)].map(
        ([, name, value]) => [name, value],
      );
    const builtIn = await said('/?lang=en');
    expect(builtIn).toEqual([
      ['', 'http://localhost:3000/pictures/share-en.png'],
      [':width', '1200'],
      [':height', '630'],
    ]);
    if (other) expect(await said('/?lang=en', other.visitor())).toEqual(builtIn);
    expect((await text(`${file} Two “queues” at a border bridge`)).status).toBe(200);
    site.dropPages();
    for (const page of ['/?lang=en', '/privacy?lang=en', '/sign?lang=en'])
      expect(await said(page)).toEqual([
        ['', `http://localhost:3000/uploads/${file}`],
        [':alt', 'Two “queues” at a border bridge'],
        [':width', '1200'],
        [':height', '630'],
      ]);
    expect((await said('/?lang=fr'))[0]?.[1]).toContain('share-fr.png');
    if (other) {
      // Without a word to it: it looks for publications every second.
      await other.until(async () =>
        expect((await said('/?lang=en', other.visitor()))[0]?.[1]).toContain(file),
      );
      expect((await other.visitor().get(`/uploads/${file}`)).status).toBe(200);
      await other.close();
    }

    const got = await visitor.get(`/uploads/${file}`);
    expect(got.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-length': String(row?.bytes.length),
    });
    expect(got.headers['content-security-policy']).toContain("default-src 'none'");
    const head = await visitor.send('HEAD', `/uploads/${file}`);
    expect([head.status, head.text]).toEqual([200, '']);
    const etag = String(got.headers.etag);
    expect((await visitor.get(`/uploads/${file}`, { 'if-none-match': etag })).status).toBe(304);
    const part = await visitor.get(`/uploads/${file}`, { range: 'bytes=0-9' });
    expect([part.status, part.headers['content-length'], part.headers['content-range']]).toEqual([
      206,
      '10',
      `bytes 0-9/${row?.bytes.length}`,
    ]);
    expect((await visitor.get(`/uploads/${file}`, { range: 'bytes=9999999-' })).status).toBe(416);
    for (const name of ['..%2f..%2fpackage.json', '%00', `${file}%00`, 'a'])
      expect((await visitor.get(`/uploads/${name}`)).status, name).toBe(404);

    const [published] = (await admin.get('/api/admin/content?search=card')).body as {
      id: string;
    }[];
    expect((await admin.delete(`/api/admin/content/${published?.id}`)).status).toBe(200);
    site.dropPages();
    expect(await said('/?lang=en')).toEqual(builtIn);
  });

  test('a text takes only a picture that is there, was made for its place and says what it shows', async () => {
    const { body } = await send(await flat(900, 600).png().toBuffer(), 'page');
    const { file } = body as { file: string };
    const choose = 'Please choose a picture and describe it in at most 200 characters.';
    for (const value of [
      file,
      `${file} `,
      `${file} ${'x'.repeat(201)}`,
      'javascript:alert(1) Click',
    ])
      expect((await text(value, 'item1_picture', 'updates')).body).toMatchObject({
        fields: { value: choose },
      });
    expect((await text(`${file} A queue`)).body).toMatchObject({ fields: { value: choose } });
    const gone = `${'A'.repeat(43)}-900x600.webp A queue`;
    expect((await text(gone, 'item1_picture', 'updates')).body).toMatchObject({
      fields: { value: 'This picture is no longer here. Please upload it again.' },
    });

    await text('We went to Accra', 'item1_title', 'updates');
    expect((await text(`${file} Us <b>there</b>`, 'item1_picture', 'updates')).status).toBe(200);
    site.dropPages();
    const page = (await site.visitor().get('/updates?lang=en')).text;
    expect(page).toContain(`src="/uploads/${file}"`);
    expect(page).toContain(
      'width="900" height="600" alt="Us &lt;b&gt;there&lt;/b&gt;" loading="lazy"',
    );
    const [, narrow = ''] = /srcSet="(\S+) 480w/i.exec(page) ?? [];
    const got = await site.visitor().get(narrow);
    expect([got.status, got.headers['content-type']]).toEqual([200, 'image/webp']);
  });

  test('a picture that no text names is gone after ninety days, and not before', async () => {
    const unused = (
      (await send(await flat(700, 500).png().toBuffer(), 'page')).body as { file: string }
    ).file;
    const used = (
      (await send(await flat(800, 500).png().toBuffer(), 'page')).body as { file: string }
    ).file;
    await text(`${used} A market`, 'item2_picture', 'updates');
    const round = async (ms: number) => {
      const now = new Date(site.clock.now().getTime() + ms);
      await removeUnused(site.db, now, unusedRetentionMs);
      return (await rows()).map(({ name }) => name);
    };
    expect(await round(days(89))).toContain(unused);
    const left = await round(days(91));
    expect(left).not.toContain(unused);
    expect(left).toContain(used);
    // Counted from when it was last seen in use, not from when it came.
    await site.db.delete(siteContent);
    expect(await round(days(170))).toContain(used);
    expect(await round(days(190))).toEqual([]);
  });

  describe('the process that opens it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'pictures-'));
    afterAll(() => rmSync(folder, { recursive: true }));
    const { execPath } = process;
    beforeEach(() => void lines.splice(0));
    afterEach(() => void (process.execPath = execPath));

    /** From now on the shell begins this instead of Node with our program. */
    function begins(script: string) {
      process.execPath = join(folder, 'begins');
      writeFileSync(process.execPath, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    }
    /** A process that is ready, and does this once it has got the file. */
    function beginsWith(code: string) {
      const program = join(folder, 'program.mjs');
      writeFileSync(program, `process.once('message', () => { ${code} }); process.send('ready');`);
      begins(`exec ${execPath} ${program}`);
    }
    const sent = async () => send(await flat(1200, 630).png().toBuffer());
    const logged = () =>
      lines.map(
        (line) => JSON.parse(line) as { level: number; msg: string; [more: string]: unknown },
      );
    const [WARN, ERROR] = [40, 50];
    const away = {
      status: 503,
      body: {
        message:
          'This server cannot open pictures right now. Please try again later. The server log gives the reason.',
      },
    };

    test('is our fault where it does not start, and its last words are in the log', async () => {
      begins('echo "Cannot find package sharp" >&2; exit 1');
      expect(await sent()).toMatchObject(away);
      expect(logged()).toContainEqual(
        expect.objectContaining({
          level: ERROR,
          msg: 'the process that opens pictures did not start',
          code: 1,
          written: 'Cannot find package sharp\n',
        }),
      );
      process.execPath = join(folder, 'nowhere');
      expect(await sent()).toMatchObject(away);
      expect(logged().some(({ written }) => String(written).includes('ENOENT'))).toBe(true);
    });

    test('found a damaged file where it was ready and died over it, which is in the log too', async () => {
      beginsWith(`console.error('Bad pixels'); process.kill(process.pid, 'SIGKILL');`);
      expect(await sent()).toMatchObject({
        status: 400,
        body: { fields: { content: expect.stringContaining('the file is damaged') } },
      });
      expect(logged()).toMatchObject([
        { level: WARN, signal: 'SIGKILL', wasLate: false, written: 'Bad pixels\n' },
      ]);
    });

    test('is ended over a file that takes too long, which is said and in the log', async () => {
      beginsWith('setInterval(() => {}, 1000);');
      const wish = { use: 'card' as const, bytes: Buffer.alloc(9), focus: { x: 50, y: 50 } };
      await expect(makePicture(wish, site.app.log, 1)).rejects.toMatchObject({
        status: 400,
        message: 'Opening this picture took too long. Please make it smaller and try again.',
      });
      expect(logged()).toMatchObject([{ level: WARN, signal: 'SIGKILL', wasLate: true }]);
    });

    test('makes one where it may write nowhere', async () => {
      begins(`exec ${execPath} --permission --allow-fs-read=* --allow-addons "$@"`);
      expect((await sent()).status).toBe(201);
    });
  });
});
