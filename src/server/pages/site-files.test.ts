import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSite, type Site } from '../testing.ts';

const path = '/.well-known/security.txt';

describe('security.txt', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite({
      work: false,
      environment: { SECURITY_CONTACT: 'security@example.org', PUBLIC_URL: 'https://example.org' },
    });
  });
  afterAll(() => site.close());

  test('says where a weakness is reported, in which languages, and expires in 90 days', async () => {
    const { status, text, headers } = await site.visitor().get(path);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    const fields = text.trimEnd().split('\n');
    expect(fields).toEqual([
      'Contact: mailto:security@example.org',
      expect.stringMatching(/^Expires: \d{4}-\d\d-\d\dT[\d:.]+Z$/),
      'Preferred-Languages: en, fr',
      `Canonical: https://example.org${path}`,
    ]);
    const expires = Date.parse(String(fields[1]).replace('Expires: ', ''));
    const days = (expires - site.clock.now().getTime()) / 86_400_000;
    expect(days).toBeGreaterThan(89.9);
    expect(days).toBeLessThanOrEqual(90);
  });

  test('asked for a year later, has not expired', async () => {
    site.clock.advance(365 * 86_400_000);
    const { text } = await site.visitor().get(path);
    const [, expires = ''] = /^Expires: (.+)$/m.exec(text) ?? [];
    expect(Date.parse(expires)).toBeGreaterThan(site.clock.now().getTime());
  });
});

test('a contact may be a page', async () => {
  const site = await openSite({
    work: false,
    environment: { SECURITY_CONTACT: 'https://example.org/report a weakness' },
  });
  const { text } = await site.visitor().get(path);
  expect(text).toMatch(/^Contact: https:\/\/example\.org\/report%20a%20weakness$/m);
  await site.close();
});

test('without a contact there is no security.txt', async () => {
  const site = await openSite({ work: false });
  expect((await site.visitor().get(path)).status).toBe(404);
  await site.close();
});
