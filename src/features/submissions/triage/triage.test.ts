import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditLog } from '../../../server/audit.store.ts';
import { openSite, type Site } from '../../../server/testing.ts';
import { days, hours } from '../../../shared/time.ts';
import { contactSubmissions } from '../../contact/contact.store.ts';
import { users } from '../../../server/user.store.ts';
import { volunteerSubmissions } from '../../volunteer/volunteer.store.ts';
import { daysWaited } from './triage.rules.ts';
import { contactNotes, contactTriage } from './triage.store.ts';

type Browser = Awaited<ReturnType<Site['loggedIn']>>;
let site: Site;
let admin: Browser;
let other: Browser;
beforeAll(async () => {
  site = await openSite({ work: false });
  admin = await site.loggedIn('admin');
  other = await site.loggedIn('admin');
  await site.db.update(users).set({ firstName: 'Awa' }).where(eq(users.id, admin.id));
  await site.db.update(users).set({ firstName: 'Kofi' }).where(eq(users.id, other.id));
});
beforeEach(async () => {
  await site.db.delete(contactSubmissions);
});
afterAll(() => site.close());

const ago = (ms: number) => new Date(site.clock.now().getTime() - ms);

/** A request that came in so long ago; its id. */
async function received(msAgo = 0, email = 'awa@example.org') {
  const id = randomUUID();
  await site.db.insert(contactSubmissions).values({
    id,
    firstName: 'Awa',
    lastName: 'Diop',
    email,
    country: 'Senegal',
    message: 'Hello',
    wantsNews: false,
    createdAt: ago(msAgo),
  });
  return id;
}

const place = (id: string, kind = 'contact') => `/api/admin/triage/${kind}/${id}`;
const untouched = { status: 'new', ownerId: null, tags: [], version: 0 };
const change = (id: string, body: object, by = admin) =>
  by.put(place(id), { ...untouched, ...body });

interface Triage {
  status: string;
  owner: { id: string; name: string } | null;
  tags: string[];
  version: number;
  daysWaited: number | null;
  changedBy: string | null;
  notes: { text: string; author: string | null; at: string }[];
}
const found = async (id: string) => {
  const answer = await admin.get(place(id));
  expect(answer.status, answer.text).toBe(200);
  return answer.body as Triage;
};
const listed = async (query: string) => {
  const answer = await admin.get(`/api/admin/contact?${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as { id: string; email: string; triage: Triage }[];
};

describe('how a request is answered', () => {
  test('begins as new and nobody’s', async () => {
    const id = await received();
    expect(await found(id)).toEqual({
      status: 'new',
      owner: null,
      tags: [],
      version: 0,
      daysWaited: null,
      changedBy: null,
      changedAt: null,
      notes: [],
    });
    expect((await listed(''))[0]?.triage).toEqual({
      status: 'new',
      owner: null,
      tags: [],
      version: 0,
      daysWaited: null,
    });
  });

  test('is kept with who changed it, each tag once and in small letters, and is in the audit', async () => {
    const id = await received();
    const body = { status: 'in_progress', ownerId: other.id, tags: [' Press ', 'press', 'Ghana'] };
    const answer = await change(id, body);
    expect([answer.status, answer.body]).toEqual([200, { message: 'The changes are saved.' }]);
    expect(await found(id)).toMatchObject({
      status: 'in_progress',
      owner: { id: other.id, name: 'Kofi admin' },
      tags: ['press', 'ghana'],
      version: 1,
      changedBy: 'Awa admin',
    });
    const [act] = await site.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, id))
      .orderBy(auditLog.id);
    expect(act).toMatchObject({
      actorId: admin.id,
      action: 'contact_submission.triaged',
      before: null,
      after: { status: 'in_progress', ownerId: other.id, tags: ['press', 'ghana'] },
    });
    const choices = (await admin.get('/api/admin/triage/choices')).body as {
      administrators: object[];
      tags: string[];
    };
    expect(choices.tags).toEqual(['ghana', 'press']);
    expect(choices.administrators).toContainEqual({ id: other.id, name: 'Kofi admin' });
  });

  test('is refused to who has not seen what another administrator did, and shows them that', async () => {
    const id = await received();
    expect((await change(id, { status: 'answered', tags: ['press'] }, other)).status).toBe(200);
    const late = await change(id, { status: 'closed' });
    expect(late.status).toBe(409);
    expect(late.body).toMatchObject({
      message: 'Someone else has changed this in the meantime. What you chose is still here.',
      now: { status: 'answered', tags: ['press'], version: 1, changedBy: 'Kofi admin' },
    });
    expect((await found(id)).status).toBe('answered');
    expect((await change(id, { status: 'closed', version: 1 })).status).toBe(200);
    expect((await change(id, { status: 'new', version: 1 })).status).toBe(409);
    expect(await found(id)).toMatchObject({ status: 'closed', version: 2 });
  });

  test('is changed by one of many who press at once', async () => {
    const id = await received();
    for (const version of [0, 1]) {
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => change(id, { status: 'closed', version })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    }
    expect(await site.db.$count(contactTriage, eq(contactTriage.submissionId, id))).toBe(1);
    expect(await site.db.$count(auditLog, eq(auditLog.subject, id))).toBe(2);
  });

  test.each([
    ['an unknown status', { status: 'lost' }, 400, 'Please choose a status'],
    ['an owner who is unknown', { ownerId: randomUUID() }, 400, 'Please choose an administrator'],
    [
      'a long tag',
      { tags: ['x'.repeat(31)] },
      400,
      'Please shorten the tag to one line of at most 30 characters',
    ],
    [
      'an empty tag',
      { tags: [' '] },
      400,
      'Please shorten the tag to one line of at most 30 characters',
    ],
    [
      'eleven tags',
      { tags: Array.from({ length: 11 }, (_, n) => `t${n}`) },
      400,
      'You can add at most ten tags',
    ],
    ['a field of its own', { changedBy: randomUUID() }, 400, 'This field is not accepted.'],
  ])('does not take %s', async (_, body, status, message) => {
    const id = await received();
    const answer = await change(id, body);
    expect([answer.status, (answer.body as { message: string }).message]).toEqual([
      status,
      message,
    ]);
    expect((await found(id)).version).toBe(0);
  });

  test('is nobody’s work but an administrator’s', async () => {
    const id = await received();
    const member = await site.loggedIn('member');
    const answer = await change(id, { ownerId: member.id });
    expect(answer.body).toEqual({
      message: 'Please choose an administrator',
      fields: { ownerId: 'Please choose an administrator' },
    });
  });

  test('is given to no suspended administrator, and stays with one who was suspended since', async () => {
    const [id, owned] = [await received(), await received()];
    const away = await site.loggedIn('admin');
    expect((await change(owned, { ownerId: away.id })).status).toBe(200);
    const now = site.clock.now();
    await site.db.update(users).set({ suspendedAt: now }).where(eq(users.id, away.id));
    expect((await change(id, { ownerId: away.id })).body).toEqual({
      message: 'Please choose an administrator',
      fields: { ownerId: 'Please choose an administrator' },
    });
    const choices = (await admin.get('/api/admin/triage/choices')).body as {
      administrators: { id: string }[];
      owners: { id: string; name: string }[];
    };
    expect(choices.administrators.map((one) => one.id)).not.toContain(away.id);
    // What they own can still be looked for.
    expect(choices.owners.filter((one) => one.id === away.id)).toHaveLength(1);
    const unchanged = { ownerId: away.id, status: 'answered', version: 1 };
    expect((await change(owned, unchanged)).status).toBe(200);
    expect((await found(owned)).owner?.id).toBe(away.id);
  });

  test('is nobody’s again once its owner’s account is gone, and still says that somebody wrote', async () => {
    const id = await received();
    const leaving = await site.loggedIn('admin');
    await change(id, { ownerId: leaving.id }, leaving);
    await leaving.post(`${place(id)}/notes`, { text: 'Called her.' });
    await site.db.delete(users).where(eq(users.id, leaving.id));
    expect(await found(id)).toMatchObject({
      owner: null,
      changedBy: null,
      notes: [{ text: 'Called her.', author: null }],
    });
  });

  test('of nothing that came in is not found', async () => {
    const id = randomUUID();
    for (const answer of [
      await admin.get(place(id)),
      await change(id, {}),
      await admin.post(`${place(id)}/notes`, { text: 'Nobody' }),
      await admin.get(place(await received(), 'users')),
      await admin.get(place(await received(), 'partner')),
    ])
      expect(answer.status).toBe(404);
  });

  test('goes with the request', async () => {
    const id = await received();
    await change(id, { status: 'closed' });
    await admin.post(`${place(id)}/notes`, { text: 'Called her.' });
    await site.db.delete(contactSubmissions);
    expect(await site.db.$count(contactTriage)).toBe(0);
    expect(await site.db.$count(contactNotes)).toBe(0);
  });

  test('is the same for volunteers and partners', async () => {
    const id = randomUUID();
    await site.db.insert(volunteerSubmissions).values({
      id,
      firstName: 'Esi',
      lastName: 'Owusu',
      email: 'esi@example.org',
      country: 'Ghana',
      phone: null,
      skills: 'Carpentry',
      experience: null,
      availability: 'Project-based',
      motivation: 'One cloth.',
      wantsNews: false,
      createdAt: ago(0),
    });
    const answer = await admin.put(place(id, 'volunteer'), { ...untouched, status: 'answered' });
    expect(answer.status).toBe(200);
    const rows = async (list: string, status: string) =>
      (await admin.get(`/api/admin/${list}?status=${status}`)).body as { id: string }[];
    expect((await rows('volunteer-submissions', 'answered')).map((row) => row.id)).toEqual([id]);
    expect(await rows('volunteer-submissions', 'new')).toEqual([]);
    expect(await rows('partner-submissions', 'answered')).toEqual([]);
  });
});

describe('a note', () => {
  test('is added with who wrote it and when, the newest first, and its words are not in the audit', async () => {
    const id = await received();
    const answer = await admin.post(`${place(id)}/notes`, { text: ' Called her. ' });
    expect([answer.status, answer.body]).toEqual([201, { message: 'The note is added.' }]);
    site.clock.advance(1000);
    await other.post(`${place(id)}/notes`, { text: 'She wrote back.' });
    const { notes, version } = await found(id);
    expect(notes.map(({ text, author }) => [text, author])).toEqual([
      ['She wrote back.', 'Kofi admin'],
      ['Called her.', 'Awa admin'],
    ]);
    expect(version, 'a note is in nobody’s way').toBe(0);
    const acts = await site.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, id))
      .orderBy(auditLog.id);
    expect(acts.map(({ action }) => action)).toEqual([
      'contact_submission.noted',
      'contact_submission.noted',
    ]);
    expect(JSON.stringify(acts)).not.toContain('Called her');
  });

  test.each([
    ['nothing', ' ', 'Please write a note'],
    ['a book', 'x'.repeat(2001), 'Please shorten this to at most 2,000 characters'],
  ])('of %s is refused', async (_, text, message) => {
    const id = await received();
    const answer = await admin.post(`${place(id)}/notes`, { text });
    expect([answer.status, (answer.body as { message: string }).message]).toEqual([400, message]);
  });
});

describe('the list', () => {
  test('is narrowed to a status, an owner, a tag and what has waited too long', async () => {
    const [fresh, old, taken, done] = [
      await received(hours(1), 'fresh@example.org'),
      await received(days(4), 'old@example.org'),
      await received(days(5), 'taken@example.org'),
      await received(days(6), 'done@example.org'),
    ];
    await change(taken, { status: 'in_progress', ownerId: admin.id, tags: ['press'] });
    await change(done, { status: 'answered', ownerId: other.id });
    const ids = async (query: string) => (await listed(query)).map(({ id }) => id);
    expect(await ids('status=new')).toEqual([fresh, old]);
    expect(await ids('status=in_progress')).toEqual([taken]);
    expect(await ids('status=answered')).toEqual([done]);
    expect(await ids('status=closed')).toEqual([]);
    expect(await ids('status=waiting')).toEqual([old, taken]);
    expect(await ids('owner=nobody')).toEqual([fresh, old]);
    expect(await ids(`owner=${admin.id}`)).toEqual([taken]);
    expect(await ids('tag=press')).toEqual([taken]);
    expect(await ids(`tag=press&owner=${other.id}`)).toEqual([]);
    expect(await ids('status=waiting&owner=nobody&search=OLD')).toEqual([old]);
    const waited = (await listed('sort=-createdAt')).map(({ triage }) => triage.daysWaited);
    expect(waited, 'who was answered waits no more').toEqual([null, 4, 5, null]);
  });

  test('keeps its owner and its total from page to page', async () => {
    for (let n = 0; n < 3; n += 1) await change(await received(n), { ownerId: admin.id });
    await received();
    const first = await admin.get(`/api/admin/contact?owner=${admin.id}&limit=2`);
    expect(first.headers['x-total-count']).toBe('3');
    const [, next = ''] = /<(.+)>/.exec(String(first.headers.link)) ?? [];
    const second = await admin.get(next);
    expect(second.body).toHaveLength(1);
  });

  test.each(['status=lost', 'owner=me', `tag=${'x'.repeat(31)}`])(
    'does not take %s',
    async (query) => {
      expect((await admin.get(`/api/admin/contact?${query}`)).status).toBe(400);
    },
  );
});

test.each([
  ['new', days(3), null],
  ['new', days(3) + 1, 3],
  ['in_progress', days(10), 10],
  ['answered', days(10), null],
  ['closed', days(10), null],
] as const)('what is %s after %i ms is marked with %s days', (status, waitedMs, marked) => {
  const now = new Date('2026-11-21T12:00:00Z');
  const receivedAt = new Date(now.getTime() - waitedMs);
  expect(daysWaited({ status, receivedAt }, now)).toBe(marked);
});
