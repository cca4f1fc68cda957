import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSite, type Site } from '../../../server/testing.ts';
import { users } from '../../../server/user.store.ts';
import { outgoingMails } from '../../mail/queue/outgoing-mail.store.ts';
import { mailBatches } from '../batches/batch.store.ts';
import { campaignClient } from '../testing.campaigns.ts';
import type { ListedDraft, StoredDraft } from './draft.contract.ts';
import { mailDrafts } from './draft.store.ts';

type Browser = Awaited<ReturnType<Site['loggedIn']>>;
let site: Site;
let awa: Browser;
let kofi: Browser;
beforeAll(async () => {
  site = await openSite({ work: false });
  awa = await site.loggedIn('admin');
  kofi = await site.loggedIn('moderator');
});
beforeEach(() => site.db.delete(mailDrafts));
afterAll(() => site.close());

const path = '/api/admin/mail-drafts';
const letter = {
  kind: 'individual',
  recipient: 'half@',
  subject: 'Your question',
  message: ' Yes,\n\n',
};
const bulk = {
  kind: 'bulk',
  subject: 'News',
  message: 'The march has begun.',
  kinds: ['volunteer'],
  country: 'Ghana',
  language: 'fr',
  status: '',
  unasked: false,
  to: 'picked',
  picked: { 'reader@example.org': true },
  isLater: true,
  scheduledFor: '2026-12-01T09:00',
};
/** What a draft from before segments were finer has of them. */
const wide = { countries: [], source: '', confirmed: false, since: '', until: '' };
const save = (browser: Browser, id: string, content: object = letter, version = 0) =>
  browser.put(`${path}/${id}`, { content, version });
const listed = async (browser: Browser) => (await browser.get(path)).body as ListedDraft[];
const stored = async (browser: Browser, id: string) =>
  (await browser.get(`${path}/${id}`)).body as StoredDraft;

describe('a draft of a mail', () => {
  test('is kept as it was typed, listed newest first, and thrown away', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    expect(await save(awa, first)).toMatchObject({ status: 200, body: { version: 1 } });
    site.clock.advance(1000);
    await save(awa, second, bulk);
    expect(await listed(awa)).toMatchObject([
      { id: second, kind: 'bulk', subject: 'News', beginning: 'The march has begun.' },
      { id: first, kind: 'individual', subject: 'Your question', beginning: ' Yes,\n\n' },
    ]);
    expect((await stored(awa, second)).content).toEqual({ ...bulk, ...wide });
    expect((await stored(awa, first)).content).toEqual(letter);
    expect((await awa.delete(`${path}/${first}`)).status).toBe(200);
    expect((await awa.delete(`${path}/${first}`)).status).toBe(404);
    expect((await awa.get(`${path}/${first}`)).status).toBe(404);
    expect((await listed(awa)).map(({ id }) => id)).toEqual([second]);
  });

  test('is its writer’s alone, for nobody else to see, change, throw away or send off', async () => {
    const id = randomUUID();
    await save(awa, id);
    expect(await listed(kofi)).toEqual([]);
    expect((await kofi.get(`${path}/${id}`)).status).toBe(404);
    expect((await save(kofi, id, { ...letter, message: 'Mine.' })).status).toBe(409);
    const overwritten = await save(kofi, id, { ...letter, message: 'Mine.' }, 1);
    expect(overwritten).toMatchObject({ status: 409, body: { theirs: null } });
    expect((await kofi.delete(`${path}/${id}`)).status).toBe(404);
    const mail = { recipient: 'ama@example.org', subject: 'A', message: 'B' };
    for (const [version, status] of [
      [1, 409],
      [0, 201],
    ]) {
      const named = { ...mail, draft: { id, version } };
      expect((await kofi.post('/api/admin/send-individual-email', named)).status).toBe(status);
    }
    expect(await stored(awa, id)).toMatchObject({ version: 1, content: letter });
  });

  test('is not overwritten unseen: two windows of one writer, the later one is shown the other', async () => {
    const id = randomUUID();
    await save(awa, id);
    const mine = { ...letter, message: 'Mine.' };
    expect(await save(awa, id, mine, 1)).toMatchObject({ status: 200, body: { version: 2 } });
    const late = await save(awa, id, { ...letter, message: 'Late.' }, 1);
    expect(late).toMatchObject({ status: 409, body: { theirs: { version: 2, content: mine } } });
    // The same words once more, as after an answer that was lost, are no conflict.
    expect(await save(awa, id, mine, 1)).toMatchObject({ status: 200, body: { version: 2 } });
    const both = await Promise.all(
      ['One.', 'Two.'].map((message) => save(awa, id, { ...letter, message }, 2)),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await awa.delete(`${path}/${id}`);
    expect(await save(awa, id, mine, 3)).toMatchObject({ status: 409, body: { theirs: null } });
  });

  test('that is emptied goes, unless another window has changed it meanwhile', async () => {
    const id = randomUUID();
    const empty = { kind: 'individual', recipient: ' ', subject: '', message: '\n' };
    await save(awa, id);
    await save(awa, id, { ...letter, message: 'Mine.' }, 1);
    const late = await save(awa, id, empty, 1);
    expect(late).toMatchObject({ status: 409, body: { theirs: { version: 2 } } });
    expect(await listed(awa)).toMatchObject([{ id, recipient: 'half@' }]);
    expect(await save(awa, id, empty, 2)).toMatchObject({ status: 200, body: { version: 0 } });
    // Once more, as after an answer that was lost.
    expect(await save(awa, id, empty, 2)).toMatchObject({ status: 200, body: { version: 0 } });
    expect(await listed(awa)).toEqual([]);
    // Somebody to write to, or chosen people, are not nothing.
    await save(awa, id, { ...empty, recipient: 'ama@' });
    const nobody = {
      subject: '',
      message: '',
      kinds: [],
      country: '',
      language: '',
      scheduledFor: '',
    };
    await save(awa, randomUUID(), { ...bulk, ...nobody, isLater: false });
    expect(await listed(awa)).toHaveLength(2);
  });

  test('goes with the ordering of its mail, and stays when that was refused', async () => {
    const campaigns = campaignClient(site, awa);
    await campaigns.sign(['reader@example.org']);
    const [one, many] = [randomUUID(), randomUUID()];
    await save(awa, one);
    await save(awa, many, bulk);
    const mail = { recipient: 'half@', subject: 'A', message: 'B', draft: { id: one, version: 1 } };
    expect((await awa.post('/api/admin/send-individual-email', mail)).status).toBe(400);
    const nobody = { recipients: ['stranger@example.org'], draft: { id: many, version: 1 } };
    expect((await campaigns.send(nobody)).status).toBe(400);
    expect(await listed(awa)).toHaveLength(2);
    const whole = { ...mail, recipient: 'reader@example.org' };
    expect((await awa.post('/api/admin/send-individual-email', whole)).status).toBe(201);
    expect((await listed(awa)).map(({ id }) => id)).toEqual([many]);
    await campaigns.queue(['reader@example.org'], { draft: { id: many, version: 1 } });
    expect(await listed(awa)).toEqual([]);
    expect(await site.db.$count(outgoingMails)).toBeGreaterThan(0);
  });

  test('is neither taken along nor sent once more by a window that has not seen what another did', async () => {
    const campaigns = campaignClient(site, awa);
    await campaigns.sign(['twice@example.org']);
    const [one, many] = [randomUUID(), randomUUID()];
    await save(awa, one);
    await save(awa, many, bulk);
    const theirs = { ...letter, message: 'Theirs.' };
    await save(awa, one, theirs, 1);
    await save(awa, many, { ...bulk, message: 'Theirs.' }, 1);
    const mails = await site.db.$count(outgoingMails);
    const sendOne = (version: number) =>
      awa.post('/api/admin/send-individual-email', {
        recipient: 'twice@example.org',
        subject: 'A',
        message: 'Mine.',
        draft: { id: one, version },
      });
    const sendMany = (version: number) =>
      campaigns.send({ recipients: ['twice@example.org'], draft: { id: many, version } });
    expect(await sendOne(1)).toMatchObject({
      status: 409,
      body: { theirs: { version: 2, content: theirs } },
    });
    expect(await sendMany(1)).toMatchObject({ status: 409, body: { theirs: { version: 2 } } });
    expect(await site.db.$count(outgoingMails)).toBe(mails);
    expect(await listed(awa)).toMatchObject([{ beginning: 'Theirs.' }, { beginning: 'Theirs.' }]);
    for (const sending of [sendOne, sendMany]) {
      expect((await sending(2)).status).toBe(201);
      expect(await sending(2)).toMatchObject({ status: 409, body: { theirs: null } });
    }
    expect(await listed(awa)).toEqual([]);
  });

  test('leaves as one mail under its own name, whatever was saved or changed since its answer was lost', async () => {
    const campaigns = campaignClient(site, awa);
    await campaigns.sign(['once@example.org']);
    const [one, many] = [randomUUID(), randomUUID()];
    const mails = await site.db.$count(outgoingMails);
    const batches = await site.db.$count(mailBatches);
    const named = (id: string) => ({ 'idempotency-key': id });
    const sendOne = (version: number, message = 'Mine.') =>
      awa.post(
        '/api/admin/send-individual-email',
        { recipient: 'once@example.org', subject: 'A', message, draft: { id: one, version } },
        named(one),
      );
    const sendMany = (version: number, message = 'Mine.') =>
      awa.post(
        '/api/admin/send-bulk-email',
        { recipients: ['once@example.org'], subject: 'A', message, draft: { id: many, version } },
        named(many),
      );
    const usedUp = { status: 409, body: { reason: 'key-used' } };
    for (const [id, send, content] of [
      [one, sendOne, letter],
      [many, sendMany, bulk],
    ] as const) {
      const first = await send(0);
      expect(first.status).toBe(201);
      expect(await send(0)).toMatchObject({ status: 201, body: first.body });
      expect(await send(0, 'Other words.')).toMatchObject(usedUp);
      // A window that was loaded before saves once more what has left.
      expect((await save(awa, id, content)).status).toBe(200);
      expect(await send(0)).toMatchObject({ status: 201, body: first.body });
      expect(await send(1)).toMatchObject(usedUp);
      expect(await send(1, 'Other words.')).toMatchObject(usedUp);
    }
    expect(await site.db.$count(outgoingMails)).toBe(mails + 1);
    expect(await site.db.$count(mailBatches)).toBe(batches + 1);
  });

  test('is one of twenty at most, also when several are saved at once', async () => {
    const ids = Array.from({ length: 19 }, () => randomUUID());
    for (const id of ids) await save(awa, id);
    const answers = await Promise.all([save(awa, randomUUID()), save(awa, randomUUID())]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ reason: 'full' });
    // What is kept already can still be written.
    const [known = ''] = ids;
    expect((await save(awa, known, { ...letter, message: 'More.' }, 1)).status).toBe(200);
    expect((await save(kofi, randomUUID())).status).toBe(200);
  });

  test('keeps its segment, and one from before segments were finer is still read and saved', async () => {
    const segment = {
      countries: ['Kenya', 'Mali'],
      source: 'radio',
      confirmed: true,
      since: '2026-10-01',
      until: '2026-10-31',
    };
    const finer = randomUUID();
    await save(awa, finer, { ...bulk, country: '', ...segment });
    expect((await stored(awa, finer)).content).toMatchObject({ country: '', ...segment });
    const older = randomUUID();
    await site.db.insert(mailDrafts).values({
      id: older,
      ownerId: awa.id,
      content: bulk as unknown as typeof mailDrafts.$inferSelect.content,
      version: 1,
      savedAt: site.clock.now(),
    });
    const found = await stored(awa, older);
    expect(found.content).toEqual({ ...bulk, ...wide });
    expect((await save(awa, older, found.content, 1)).status).toBe(200);
    // As a window sends it that was open before.
    expect((await save(awa, older, { ...bulk, subject: 'More news' }, 2)).status).toBe(200);
  });

  test.each([
    ['a message of 20,001 characters', { ...letter, message: 'x'.repeat(20_001) }],
    ['a field of its own', { ...letter, isSent: true }],
    ['no kind', { ...letter, kind: 'reply' }],
  ])('with %s is refused', async (_, content) => {
    expect((await save(awa, randomUUID(), content)).status).toBe(400);
    expect(await site.db.$count(mailDrafts)).toBe(0);
  });

  test('is not for who may not send mail, and goes with its writer’s account', async () => {
    const viewer = await site.loggedIn('viewer');
    expect((await save(viewer, randomUUID())).status).toBe(403);
    expect((await viewer.get(path)).status).toBe(403);
    const gone = await site.loggedIn('moderator');
    await save(gone, randomUUID());
    await site.db.delete(users).where(eq(users.id, gone.id));
    expect(await site.db.$count(mailDrafts)).toBe(0);
  });
});
