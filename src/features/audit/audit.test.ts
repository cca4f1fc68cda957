import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAudit } from '../../server/audit.store.ts';
import { openSite, type Site } from '../../server/testing.ts';
import { days } from '../../shared/time.ts';
import { users } from '../../server/user.store.ts';
import { contactSubmissions } from '../contact/contact.store.ts';
import { unityDeclarations } from '../declaration/declaration.store.ts';
import type { AuditEntry } from './audit.contract.ts';
import { describeEntries } from './audit.service.ts';

type Admin = Awaited<ReturnType<Site['loggedIn']>>;

let site: Site;
let boss: Admin;
let kofi: Admin;
/** The first act of the log, then one for each day after it, oldest first. */
const start = new Date('2026-03-01T12:00:00.000Z');
const day = (n: number) => new Date(start.getTime() + days(n));

beforeAll(async () => {
  site = await openSite({ work: false });
  boss = await site.loggedIn('admin');
  kofi = await site.loggedIn('member');
  await site.db
    .update(users)
    .set({ firstName: 'Kofi', lastName: 'Boateng', email: 'kofi@example.org' })
    .where(eq(users.id, kofi.id));
  const acts = [
    {
      action: 'account.suspended',
      actorId: boss.id,
      subject: kofi.id,
      after: { suspendedFor: 'Spam' },
    },
    { action: 'account.restored', actorId: boss.id, subject: kofi.id },
    { action: 'account.password_changed', actorId: kofi.id, subject: kofi.id },
    { action: 'content.published', actorId: boss.id, subject: 'fr hero.title_line1' },
    { action: 'statement.undone', actorId: randomUUID(), subject: '-'.repeat(36) },
    { action: 'kettle.boiled', actorId: null, subject: '100%_done', before: [1], after: 'a word' },
  ];
  for (const [n, act] of acts.entries()) await addAudit(site.db, { ...act, at: day(n) });
});
afterAll(() => site.close());

const ask = (query = '', by: Pick<Admin, 'get'> = boss) => by.get(`/api/admin/audit${query}`);
async function actsOf(query: string): Promise<string[]> {
  const answer = await ask(query);
  expect(answer.status, answer.text).toBe(200);
  return (answer.body as AuditEntry[]).map(({ action }) => action);
}

describe('the audit log', () => {
  test('tells who did what to whom, newest first', async () => {
    const answer = await ask();
    expect(answer.headers['x-total-count']).toBe('6');
    const entries = answer.body as AuditEntry[];
    expect(entries.map(({ action }) => action)).toEqual([
      'kettle.boiled',
      'statement.undone',
      'content.published',
      'account.password_changed',
      'account.restored',
      'account.suspended',
    ]);
    const [kettle, gone, text, , , suspended] = entries;
    expect(suspended).toEqual({
      id: expect.any(Number),
      at: day(0).toISOString(),
      action: 'account.suspended',
      actor: { id: boss.id, email: `${boss.id}@example.org`, firstName: 'Test', lastName: 'admin' },
      subject: kofi.id,
      account: { id: kofi.id, email: 'kofi@example.org', firstName: 'Kofi', lastName: 'Boateng' },
      reference: null,
      before: null,
      after: { suspendedFor: 'Spam' },
    });
    expect(text).toMatchObject({ subject: 'fr hero.title_line1', account: null });
    expect(gone?.actor).toMatchObject({ email: null, firstName: null });
    expect(kettle).toMatchObject({ actor: null, before: [1], after: 'a word' });
  });

  test('is read on page by page, each act once', async () => {
    const seen: string[] = [];
    for (let next: string | undefined = '?limit=4&search=a'; next; ) {
      const answer = await ask(next);
      seen.push(...(answer.body as AuditEntry[]).map(({ action }) => action));
      next = /<[^?]+(\?[^>]+)>/.exec(String(answer.headers.link ?? ''))?.[1];
    }
    expect(seen).toEqual(await actsOf('?search=a'));
    expect(seen.length).toBeGreaterThan(4);
    expect(await actsOf('?sort=at')).toEqual((await actsOf('')).toReversed());
  });

  test.each([
    ['password', ['account.password_changed']],
    ['KOFI@example', ['account.password_changed', 'account.restored', 'account.suspended']],
    ['Kofi Boateng', ['account.password_changed', 'account.restored', 'account.suspended']],
    ['title_line', ['content.published']],
    ['100%_', ['kettle.boiled']],
    ['%', ['kettle.boiled']],
    ['nobody', []],
  ])('searched for %s finds %j', async (search, found) => {
    expect(await actsOf(`?${new URLSearchParams({ search })}`)).toEqual(found);
  });

  test('names who sent in what an act is about', async () => {
    const contactId = randomUUID();
    const signatureId = randomUUID();
    await site.db.insert(contactSubmissions).values({
      id: contactId,
      firstName: 'Awa',
      lastName: 'Diop',
      email: 'awa@example.org',
      country: 'Senegal',
      message: 'Hello',
      wantsNews: false,
      createdAt: start,
    });
    await site.db.insert(unityDeclarations).values({
      id: signatureId,
      fullName: 'Esi Owusu',
      email: 'esi@example.org',
      country: 'Ghana',
      wantsNews: false,
      signedAt: start,
    });
    const rows = [contactId, signatureId, randomUUID()].map((subject, n) => ({
      id: n,
      at: start,
      action: 'contact.triaged',
      actorId: null,
      subject,
      before: null,
      after: null,
    }));
    const described = await describeEntries(site.db, rows);
    expect(described.map(({ reference }) => reference)).toEqual(['Awa Diop', 'Esi Owusu', null]);
  });

  test('is narrowed to an area and to a time, whose end is not in it', async () => {
    expect(await actsOf('?status=content')).toEqual(['content.published']);
    expect(await actsOf('?status=accounts')).toHaveLength(3);
    const [from, before] = [day(1).toISOString(), day(3).toISOString()];
    expect(await actsOf(`?from=${from}&before=${before}`)).toEqual([
      'account.password_changed',
      'account.restored',
    ]);
    expect(await actsOf(`?before=${from}`)).toEqual(['account.suspended']);
    expect(await actsOf(`?from=${before}&status=accounts`)).toEqual([]);
  });

  test('gives one act by its id', async () => {
    const [first] = (await ask('?search=kettle')).body as AuditEntry[];
    expect(await actsOf(`?id=${first?.id}`)).toEqual(['kettle.boiled']);
    expect(await actsOf('?id=999999')).toEqual([]);
  });

  test.each([
    'id=1;drop',
    'id=99999999999999999999',
    'status=everything',
    'from=yesterday',
    'before=2026-13-01T00:00:00Z',
    'sort=action',
    'cursor=abc',
  ])('asked for %s answers 400', async (query) => {
    expect((await ask(`?${query}`)).status).toBe(400);
  });

  test.each([
    'from=0000-01-01T00:00:00Z',
    'from=1999-12-31T23:59:59Z',
    'before=0000-01-01T00:00:00Z',
    'before=9999-12-31T23:59:59Z',
  ])('asked for %s says which years it knows', async (query) => {
    expect(await ask(`?${query}`)).toMatchObject({
      status: 400,
      body: { message: 'Choose a day between 2000 and 2999.' },
    });
  });

  test('is nothing for members', async () => {
    expect((await ask('', kofi)).status).toBe(403);
    expect((await ask('', site.visitor())).status).toBe(401);
  });
});
