import { randomUUID } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditLog } from '../../server/audit.store.ts';
import { inTransaction } from '../../server/database/database.ts';
import { openSite, type Site, type Visitor } from '../../server/testing.ts';
import { users } from '../../server/user.store.ts';
import { fieldsOf } from '../../shared/record.ts';
import { newestOf, undoNewest } from '../audit/undo/testing.ts';
import { contactSubmissions } from '../contact/contact.store.ts';
import { unityDeclarations } from '../declaration/declaration.store.ts';
import { donations } from '../donations/donation.store.ts';
import { mailSuppressions } from '../mail/suppressions/suppression.store.ts';
import { mergeJobs } from './merge.jobs.ts';
import { mergeData } from './merge.service.ts';
import { addressMerges, listMergedWith } from './merge.store.ts';
import type { FoundPeople, Person, TimelineEntry } from './person.contract.ts';

let site: Site;
let admin: Visitor & { id: string };
beforeAll(async () => {
  site = await openSite({ work: false, environment: { ADDRESS_LIMIT_FACTOR: '1000' } });
  admin = await site.loggedIn('owner');
});
beforeEach(() => site.db.delete(addressMerges));
afterAll(() => site.close());

interface Ref {
  record: 'signature' | 'contact' | 'account' | 'donation';
  id: string;
}

let count = 0;
/** Adds someone with an address of their own, known by a message. */
async function addPerson(lastName = 'Diop', email = `p${++count}@example.org`) {
  const id = randomUUID();
  await site.db.insert(contactSubmissions).values({
    id,
    firstName: 'Awa',
    lastName,
    email,
    country: 'Senegal',
    message: `From ${email}`,
    wantsNews: false,
    createdAt: site.clock.now(),
  });
  return { email, ref: { record: 'contact', id } as Ref };
}
const path = ({ record, id }: Ref, more = '') => `/api/admin/people/${record}/${id}${more}`;
const merge = (one: Ref, other: Ref, by: Visitor = admin) => by.post(path(one, '/merge'), other);
async function merged(one: Ref, other: Ref): Promise<string> {
  const answer = await merge(one, other);
  expect(answer.status, answer.text).toBe(200);
  return fieldsOf(answer.body).id as string;
}
const undo = (id: string, by: Visitor = admin) => by.post(`/api/admin/people/merges/${id}/undo`);
const separate = (of: Ref, by: Visitor = admin) => by.post(path(of, '/separate'));
async function shown(of: Ref, by: Visitor = admin) {
  const answer = await by.get(path(of));
  expect(answer.status, answer.text).toBe(200);
  return (answer.body as Person).addresses;
}
const emailsOf = async (of: Ref, by?: Visitor) => (await shown(of, by)).map(({ email }) => email);
async function find(search: string) {
  const answer = await admin.post('/api/admin/people/search', { search });
  expect(answer.status, answer.text).toBe(200);
  return (answer.body as FoundPeople).people;
}

describe('two addresses of one person', () => {
  test('are shown together through a record of either, each record with its own address', async () => {
    const [one, other] = [await addPerson(), await addPerson()];
    // Later than the messages: names are listed with the newest first.
    const now = new Date(site.clock.now().getTime() + 1000);
    const signature = randomUUID();
    await site.db.insert(unityDeclarations).values({
      id: signature,
      fullName: 'Awa Ndiaye',
      email: other.email,
      country: 'Mali',
      wantsNews: true,
      signedAt: now,
    });
    await site.db.insert(donations).values({
      id: randomUUID(),
      donorEmail: other.email,
      amountCents: 2500n,
      receivedOn: '2026-11-01',
      recordedBy: admin.id,
      createdAt: now,
    });
    await site.db.insert(mailSuppressions).values({
      id: randomUUID(),
      address: one.email,
      reason: 'bounced',
      createdAt: now,
    });
    await merged(one.ref, other.ref);

    const addresses = await shown(one.ref);
    expect(addresses).toMatchObject([
      {
        ...one.ref,
        email: one.email,
        signature: null,
        requests: { contact: 1 },
        donations: { count: 0 },
        suppression: { reason: 'bounced' },
      },
      {
        email: other.email,
        names: ['Awa Ndiaye', 'Awa Diop'],
        signature: { id: signature },
        requests: { contact: 1 },
        donations: { count: 1, total: '25.00' },
        suppression: null,
      },
    ]);
    expect(await emailsOf({ record: 'signature', id: signature })).toEqual([
      other.email,
      one.email,
    ]);
    const events = (await admin.get(path(one.ref, '/moments'))).body as TimelineEntry[];
    expect(events.map(({ kind, email }) => `${kind} ${email}`).toSorted()).toEqual(
      [
        `contact ${one.email}`,
        `contact ${other.email}`,
        `donated ${other.email}`,
        `signed ${other.email}`,
      ].toSorted(),
    );
  });

  test('are one timeline, a page at a time without a gap or a repetition', async () => {
    const [one, other] = [await addPerson(), await addPerson()];
    for (let n = 0; n < 3; n++) await addPerson('Diop', n % 2 ? one.email : other.email);
    await merged(one.ref, other.ref);
    const ids: string[] = [];
    for (let query = '?limit=2'; query; ) {
      const answer = await admin.get(path(one.ref, `/moments${query}`));
      ids.push(...(answer.body as TimelineEntry[]).map(({ id }) => id));
      query = /<[^>]*(\?[^>]+)>/.exec(String(answer.headers.link ?? ''))?.[1] ?? '';
    }
    expect([ids.length, new Set(ids).size]).toEqual([5, 5]);
  });

  test('are one entry of the search, by the address that was asked for', async () => {
    const name = `Ouattara${++count}`;
    const [one, other, apart] = [
      await addPerson(name),
      await addPerson(name),
      await addPerson(name),
    ];
    await merged(one.ref, other.ref);
    const people = await find(name);
    expect(people).toHaveLength(2);
    const together = people.find(({ mergedWith }) => mergedWith.length > 0);
    expect([together?.email, ...(together?.mergedWith ?? [])].toSorted()).toEqual(
      [one.email, other.email].toSorted(),
    );
    expect(people.map(({ email }) => email)).toContain(apart.email);
    expect(await find(other.email)).toMatchObject([{ email: other.email, id: other.ref.id }]);
  });

  test('may be joined by a third and by another two, and leave one at a time', async () => {
    const [a, b, c, d] = [
      await addPerson(),
      await addPerson(),
      await addPerson(),
      await addPerson(),
    ];
    await merged(a.ref, b.ref);
    await merged(c.ref, d.ref);
    await merged(b.ref, c.ref);
    const all = [a, b, c, d].map(({ email }) => email);
    for (const { ref } of [a, b, c, d])
      expect((await emailsOf(ref)).toSorted()).toEqual(all.toSorted());

    // The one in the middle: the others stay together.
    expect((await separate(b.ref)).status).toBe(200);
    expect(await emailsOf(b.ref)).toEqual([b.email]);
    expect((await emailsOf(a.ref)).toSorted()).toEqual([a.email, c.email, d.email].toSorted());
    expect((await separate(d.ref)).status).toBe(200);
    expect((await emailsOf(a.ref)).toSorted()).toEqual([a.email, c.email].toSorted());
  });

  test('change no file, and each is still written to on its own', async () => {
    const [one, other] = [await addPerson(), await addPerson()];
    const file = async () => (await admin.get('/api/admin/export/contact-submissions')).text;
    const audience = async () =>
      (await admin.get('/api/admin/mail-pool?unasked=true&limit=100')).text;
    const before = [await file(), await audience()];
    for (const { email } of [one, other]) for (const text of before) expect(text).toContain(email);
    await merged(one.ref, other.ref);
    expect([await file(), await audience()]).toEqual(before);
  });
});

describe('a merge is undone', () => {
  test('at once, and takes back exactly what it joined', async () => {
    const [a, b, c, d] = [
      await addPerson(),
      await addPerson(),
      await addPerson(),
      await addPerson(),
    ];
    await merged(a.ref, b.ref);
    await merged(c.ref, d.ref);
    const last = await merged(a.ref, c.ref);
    expect((await undo(last)).status).toBe(200);
    expect((await emailsOf(a.ref)).toSorted()).toEqual([a.email, b.email].toSorted());
    expect((await emailsOf(c.ref)).toSorted()).toEqual([c.email, d.email].toSorted());
  });

  test('from the list of last actions, as is a separation', async () => {
    const [one, other] = [await addPerson(), await addPerson()];
    const id = await merged(one.ref, other.ref);
    expect(await newestOf(admin, 'person.merged')).toMatchObject({
      about: 'Awa Diop',
      undo: { by: 'undoMerge', id },
    });
    await undoNewest(admin, 'person.merged');
    expect(await emailsOf(one.ref)).toEqual([one.email]);

    await undoNewest(admin, 'person.separated');
    expect(await emailsOf(one.ref)).toEqual([one.email, other.email]);
  });

  test('by the answer to a separation, which names what merges them again', async () => {
    const [one, other] = [await addPerson(), await addPerson()];
    await merged(one.ref, other.ref);
    const { again } = fieldsOf((await separate(other.ref)).body) as {
      again: { of: Ref; with: Ref };
    };
    await merged(again.of, again.with);
    expect(await emailsOf(one.ref)).toEqual([one.email, other.email]);
  });

  test('is in the audit log with its records, and without an address', async () => {
    const [one, other] = [await addPerson(), await addPerson()];
    const id = await merged(one.ref, other.ref);
    await shown(one.ref);
    await undo(id);
    const acts = await site.db.select().from(auditLog).where(eq(auditLog.subject, id));
    expect(acts).toMatchObject([
      { action: 'person.merged', actorId: admin.id, after: { of: one.ref, with: other.ref } },
      { action: 'person.separated', before: { of: one.ref, with: other.ref } },
    ]);
    const [view] = await site.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subject, one.ref.id), isNull(auditLog.before)));
    expect(view?.after).toMatchObject({ also: [`contact.${other.ref.id}`] });
    const written = JSON.stringify(await site.db.select().from(auditLog));
    for (const { email } of [one, other]) expect(written).not.toContain(email);
  });
});

describe('refused with a clear answer, and nothing changed', () => {
  test('an address with itself, in whichever spelling', async () => {
    const one = await addPerson();
    const same = await addPerson('Diop', one.email.toUpperCase());
    const answer = await merge(one.ref, same.ref);
    expect([answer.status, fieldsOf(answer.body).message]).toEqual([
      409,
      'Both have the same address, so there is nothing to merge.',
    ]);
  });

  test('twice, directly or by way of a third', async () => {
    const [a, b, c] = [await addPerson(), await addPerson(), await addPerson()];
    await merged(a.ref, b.ref);
    await merged(b.ref, c.ref);
    for (const [one, other] of [
      [a, b],
      [b, a],
      [a, c],
    ] as const) {
      const answer = await merge(one.ref, other.ref);
      expect([answer.status, fieldsOf(answer.body).message]).toEqual([
        409,
        'These addresses are merged already.',
      ]);
    }
    expect(await site.db.$count(addressMerges)).toBe(2);
  });

  test('by two administrators at once, one of whom gets the answer that it is done', async () => {
    const [one, other] = [await addPerson(), await addPerson()];
    const second = await site.loggedIn('moderator');
    const answers = await Promise.all([
      merge(one.ref, other.ref),
      merge(other.ref, one.ref, second),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await site.db.$count(addressMerges)).toBe(1);
  });

  test('three merges at once that would close a circle: two of them are done', async () => {
    const [a, b, c] = [await addPerson(), await addPerson(), await addPerson()];
    const answers = await Promise.all([
      merge(a.ref, b.ref),
      merge(b.ref, c.ref),
      merge(c.ref, a.ref),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409]);
    expect(await emailsOf(a.ref)).toHaveLength(3);
  });

  test('a separation or an undo of what is apart already', async () => {
    const [one, other] = [await addPerson(), await addPerson()];
    const id = await merged(one.ref, other.ref);
    expect((await undo(id)).status).toBe(200);
    for (const answer of [await undo(id), await separate(one.ref), await undo(randomUUID())])
      expect([answer.status, fieldsOf(answer.body).message]).toEqual([
        409,
        'These addresses are no longer merged.',
      ]);
  });

  test('a record that is gone, or one of nobody', async () => {
    const one = await addPerson();
    const gone: Ref = { record: 'contact', id: randomUUID() };
    expect((await merge(one.ref, gone)).status).toBe(404);
    expect((await merge(gone, one.ref)).status).toBe(404);
    expect((await merge(one.ref, { record: 'password', id: gone.id } as never)).status).toBe(400);
  });
});

describe('who may', () => {
  test('merge and separate: whoever may triage, and only what they may open', async () => {
    const [one, other] = [await addPerson(), await addPerson()];
    const id = await merged(one.ref, other.ref);
    for (const [by, status] of [
      [await site.loggedIn('viewer'), 403],
      [await site.loggedIn('finance'), 403],
      [await site.loggedIn('editor'), 403],
      [await site.loggedIn('member'), 403],
      [site.visitor(), 401],
    ] as const) {
      expect((await merge(one.ref, other.ref, by)).status).toBe(status);
      expect((await separate(one.ref, by)).status).toBe(status);
      expect((await undo(id, by)).status).toBe(status);
    }
    expect(await emailsOf(one.ref)).toHaveLength(2);
    const moderator = await site.loggedIn('moderator');
    expect((await undo(id, moderator)).status).toBe(200);
    // A moderator reads no donations, so cannot reach anyone by one.
    const donation: Ref = { record: 'donation', id: randomUUID() };
    await site.db.insert(donations).values({
      id: donation.id,
      donorEmail: 'giver@example.org',
      amountCents: 100n,
      receivedOn: '2026-11-01',
      recordedBy: admin.id,
      createdAt: site.clock.now(),
    });
    expect((await merge(one.ref, donation, moderator)).status).toBe(403);
    expect((await merge(donation, one.ref, moderator)).status).toBe(403);
  });

  test('see an address: whoever may read a record with it', async () => {
    const one = await addPerson();
    const account: Ref = { record: 'account', id: randomUUID() };
    const now = site.clock.now();
    await site.db.insert(users).values({
      id: account.id,
      email: 'only-an-account@example.org',
      password: 'none',
      createdAt: now,
      updatedAt: now,
    });
    await merged(one.ref, account);
    expect(await emailsOf(one.ref)).toEqual([one.email, 'only-an-account@example.org']);
    const finance = await site.loggedIn('finance');
    expect(await emailsOf(one.ref, finance)).toEqual([one.email]);
    const events = await finance.get(path(one.ref, '/moments'));
    expect(events.text).not.toContain('only-an-account');
  });
});

describe('an address that goes', () => {
  const erase = (email: string, emailVerifiedAt: Date | null) =>
    inTransaction(site.db, async (tx) =>
      mergeData.erase?.(
        tx,
        { id: randomUUID(), email, emailVerifiedAt, isWhole: false },
        site.clock.now(),
      ),
    );
  const groupOf = async (email: string) =>
    (await listMergedWith(site.db, [email])).get(email)?.toSorted();

  test('with its account loses its link, and the others stay together', async () => {
    const [a, b, c] = [await addPerson(), await addPerson(), await addPerson()];
    await merged(a.ref, b.ref);
    await merged(b.ref, c.ref);
    // Anyone may register with the address of another.
    await erase(b.email, null);
    expect(await groupOf(a.email)).toHaveLength(3);
    await erase(b.email, site.clock.now());
    expect(await groupOf(b.email)).toEqual([b.email]);
    expect(await groupOf(a.email)).toEqual([a.email, c.email].toSorted());
    const left = JSON.stringify(await site.db.select().from(addressMerges));
    expect(left).not.toContain(b.email);
  });

  test('with its last record is forgotten that night', async () => {
    const [one, other] = [await addPerson(), await addPerson()];
    await merged(one.ref, other.ref);
    const sweep = () => mergeJobs[0]?.handle({}, { context: site.context, log: site.app.log });
    await sweep();
    expect(await site.db.$count(addressMerges)).toBe(1);
    await site.db.delete(contactSubmissions).where(eq(contactSubmissions.id, other.ref.id));
    await sweep();
    expect(await site.db.$count(addressMerges)).toBe(0);
  });
});
