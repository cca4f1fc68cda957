import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openSite, type Site } from '../../server/testing.ts';
import { unityDeclarations } from './declaration.store.ts';
import { openedValue } from '../../server/security/spam.ts';

const path = '/api/unity-declaration';
const signer = (name: string) => ({
  fullName: 'Awa Diop',
  email: `${name}@example.org`,
  country: 'Senegal',
  agreeToDeclaration: true,
});
let site: Site;
beforeAll(async () => {
  site = await openSite({
    work: false,
    environment: { ADDRESS_LIMIT_FACTOR: '100', TRUST_PROXY: '127.0.0.1/32' },
  });
});
beforeEach(() => site.db.delete(unityDeclarations));
afterAll(() => site.close());

const signedFrom = async (ip: string, name: string, openedAt?: string) => {
  const visitor = site.visitor({ 'x-forwarded-for': ip });
  if (openedAt) visitor.cookies.set('opened', openedAt);
  const answer = await visitor.post(path, signer(name));
  expect(answer.status, answer.text).toBe(201);
  const [row] = await site.db
    .select()
    .from(unityDeclarations)
    .where(eq(unityDeclarations.email, signer(name).email));
  return { answer, ...row };
};
const openedAgo = (ms: number) => openedValue(site.context.secrets, Date.now() - ms);

test('a signature keeps a keyed hash of its network, which is the same for neighbours alone', async () => {
  const one = await signedFrom('192.0.2.7', 'one');
  const neighbour = await signedFrom('192.0.2.201', 'neighbour');
  const other = await signedFrom('192.0.3.7', 'other');
  expect(one.networkMark).toBe(site.context.secrets.digest('signature-network', '192.0.2.0/24'));
  expect(neighbour.networkMark).toBe(one.networkMark);
  expect(other.networkMark).not.toBe(one.networkMark);
  const home = await signedFrom('2001:db8:1:2::1', 'home');
  expect((await signedFrom('2001:db8:1:3::1', 'next')).networkMark).toBe(home.networkMark);
  expect((await signedFrom('2001:db8:2:2::1', 'far')).networkMark).not.toBe(home.networkMark);
});

test('a signature keeps how long a page of ours was open, where its cookie says so', async () => {
  expect((await signedFrom('192.0.2.1', 'slow', openedAgo(90_000))).openSeconds).toBe(90);
  expect((await signedFrom('192.0.2.1', 'future', openedAgo(-5000))).openSeconds).toBe(0);
  expect((await signedFrom('192.0.2.1', 'old', openedAgo(400_000_000))).openSeconds).toBe(86_400);
  expect((await signedFrom('192.0.2.1', 'forged', 'MA.forged')).openSeconds).toBeNull();
  expect((await signedFrom('192.0.2.1', 'none')).openSeconds).toBeNull();
});

test('a signature that is sent again keeps its first mark, and nothing of it is answered', async () => {
  const first = await signedFrom('192.0.2.7', 'again', openedAgo(90_000));
  const second = await signedFrom('198.51.100.9', 'again', openedAgo(9000));
  expect([second.networkMark, second.openSeconds]).toEqual([first.networkMark, 90]);
  expect(second.answer.text).not.toContain(first.networkMark);
  expect(Object.keys(second.answer.body as object).sort()).toEqual(['message', 'shareCode']);
});

test('no list, file or copy for administrators has the mark of a signature', async () => {
  const { networkMark } = await signedFrom('192.0.2.7', 'saved', openedAgo(90_000));
  const owner = await site.loggedIn('owner');
  const answers = [
    await owner.get('/api/admin/unity-declarations'),
    await owner.get('/api/admin/export/unity-declarations'),
    await owner.get('/api/admin/summary'),
  ];
  for (const { status, text } of answers) {
    expect(status).toBe(200);
    expect(text).toContain('saved@example.org');
    expect(text).not.toContain(networkMark);
    expect(text).not.toMatch(/network|openSeconds/i);
  }
});
