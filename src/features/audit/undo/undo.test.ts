import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Visitor } from '../../../server/testing.ts';
import { days } from '../../../shared/time.ts';
import { contactSubmissions } from '../../contact/contact.store.ts';
import { users } from '../../../server/user.store.ts';
import { unityDeclarations } from '../../declaration/declaration.store.ts';
import type { PaymentDetail } from '../../payments/admin/detail/payment-detail.contract.ts';
import { listInstalments } from '../../payments/core/schedule/schedule.store.ts';
import { payments } from '../../payments/core/payment.store.ts';
import {
  closeWithBalancedLedger,
  confirm,
  myApplication,
  openPaymentSite,
  type PaymentSite,
  person,
  pricing,
  submitClaim,
  zelle,
} from '../../payments/core/testing.ts';
import { contactTriage } from '../../submissions/triage/triage.store.ts';
import { newestOf, undoableOf, undoNewest } from './testing.ts';

let site: PaymentSite;
beforeAll(async () => {
  site = await openPaymentSite({ rails: [zelle, pricing(300, 100, 3)] });
});
afterAll(() => closeWithBalancedLedger(site));

const undoable = (by: Visitor = site.admin) => undoableOf(by);
const actions = async (by?: Visitor) => (await undoable(by)).map(({ action }) => action);
const newest = (action: string) => newestOf(site.admin, action);
const undo = (action: string) => undoNewest(site.admin, action);

/** So many messages; their ids. */
async function received(count = 1): Promise<string[]> {
  const rows = Array.from({ length: count }, () => ({
    id: randomUUID(),
    firstName: 'Awa',
    lastName: 'Diop',
    email: 'awa@example.org',
    country: 'Ghana',
    message: 'Hello',
    wantsNews: false,
    createdAt: site.clock.now(),
  }));
  await site.db.insert(contactSubmissions).values(rows);
  return rows.map(({ id }) => id);
}
const triage = async (id: string | undefined, change: object, by: Visitor = site.admin) => {
  const body = { status: 'new', ownerId: null, tags: [], version: 0, ...change };
  const answer = await by.put(`/api/admin/triage/contact/${id}`, body);
  expect(answer.status, answer.text).toBe(200);
};
const triageOf = async (id: string | undefined) =>
  (
    await site.db
      .select()
      .from(contactTriage)
      .where(eq(contactTriage.submissionId, id ?? ''))
  )[0];
const publish = async (value: string, key = 'title_line1') => {
  const body = { section: 'hero', key, value };
  expect((await site.admin.put('/api/admin/content', body)).status).toBe(200);
};
const published = async (key = 'title_line1') =>
  (
    (await site.visitor().get('/api/admin/content?lang=en')).body as {
      key: string;
      value: string;
    }[]
  )
    .filter((text) => text.key === key)
    .map(({ value }) => value);
const statusOf = async (id: string) =>
  (await site.db.select().from(payments).where(eq(payments.id, id)))[0]?.status;

describe('what an administrator did is undone from the list', () => {
  test('the status of a message, which gets back the one that it had', async () => {
    const [id] = await received();
    await triage(id, { status: 'in_progress', tags: ['visa'] });
    await triage(id, { status: 'closed', tags: [], version: 1 });
    expect(await newest('contact_submission.triaged')).toMatchObject({
      about: 'Awa Diop',
      count: null,
    });
    await undo('contact_submission.triaged');
    expect(await triageOf(id)).toMatchObject({ status: 'in_progress', tags: ['visa'] });
  });

  test('the first status of a message, which is new again', async () => {
    const [id] = await received();
    await triage(id, { status: 'closed' });
    await undo('contact_submission.triaged');
    expect(await triageOf(id)).toMatchObject({ status: 'new', ownerId: null, tags: [] });
  });

  test('a change of many messages, for a day', async () => {
    const ids = await received(3);
    const change = () =>
      site.admin.post('/api/admin/triage/contact/many', {
        which: { ids },
        count: 3,
        status: 'closed',
      });
    expect((await change()).status).toBe(200);
    expect(await newest('contact_submission.triaged_many')).toMatchObject({ count: 3 });
    await undo('contact_submission.triaged_many');
    // Nobody had touched it.
    expect(await triageOf(ids[0])).toBeUndefined();
    expect((await change()).status).toBe(200);
    site.clock.advance(days(1) + 1000);
    await site.login();
    expect(await actions()).not.toContain('contact_submission.triaged_many');
  });

  test('a text, which reads as before, and one that was taken off the page', async () => {
    await publish('First');
    await publish('Second');
    expect((await newest('content.published')).about).toBe('en hero.title_line1');
    await undo('content.published');
    expect(await published()).toEqual(['First']);
    const [row] = (await site.admin.get('/api/admin/content?lang=en')).body as { id: string }[];
    expect((await site.admin.delete(`/api/admin/content/${row?.id}`)).status).toBe(200);
    expect(await published()).toEqual([]);
    await undo('content.withdrawn');
    expect(await published()).toEqual(['First']);
  });

  test('a text of which someone else has written a draft since, which stays', async () => {
    await publish('First', 'title_line3');
    await publish('Second', 'title_line3');
    const draft = { section: 'hero', key: 'title_line3', value: 'Theirs' };
    const other = await site.loggedIn('editor');
    expect((await other.put('/api/admin/content/draft', draft)).status).toBe(200);
    await undo('content.published');
    expect(await published('title_line3')).toEqual(['First']);
    expect((await other.get('/api/admin/content/drafts')).body).toMatchObject([draft]);
  });

  test('the first text of its kind, and the built-in one is shown again', async () => {
    await publish('Our cloth', 'title_line2');
    await undo('content.published');
    expect(await published('title_line2')).toEqual([]);
  });

  test('invalidated signatures, which count again', async () => {
    await site.db.insert(unityDeclarations).values({
      id: randomUUID(),
      fullName: 'Kofi Mensah',
      email: 'kofi@example.org',
      country: 'Ghana',
      wantsNews: false,
      signedAt: site.clock.now(),
      confirmedAt: site.clock.now(),
    });
    const answer = await site.admin.post('/api/admin/unity-declarations/invalidate', {
      country: 'Ghana',
      count: 1,
    });
    expect(answer.status, answer.text).toBe(200);
    expect(await newest('unity_declarations.invalidated')).toMatchObject({ about: null, count: 1 });
    await undo('unity_declarations.invalidated');
    const [signature] = await site.db.select().from(unityDeclarations);
    expect(signature?.invalidatedAt).toBeNull();
  });

  test('a confirmed payment, whose claim waits again, and then that correction', async () => {
    const { id, visitor } = await submitClaim(site, 'UNDO-1', { plan: 'onetime' });
    expect((await confirm(site, 'UNDO-1', 300)).status).toBe(200);
    const { reference } = await myApplication(visitor);
    expect(await newest('payment.confirmed')).toMatchObject({ about: reference });
    await undo('payment.confirmed');
    expect(await statusOf(id)).toBe('claimed');
    await undo('payment.taken_back');
    expect(await statusOf(id)).toBe('succeeded');
  });

  test('money that was moved, which counts where it was recorded', async () => {
    const { id, visitor } = await submitClaim(site, 'UNDO-2', {
      plan: 'installment',
      person: person({ email: 'moved@example.org' }),
    });
    expect((await confirm(site, 'UNDO-2', 150)).status).toBe(200);
    const move = { amount: '50.00', held: '150.00', reason: 'For the next one.' };
    expect((await site.admin.post(`/api/admin/payments/${id}/move`, move)).status).toBe(200);
    const rests = async () => (await myApplication(visitor)).instalments.map(({ rest }) => rest);
    const moved = await rests();
    await undo('payment.moved');
    expect(await rests()).not.toEqual(moved);
    expect((await site.db.select().from(payments).where(eq(payments.id, id)))[0]?.movedCents).toBe(
      0n,
    );
  });

  test('a waived instalment and an ended plan', async () => {
    const { visitor } = await submitClaim(site, 'UNDO-3', {
      plan: 'installment',
      person: person({ email: 'waived@example.org' }),
    });
    expect((await confirm(site, 'UNDO-3', 100)).status).toBe(200);
    const application = (await myApplication(visitor)).id;
    const detail = (await site.admin.get(`/api/admin/applications/${application}/money`))
      .body as PaymentDetail;
    const schedule = detail.schedules[0]?.id ?? '';
    const [, second] = await listInstalments(site.db, schedule);
    const statuses = async () =>
      (await myApplication(visitor)).instalments.map(({ status }) => status);
    const before = await statuses();
    const reason = { reason: 'Agreed by phone.' };
    const waived = await site.admin.post(`/api/admin/instalments/${second?.id}/waive`, reason);
    expect(waived.status, waived.text).toBe(200);
    await undo('instalment.waived');
    expect(await statuses()).toEqual(before);
    const ended = await site.admin.post(`/api/admin/schedules/${schedule}/end`, reason);
    expect(ended.status, ended.text).toBe(200);
    expect(await statuses()).not.toEqual(before);
    await undo('plan.ended');
    expect(await statuses()).toEqual(before);
  });
});

describe('the list', () => {
  test('leaves out what someone else has changed since, and keeps what got a note alone', async () => {
    const other = await site.loggedIn('admin');
    const [first, second] = await received(2);
    await triage(first, { status: 'closed' });
    await triage(second, { status: 'closed' });
    const about = () => undoable().then((acts) => acts.slice(0, 2).map(({ undo: by }) => by));
    const both = await about();
    const note = { text: 'She called again.' };
    const noted = await other.post(`/api/admin/triage/contact/${second}/notes`, note);
    expect(noted.status, noted.text).toBe(201);
    expect(await about()).toEqual(both);
    await triage(second, { status: 'answered', version: 1 }, other);
    expect(await about()).not.toEqual(both);
    expect((await newest('contact_submission.triaged')).undo).toMatchObject({ id: first });
  });

  test('shows nobody what others did', async () => {
    const other = await site.loggedIn('admin');
    expect(await actions(other)).toEqual([]);
    const [id] = await received();
    await triage(id, { status: 'closed' }, other);
    expect(await actions(other)).toEqual(['contact_submission.triaged']);
    const ids = (await undoable()).map(({ undo: by }) => ('id' in by ? by.id : undefined));
    expect(ids).not.toContain(id);
  });

  test('hides what the caller may no longer do, and so whom it was about', async () => {
    const other = await site.loggedIn('admin');
    const [id] = await received();
    await triage(id, { status: 'closed' }, other);
    await site.db.update(users).set({ role: 'editor' }).where(eq(users.id, other.id));
    expect(await undoable(other)).toEqual([]);
  });

  test('ends with the tenth, and reaches back thirty days', async () => {
    const other = await site.loggedIn('admin');
    for (const id of await received(11)) await triage(id, { status: 'closed' }, other);
    expect(await actions(other)).toHaveLength(10);
    expect(await actions()).not.toEqual([]);
    site.clock.advance(days(30) + 1000);
    await site.login();
    expect(await actions()).toEqual([]);
  });
});
