import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditLog } from '../../../server/audit.store.ts';
import { openSite, type Site } from '../../../server/testing.ts';
import { contactSubmissions } from '../../contact/contact.store.ts';
import { deliverMail } from '../../mail/queue/delivery.service.ts';
import { putNotificationEmail } from '../../mail/smtp/email-config.store.ts';
import { outgoingMails } from '../../mail/queue/outgoing-mail.store.ts';
import { users } from '../../../server/user.store.ts';
import { partnerSubmissions } from '../../partner/partner.store.ts';
import type { TriageRecord } from '../triage/triage.contract.ts';
import type { Replies } from './reply.contract.ts';
import { contactReplies } from './reply.store.ts';

type Browser = Awaited<ReturnType<Site['loggedIn']>>;
let site: Site;
let admin: Browser;
beforeAll(async () => {
  // Mails leave when a test sends them on.
  site = await openSite({ mail: true, work: false });
  admin = await site.loggedIn('moderator');
  await site.db.update(users).set({ firstName: 'Awa' }).where(eq(users.id, admin.id));
});
beforeEach(async () => {
  await site.db.delete(contactSubmissions);
  await site.db.delete(outgoingMails);
});
afterAll(() => site.close());

const place = (id: string, kind = 'contact') => `/api/admin/triage/${kind}/${id}`;
const words = { subject: 'Re: Your message', text: 'Dear Kofi,\n\nit begins in May.\nAwa' };
const send = (id: string, body: object = words, by: Browser = admin) =>
  by.post(`${place(id)}/replies`, body);

/** A request of Kofi’s, in a language; its id. */
async function asked(locale: 'en' | 'fr' = 'en') {
  const id = randomUUID();
  await site.db.insert(contactSubmissions).values({
    id,
    firstName: 'Kofi',
    lastName: 'Mensah',
    email: `kofi.${id}@example.org`,
    country: 'Ghana',
    message: 'When does it begin?\nAnd where?',
    wantsNews: false,
    locale,
    createdAt: site.clock.now(),
  });
  return id;
}
async function read(id: string, kind = 'contact') {
  const answer = await admin.get(`${place(id, kind)}/replies`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as Replies;
}
async function sendOn() {
  const [mail] = await site.db.select().from(outgoingMails);
  if (!mail) throw new Error('No mail waits.');
  await deliverMail(site.context, mail.id, site.app.log);
}
const triageOf = async (id: string) => (await admin.get(place(id))).body as TriageRecord;

describe('an answer', () => {
  test('reaches who asked, from the campaign, with their words below it, and is in the record', async () => {
    await putNotificationEmail(site.db, {
      notificationEmail: 'desk@example.org',
      updatedBy: null,
      updatedAt: site.clock.now(),
    });
    const id = await asked();
    const answer = await send(id);
    expect([answer.status, answer.body]).toEqual([201, { message: 'Your reply is on its way.' }]);
    expect((await read(id)).replies[0]?.state).toBe('queued');
    await sendOn();
    const [mail] = await site.inbox.waitFor(`kofi.${id}@example.org`);
    expect(mail?.subject).toBe('[Sandbox] Re: Your message');
    expect(mail?.headers['reply-to']).toContain('desk@example.org');
    expect(mail?.text.replace(/\s+/g, ' ')).toContain('it begins in May. Awa');
    expect(mail?.text).toContain('When does it begin?');
    expect((await read(id)).replies).toEqual([
      {
        ...words,
        id: expect.any(String),
        author: 'Awa moderator',
        at: expect.any(String),
        state: 'sent',
        error: null,
      },
    ]);
    expect(await triageOf(id)).toMatchObject({
      status: 'answered',
      owner: { id: admin.id },
      version: 1,
      daysWaited: null,
    });
    const acts = await site.db.select().from(auditLog).where(eq(auditLog.subject, id));
    expect(acts.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['contact_submission.answered', admin.id],
    ]);
    expect(JSON.stringify(acts)).not.toContain('May');
  });

  test('leaves the owner and the tags that somebody chose', async () => {
    const other = await site.loggedIn('owner');
    const id = await asked();
    await admin.put(place(id), {
      status: 'in_progress',
      ownerId: other.id,
      tags: ['press'],
      version: 0,
    });
    expect((await send(id)).status).toBe(201);
    expect(await triageOf(id)).toMatchObject({
      status: 'answered',
      owner: { id: other.id },
      tags: ['press'],
      version: 2,
    });
  });

  test('goes out once for one press, and again for another', async () => {
    const id = await asked();
    const key = { 'idempotency-key': 'one-press-of-the-button' };
    const path = `${place(id)}/replies`;
    const both = await Promise.all([admin.post(path, words, key), admin.post(path, words, key)]);
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    expect(await site.db.$count(contactReplies, eq(contactReplies.submissionId, id))).toBe(1);
    expect((await send(id)).status).toBe(201);
    expect(await site.db.$count(outgoingMails)).toBe(2);
  });

  test('of several at once is kept whole, and the request is answered', async () => {
    const id = await asked();
    const all = await Promise.all([1, 2, 3].map((n) => send(id, { ...words, text: `No. ${n}` })));
    expect(all.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect((await read(id)).replies).toHaveLength(3);
    expect((await triageOf(id)).version).toBe(3);
  });

  test.each([
    ['an empty subject', { subject: ' ' }, 'Please write a subject'],
    [
      'a subject with a line of a mail’s head in it',
      { subject: 'Hello\r\nBcc: everybody@example.org' },
      'Please shorten the subject to one line of at most 200 characters.',
    ],
    ['no words', { text: ' \n ' }, 'Please write your reply'],
    [
      'too many words',
      { text: 'a'.repeat(10_001) },
      'Please shorten this to at most 10,000 characters',
    ],
  ])('with %s is refused, and nothing is sent', async (_, part, sentence) => {
    const id = await asked();
    const answer = await send(id, { ...words, ...part });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(sentence);
    expect(await site.db.$count(outgoingMails)).toBe(0);
    expect((await triageOf(id)).status).toBe('new');
  });

  test('stays when its mail is no longer kept', async () => {
    const id = await asked();
    await send(id);
    await site.db.delete(outgoingMails);
    expect((await read(id)).replies).toMatchObject([{ ...words, state: 'gone', error: null }]);
  });

  test('goes with the request that it answered', async () => {
    const id = await asked();
    await send(id);
    await site.db.delete(contactSubmissions).where(eq(contactSubmissions.id, id));
    expect(await site.db.$count(contactReplies)).toBe(0);
    expect((await admin.get(`${place(id)}/replies`)).status).toBe(404);
    expect((await send(id)).status).toBe(404);
  });
});

describe('how an answer begins', () => {
  test('is said in the language in which they wrote, with whom it goes to', async () => {
    const id = await asked('fr');
    const { to, subject } = await read(id);
    expect(to).toEqual({ name: 'Kofi Mensah', email: `kofi.${id}@example.org`, language: 'fr' });
    expect(subject).toBe('Re: Votre message à One Africa Passport');
    await send(id);
    const [mail] = await site.db.select().from(outgoingMails);
    expect(mail).toMatchObject({ locale: 'fr', kind: 'transactional' });
  });

  test('of a partner goes to the contact person', async () => {
    const id = randomUUID();
    await site.db.insert(partnerSubmissions).values({
      id,
      organizationName: 'Téranga',
      contactFirstName: 'Binta',
      contactLastName: 'Sow',
      contactEmail: 'binta@example.org',
      country: 'Senegal',
      organizationType: 'NGO',
      partnershipType: 'Other',
      proposedContribution: 'Time',
      message: 'Hello',
      wantsNews: false,
      createdAt: site.clock.now(),
    });
    const { to, subject } = await read(id, 'partner');
    expect(to).toMatchObject({ name: 'Binta Sow', email: 'binta@example.org' });
    expect(subject).toBe('Re: Your partnership application to One Africa Passport');
  });
});

test('who may only read does not answer, and who may not read sees no answers', async () => {
  const id = await asked();
  const viewer = await site.loggedIn('viewer');
  expect((await viewer.get(`${place(id)}/replies`)).status).toBe(200);
  expect((await send(id, words, viewer)).status).toBe(403);
  expect((await (await site.loggedIn('editor')).get(`${place(id)}/replies`)).status).toBe(403);
  expect((await site.visitor().get(`${place(id)}/replies`)).status).toBe(401);
});
