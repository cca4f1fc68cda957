import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSite, type Site } from '../testing.ts';
import { PUBLIC_PATHS } from './pages.ts';

let alone: Site;
let listed: Site;
beforeAll(async () => {
  alone = await openSite({ work: false });
  const EMBED_ORIGINS = 'https://partner.example  http://other.example:8080';
  listed = await openSite({ work: false, environment: { EMBED_ORIGINS } });
});
afterAll(() => Promise.all([alone.close(), listed.close()]));

const policyAt = async (site: Site, path: string) =>
  String((await site.visitor().get(path)).headers['content-security-policy']);
const ancestors = (policy: string) => /frame-ancestors ([^;]*)/.exec(policy)?.[1];

describe('the page that partners frame', () => {
  test('can be framed by no one until an origin is listed', async () => {
    expect(ancestors(await policyAt(alone, '/embed'))).toBe("'none'");
    const { headers } = await alone.visitor().get('/embed');
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  });

  test('can be framed by those that are listed, runs nothing, sends nothing and sets no cookie', async () => {
    const { status, headers } = await listed.visitor().get('/embed');
    const policy = String(headers['content-security-policy']);
    expect(status).toBe(200);
    expect(ancestors(policy)).toBe('https://partner.example http://other.example:8080');
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+'; /);
    expect(policy).toContain("form-action 'none'");
    expect(policy).not.toContain('script-src');
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect(headers['set-cookie']).toBeUndefined();
  });

  test('is in the language that is asked for', async () => {
    expect((await listed.visitor().get('/embed?lang=fr')).text).toContain('<html lang="fr"');
  });
});

test('no other page can be framed, whoever is listed', async () => {
  for (const path of [...PUBLIC_PATHS, '/admin', '/profile', '/nowhere', '/api/unity-declaration'])
    expect(ancestors(await policyAt(listed, path)), path).toBe("'none'");
});
