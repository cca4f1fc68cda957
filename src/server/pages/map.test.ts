import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { unityDeclarations } from '../../features/declaration/declaration.store.ts';
import { openSite } from '../testing.ts';

test('the map is drawn from the signatures and says no word', async () => {
  const site = await openSite({ work: false });
  const visitor = site.visitor();
  const before = await visitor.get('/pictures/africa.svg');
  expect(before.status).toBe(200);
  expect(before.headers['content-type']).toBe('image/svg+xml; charset=utf-8');
  expect(before.headers['cache-control']).toBe('public, max-age=60');
  expect(before.text).not.toContain('<text');

  await visitor.post('/api/unity-declaration', {
    fullName: 'Awa Diop',
    email: 'awa@example.org',
    country: 'Senegal',
    agreeToDeclaration: true,
  });
  await site.db.update(unityDeclarations).set({ confirmedAt: site.clock.now() });
  site.dropPages();
  // The tally behind it is kept for two seconds.
  await site.until(async () => {
    site.dropPages();
    expect((await visitor.get('/pictures/africa.svg')).text).not.toBe(before.text);
  });
  await site.close();
});

test('the map is sent as brotli to whom takes it', async () => {
  const site = await openSite({ work: false });
  const plain = (await site.visitor().get('/pictures/africa.svg')).text;
  const packed = await site.app.inject({
    url: '/pictures/africa.svg',
    headers: { 'accept-encoding': 'gzip, br' },
  });
  expect(packed.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain);
  await site.close();
});
