import { randomUUID } from 'node:crypto';
import { eq, like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditLog } from '../../server/audit.store.ts';
import { openSite, type Site } from '../../server/testing.ts';
import {
  publishEvent,
  webhookDeliveries,
  webhookEndpoints,
} from '../../server/webhook-outbox.store.ts';
import { days, hours, minutes } from '../../shared/time.ts';
import { contactSubmissions } from '../contact/contact.store.ts';
import { users } from '../../server/user.store.ts';
import { deliverMail } from '../mail/queue/delivery.service.ts';
import { emailSettings } from '../mail/smtp/email-config.store.ts';
import { emailLogs } from '../mail/log/email-log.store.ts';
import { outgoingMails } from '../mail/queue/outgoing-mail.store.ts';
import { mailBatches } from '../campaigns/batches/batch.store.ts';
import type { MailProps } from '../../server/mails.ts';
import { mailDigests } from './failure-digest.store.ts';
import { sendDigest } from './failure-digest.service.ts';

type Digest = MailProps['failure-digest'];

let site: Site;
let owner: Awaited<ReturnType<Site['loggedIn']>>;
beforeAll(async () => {
  site = await openSite({ work: false, mail: true });
});
beforeEach(async () => {
  for (const table of [
    emailLogs,
    outgoingMails,
    mailBatches,
    mailDigests,
    contactSubmissions,
    emailSettings,
    users,
  ])
    await site.db.delete(table);
  await site.db.execute(sql`delete from pgboss.job where state = 'failed'`);
  owner = await site.loggedIn('admin');
  // Seven in the morning of the next day.
  const now = site.clock.now().getTime();
  const midnight = Math.ceil(now / days(1)) * days(1);
  site.clock.advance(midnight + hours(7) - now);
});
afterAll(() => site.close());

const ago = (ms: number) => new Date(site.clock.now().getTime() - ms);
const fail = (many: number, change: Partial<typeof emailLogs.$inferInsert> = {}) =>
  site.db.insert(emailLogs).values(
    Array.from({ length: many }, () => ({
      id: randomUUID(),
      recipientEmail: 'amina@mail.example.org',
      subject: 'Your application',
      emailType: 'application-submitted',
      status: 'failed' as const,
      errorMessage: '550 5.1.1 <amina@mail.example.org>: unknown',
      configType: 'sandbox',
      sentAt: ago(hours(2)),
      ...change,
    })),
  );
/** What was queued for each reader so far, oldest first. */
async function sentDigests(): Promise<(Digest & { to: string; locale: string })[]> {
  const rows = await site.db
    .select()
    .from(outgoingMails)
    .where(like(outgoingMails.batchId, 'failure-digest:%'))
    .orderBy(outgoingMails.createdAt);
  return rows.map(({ id, sealedProps, recipientAddress, locale }) => ({
    to: recipientAddress,
    locale,
    ...(JSON.parse(site.context.secrets.unseal('mail-props', id, sealedProps)) as Digest),
  }));
}

describe('the daily mail about what failed', () => {
  test('tells how many mails failed and names the newest twenty, without anybody’s name', async () => {
    await fail(23);
    const newest = ago(hours(1));
    await fail(1, { sentAt: newest, emailType: 'contact-notification' });
    await fail(2, { emailType: 'bulk' });
    await fail(1, { emailType: 'test' });
    await fail(1, { status: 'success' });
    await fail(1, { sentAt: ago(days(2)) });
    await sendDigest(site.context);
    const [digest, ...others] = await sentDigests();
    expect(others).toEqual([]);
    expect(digest).toMatchObject({
      to: `${owner.id}@example.org`,
      count: 26,
      failed: { single: 24, notices: 1, bulk: 2 },
    });
    expect(digest?.mails).toHaveLength(20);
    expect(digest?.mails[0]).toEqual({
      domain: 'mail.example.org',
      words: '550 5.1.1 <…@mail.example.org>: unknown',
      at: newest.toISOString(),
    });
    expect(JSON.stringify(digest)).not.toContain('amina');
  });

  test('arrives in its reader’s language', async () => {
    await site.db.update(users).set({ locale: 'fr' }).where(eq(users.id, owner.id));
    await fail(1);
    await sendDigest(site.context);
    const [mail] = await site.db.select().from(outgoingMails);
    await deliverMail(site.context, mail?.id ?? '', site.app.log);
    const [arrived] = await site.inbox.waitFor(`${owner.id}@example.org`);
    expect(arrived?.subject).toContain('1 chose sur le site');
    expect(arrived?.text).toContain('…@mail.example.org');
  });

  test('does not leave when nothing has failed', async () => {
    await fail(1, { status: 'success' });
    await sendDigest(site.context);
    expect(await sentDigests()).toEqual([]);
    expect(await site.db.select().from(mailDigests)).toMatchObject([
      { isSent: false, reported: [] },
    ]);
  });

  test('does not leave because the one before could not be delivered, and tells of that beside something else', async () => {
    await fail(1, { emailType: 'failure-digest' });
    await sendDigest(site.context);
    expect(await sentDigests()).toEqual([]);
    site.clock.advance(days(1));
    await fail(1, { emailType: 'failure-digest' });
    await fail(1);
    await sendDigest(site.context);
    expect(await sentDigests()).toMatchObject([{ count: 2, failed: { single: 2 } }]);
  });

  test('leaves once a day, whoever asks how often, and the next one begins where it ended', async () => {
    await fail(1);
    await Promise.all([sendDigest(site.context), sendDigest(site.context)]);
    await fail(1, { sentAt: site.clock.now() });
    site.clock.advance(hours(12));
    await sendDigest(site.context);
    expect(await sentDigests()).toHaveLength(1);
    // Before its hour of the next day, then after it.
    site.clock.advance(hours(10));
    await sendDigest(site.context);
    expect(await sentDigests()).toHaveLength(1);
    site.clock.advance(hours(2));
    await sendDigest(site.context);
    expect((await sentDigests()).map(({ failed }) => failed.single)).toEqual([1, 1]);
  });

  test('is not taken for sent when its transaction dies', async () => {
    await fail(1);
    const broken = {
      ...site.context,
      jobs: { ...site.context.jobs, sendAll: () => Promise.reject(new Error('killed')) },
    };
    await expect(sendDigest(broken)).rejects.toThrow('killed');
    expect(await sentDigests()).toEqual([]);
    await sendDigest(site.context);
    expect(await sentDigests()).toHaveLength(1);
  });

  test('tells of work that was given up, by its kind', async () => {
    for (const completed of [ago(hours(3)), ago(hours(2)), ago(days(3))])
      await site.db.execute(sql`
        insert into pgboss.job (name, state, completed_on, output)
        values ('messages-unread', 'failed', ${completed.toISOString()}::timestamptz,
          '{"type":"Error","message":"no way to awa@example.org"}')`);
    await sendDigest(site.context);
    expect((await sentDigests())[0]).toMatchObject({
      count: 2,
      jobs: [{ name: 'messages-unread', count: 2, words: 'no way to …@example.org' }],
    });
  });

  test('tells of events that a receiver of webhooks has not taken', async () => {
    const body = { url: 'https://crm.example.org/hook?key=secret', events: ['payment.succeeded'] };
    owner = await site.loggedIn('admin');
    await owner.post('/api/admin/webhooks', body);
    const data = { id: randomUUID() };
    const event = { type: 'payment.succeeded', objectId: data.id, data } as const;
    for (let n = 0; n < 3; n++) await publishEvent(site.db, { ...event, at: ago(days(4)) });
    const end = { state: 'failed', nextAttemptAt: null } as const;
    await site.db.update(webhookDeliveries).set({ ...end, attemptedAt: ago(hours(2)) });
    await sendDigest(site.context);
    const [digest] = await sentDigests();
    expect(digest).toMatchObject({ count: 3, webhooks: [{ host: 'crm.example.org', count: 3 }] });
    expect(JSON.stringify(digest)).not.toContain('secret');
    await site.db.delete(webhookEndpoints);
  });

  test('tells of a bulk mail that has stopped by itself when it has, and then only beside something else', async () => {
    const batch = {
      message: 'Hello.',
      isEnqueued: true,
      total: 40,
      createdBy: owner.id,
      createdAt: ago(hours(5)),
    };
    await site.db.insert(mailBatches).values([
      {
        ...batch,
        id: randomUUID(),
        subject: 'The first kits',
        state: 'paused',
        because: { tried: 40, troubled: 3 },
      },
      { ...batch, id: randomUUID(), subject: 'Paused by hand', state: 'paused' },
    ]);
    await sendDigest(site.context);
    const stopped = { count: 1, named: [{ subject: 'The first kits', tried: 40, troubled: 3 }] };
    expect(await sentDigests()).toMatchObject([{ count: 1, stopped }]);
    site.clock.advance(days(1));
    await sendDigest(site.context);
    expect(await sentDigests()).toHaveLength(1);
    site.clock.advance(days(1));
    await fail(1);
    await sendDigest(site.context);
    expect((await sentDigests())[1]).toMatchObject({ count: 2, stopped });
  });

  test('tells what has waited for three days to those who may see it', async () => {
    const moderator = await site.loggedIn('moderator');
    const viewer = await site.loggedIn('viewer');
    await site.loggedIn('editor');
    await site.db.insert(contactSubmissions).values({
      id: randomUUID(),
      firstName: 'Awa',
      lastName: 'Diop',
      email: 'awa@example.org',
      country: 'Senegal',
      message: 'Hello?',
      wantsNews: false,
      createdAt: ago(days(4)),
    });
    await sendDigest(site.context);
    const readers = await sentDigests();
    expect(readers.map(({ to }) => to).toSorted()).toEqual(
      [owner, moderator, viewer].map(({ id }) => `${id}@example.org`).toSorted(),
    );
    for (const digest of readers)
      expect(digest.waiting).toEqual([{ kind: 'contact', count: 1, days: 4 }]);
  });

  test('goes to the notification address alone where there is one', async () => {
    const settings = { id: 1, notificationEmail: 'desk@example.org', updatedAt: site.clock.now() };
    await site.db.insert(emailSettings).values(settings);
    await fail(1);
    await sendDigest(site.context);
    expect((await sentDigests()).map(({ to }) => to)).toEqual(['desk@example.org']);
  });

  test('is turned off and on by an owner with a recent password, which is written down', async () => {
    owner = await site.loggedIn('admin');
    const path = '/api/admin/failure-digest';
    expect((await owner.get(path)).body).toEqual({ isOn: true });
    expect(await owner.put(path, { isOn: false })).toMatchObject({
      status: 200,
      body: { message: 'The daily email about problems is off.' },
    });
    expect((await owner.get(path)).body).toEqual({ isOn: false });
    await fail(1);
    await sendDigest(site.context);
    expect(await sentDigests()).toEqual([]);
    const [act] = await site.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'failure_digest.switched'));
    expect(act).toMatchObject({ before: { isOn: true }, after: { isOn: false } });
    await owner.put(path, { isOn: true });
    await sendDigest(site.context);
    expect((await sentDigests()).map(({ to }) => to)).toContain(`${owner.id}@example.org`);
    site.clock.advance(minutes(6));
    expect(await owner.put(path, { isOn: false })).toMatchObject({
      status: 403,
      body: { reason: 'reauthenticate' },
    });
  });
});
