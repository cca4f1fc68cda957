import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { openSite, type Site } from '../../../server/testing.ts';
import { bulkMails } from './batch.store.ts';
import { mailLimits, putMailLimits } from './limit.store.ts';
import { BULK_MAIL_JOB } from './batch.rules.ts';
import { putUnsubscribed } from '../../mail/suppressions/suppression.store.ts';
import { campaignClient } from '../testing.campaigns.ts';

const READERS = ['ama@example.org', 'kofi@example.org', 'zola@example.org'];

let site: Site;
let siteWithoutMail: Site;
beforeAll(async () => {
  site = await openSite({ work: false, mail: true });
  siteWithoutMail = await openSite({ work: false });
});
afterAll(async () => {
  await site.close();
  await siteWithoutMail.close();
});

async function open(which: Site, readers = READERS) {
  const campaigns = campaignClient(which, await which.loggedIn('admin'));
  await campaigns.sign(readers);
  return campaigns;
}

test('a round that could not write down how mails ended sends none of them again, and the next one ends the batch', async () => {
  const campaigns = await open(site);
  const id = await campaigns.queue(READERS);
  await site.db.execute(sql`
    create function refuse_endings() returns trigger language plpgsql
    as 'begin raise exception using message = ''the disk is full''; end'`);
  await site.db.execute(sql`
    create trigger refuse_endings before insert on email_logs
    for each row execute function refuse_endings()`);
  await expect(campaigns.work()).rejects.toThrow();
  const { sending } = (await campaigns.batch(id)).counts;
  expect(sending).toBeGreaterThan(0);
  await site.db.execute(sql`drop trigger refuse_endings on email_logs`);

  await campaigns.work();
  expect(await campaigns.batch(id)).toMatchObject({
    state: 'done',
    counts: { sending: 0, uncertain: sending, sent: READERS.length - sending },
  });
  for (const to of READERS) expect(await site.inbox.messages({ to })).toHaveLength(1);
});

describe('a mail that waits for a connection', () => {
  /** One connection, which some pass quickly and the one before the last two takes long. */
  async function openBusy(name: string) {
    const readers = [0, 1, 2, 3, 4, 5].map((n) => `${name}-${n}@example.org`);
    const campaigns = await open(site, readers);
    const limits = { gmailPerDay: 500, alternativePerDay: null, perMinute: null, connections: 1 };
    await putMailLimits(site.db, { ...limits, updatedBy: randomUUID(), updatedAt: new Date() }, 0);
    await site.inbox.fail({ mode: 'slow', delayMs: 2000, match: '-3@' });
    const id = await campaigns.queue(readers);
    const working = campaigns.work();
    // The server has it and does not answer yet.
    const to = readers[3] ?? '';
    await vi.waitUntil(async () => (await site.inbox.messages({ to })).length === 1, 15_000);
    return { campaigns, id, readers, working };
  }
  afterEach(async () => {
    await site.inbox.fail({ mode: 'none' });
    await site.db.delete(mailLimits);
  });

  test('does not leave once its batch is paused, and none of its tries is lost', async () => {
    const { campaigns, id, readers, working } = await openBusy('paused');
    await campaigns.step(id, 'pause');
    await working;
    const paused = await campaigns.batch(id);
    expect(paused).toMatchObject({
      state: 'paused',
      counts: { sending: 0, sent: 4, queued: 2, uncertain: 0 },
    });
    const rows = await site.db.select().from(bulkMails).where(eq(bulkMails.batchId, id));
    expect(rows.map(({ attempts }) => attempts).toSorted()).toEqual([0, 0, 1, 1, 1, 1]);
    await site.inbox.fail({ mode: 'none' });
    await campaigns.step(id, 'resume');
    await campaigns.work();
    expect(await campaigns.batch(id)).toMatchObject({ state: 'done', counts: { sent: 6 } });
    for (const to of readers) expect(await site.inbox.messages({ to })).toHaveLength(1);
  });

  test('is not sent to whoever wants none by then', async () => {
    const { campaigns, id, readers, working } = await openBusy('unsubscribed');
    const next = readers[4] ?? '';
    await putUnsubscribed(site.db, { id: randomUUID(), address: next, now: site.clock.now() });
    await working;
    expect(await campaigns.batch(id)).toMatchObject({ counts: { sent: 5, skipped: 1 } });
    expect(await site.inbox.messages({ to: next })).toEqual([]);
  });
});

test('another rate holds at once for the mail that is being sent, and nobody gets it twice', async () => {
  const hurried = READERS.map((reader) => `hurried-${reader}`);
  const campaigns = await open(site, hurried);
  const put = (perMinute: number | null, seen: number) => {
    const limits = { gmailPerDay: 500, alternativePerDay: null, perMinute, connections: 2 };
    const by = { updatedBy: randomUUID(), updatedAt: new Date() };
    return putMailLimits(site.db, { ...limits, ...by }, seen);
  };
  const version = await put(1, 0);
  const id = await campaigns.queue(hurried);
  const working = campaigns.work();
  const arrived = async () => {
    const mails = await Promise.all(hurried.map((to) => site.inbox.messages({ to })));
    return mails.map(({ length }) => length);
  };
  await vi.waitUntil(async () => (await arrived()).includes(1), 15_000);
  await site.db.execute(sql`delete from pgboss.job where name = ${BULK_MAIL_JOB}`);
  await put(null, version ?? 0);
  // Not a minute later, as the second mail would have left.
  await working;
  expect(await campaigns.batch(id)).toMatchObject({ state: 'running', counts: { sent: 1 } });
  const { rows } = await site.db.execute(
    sql`select id from pgboss.job where name = ${BULK_MAIL_JOB}`,
  );
  expect(rows).toHaveLength(1);

  await campaigns.work();
  expect(await campaigns.batch(id)).toMatchObject({ state: 'done', counts: { sent: 3 } });
  expect(await arrived()).toEqual([1, 1, 1]);
  await site.db.delete(mailLimits);
});

test('while mail is off no round asks for the next one: the minute’s own looks again', async () => {
  const { db } = siteWithoutMail;
  const campaigns = await open(siteWithoutMail);
  const id = await campaigns.queue(READERS);
  await db.execute(sql`delete from pgboss.job where name = ${BULK_MAIL_JOB}`);
  await campaigns.work();
  expect(await campaigns.batch(id)).toMatchObject({ state: 'running', counts: { queued: 3 } });
  const { rows } = await db.execute(sql`select id from pgboss.job where name = ${BULK_MAIL_JOB}`);
  expect(rows).toEqual([]);
});
