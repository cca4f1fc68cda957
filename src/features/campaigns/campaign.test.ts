import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditLog } from '../../server/audit.store.ts';
import { openSite, type Site } from '../../server/testing.ts';
import { days, minutes, seconds } from '../../shared/time.ts';
import { contactSubmissions } from '../contact/contact.store.ts';
import { unityDeclarations } from '../declaration/declaration.store.ts';
import { users } from '../../server/user.store.ts';
import { addUser } from '../members/member.store.ts';
import { setSuspended } from '../members/administrators/accounts.store.ts';
import { emailConfigs, activateConfig } from '../mail/smtp/email-config.store.ts';
import { emailLogs, PREVIEW_MAIL } from '../mail/log/email-log.store.ts';
import { outgoingMails } from '../mail/queue/outgoing-mail.store.ts';
import { saveConfig } from '../mail/smtp/mail-server.service.ts';

import { bulkMails, mailBatches } from './batches/batch.store.ts';
import { recordDeliveryResults, mailLeases } from './batches/delivery.store.ts';
import { mailLimits } from './batches/limit.store.ts';

import { mailSuppressions } from '../mail/suppressions/suppression.store.ts';
import { campaignClient } from './testing.campaigns.ts';

type Browser = Awaited<ReturnType<Site['loggedIn']>>;
let site: Site;
let admin: Browser;
let campaigns: ReturnType<typeof campaignClient>;
beforeAll(async () => {
  site = await openSite({ work: false, mail: true });
  admin = await site.loggedIn('admin');
  campaigns = campaignClient(site, admin);
});
beforeEach(async () => {
  nth++;
  await site.inbox.fail({ mode: 'none' });
  const tables = [unityDeclarations, contactSubmissions, bulkMails, mailBatches, mailLeases];
  for (const table of [
    ...tables,
    mailLimits,
    mailSuppressions,
    emailLogs,
    outgoingMails,
    emailConfigs,
  ])
    await site.db.delete(table);
});
afterAll(() => site.close());

/** An administrator whose password was asked for just now, whatever the clock did meanwhile. */
const fresh = async () => {
  admin = await site.loggedIn('admin');
  campaigns = campaignClient(site, admin);
};
/** Others for each test, as the inbox is one. */
let nth = 0;
const readers = (many: number, name = `reader${nth}`) =>
  Array.from({ length: many }, (_, n) => `${name}-${String(n).padStart(3, '0')}@example.org`);
const rowsOf = (batchId: string) =>
  site.db.select().from(bulkMails).where(eq(bulkMails.batchId, batchId)).orderBy(bulkMails.address);
const acts = async () =>
  (await site.db.select().from(auditLog).orderBy(auditLog.id)).map(({ action }) => action);
const keyIn = (text: string) => /#key=(\S+)/.exec(text)?.[1] ?? '';

describe('the people that a bulk mail could go to', () => {
  test('are each one person, of the kinds that were asked for, in the order of their addresses, a page at a time', async () => {
    await campaigns.sign(['ama@example.org', 'kofi@example.org']);
    for (const email of ['ama@example.org', 'zola@example.org', 'Zola@Example.org'])
      await site.visitor().post('/api/contact', {
        firstName: 'Ama',
        lastName: 'Mensah',
        email,
        country: 'Ghana',
        message: 'Hello',
        wantsNews: true,
      });
    const all = await campaigns.pool();
    expect(all).toMatchObject({ count: 3, suppressed: 0, next: null });
    expect(all.recipients.map(({ email, kinds }) => [email, kinds])).toEqual([
      ['ama@example.org', ['contact', 'declaration']],
      ['kofi@example.org', ['declaration']],
      ['zola@example.org', ['contact']],
    ]);
    const first = await campaigns.pool('limit=2');
    expect(first.next).toBe('kofi@example.org');
    const second = await campaigns.pool(`limit=2&after=${first.next}`);
    expect(second.recipients.map(({ email }) => email)).toEqual(['zola@example.org']);
    expect(await campaigns.pool('kinds=contact&country=Ghana')).toMatchObject({ count: 2 });
    expect(await campaigns.pool('kinds=contact&status=answered')).toMatchObject({ count: 0 });
    expect(await campaigns.pool('kinds=contact&status=new')).toMatchObject({ count: 2 });
    expect(await campaigns.pool('status=new&kinds=declaration')).toMatchObject({ count: 0 });
    expect((await campaigns.pool('search=kof')).recipients).toMatchObject([{ name: 'Awa Diop' }]);
    expect(await campaigns.pool('language=fr')).toMatchObject({ count: 0 });
  });

  test('are those who asked for news, unless the others are asked for', async () => {
    await campaigns.sign(['asked@example.org']);
    await campaigns.sign(['silent@example.org'], { wantsNews: false });
    expect(await campaigns.pool('kinds=declaration')).toMatchObject({ count: 1, unasked: 1 });
    expect(await campaigns.pool('kinds=declaration&unasked=true')).toMatchObject({
      count: 2,
      unasked: 0,
      recipients: [{ asked: true }, { asked: false }],
    });
  });

  test('leave out invalidated signatures, drafts, suspended members and suppressed addresses', async () => {
    await campaigns.sign(['good@example.org', 'gone@example.org', 'shut@example.org']);
    await campaigns.sign(['void@example.org'], { invalidatedAt: site.clock.now() });
    const id = '3f1b3e53-54e3-4d0c-9c3c-0c4f7a3f6a10';
    await addUser(site.db, {
      id,
      email: 'shut@example.org',
      firstName: null,
      lastName: null,
      password: 'x',
      role: null,
      now: site.clock.now(),
    });
    await setSuspended(site.db, id, { reason: 'Spam', now: site.clock.now() });
    await admin.post('/api/admin/mail-suppressions', {
      addresses: 'gone@example.org',
      reason: 'bounced',
    });
    expect(await campaigns.pool('kinds=declaration')).toMatchObject({
      count: 1,
      suppressed: 2,
      recipients: [{ email: 'good@example.org' }],
    });
    await site.db.delete(users).where(eq(users.id, id));
  });
});

describe('a bulk mail', () => {
  test('goes once to each of those named whom the pool knows, whatever the spelling, and says who was left out', async () => {
    await fresh();
    await campaigns.sign(['ama@example.org', 'kofi@example.org', 'gone@example.org']);
    await campaigns.sign(['silent@example.org'], { wantsNews: false });
    await admin.post('/api/admin/mail-suppressions', {
      addresses: 'gone@example.org',
      reason: 'complaint',
    });
    const recipients = ['AMA@example.org ', 'ama@example.org', 'kofi@example.org'];
    const others = ['stranger@example.com', 'gone@example.org', 'silent@example.org', 'no address'];
    const answer = await admin.post('/api/admin/send-bulk-email', {
      recipients: [...recipients, ...others],
      subject: 'News',
      message: 'The march has begun.',
    });
    expect(answer).toMatchObject({
      status: 201,
      body: { summary: { queued: 2, successful: 0, failed: 0, skipped: 5 } },
    });
    const { batchId } = answer.body as { batchId: string };
    await campaigns.work();
    expect(await campaigns.batch(batchId)).toMatchObject({
      state: 'done',
      counts: { total: 2, queued: 0, sending: 0, sent: 2, failed: 0, uncertain: 0, skipped: 0 },
      createdBy: 'Test admin',
    });
    const [mail, ...more] = await site.inbox.messages({ to: 'ama@example.org' });
    expect(more).toEqual([]);
    expect(mail?.text).toContain('The march has begun.');
    expect(await site.inbox.messages({ to: 'silent@example.org' })).toEqual([]);
    const history = await site.db.select().from(emailLogs);
    expect(history.map(({ status, emailType }) => [status, emailType])).toEqual([
      ['success', 'bulk'],
      ['success', 'bulk'],
    ]);
    expect(await acts()).toContain('bulk_mail.queued');
  });

  test('goes to an audience as it was counted, and asks again when it is another by now', async () => {
    await fresh();
    await campaigns.sign(readers(3));
    const audience = { kinds: ['declaration'] };
    const mistaken = await campaigns.send({ audience, expectedCount: 2 });
    expect(mistaken).toMatchObject({ status: 409, body: { count: 3 } });
    expect(await site.db.$count(mailBatches)).toBe(0);
    const sent = await campaigns.send({ audience, expectedCount: 3 });
    expect(sent).toMatchObject({ status: 201, body: { summary: { queued: 3, skipped: 0 } } });
    // A person who signs later was not counted.
    site.clock.advance(seconds(1));
    await campaigns.sign(['late@example.org']);
    await campaigns.work();
    const [batch] = await campaigns.batches();
    expect(batch).toMatchObject({ state: 'done', counts: { total: 3, sent: 3 } });
    expect(await site.inbox.messages({ to: 'late@example.org' })).toEqual([]);
  });

  test.each([
    [{ recipients: [] }, 'Please select at least one recipient.'],
    [{}, 'Please select at least one recipient.'],
    [{ recipients: ['stranger@example.com'] }, 'Please select at least one recipient.'],
    [{ audience: {}, expectedCount: 1 }, 'Please select at least one recipient.'],
    [{ recipients: ['a@b.org'], subject: ' ' }, 'Please enter both subject and message.'],
    [{ recipients: ['a@b.org'], message: '\n' }, 'Please enter both subject and message.'],
    [
      { recipients: ['a@b.org'], subject: 'News\r\nBcc: all@example.org' },
      'Please shorten the subject to one line of at most 200 characters.',
    ],
    [
      { recipients: ['a@b.org'], scheduledFor: '2020-01-01T00:00:00Z' },
      'Please choose a time in the future.',
    ],
  ])('of %j is refused in its own words', async (body, sentence) => {
    await fresh();
    const answer = await campaigns.send(body);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(sentence);
    expect(await site.db.$count(mailBatches)).toBe(0);
  });

  test('to people of whom none has asked for news needs a word that this is meant', async () => {
    await fresh();
    await campaigns.sign(['silent@example.org'], { wantsNews: false });
    const recipients = ['silent@example.org'];
    const refused = await campaigns.send({ recipients });
    expect(refused).toMatchObject({ status: 409, body: { reason: 'unasked' } });
    expect(await site.db.$count(bulkMails)).toBe(0);
    const meant = await campaigns.send({ recipients, includeUnasked: true });
    expect(meant.body).toMatchObject({ summary: { queued: 1 } });
  });

  test('has a row for each of two thousand, and sends none of them once it is cancelled', async () => {
    await fresh();
    await campaigns.sign(readers(2000));
    const id = await campaigns.queue(readers(2000));
    expect(await site.db.$count(bulkMails)).toBe(2000);
    expect((await campaigns.step(id, 'cancel')).status).toBe(200);
    await campaigns.work();
    expect(await campaigns.batch(id)).toMatchObject({
      state: 'cancelled',
      counts: { total: 2000, queued: 0, sent: 0, skipped: 2000 },
    });
    expect((await campaigns.step(id, 'resume')).status).toBe(409);
  });

  test('waits for its time, and for somebody who paused it', async () => {
    await fresh();
    await campaigns.sign(readers(2));
    const scheduledFor = new Date(site.clock.now().getTime() + minutes(3)).toISOString();
    const id = await campaigns.queue(readers(2), { scheduledFor });
    await campaigns.work();
    expect(await campaigns.batch(id)).toMatchObject({ state: 'scheduled', counts: { queued: 2 } });
    await campaigns.step(id, 'pause');
    site.clock.advance(minutes(4));
    await campaigns.work();
    expect(await campaigns.batch(id)).toMatchObject({ state: 'paused', because: null });
    await campaigns.step(id, 'resume');
    await campaigns.work();
    expect(await campaigns.batch(id)).toMatchObject({ state: 'done', counts: { sent: 2 } });
    expect((await campaigns.step(id, 'pause')).status).toBe(409);
    expect((await campaigns.step(id, 'retry')).text).toContain('has failed permanently');
  });

  test('keeps what was refused with the server’s words, tries the rest again, and what failed when asked to', async () => {
    await fresh();
    await campaigns.sign(readers(30));
    await site.inbox.fail({ mode: 'reject-recipient', match: '-007' });
    const id = await campaigns.queue(readers(30));
    await campaigns.work();
    expect(await campaigns.batch(id)).toMatchObject({
      state: 'done',
      counts: { sent: 29, failed: 1 },
      failures: [
        {
          email: readers(8)[7],
          state: 'failed',
          error: expect.stringContaining('550 5.1.1'),
        },
      ],
    });
    await site.inbox.fail({ mode: 'greylist', match: '-007' });
    await campaigns.step(id, 'retry');
    await campaigns.work();
    expect(await campaigns.batch(id)).toMatchObject({
      state: 'running',
      counts: { sent: 29, failed: 0, queued: 1 },
      failures: [{ state: 'queued', error: expect.stringContaining('451') }],
    });
    site.clock.advance(minutes(1.5));
    await campaigns.work();
    expect(await campaigns.batch(id)).toMatchObject({ state: 'done', counts: { sent: 30 } });
  });

  test('says of how many something went wrong, also where all of them are only tried again', async () => {
    await fresh();
    await campaigns.sign(readers(23));
    await site.inbox.fail({ mode: 'greylist', match: '-0' });
    const id = await campaigns.queue(readers(23));
    await campaigns.work();
    const batch = await campaigns.batch(id);
    expect(batch).toMatchObject({
      state: 'running',
      counts: { failed: 0, uncertain: 0, queued: 23 },
      troubled: 23,
    });
    expect(batch.failures).toHaveLength(20);
  });

  test('pauses by itself when more than one in twenty fails, says why, and goes on when resumed', async () => {
    await fresh();
    await campaigns.sign(readers(60));
    await site.inbox.fail({ mode: 'reject-recipient', match: '-00' });
    const id = await campaigns.queue(readers(60));
    await campaigns.work();
    const paused = await campaigns.batch(id);
    expect(paused.state).toBe('paused');
    expect(paused.because).toMatch(/^Sending has stopped: \d+ of the last \d+ emails/);
    expect(paused.counts.failed).toBe(10);
    expect(paused.counts.queued).toBeGreaterThan(0);
    await site.inbox.fail({ mode: 'none' });
    await campaigns.step(id, 'resume');
    await campaigns.work();
    expect(await campaigns.batch(id)).toMatchObject({
      state: 'done',
      counts: { sent: 50, failed: 10 },
    });
  });

  test('that may have arrived is uncertain and never sent again', async () => {
    await fresh();
    await campaigns.sign(readers(3));
    await site.inbox.fail({ mode: 'drop-after-data' });
    const id = await campaigns.queue(readers(3));
    await campaigns.work();
    await site.inbox.fail({ mode: 'none' });
    site.clock.advance(days(1));
    await campaigns.work();
    await fresh();
    expect(await campaigns.batch(id)).toMatchObject({ state: 'done', counts: { uncertain: 3 } });
    for (const to of readers(3)) expect(await site.inbox.messages({ to })).toHaveLength(1);
    expect((await campaigns.step(id, 'retry')).status).toBe(409);
  });

  test('rests while the server is away, says so, loses no try, and goes on by itself', async () => {
    await fresh();
    await campaigns.sign(readers(4));
    await site.inbox.fail({ mode: 'refuse-connection' });
    const id = await campaigns.queue(readers(4));
    await campaigns.work();
    const waiting = await campaigns.batch(id);
    expect(waiting).toMatchObject({ state: 'waiting', counts: { queued: 4, failed: 0 } });
    expect(waiting.because).toContain('The mail server is not accepting emails right now:');
    expect(new Date(waiting.waitingUntil ?? 0) > site.clock.now()).toBe(true);
    expect((await rowsOf(id)).every(({ attempts }) => attempts === 0)).toBe(true);
    await site.inbox.fail({ mode: 'none' });
    site.clock.advance(minutes(1));
    await campaigns.work();
    expect(await campaigns.batch(id)).toMatchObject({ state: 'done', counts: { sent: 4 } });
  });

  test('keeps to a provider’s share of the day, of which a tenth is the other mails’', async () => {
    await fresh();
    const { host: smtpHost, port: smtpPort } = site.inbox.smtp;
    const config = { smtpHost, smtpPort, smtpUser: 'u', fromEmail: 'o@example.org', fromName: 'O' };
    const type = 'email_gmail' as const;
    await saveConfig(site.db, site.context, {
      type,
      configData: config,
      password: 'p',
      updatedBy: null,
    });
    await activateConfig(site.db, type);
    const limits = { gmailPerDay: 10, alternativePerDay: null, perMinute: null, connections: 2 };
    expect((await admin.put('/api/admin/mail-limits', { ...limits, version: 0 })).status).toBe(200);
    await campaigns.sign(readers(12));
    const id = await campaigns.queue(readers(12));
    await campaigns.work();
    const waiting = await campaigns.batch(id);
    expect(waiting).toMatchObject({ state: 'waiting', counts: { sent: 9, queued: 3 } });
    expect(waiting.because).toContain('The 9 bulk emails allowed in 24 hours');
    expect((await admin.get('/api/admin/mail-limits')).body).toMatchObject({
      ...limits,
      sentInDay: 9,
    });
    site.clock.advance(days(1) + minutes(1));
    await campaigns.work();
    await fresh();
    expect(await campaigns.batch(id)).toMatchObject({ state: 'done', counts: { sent: 12 } });
  });

  test('leaves at the rate that was set', async () => {
    await fresh();
    const limits = { gmailPerDay: 500, alternativePerDay: null, perMinute: 600, connections: 5 };
    await admin.put('/api/admin/mail-limits', { ...limits, version: 0 });
    await campaigns.sign(readers(6));
    await campaigns.queue(readers(6));
    const startedAtMs = performance.now();
    await campaigns.work();
    expect(performance.now() - startedAtMs).toBeGreaterThan(500);
    for (const to of readers(6)) expect(await site.inbox.messages({ to })).toHaveLength(1);
  });

  test('is not sent to whoever unsubscribes before its turn', async () => {
    await fresh();
    await campaigns.sign(readers(2));
    const id = await campaigns.queue(readers(2));
    await admin.post('/api/admin/mail-suppressions', {
      addresses: readers(2)[1],
      reason: 'by hand',
    });
    await campaigns.work();
    expect(await campaigns.batch(id)).toMatchObject({
      state: 'done',
      counts: { sent: 1, skipped: 1 },
    });
  });

  test('is sent by one process at a time, and by another one when that is dead', async () => {
    await fresh();
    await campaigns.sign(readers(40));
    const id = await campaigns.queue(readers(40));
    await Promise.all([campaigns.work(), campaigns.work()]);
    expect(await campaigns.batch(id)).toMatchObject({ state: 'done', counts: { sent: 40 } });
    for (const to of readers(40)) expect(await site.inbox.messages({ to })).toHaveLength(1);

    const next = await campaigns.queue(readers(40));
    const now = site.clock.now();
    // As a process leaves it that is killed: it leads, and two mails were on their way.
    const dead = {
      id: 1,
      holder: next,
      heldUntil: new Date(now.getTime() + 400),
      failuresInRow: 0,
    };
    await site.db.delete(mailLeases);
    await site.db.insert(mailLeases).values(dead);
    const entries = { leaving: readers(2), results: [], configType: null, now };
    await recordDeliveryResults(site.db, { id: next, subject: 'News' }, entries);
    expect(await campaigns.batch(next)).toMatchObject({ counts: { sending: 2, queued: 38 } });
    await campaigns.work();
    expect(await campaigns.batch(next)).toMatchObject({
      state: 'done',
      counts: { sent: 38, uncertain: 2 },
    });
  });

  test('stops when the process is to stop, and nothing of it is lost', async () => {
    await fresh();
    await campaigns.sign(readers(50));
    const id = await campaigns.queue(readers(50));
    let asked = 0;
    await campaigns.work(() => asked++ > 40);
    const { counts } = await campaigns.batch(id);
    expect(counts.sent).toBeGreaterThan(0);
    expect(counts.sent + counts.queued).toBe(50);
    await campaigns.work();
    expect(await campaigns.batch(id)).toMatchObject({ state: 'done', counts: { sent: 50 } });
  });
});

describe('the way out of bulk mail', () => {
  test('is in every mail: a page that asks, and the header that mail programs post to, without the address', async () => {
    await fresh();
    const reader = `nana${nth}@example.org`;
    await campaigns.sign([reader], { locale: 'fr' });
    await campaigns.queue([reader]);
    await campaigns.work();
    const [mail] = await site.inbox.waitFor(reader);
    const oneClick = /^<(.*)>$/.exec(mail?.headers['list-unsubscribe'] ?? '')?.[1] ?? '';
    expect(mail?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    expect(mail?.text).toContain('http://localhost:3000/account/unsubscribe?lang=fr#key=');
    expect(decodeURIComponent(oneClick)).not.toContain('nana');
    expect(Buffer.from(keyIn(mail?.text ?? ''), 'base64url').toString()).not.toContain('nana');
    const path = oneClick.replace('http://localhost:3000', '');

    // Mail scanners follow links: that alone changes nothing.
    const followed = await site.visitor().get(path);
    expect(followed.status).toBe(302);
    expect(followed.headers.location).toContain('/account/unsubscribe');
    expect(await site.db.$count(mailSuppressions)).toBe(0);
    const posted = await site.visitor().send('POST', path, 'List-Unsubscribe=One-Click', {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'cross-site',
    });
    expect(posted.status).toBe(200);
    expect(await campaigns.pool()).toMatchObject({ count: 0, suppressed: 1 });
    const [row] = await site.db.select().from(mailSuppressions);
    expect(row).toMatchObject({ address: reader, reason: 'unsubscribed', createdBy: null });

    // Only they take it back.
    const lifted = await admin.delete(`/api/admin/mail-suppressions/${row?.id}`);
    expect(lifted.status).toBe(409);
    const key = new URL(oneClick).searchParams.get('key') ?? '';
    const undone = await site
      .visitor()
      .post(`/api/unsubscribe/undo?key=${encodeURIComponent(key)}`);
    expect(undone.status).toBe(200);
    expect(await campaigns.pool()).toMatchObject({ count: 1, suppressed: 0 });
  });

  test('opens with no other key', async () => {
    for (const key of ['', 'k1.a.b.c', 'x'.repeat(200)]) {
      const answer = await site.visitor().post(`/api/unsubscribe?key=${key}`);
      expect(answer.status).toBe(400);
    }
  });
});

test('suppressed addresses come from pasted lines, are searched, and are let go again', async () => {
  await fresh();
  const pasted = [
    'Ama@Example.org',
    'kofi@example.org, "Zola" <zola@example.org>;',
    '<gone@example.org>: host mx.example.org said: 550 5.1.1 unknown',
    'no address here',
    '',
  ].join('\r\n');
  const body = { addresses: pasted, reason: 'bounced' };
  const added = await admin.post('/api/admin/mail-suppressions', body);
  expect(added).toMatchObject({
    status: 201,
    body: { added: 4, known: 0, refused: ['no address here'] },
  });
  const again = await admin.post('/api/admin/mail-suppressions', body);
  expect(again.body).toMatchObject({ added: 0, known: 4, message: 'No new addresses.' });
  const list = await admin.get('/api/admin/mail-suppressions?search=zola&status=bounced');
  const [{ id } = { id: '' }] = list.body as { id: string }[];
  expect((await admin.delete(`/api/admin/mail-suppressions/${id}`)).status).toBe(200);
  expect((await admin.delete(`/api/admin/mail-suppressions/${id}`)).status).toBe(404);
  const nothing = { addresses: 'nobody', reason: 'by hand' };
  expect((await admin.post('/api/admin/mail-suppressions', nothing)).status).toBe(400);
});

describe('a mail to one person', () => {
  const letter = {
    recipient: 'ama@example.org',
    subject: 'Your question',
    message: 'Yes.\n\nSee https://example.org/kit.',
  };

  test('is queued before any bulk mail, in the language of its reader', async () => {
    await fresh();
    await campaigns.sign(['ama@example.org'], { locale: 'fr' });
    const answer = await admin.post('/api/admin/send-individual-email', letter);
    expect(answer).toMatchObject({ status: 201, body: { message: 'The email is on its way.' } });
    const [row] = await site.db.select().from(outgoingMails);
    expect(row).toMatchObject({
      recipientAddress: 'ama@example.org',
      emailType: 'individual',
      kind: 'transactional',
      locale: 'fr',
      state: 'queued',
    });
    expect(await acts()).toContain('individual_mail.queued');
  });

  test.each([
    ['a name', 'ama'],
    ['two addresses', 'a@b.org, c@d.org'],
    ['a thousand addresses', readers(1000).join(',')],
    ['an address with a line break', 'ama@example.org\r\nBcc: all@example.org'],
    ['an encoded word', '=?utf-8?q?a?= <a@b.org>'],
  ])('does not go to %s', async (_what, recipient) => {
    const answer = await admin.post('/api/admin/send-individual-email', { ...letter, recipient });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('Please enter a valid email address.');
    expect(await site.db.$count(outgoingMails)).toBe(0);
  });

  test('is seen before it leaves, as its reader will see it', async () => {
    const draft = {
      template: 'letter',
      subject: 'Hello {name} <b>',
      message: '<script>alert(1)</script>',
      language: 'fr',
    };
    const answer = await admin.post('/api/admin/preview-email', draft);
    const { subject, html } = answer.body as { subject: string; html: string };
    expect(subject).toBe('[Sandbox] Hello {name} <b>');
    expect(html).toContain('&lt;script&gt;');
    expect(html).not.toContain('<script>');
    const toOneself = await admin.post('/api/admin/preview-email/send', draft);
    expect(toOneself.status).toBe(200);
    const [row] = await site.db.select().from(outgoingMails);
    expect(row).toMatchObject({
      recipientAddress: `${admin.id}@example.org`,
      template: 'letter',
      emailType: PREVIEW_MAIL,
    });
  });
});
