import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../server/database/database.ts';
import { openSite, type Site } from '../../../server/testing.ts';
import type { Language } from '../../../shared/language.ts';
import { CONTACT_ADDRESS } from '../../../shared/email-address.ts';
import { createQueue } from '../../../server/queue/queue.ts';
import { hours, minutes, seconds } from '../../../shared/time.ts';
import { emailJobs } from './mail-queue.jobs.ts';
import { addContent } from '../../content/content.store.ts';
import { deliverMail, deliverMails, sweepMails } from './delivery.service.ts';
import { campaignIn } from '../../content/publishing/campaign-address.rules.ts';
import { type ConfigType, statesBefore } from '../mail.rules.ts';
import { saveConfig } from '../smtp/mail-server.service.ts';
import { notifyAdmins, queueMail, queueMails } from './mail-queue.service.ts';
import { activateConfig, emailConfigs, putNotificationEmail } from '../smtp/email-config.store.ts';
import { emailLogs } from '../log/email-log.store.ts';
import { claimMail, outgoingMails } from './outgoing-mail.store.ts';
import { putUnsubscribed } from '../suppressions/suppression.store.ts';
import { addUser } from '../../members/member.store.ts';
import { setSuspended } from '../../members/administrators/accounts.store.ts';

let site: Site;
afterEach(() => site.close());

const awa = { name: 'Awa Diop', address: 'awa@example.org' };
const signed = (to = awa, batch = 'declaration:1') => ({
  batch,
  to,
  template: 'declaration-signed' as const,
  props: { name: to.name },
});

const rows = () => site.db.select().from(outgoingMails).orderBy(outgoingMails.createdAt);
const history = () => site.db.select().from(emailLogs).orderBy(emailLogs.sentAt);
/** The mail to an address once it is in a state; the queue looks for work every half second. */
const mailIn = (state: string, address = awa.address) =>
  site.until(async () => {
    const [mail] = await site.db
      .select()
      .from(outgoingMails)
      .where(eq(outgoingMails.recipientAddress, address));
    expect(mail?.state).toBe(state);
    return mail!;
  });
/** As a minute's sweep would at a later time. */
async function sweepAfter(ms: number) {
  site.clock.advance(ms);
  await sweepMails(site.context, site.app.log);
}

describe('a queued mail', () => {
  test('arrives once, as HTML and text, with its Message-ID and a line in the history', async () => {
    site = await openSite({ mail: true });
    await queueMail(site.context, signed());
    const [mail] = await site.inbox.waitFor(awa.address);
    const sent = await mailIn('sent');
    expect(mail).toMatchObject({
      subject: '[Sandbox] Thank you for signing the Unity Declaration',
      from: 'One Africa Passport <sandbox@one-africa.example>',
      headers: {
        to: 'Awa Diop <awa@example.org>',
        'message-id': `<${sent.id}@localhost>`,
        'auto-submitted': 'auto-generated',
      },
    });
    expect(mail!.html).toContain('Dear Awa Diop,');
    expect(mail!.text).toContain('Dear Awa Diop,');
    expect(sent).toMatchObject({
      attempts: 1,
      error: null,
      configType: 'sandbox',
      nextAttemptAt: null,
      sealedProps: '',
    });
    expect(sent.sentAt).not.toBeNull();
    expect(await history()).toMatchObject([
      {
        recipientEmail: awa.address,
        subject: mail!.subject,
        emailType: 'declaration-signed',
        status: 'success',
        errorMessage: null,
        configType: 'sandbox',
      },
    ]);
    await sweepAfter(hours(1));
    await queueMail(site.context, signed({ name: 'Kofi', address: 'kofi@example.org' }));
    await site.inbox.waitFor('kofi@example.org');
    expect(await site.inbox.messages({ to: awa.address })).toHaveLength(1);
  });

  test('is one row for each recipient of a batch, however often and in whatever letters it is queued', async () => {
    site = await openSite({ mail: true });
    await Promise.all(Array.from({ length: 10 }, () => queueMail(site.context, signed())));
    await queueMail(site.context, signed({ name: 'Awa', address: ' AWA@Example.org' }));
    await queueMail(site.context, signed({ name: 'Kofi', address: 'kofi@example.org' }));
    await queueMail(site.context, signed(awa, 'declaration:2'));
    expect((await rows()).map((row) => `${row.batchId} ${row.recipientAddress}`).sort()).toEqual([
      'declaration:1 awa@example.org',
      'declaration:1 kofi@example.org',
      'declaration:2 awa@example.org',
    ]);
    await site.inbox.waitFor(awa.address, 2);
    await site.inbox.waitFor('kofi@example.org');
    await site.until(async () =>
      expect((await rows()).map((row) => row.state)).toEqual(['sent', 'sent', 'sent']),
    );
    expect(await site.inbox.messages()).toHaveLength(3);
  });

  test('exists if and only if the transaction around it commits', async () => {
    site = await openSite({ mail: true });
    const failing = inTransaction(site.db, async (db) => {
      await queueMail(site.context, signed(), { db });
      throw new Error('the transaction failed');
    });
    await expect(failing).rejects.toThrow('the transaction failed');
    await inTransaction(site.db, (db) =>
      queueMail(site.context, signed({ name: 'Kofi', address: 'kofi@example.org' }), { db }),
    );
    await site.inbox.waitFor('kofi@example.org');
    expect(await rows()).toHaveLength(1);
    expect(await site.inbox.messages()).toHaveLength(1);
  });

  test('keeps what it will say unreadable in the table', async () => {
    site = await openSite({ work: false });
    await queueMail(site.context, {
      batch: 'contact:1',
      to: awa,
      template: 'contact-notification',
      props: {
        name: awa.name,
        email: awa.address,
        country: 'Ghana',
        message: 'a-very-private-question',
      },
    });
    const { rows: dump } = await site.db.execute(
      sql`select outgoing_mails::text as row from outgoing_mails`,
    );
    expect(JSON.stringify(dump)).toContain(awa.address);
    expect(JSON.stringify(dump)).not.toContain('a-very-private-question');
  });
});

describe('the answer to a mail', () => {
  const asked = {
    firstName: 'Awa',
    lastName: 'Diop',
    email: awa.address,
    country: 'Senegal',
    message: 'How can I help?',
  };

  test.each([
    [
      'Tomorrow',
      ' Hello@Tomorrow.example ',
      { name: 'Tomorrow', address: 'hello@tomorrow.example' },
    ],
    ['-', 'Write to us, please', campaignIn({})],
    ['Tomorrow', 'a@b.example, c@d.example', { ...campaignIn({}), name: 'Tomorrow' }],
    ['Tomorrow', 'a@b.example\nBcc: c@d.example', { ...campaignIn({}), name: 'Tomorrow' }],
  ])(
    'goes to the name %j and the address %j that are published, if mail can go there',
    async (name, address, replyTo) => {
      site = await openSite();
      const at = site.clock.now();
      const text = {
        section: 'site',
        language: 'en' as const,
        version: 1,
        status: 'published' as const,
      };
      await addContent(site.db, [
        { ...text, id: randomUUID(), key: 'name', value: name, updatedBy: null, updatedAt: at },
        {
          ...text,
          id: randomUUID(),
          key: 'contact_email',
          value: address,
          updatedBy: null,
          updatedAt: at,
        },
      ]);
      await site.visitor().post('/api/contact', asked, { 'content-language': 'fr' });
      await site.until(async () => {
        expect(await rows()).toMatchObject([
          { template: 'contact-received', locale: 'fr', replyTo },
        ]);
      });
    },
  );

  test('goes to the built-in address until another one is published', async () => {
    site = await openSite();
    const admin = await site.loggedIn('admin');
    await queueMail(site.context, signed());
    const text = { section: 'site', key: 'contact_email', value: 'us@one.example', language: 'en' };
    expect((await admin.put('/api/admin/content', text)).status).toBeLessThan(300);
    await queueMail(site.context, signed(awa, 'declaration:2'));
    const sent = await rows();
    expect(sent.map(({ replyTo }) => replyTo?.address).sort()).toEqual([
      CONTACT_ADDRESS,
      'us@one.example',
    ]);
  });
});

describe('a mail that does not get through', () => {
  test('at a greylisting server is tried again after its pause, not before, and arrives once', async () => {
    site = await openSite({ mail: true });
    await site.inbox.fail({ mode: 'greylist' });
    await queueMail(site.context, signed());
    const refused = await site.until(async () => {
      const [mail] = await rows();
      expect(mail).toMatchObject({ state: 'queued', attempts: 1 });
      return mail!;
    });
    expect(refused.error).toContain('451 4.7.1 Greylisted, try again later');
    expect(refused.nextAttemptAt!.getTime() - refused.updatedAt.getTime()).toBe(minutes(1));
    expect(await history()).toEqual([]);
    await sweepAfter(minutes(0.5));
    expect((await rows())[0]!.nextAttemptAt).toEqual(refused.nextAttemptAt);
    await sweepAfter(minutes(1));
    expect(await mailIn('sent')).toMatchObject({
      attempts: 2,
      error: null,
      messageId: refused.messageId,
    });
    expect(await site.inbox.messages()).toHaveLength(1);
  });

  test('because the server refuses the recipient for good is failed, with the server’s words, and not tried again', async () => {
    site = await openSite({ mail: true });
    await site.inbox.fail({ mode: 'reject-recipient', match: 'awa@' });
    await queueMail(site.context, signed());
    expect((await mailIn('failed')).error).toContain('550 5.1.1 No such user here');
    expect(await history()).toMatchObject([
      {
        status: 'failed',
        errorMessage: expect.stringContaining('550 5.1.1 No such user here'),
        recipientEmail: awa.address,
      },
    ]);
    await site.inbox.fail({ mode: 'none' });
    await sweepAfter(hours(48));
    await queueMail(site.context, signed({ name: 'Kofi', address: 'kofi@example.org' }));
    await site.inbox.waitFor('kofi@example.org');
    expect(await site.inbox.messages({ to: awa.address })).toEqual([]);
  });

  test('because the link died after the final dot is uncertain and sent again under the same Message-ID', async () => {
    site = await openSite({ mail: true });
    await site.inbox.fail({ mode: 'drop-after-data' });
    await queueMail(site.context, signed());
    const uncertain = await mailIn('uncertain');
    expect(uncertain.error).toBeTruthy();
    expect(await history()).toEqual([]);
    await site.inbox.fail({ mode: 'none' });
    await sweepAfter(minutes(2));
    const copies = await site.inbox.waitFor(awa.address, 2);
    expect(new Set(copies.map((copy) => copy.headers['message-id']))).toEqual(
      new Set([uncertain.messageId]),
    );
    await mailIn('sent');
    expect(await history()).toMatchObject([{ status: 'success' }]);
  });

  test('and is bulk is never sent again once it is uncertain', async () => {
    site = await openSite({ mail: true });
    await site.inbox.fail({ mode: 'drop-after-data' });
    await queueMail(site.context, { ...signed(), kind: 'bulk' });
    expect((await mailIn('uncertain')).nextAttemptAt).toBeNull();
    expect(await history()).toMatchObject([{ status: 'failed' }]);
    await site.inbox.fail({ mode: 'none' });
    await sweepAfter(hours(48));
    await queueMail(site.context, signed({ name: 'Kofi', address: 'kofi@example.org' }));
    await site.inbox.waitFor('kofi@example.org');
    expect(await site.inbox.messages({ to: awa.address })).toHaveLength(1);
  });

  test('and is bulk does not leave to who has unsubscribed meanwhile', async () => {
    site = await openSite({ mail: true });
    await site.inbox.fail({ mode: 'refuse-connection' });
    await queueMail(site.context, { ...signed(), kind: 'bulk' });
    await queueMail(site.context, { ...signed(), batch: 'receipt' });
    // An attempt counts from its beginning: each must have ended before its server is there again.
    await site.until(async () =>
      expect((await rows()).map(({ state, attempts }) => [state, attempts])).toEqual([
        ['queued', 1],
        ['queued', 1],
      ]),
    );
    const unsubscribed = { id: randomUUID(), address: awa.address, now: site.clock.now() };
    await putUnsubscribed(site.db, unsubscribed);
    await site.inbox.fail({ mode: 'none' });
    await sweepAfter(minutes(2));
    // What the reader waits for still arrives.
    await site.inbox.waitFor(awa.address);
    await site.until(async () =>
      expect(await rows()).toMatchObject([
        { kind: 'bulk', state: 'skipped', sealedProps: '', nextAttemptAt: null },
        { kind: 'transactional', state: 'sent' },
      ]),
    );
  });

  test('because the server is down waits and arrives when it is back', async () => {
    site = await openSite({ mail: true });
    await site.inbox.fail({ mode: 'refuse-connection' });
    await queueMail(site.context, signed());
    await site.until(async () =>
      expect((await rows())[0]).toMatchObject({ state: 'queued', attempts: 1 }),
    );
    await site.inbox.fail({ mode: 'none' });
    await sweepAfter(minutes(2));
    await site.inbox.waitFor(awa.address);
    await mailIn('sent');
  });

  test('because its process died between taking and sending it is found by the sweep and sent', async () => {
    site = await openSite({ mail: true, work: false });
    await queueMail(site.context, signed());
    const [{ id } = { id: '' }] = await rows();
    const now = site.clock.now();
    const claim = {
      from: statesBefore('sending'),
      subject: 'x',
      configType: 'sandbox',
      stuckAt: new Date(now.getTime() + minutes(2)),
      now,
    };
    expect(await claimMail(site.db, id, claim)).toBeDefined();
    expect(await claimMail(site.db, id, claim)).toBeUndefined();
    await sweepAfter(minutes(1));
    expect((await rows())[0]!.state).toBe('sending');
    await sweepAfter(minutes(1.5));
    expect((await rows())[0]).toMatchObject({
      state: 'uncertain',
      error: 'The process that was sending it stopped.',
    });
    await sweepAfter(minutes(2));
    await deliverMail(site.context, id, site.app.log);
    await site.inbox.waitFor(awa.address);
    expect(await mailIn('sent')).toMatchObject({ attempts: 2 });
  });

  test('waits as long as there is no server at all, says so once with the number of mails, and leaves when one is configured', async () => {
    const lines: string[] = [];
    site = await openSite({
      environment: { LOG_LEVEL: 'warn', ALLOW_PRIVATE_SMTP: 'true' },
      logTo: { write: (line: string) => void lines.push(line) },
    });
    await queueMail(site.context, signed());
    await queueMail(site.context, { ...signed(), batch: 'of another day' });
    const ids = (await rows()).map(({ id }) => id);
    for (const id of ids) await deliverMail(site.context, id, site.app.log);
    expect(lines.join('')).not.toContain('mail is off');
    await sweepAfter(hours(24));
    expect(lines.join('')).toMatch(/"mails":2,.*mail is off/);
    expect((await rows()).map(({ state, attempts }) => [state, attempts])).toEqual([
      ['queued', 0],
      ['queued', 0],
    ]);
    expect(lines.join('')).not.toContain(awa.address);
    const inbox = await openSite({ mail: true });
    site.context.sandboxMail = inbox.inbox.smtp;
    await sweepAfter(minutes(20));
    await inbox.inbox.waitFor(awa.address);
    await site.until(async () => {
      expect((await rows()).map(({ state }) => state)).toEqual(['sent', 'sent']);
    });
    await inbox.close();
  });
});

describe('mails that are attempted one after the other', () => {
  const readers = ['awa', 'kofi', 'ama', 'esi'].map((name) => ({
    name,
    address: `${name}@example.org`,
  }));
  const queueAll = () =>
    queueMails(
      site.context,
      readers.map((to) => signed(to)),
    );
  const idsOf = async () => (await rows()).map(({ id }) => id);
  const handedOver = async () => {
    const { rows: jobs } = await site.db.execute<{ data: { ids: string[] } }>(
      sql`select data from pgboss.job where name = 'mail-deliver'`,
    );
    return jobs.map(({ data }) => data.ids);
  };
  const work = (isStopping = () => false) => ({
    context: site.context,
    log: site.app.log,
    isStopping,
  });

  test('are handed to the queue in lists of ten', async () => {
    site = await openSite({ work: false });
    const many = Array.from({ length: 25 }, (_, n) =>
      signed({ name: 'Awa', address: `awa${n}@example.org` }),
    );
    await queueMails(site.context, many);
    const lists = await handedOver();
    expect(lists.map((ids) => ids.length).toSorted()).toEqual([10, 10, 5]);
    expect(new Set(lists.flat())).toEqual(new Set(await idsOf()));
  });

  test('wait together while the database is overloaded, and are not parted', async () => {
    site = await openSite({ mail: true, work: false });
    await queueAll();
    const ids = await idsOf();
    await site.db.execute(sql`delete from pgboss.job`);
    await site.db.execute(sql`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'too many connections' using errcode = '53300'; end $$`);
    await site.db.execute(
      sql`create trigger refuse before insert or update on outgoing_mails execute function refuse()`,
    );
    await expect(deliverMails(ids, work())).rejects.toThrow();
    expect(await handedOver()).toEqual([]);
  });

  test('all leave though one cannot be read, which alone is tried again', async () => {
    site = await openSite({ mail: true, work: false });
    await queueAll();
    const [broken] = await site.db
      .update(outgoingMails)
      .set({ sealedProps: 'touched' })
      .where(eq(outgoingMails.recipientAddress, 'kofi@example.org'))
      .returning();
    await site.db.execute(sql`delete from pgboss.job`);
    await deliverMails(await idsOf(), work());
    for (const { address } of readers.filter(({ name }) => name !== 'kofi'))
      expect(await site.inbox.waitFor(address)).toHaveLength(1);
    expect(await handedOver()).toEqual([[broken?.id]]);
    await expect(deliverMails([broken?.id as string], work())).rejects.toThrow();
  });

  test('are left to another process by one that is asked to stop', async () => {
    site = await openSite({ mail: true, work: false });
    await queueAll();
    const ids = await idsOf();
    await site.db.execute(sql`delete from pgboss.job`);
    let asked = 0;
    await deliverMails(
      ids,
      work(() => ++asked > 1),
    );
    expect(await site.inbox.messages()).toHaveLength(1);
    const left = (await handedOver()).flat();
    expect(left.sort()).toEqual(ids.slice(1).sort());
    await deliverMails(left, work());
    for (const { address } of readers) expect(await site.inbox.waitFor(address)).toHaveLength(1);
  });

  test('are left to another job together before theirs expires', async () => {
    site = await openSite({ mail: true, work: false });
    await queueAll();
    const ids = await idsOf();
    await site.db.execute(sql`delete from pgboss.job`);
    await deliverMails(
      ids,
      work(() => {
        // Asked before each: the server takes so long for one.
        site.clock.advance(seconds(20));
        return false;
      }),
    );
    expect(await site.inbox.messages()).toHaveLength(2);
    expect(await handedOver()).toEqual([ids.slice(2)]);
  });

  test.runIf(process.env.TEST_DATABASE === 'postgres')(
    'are taken by a worker in two lists, so that neither expires while the other is attempted',
    async () => {
      site = await openSite({ mail: true, work: false });
      const lists = 12;
      const many = Array.from({ length: 10 * lists }, (_, n) =>
        signed({ name: 'Awa', address: `awa${n}@example.org` }),
      );
      await queueMails(site.context, many);
      const holder = await site.database.pool?.connect();
      await holder?.query('begin; select from outgoing_mails for update');
      const queue = createQueue(
        site.database,
        site.database.pool?.options.connectionString,
        (error) => expect.fail(error.message),
        emailJobs,
      );
      await queue.createQueues();
      await queue.work(site.context, site.app.log);
      await site.until(async () => {
        const { rows: taken } = await site.db.execute(
          sql`select from pgboss.job where name = 'mail-deliver' and state = 'active'`,
        );
        // By four workers.
        expect(taken).toHaveLength(8);
      });
      await holder?.query('rollback');
      holder?.release();
      await queue.stop();
    },
  );

  test('are not taken from who is sending one of them where there is no server any more', async () => {
    site = await openSite({ work: false });
    await queueAll();
    const [first, ...others] = await rows();
    const now = site.clock.now();
    const stuckAt = new Date(now.getTime() + minutes(2));
    await claimMail(site.db, first?.id as string, {
      from: statesBefore('sending'),
      subject: 'x',
      configType: 'sandbox',
      stuckAt,
      now,
    });
    await deliverMails(await idsOf(), work());
    const due = new Map((await rows()).map(({ id, nextAttemptAt }) => [id, nextAttemptAt]));
    expect(due.get(first?.id as string)).toEqual(stuckAt);
    // At once, for the sweep that finds a server again.
    for (const { id } of others) expect(due.get(id)?.getTime()).toBeLessThan(stuckAt.getTime());
  });
});

describe('what people type', () => {
  // Short and without an address: other names are not shown at all.
  const hostileName = 'Eve\r\nBcc: everybody\r\n\r\n<script>alert(1)</script>';
  const hostile = 'Eve\r\nBcc: all@example.org\r\n\r\n<script>alert(1)</script>';

  test('makes no header of its own, in the name, the subject or the answer address, and no markup', async () => {
    site = await openSite({ mail: true });
    await putNotificationEmail(site.db, {
      notificationEmail: 'office@example.org',
      updatedBy: null,
      updatedAt: site.clock.now(),
    });
    await notifyAdmins(site.context, {
      batch: 'contact:1',
      replyTo: { name: hostile, address: 'eve@example.org' },
      template: 'contact-notification',
      props: { name: hostile, email: 'eve@example.org', country: 'Ghana', message: hostile },
    });
    await queueMail(site.context, signed({ name: hostileName, address: 'eve@example.org' }));
    const [notice] = await site.inbox.waitFor('office@example.org');
    const [thanks] = await site.inbox.waitFor('eve@example.org');
    for (const mail of [notice!, thanks!]) {
      const [head = ''] = (await site.inbox.source(mail.id)).split('\r\n\r\n');
      expect(head).not.toMatch(/^bcc:/im);
      expect(mail.to).toHaveLength(1);
      expect(mail.html).not.toContain('<script>');
      expect(mail.html).toContain('&lt;script&gt;');
    }
    expect(notice!.subject).toBe(
      '[Sandbox] Request for information from Eve Bcc: all@example.org <script>alert(1)</script>',
    );
    expect(notice!.headers['reply-to']).toContain('<eve@example.org>');
  });

  test('is read as a name and never as an encoded word', async () => {
    site = await openSite({ mail: true });
    const name = '=?utf-8?q?The_team?=';
    await queueMail(site.context, signed({ name, address: 'eve@example.org' }));
    const [thanks] = await site.inbox.waitFor('eve@example.org');
    expect(thanks!.headers.to).toBe('"= ?utf-8?q?The_team?=" <eve@example.org>');
  });

  test('as an address that is none is sent to nobody and fails', async () => {
    site = await openSite({ mail: true });
    const addresses = [
      'a@example.org, b@example.org',
      'awa',
      'a@example.org\r\nRCPT TO:<b@example.org>',
      '"a b"@example.org',
      'awa <awa@example.org>',
    ];
    for (const address of addresses)
      await queueMail(site.context, signed({ name: 'Eve', address }));
    for (const address of addresses) {
      expect(await mailIn('failed', address.toLowerCase())).toMatchObject({
        error: 'Emails cannot be sent to this address.',
      });
    }
    expect(await site.inbox.messages()).toEqual([]);
  });
});

describe('an automatic reply', () => {
  const greet = (n: number, address: string) =>
    queueMail(site.context, signed({ name: 'Awa', address }, `declaration:${n}`));
  const states = async () => (await rows()).map((row) => row.state).sort();

  test('goes to one mailbox three times a day at most, however its address is written, and the rest is kept as skipped', async () => {
    site = await openSite({ mail: true });
    const written = [
      'awa@example.org',
      'awa+1@example.org',
      ' AWA@example.org',
      'awa+2@example.org',
    ];
    for (const [n, address] of written.entries()) await greet(n, address);
    await site.until(async () =>
      expect(await states()).toEqual(['sent', 'sent', 'sent', 'skipped']),
    );
    const skipped = (await rows()).find((row) => row.state === 'skipped');
    expect(skipped).toMatchObject({ nextAttemptAt: null, sealedProps: '', attempts: 0 });
    await sweepAfter(hours(1));
    await deliverMail(site.context, skipped?.id as string, site.app.log);
    expect(await site.inbox.messages()).toHaveLength(3);
  });

  test('is one of three also when ten are asked for at once', async () => {
    site = await openSite({ work: false });
    await Promise.all(Array.from({ length: 10 }, (_, n) => greet(n, awa.address)));
    expect(await states()).toEqual([...Array(3).fill('queued'), ...Array(7).fill('skipped')]);
  });

  test('is one of three also when ten are queued together', async () => {
    site = await openSite({ work: false });
    const mails = Array.from({ length: 10 }, (_, n) =>
      signed({ name: 'Awa', address: `awa+${n}@example.org` }, `declaration:${n}`),
    );
    const others = signed({ name: 'Kofi', address: 'kofi@example.org' }, 'declaration:11');
    const granted = await queueMails(site.context, [...mails, others]);
    expect(granted).toEqual([...Array(3).fill(true), ...Array(7).fill(false), true]);
    expect(await states()).toEqual([...Array(4).fill('queued'), ...Array(7).fill('skipped')]);
  });

  test.runIf(process.env.TEST_DATABASE === 'postgres')(
    'is counted by two lists of the same mailboxes in any order, and neither waits for the other for ever',
    async () => {
      site = await openSite({ work: false });
      const kofi = { name: 'Kofi', address: 'kofi@example.org' };
      const waiting = (n: number) =>
        site.until(async () => {
          const { rows: locks } = await site.db.execute(
            sql`select from pg_locks where locktype = 'advisory' and not granted
                and database = (select oid from pg_database where datname = current_database())`,
          );
          expect(locks).toHaveLength(n);
        });
      const holder = await site.database.pool?.connect();
      await holder?.query(
        "begin; select pg_advisory_xact_lock(hashtextextended('mailbox signature awa@example.org', 0))",
      );
      const first = queueMails(site.context, [signed(awa, 'one'), signed(kofi, 'one')]);
      await waiting(1);
      const second = queueMails(site.context, [signed(kofi, 'two'), signed(awa, 'two')]);
      await waiting(2);
      await holder?.query('rollback');
      holder?.release();
      expect(await Promise.all([first, second])).toEqual([
        [true, true],
        [true, true],
      ]);
    },
  );

  test('goes out again a day later, and to others meanwhile', async () => {
    site = await openSite({ work: false });
    for (let n = 0; n < 4; n++) await greet(n, awa.address);
    await greet(4, 'kofi@example.org');
    expect(await states()).toEqual([...Array(4).fill('queued'), 'skipped']);
    site.clock.advance(hours(24) + minutes(1));
    await greet(5, awa.address);
    expect(await states()).toEqual([...Array(5).fill('queued'), 'skipped']);
  });

  test('holds back no other mail to the same person', async () => {
    site = await openSite({ work: false });
    for (let n = 0; n < 4; n++) await greet(n, awa.address);
    await queueMail(site.context, {
      batch: 'payment:1',
      to: awa,
      template: 'payment-confirmed',
      props: {
        name: 'Awa',
        reference: 'PX-1',
        amount: '$1',
        receivedOn: 'today',
        method: 'Zelle',
        number: 1,
        payments: 12,
        sendsKit: false,
        paymentsLeft: 0,
        receipt: { name: 'OAP-000001', url: 'https://one.example' },
      },
    });
    expect((await rows()).find((row) => row.template === 'payment-confirmed')?.state).toBe(
      'queued',
    );
  });
});

describe('a note to the administrators', () => {
  const note = {
    batch: 'claim:1',
    template: 'claim-notification' as const,
    props: {
      reference: 'PX-7K4M2',
      method: 'Zelle',
      amount: '$100.00',
      number: '42',
      adminUrl: 'http://localhost:3000/admin',
    },
  };

  interface AdminTraits {
    locale?: Language;
    isProved?: boolean;
  }

  /** Its address is proved unless the traits say otherwise; answers the id. */
  async function addAdmin(email: string, { locale, isProved = true }: AdminTraits = {}) {
    const id = randomUUID();
    await addUser(site.db, {
      id,
      email,
      firstName: 'Ama',
      lastName: null,
      password: 'hashed',
      role: 'owner',
      ...(locale ? { locale } : {}),
      ...(isProved ? { emailVerifiedAt: site.clock.now() } : {}),
      now: site.clock.now(),
    });
    return id;
  }
  const suspended = (id: string) =>
    setSuspended(site.db, id, { reason: 'Away.', now: site.clock.now() });
  const recipients = async () => (await rows()).map((row) => row.recipientAddress);

  test('is written to each in their language', async () => {
    site = await openSite({ mail: true });
    await addAdmin('boss@example.org');
    await addAdmin('cheffe@example.org', { locale: 'fr' });
    await notifyAdmins(site.context, note);
    const [english] = await site.inbox.waitFor('boss@example.org');
    const [french] = await site.inbox.waitFor('cheffe@example.org');
    expect(english?.subject).toContain('A payment needs checking: PX-7K4M2');
    expect(french?.subject).toContain('Un paiement est à vérifier\u00A0: PX-7K4M2');
  });

  test('goes to the notification address alone when one is set', async () => {
    site = await openSite({ mail: true });
    await addAdmin('ama@example.org');
    await putNotificationEmail(site.db, {
      notificationEmail: 'office@example.org',
      updatedBy: null,
      updatedAt: site.clock.now(),
    });
    await notifyAdmins(site.context, note);
    await site.inbox.waitFor('office@example.org');
    expect((await rows()).map((row) => row.recipientAddress)).toEqual(['office@example.org']);
  });

  test('goes to every administrator otherwise', async () => {
    site = await openSite({ mail: true });
    await addAdmin('ama@example.org');
    await addAdmin('kofi@example.org');
    await notifyAdmins(site.context, note);
    await site.inbox.waitFor('ama@example.org');
    await site.inbox.waitFor('kofi@example.org');
    expect(await rows()).toHaveLength(2);
  });

  test('never goes to an address that nobody has proved, nor to a suspended account', async () => {
    site = await openSite({ work: false });
    await addAdmin('ama@example.org');
    await addAdmin('mistyped@example.org', { isProved: false });
    await suspended(await addAdmin('kofi@example.org'));
    await notifyAdmins(site.context, note);
    expect(await recipients()).toEqual(['ama@example.org']);
  });

  test('goes to the campaign’s own mailbox where no administrator can be written to', async () => {
    site = await openSite({ work: false });
    await addAdmin('mistyped@example.org', { isProved: false });
    await suspended(await addAdmin('kofi@example.org'));
    await notifyAdmins(site.context, note);
    expect(await recipients()).toEqual([CONTACT_ADDRESS]);
  });
});

describe('an email configuration', () => {
  const smtp = () => ({
    smtpHost: site.inbox.smtp.host,
    smtpPort: site.inbox.smtp.port,
    smtpUser: 'user',
    fromEmail: 'office@one-africa.example',
    fromName: 'The Office',
  });
  const password = 'correct horse battery staple';

  test('that is active sends the mail, with its own sender, and is in the history', async () => {
    site = await openSite({ mail: true });
    await saveConfig(site.db, site.context, {
      type: 'email_alternative',
      configData: smtp(),
      password,
      updatedBy: null,
    });
    await inTransaction(site.db, (db) => activateConfig(db, 'email_alternative'));
    await queueMail(site.context, signed());
    const [mail] = await site.inbox.waitFor(awa.address);
    expect(mail!.from).toBe('The Office <office@one-africa.example>');
    await mailIn('sent');
    expect(await history()).toMatchObject([{ configType: 'email_alternative' }]);
  });

  test('keeps its password unreadable in the table, and bound to its row', async () => {
    site = await openSite({ work: false });
    const configData = {
      smtpHost: 'smtp.example.org',
      smtpPort: 587,
      smtpUser: 'user',
      fromEmail: 'a@example.org',
      fromName: 'A',
    };
    await saveConfig(site.db, site.context, {
      type: 'email_gmail',
      configData,
      password,
      updatedBy: null,
    });
    const { rows: dump } = await site.db.execute(
      sql`select email_configs::text as row from email_configs`,
    );
    expect(JSON.stringify(dump)).toContain('smtp.example.org');
    expect(JSON.stringify(dump)).not.toContain(password);
    expect(JSON.stringify(dump)).not.toContain(
      Buffer.from(password).toString('base64url').slice(0, 16),
    );
    const [{ sealedPassword } = { sealedPassword: '' }] = await site.db.select().from(emailConfigs);
    const { secrets } = site.context;
    expect(secrets.unseal('smtp-password', 'email_configs:email_gmail', sealedPassword)).toBe(
      password,
    );
    expect(() =>
      secrets.unseal('smtp-password', 'email_configs:email_alternative', sealedPassword),
    ).toThrow();
  });

  test('is never one of two active ones, whatever is activated at the same moment', async () => {
    site = await openSite({ mail: true });
    for (const type of ['email_gmail', 'email_alternative'] as const) {
      await saveConfig(site.db, site.context, {
        type,
        configData: smtp(),
        password,
        updatedBy: null,
      });
    }
    const types = Array.from(
      { length: 20 },
      (_, n): ConfigType => (n % 2 ? 'email_gmail' : 'email_alternative'),
    );
    await Promise.all(
      types.map((type) => inTransaction(site.db, (db) => activateConfig(db, type))),
    );
    expect(
      await site.db.select().from(emailConfigs).where(eq(emailConfigs.isActive, true)),
    ).toHaveLength(1);
    await expect(site.db.update(emailConfigs).set({ isActive: true })).rejects.toThrow();
  });

  test('that leads into our own network is not connected to; the mail waits with the reason', async () => {
    site = await openSite({ mail: true });
    await saveConfig(site.db, site.context, {
      type: 'email_alternative',
      configData: { ...smtp(), smtpHost: 'localhost', smtpPort: 587 },
      password,
      updatedBy: null,
    });
    await inTransaction(site.db, (db) => activateConfig(db, 'email_alternative'));
    await queueMail(site.context, signed());
    await site.until(async () =>
      expect((await rows())[0]).toMatchObject({
        state: 'queued',
        attempts: 1,
        error: 'localhost is not a public mail server.',
      }),
    );
    expect(await site.inbox.messages()).toEqual([]);
  });
});
