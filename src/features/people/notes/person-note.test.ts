import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { auditLog } from '../../../server/audit.store.ts';
import { openSite, type Site, type Visitor } from '../../../server/testing.ts';
import { fieldsOf } from '../../../shared/record.ts';
import { undoNewest } from '../../audit/undo/testing.ts';
import { contactSubmissions } from '../../contact/contact.store.ts';
import { donations } from '../../donations/donation.store.ts';
import { MOST_TAGS } from '../../submissions/triage/triage.rules.ts';
import { mergeJobs } from '../merge.jobs.ts';
import type { FoundPeople, Person, TimelineEntry } from '../person.contract.ts';
import { addTag, lockTags, personNotes, personTags } from './person-note.store.ts';

let site: Site;
let admin: Visitor & { id: string };
beforeAll(async () => {
  site = await openSite({ work: false, environment: { ADDRESS_LIMIT_FACTOR: '1000' } });
  admin = await site.loggedIn('owner');
});
afterAll(() => site.close());
beforeEach(async () => {
  await site.db.delete(personNotes);
  await site.db.delete(personTags);
});

let count = 0;
async function addPerson() {
  const [id, email] = [randomUUID(), `noted${++count}@example.org`];
  await site.db.insert(contactSubmissions).values({
    id,
    firstName: 'Awa',
    lastName: 'Diop',
    email,
    country: 'Senegal',
    message: 'Hello',
    wantsNews: false,
    createdAt: site.clock.now(),
  });
  return { id, email };
}
type Somebody = Awaited<ReturnType<typeof addPerson>>;

const path = ({ id }: Somebody, more = '') => `/api/admin/people/contact/${id}${more}`;
const tag = (of: Somebody, name: string, isOn = true, by: Visitor = admin) =>
  by.post(path(of, '/tags'), { tag: name, isOn });
const tagsOf = async (of: Somebody) => ((await admin.get(path(of))).body as Person).tags;

test('a note of a person is in their timeline with its author, and its words are in no log', async () => {
  const awa = await addPerson();
  const answer = await admin.post(path(awa, '/notes'), { text: '  Prefers the telephone.  ' });
  expect(answer.status, answer.text).toBe(201);
  const events = (await admin.get(path(awa, '/moments'))).body as TimelineEntry[];
  expect(events.find(({ kind }) => kind === 'note')).toMatchObject({
    text: 'Prefers the telephone.',
    by: expect.any(String),
    status: null,
  });
  const [known] = ((await admin.get(path(awa))).body as Person).addresses;
  expect(known?.requests.notes).toBe(1);
  const [row] = await site.db.select().from(auditLog).where(eq(auditLog.action, 'person.noted'));
  expect(row).toMatchObject({ subject: awa.id, actorId: admin.id });
  expect(JSON.stringify(row)).not.toContain('telephone');
});

test('a tag finds who bears it, in any case, and each person once', async () => {
  const [one, other, third] = [await addPerson(), await addPerson(), await addPerson()];
  await tag(one, 'griot circle');
  await tag(other, 'griot circle');
  await tag(third, 'griot');
  const find = async (text: string) => {
    const answer = await admin.post('/api/admin/people/search', { search: text });
    expect(answer.status, answer.text).toBe(200);
    const { people, hasMore } = answer.body as FoundPeople;
    return { emails: people.map(({ email }) => email).toSorted(), hasMore };
  };
  const both = [one.email, other.email].toSorted();
  expect(await find(' Griot Circle')).toEqual({ emails: both, hasMore: false });
  expect(await find('griot')).toEqual({ emails: [third.email], hasMore: false });
  // Nor twice who is found by name as well.
  await tag(one, 'awa');
  const { emails } = await find('awa');
  expect(new Set(emails).size).toBe(emails.length);
});

test('a tag is one of the whole person: merged addresses share it, and it is removed from all', async () => {
  const [one, other] = [await addPerson(), await addPerson()];
  await tag(one, 'Press');
  await tag(other, 'press');
  await tag(other, 'donor');
  await admin.post(path(one, '/merge'), { record: 'contact', id: other.id });
  expect(await tagsOf(one)).toEqual(['donor', 'press']);
  expect((await admin.get('/api/admin/people/tags')).body).toEqual(['press', 'donor']);
  expect((await tag(one, 'press', false)).status).toBe(200);
  expect(await tagsOf(other)).toEqual(['donor']);
  expect(await site.db.$count(personTags)).toBe(1);
});

test('a person has at most ten tags', async () => {
  const awa = await addPerson();
  for (let n = 1; n <= MOST_TAGS; n++) expect((await tag(awa, `tag ${n}`)).status).toBe(200);
  expect(await tag(awa, 'eleven')).toMatchObject({
    status: 400,
    body: { message: 'You can add at most ten tags' },
  });
  expect(await site.db.$count(personTags)).toBe(MOST_TAGS);
});

test.runIf(process.env.TEST_DATABASE === 'postgres')(
  'so they have when two administrators add one at once',
  async () => {
    const awa = await addPerson();
    for (let n = 1; n < MOST_TAGS; n++) await tag(awa, `tag ${n}`);
    const first = await (site.database.pool as Pool).connect();
    const tx = drizzle(first);
    await first.query('begin');
    await lockTags(tx, awa.email);
    await addTag(tx, { address: awa.email, tag: 'ten', addedAt: site.clock.now() });
    let isAnswered = false;
    const second = tag(awa, 'eleven').then(({ status }) => {
      isAnswered = true;
      return status;
    });
    await vi.waitFor(async () => expect(isAnswered || (await countWaiting()) === 1).toBe(true));
    await first.query('commit');
    first.release();
    expect(await second).toBe(400);
    expect(await site.db.$count(personTags)).toBe(MOST_TAGS);
  },
);

const countWaiting = async () => {
  const { rows } = await site.db.execute<{ n: number }>(sql`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  return rows[0]?.n;
};

test.each([true, false])(
  'a tag that was added (%s) or removed can be undone from the list',
  async (isOn) => {
    const awa = await addPerson();
    if (!isOn) await tag(awa, 'press');
    await tag(awa, 'press', isOn);
    await undoNewest(admin, isOn ? 'person.tagged' : 'person.untagged');
    expect(await tagsOf(awa)).toEqual(isOn ? [] : ['press']);
  },
);

test('who may only read submissions neither notes nor tags', async () => {
  const awa = await addPerson();
  const viewer = await site.loggedIn('viewer');
  expect((await tag(awa, 'press', true, viewer)).status).toBe(403);
  expect((await viewer.post(path(awa, '/notes'), { text: 'Hello' })).status).toBe(403);
  expect(fieldsOf((await viewer.get(path(awa))).body).tags).toEqual([]);
  expect((await site.db.$count(personNotes)) + (await site.db.$count(personTags))).toBe(0);
});

test('who may not read submissions reads neither notes nor tags', async () => {
  const awa = await addPerson();
  await tag(awa, 'press');
  await admin.post(path(awa, '/notes'), { text: 'Prefers the telephone.' });
  const viewer = await site.loggedIn('viewer');
  expect((await viewer.get(path(awa, '/moments'))).text).toContain('telephone');
  const [editor, member] = [await site.loggedIn('editor'), await site.loggedIn('member')];
  for (const url of [path(awa), path(awa, '/moments'), '/api/admin/people/tags']) {
    expect((await viewer.get(url)).status, url).toBe(200);
    for (const by of [editor, member]) expect((await by.get(url)).status, url).toBe(403);
    expect((await site.visitor().get(url)).status, url).toBe(401);
  }
});

test('an address of which one may read no record is neither tagged nor noted by a merge with it', async () => {
  const awa = await addPerson();
  const donation = randomUUID();
  await site.db.insert(donations).values({
    id: donation,
    donorEmail: `donor${++count}@example.org`,
    amountCents: 2500n,
    receivedOn: '2026-11-01',
    recordedBy: admin.id,
    createdAt: site.clock.now(),
  });
  const donor = `/api/admin/people/donation/${donation}`;
  await admin.post(`${donor}/tags`, { tag: 'donor', isOn: true });
  await admin.post(`${donor}/notes`, { text: 'Gives each month.' });
  await admin.post(path(awa, '/merge'), { record: 'donation', id: donation });
  const moderator = await site.loggedIn('moderator');
  expect(fieldsOf((await moderator.get(path(awa))).body).tags).toEqual([]);
  expect((await moderator.get(path(awa, '/moments'))).text).not.toContain('each month');
  expect((await moderator.get(donor)).status).toBe(403);
  expect((await moderator.post(`${donor}/notes`, { text: 'Hello' })).status).toBe(403);
  await tag(awa, 'donor', false, moderator);
  expect(await tagsOf(awa)).toEqual(['donor']);
});

test('notes and tags are forgotten in the night after the last record of the address is gone', async () => {
  const [gone, stays] = [await addPerson(), await addPerson()];
  for (const one of [gone, stays]) {
    await tag(one, 'press');
    await admin.post(path(one, '/notes'), { text: 'Hello' });
  }
  await site.db.delete(contactSubmissions).where(eq(contactSubmissions.id, gone.id));
  await mergeJobs[0]?.handle({}, { context: site.context, log: site.app.log });
  for (const table of [personNotes, personTags])
    expect((await site.db.select().from(table)).map(({ address }) => address)).toEqual([
      stays.email,
    ]);
});
