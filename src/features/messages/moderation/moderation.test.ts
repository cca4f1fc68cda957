import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSite, type Site } from '../../../server/testing.ts';
import { users } from '../../../server/user.store.ts';
import { accountsOf } from '../../members/testing.accounts.ts';
import type { Report } from './moderation.contract.ts';
import { addReport, messageReports } from '../reports/report.store.ts';

type Person = Awaited<ReturnType<Site['loggedIn']>>;

let site: Site;
let accounts: ReturnType<typeof accountsOf>;
let admin: Person;
beforeAll(async () => {
  site = await openSite({ work: false, environment: { ADDRESS_LIMIT_FACTOR: '1000' } });
  accounts = accountsOf(site);
});
afterAll(() => site.close());
beforeEach(async () => {
  await site.db.delete(messageReports);
  admin = await site.loggedIn('admin');
});

const emailOf = (id: string) => `${id}@example.org`;

interface Case {
  by?: string;
  about?: string;
  messageId?: string;
  content?: string;
}

/** A report as the members’ side keeps it; each a second younger than the one before. */
async function report({
  by = randomUUID(),
  about = randomUUID(),
  messageId = randomUUID(),
  content = 'Buy <b>phones</b>!',
}: Case = {}) {
  site.clock.advance(1000);
  const id = randomUUID();
  await addReport(site.db, {
    id,
    messageId,
    reporterId: by,
    reportedId: about,
    reason: 'spam',
    note: 'I do not know this person.',
    subject: 'An offer',
    content,
    sentAt: new Date(site.clock.now().getTime() - 60_000),
    createdAt: site.clock.now(),
  });
  return id;
}

const list = async (query = '') => {
  const answer = await admin.get(`/api/admin/reports?${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as Report[];
};
const resolve = (id: string, body: object, by = admin) =>
  by.post(`/api/admin/reports/${id}/resolve`, body);
const messageOf = (answer: { body: unknown }) => (answer.body as { message: string }).message;
const rowOf = async (id: string) =>
  (await site.db.select().from(messageReports).where(eq(messageReports.id, id)))[0];

describe('the list of reports', () => {
  test('shows the words as they were, who is about whom, and no password', async () => {
    const [reporter, offender] = [await site.loggedIn('member'), await site.loggedIn('member')];
    const id = await report({ by: reporter.id, about: offender.id });
    const answer = await admin.get('/api/admin/reports?status=open');
    expect(answer.body).toMatchObject([
      {
        id,
        reason: 'spam',
        note: 'I do not know this person.',
        subject: 'An offer',
        content: 'Buy <b>phones</b>!',
        reporter: { id: reporter.id, email: emailOf(reporter.id), lastName: 'member' },
        reported: {
          id: offender.id,
          email: emailOf(offender.id),
          isAdmin: false,
          suspendedAt: null,
        },
        others: [],
        othersInAll: 0,
        outcome: null,
        resolvedBy: null,
      },
    ]);
    expect(answer.text).not.toMatch(/password|argon2|totp/i);
  });

  test('names the other reports about the same member, ten at most, and counts all', async () => {
    const offender = randomUUID();
    const ids: string[] = [];
    for (let at = 0; at < 13; at++) ids.push(await report({ about: offender }));
    await report();
    const [, newest, ...older] = await list('status=open');
    expect(newest?.id).toBe(ids.at(-1));
    expect(newest?.othersInAll).toBe(12);
    expect(newest?.others.map((one) => one.id)).toEqual(ids.slice(2, 12).toReversed());
    expect(older.every(({ others, id }) => others.every((one) => one.id !== id))).toBe(true);
  });

  test('parts the open from the decided, the newest or the oldest first', async () => {
    const [one, two, three] = [await report(), await report(), await report()];
    await resolve(two, { outcome: 'dismissed' });
    expect((await list('status=open')).map(({ id }) => id)).toEqual([three, one]);
    expect((await list('status=open&sort=createdAt')).map(({ id }) => id)).toEqual([one, three]);
    expect((await list('status=resolved')).map(({ id }) => id)).toEqual([two]);
    expect(await list()).toHaveLength(3);
  });

  test('is walked page by page, each report once, and keeps its filter', async () => {
    const ids = [await report(), await report(), await report()];
    const decided = await report();
    await resolve(decided, { outcome: 'dismissed' });
    const first = await admin.get('/api/admin/reports?status=open&limit=2');
    const next = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? '';
    const second = await admin.get(next);
    const seen = [...(first.body as Report[]), ...(second.body as Report[])].map(({ id }) => id);
    expect(seen).toEqual(ids.toReversed());
    expect([first.headers['x-total-count'], second.headers.link]).toEqual(['3', undefined]);
  });

  test('is searched by the words and by the people', async () => {
    const offender = await site.loggedIn('member');
    await accounts.change(offender.id, { firstName: 'Zéphyrin', lastName: 'Quist' });
    const about = await report({ about: offender.id, content: 'Hello' });
    const worded = await report({ content: 'A hundred camels' });
    expect((await list('search=zéphyrin%20quist')).map(({ id }) => id)).toEqual([about]);
    expect((await list('search=CAMELS')).map(({ id }) => id)).toEqual([worded]);
  });

  test.each(['status=waiting', 'limit=0', 'cursor=x', 'sort=reason'])(
    'refuses %s',
    async (query) => {
      expect((await admin.get(`/api/admin/reports?${query}`)).status).toBe(400);
    },
  );

  test('shows people whose account is gone without a name', async () => {
    await report();
    const [row] = await list();
    expect([row?.reported.email, row?.reporter.firstName]).toEqual([null, null]);
  });
});

test('the waiting reports are counted, with the oldest of them', async () => {
  expect((await admin.get('/api/admin/reports/waiting')).body).toEqual({ waiting: 0, since: null });
  const first = await report();
  const since = (await rowOf(first))?.createdAt.toISOString();
  await report();
  expect((await admin.get('/api/admin/reports/waiting')).body).toEqual({ waiting: 2, since });
  await resolve(first, { outcome: 'dismissed' });
  expect((await admin.get('/api/admin/reports/waiting')).body).toMatchObject({ waiting: 1 });
});

describe('a report', () => {
  test('that is dismissed does nothing to the member and keeps the words for administrators', async () => {
    const offender = await site.loggedIn('member');
    const id = await report({ about: offender.id });
    const answer = await resolve(id, { outcome: 'dismissed', resolution: 'A joke among friends.' });
    expect([answer.status, messageOf(answer)]).toEqual([
      200,
      'The report is closed. The member is not affected.',
    ]);
    expect(await accounts.mailsTo(emailOf(offender.id))).toEqual([]);
    expect((await offender.get('/api/auth/user')).status).toBe(200);
    expect(await list('status=resolved')).toMatchObject([
      {
        id,
        outcome: 'dismissed',
        resolution: 'A joke among friends.',
        resolvedBy: { id: admin.id },
      },
    ]);
    expect(await accounts.actsOn(id)).toMatchObject([
      {
        action: 'message_report.resolved',
        actorId: admin.id,
        after: { outcome: 'dismissed', memberId: offender.id },
      },
    ]);
  });

  test('that ends in a warning mails the words to the member and names nobody who reported', async () => {
    const [reporter, offender] = [await site.loggedIn('member'), await site.loggedIn('member')];
    const id = await report({ by: reporter.id, about: offender.id });
    const words = 'Please sell nothing here.';
    expect((await resolve(id, { outcome: 'warned', resolution: words })).status).toBe(200);
    const mails = await accounts.mailsTo(emailOf(offender.id));
    expect(mails).toMatchObject([{ template: 'member-warned', props: { words } }]);
    expect(JSON.stringify(mails)).not.toContain(reporter.id);
    expect(await accounts.mailsTo(emailOf(reporter.id))).toEqual([]);
    expect((await offender.get('/api/auth/user')).status).toBe(200);
  });

  test('that ends in a suspension shuts the member out at once, with a mail and both audit rows', async () => {
    const offender = await site.loggedIn('member');
    const id = await report({ about: offender.id });
    const reason = 'You sold phones.';
    expect((await resolve(id, { outcome: 'suspended', resolution: reason })).status).toBe(200);
    expect((await offender.get('/api/auth/user')).status).toBe(401);
    expect((await accounts.row(offender.id))?.suspendedFor).toBe(reason);
    expect(await accounts.mailsTo(emailOf(offender.id))).toMatchObject([
      { template: 'account-suspended', props: { reason } },
    ]);
    expect((await accounts.actsOn(offender.id)).map(({ action }) => action)).toEqual([
      'account.suspended',
    ]);
    expect((await accounts.actsOn(id)).map(({ action }) => action)).toEqual([
      'message_report.resolved',
    ]);
  });

  test('about one who is suspended already can end in a suspension, which stays as it was', async () => {
    const offender = await site.loggedIn('member');
    await admin.post(`/api/admin/users/${offender.id}/suspend`, { reason: 'First.' });
    const id = await report({ about: offender.id });
    expect((await resolve(id, { outcome: 'suspended', resolution: 'Second.' })).status).toBe(200);
    expect((await accounts.row(offender.id))?.suspendedFor).toBe('First.');
    expect(await accounts.mailsTo(emailOf(offender.id))).toHaveLength(1);
  });

  test('closes every open report about the same message and no other', async () => {
    const [messageId, about] = [randomUUID(), randomUUID()];
    const one = await report({ messageId, about });
    const two = await report({ messageId, about });
    const other = await report({ about });
    expect((await resolve(one, { outcome: 'dismissed' })).status).toBe(200);
    expect((await rowOf(two))?.outcome).toBe('dismissed');
    expect((await rowOf(other))?.outcome).toBeNull();
    expect((await resolve(two, { outcome: 'dismissed' })).status).toBe(409);
  });

  test('is decided about once, whoever is first', async () => {
    const offender = await site.loggedIn('member');
    const id = await report({ about: offender.id });
    const second = await site.loggedIn('admin');
    const answers = await Promise.all([
      resolve(id, { outcome: 'warned', resolution: 'Please stop.' }),
      resolve(id, { outcome: 'warned', resolution: 'Please stop it.' }, second),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await accounts.mailsTo(emailOf(offender.id))).toHaveLength(1);
  });

  test.each([
    ['warned', {}],
    ['warned', { resolution: '  ' }],
    ['suspended', {}],
    ['suspended', { resolution: 'a'.repeat(1001) }],
    ['forgiven', { resolution: 'Fine.' }],
    ['warned', { resolution: 'Stop.', reportedId: randomUUID() }],
  ])('is not ended as %s with %j', async (outcome, more) => {
    const id = await report();
    expect((await resolve(id, { outcome, ...more })).status).toBe(400);
    expect((await rowOf(id))?.resolvedAt).toBeNull();
  });

  test.each(['warned', 'suspended'])(
    'about one whose account is gone is not ended as %s',
    async (outcome) => {
      const id = await report();
      const answer = await resolve(id, { outcome, resolution: 'Stop.' });
      expect([answer.status, messageOf(answer)]).toEqual([
        409,
        'This member has deleted their account. You can only dismiss the report.',
      ]);
      expect((await resolve(id, { outcome: 'dismissed' })).status).toBe(200);
    },
  );

  test('that does not exist is 404', async () => {
    expect((await resolve(randomUUID(), { outcome: 'dismissed' })).status).toBe(404);
  });

  test('about an administrator is for another one to decide, while there is one', async () => {
    const id = await report({ about: admin.id });
    const answer = await resolve(id, { outcome: 'dismissed' });
    expect([answer.status, messageOf(answer)]).toEqual([
      403,
      'This report is about you. Another administrator must decide.',
    ]);
    await site.db.update(users).set({ isAdmin: false, role: null }).where(eq(users.isAdmin, true));
    await accounts.change(admin.id, { isAdmin: true });
    expect((await resolve(id, { outcome: 'suspended', resolution: 'Me.' })).status).toBe(409);
    expect((await resolve(id, { outcome: 'dismissed' })).status).toBe(200);
  });

  test('that would suspend an administrator asks for a recent password and is open until then', async () => {
    const boss = await site.loggedIn('admin');
    const id = await report({ about: boss.id });
    await accounts.age(admin.id);
    const body = { outcome: 'suspended', resolution: 'You sold phones.' };
    const answer = await resolve(id, body);
    expect([answer.status, (answer.body as { reason: string }).reason]).toEqual([
      403,
      'reauthenticate',
    ]);
    expect((await rowOf(id))?.resolvedAt).toBeNull();
  });
});

test.each([
  ['GET', '/api/admin/reports'],
  ['GET', '/api/admin/reports/waiting'],
  ['POST', `/api/admin/reports/${randomUUID()}/resolve`],
] as const)('%s %s is closed to strangers and members', async (method, path) => {
  const body = method === 'POST' ? { outcome: 'dismissed' } : undefined;
  expect((await site.visitor().send(method, path, body)).status).toBe(401);
  expect((await (await site.loggedIn('member')).send(method, path, body)).status).toBe(403);
});
