import { and, eq, like, notLike } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSite, type Site } from '../../../server/testing.ts';
import { auditLog } from '../../../server/audit.store.ts';
import { users } from '../../../server/user.store.ts';
import { siteSettings } from '../../maintenance/site.store.ts';
import { days, hours, minutes } from '../../../shared/time.ts';
import { unityDeclarations } from '../../declaration/declaration.store.ts';
import { signatureKeyOf } from '../../declaration/signature-link.service.ts';
import { emailLogs } from '../../mail/log/email-log.store.ts';
import { sweepMails } from '../../mail/queue/delivery.service.ts';
import { outgoingMails } from '../../mail/queue/outgoing-mail.store.ts';
import { mailSuppressions } from '../../mail/suppressions/suppression.store.ts';
import { activateConfig, emailConfigs } from '../../mail/smtp/email-config.store.ts';
import { saveConfig } from '../../mail/smtp/mail-server.service.ts';
import { mailLimits } from '../batches/limit.store.ts';
import { newestOf, undoableOf, undoNewest } from '../../audit/undo/testing.ts';
import { campaignJobs } from '../campaign.jobs.ts';
import type { WelcomeMail, WelcomeSeries } from './welcome.contract.ts';

const PATH = '/api/admin/welcome-series';
const SIGN = '/api/unity-declaration';

let site: Site;
let admin: Awaited<ReturnType<Site['loggedIn']>>;
let round = 0;
beforeAll(async () => {
  site = await openSite({
    mail: true,
    environment: { ADDRESS_LIMIT_FACTOR: '1000', SIGNATURES_NEED_CONFIRMATION: 'true' },
  });
});
beforeEach(async () => {
  round += 1;
  await site.inbox.fail({ mode: 'none' });
  for (const table of [outgoingMails, unityDeclarations, mailSuppressions, emailLogs, siteSettings])
    await site.db.delete(table);
  admin = await site.loggedIn('admin');
});
afterAll(() => site.close());

const mail = (name: string, waitDays: number, more: Partial<WelcomeMail['texts']> = {}) => ({
  waitDays,
  texts: { en: { subject: `${name} welcome`, message: `The ${name} text.` }, ...more },
});
const TWO = [mail('First', 2), mail('Second', 5)];

const read = async () => (await admin.get(PATH)).body as WelcomeSeries;
async function save(mails: WelcomeMail[]) {
  const answer = await admin.put(PATH, { mails, version: (await read()).version });
  expect(answer.status, answer.text).toBe(200);
}
async function turn(isOn: boolean) {
  const answer = await admin.put(`${PATH}/switch`, { isOn, version: (await read()).version });
  expect(answer.status, answer.text).toBe(200);
}

/** Of each test its own, as the inbox is not emptied. */
const addressOf = (name: string) => `${name}-${round}@example.org`;
async function rowOf(name: string) {
  const [found] = await site.db
    .select()
    .from(unityDeclarations)
    .where(eq(unityDeclarations.email, addressOf(name)));
  if (!found) throw new Error(`${name} has not signed`);
  return found;
}
async function sign(name: string, { wantsNews = true, lang = 'en' } = {}) {
  const body = { fullName: `${name} Diop`, email: addressOf(name), country: 'Senegal' };
  const answer = await site
    .visitor({ 'accept-language': lang })
    .post(SIGN, { ...body, agreeToDeclaration: true, wantsNews });
  expect(answer.status, answer.text).toBe(201);
}
const press = async (name: string, step: 'confirm' | 'withdraw') => {
  const key = signatureKeyOf(site.context.secrets, await rowOf(name));
  const answer = await site.visitor().post(`${SIGN}/${step}`, { key });
  expect(answer.status, answer.text).toBe(200);
};
async function join(name: string, how: Parameters<typeof sign>[1] = {}) {
  await sign(name, how);
  await press(name, 'confirm');
}

/** What the queue does each hour. */
const run = async (context = site.context) => {
  const job = campaignJobs.find((one) => one.name === 'welcome-mails');
  await job?.handle({}, { context, log: site.app.log } as never);
};
const runAfter = async (ms: number) => {
  site.clock.advance(ms);
  admin = await site.loggedIn('admin');
  await run();
};
/** Who has a mail of the series in the queue, in which state. */
const queued = async () =>
  (
    await site.db
      .select()
      .from(outgoingMails)
      .where(like(outgoingMails.emailType, 'welcome-series-%'))
      .orderBy(outgoingMails.emailType, outgoingMails.recipientAddress)
  ).map(({ emailType, recipientAddress, state }) => [emailType, recipientAddress, state]);
const receivers = async () => (await queued()).map(([, address]) => address);
const arrived = async (name: string, count: number) => {
  const to = addressOf(name);
  await site.until(async () => {
    const found = await site.inbox.messages({ to });
    expect(found.filter(({ subject }) => subject.includes('welcome'))).toHaveLength(count);
  });
  const found = await site.inbox.messages({ to });
  return found.filter(({ subject }) => subject.includes('welcome')).reverse();
};

describe('the welcome series', () => {
  test('goes mail by mail to who confirms and asked for news, each after its wait', async () => {
    await save(TWO);
    await turn(true);
    await join('awa');
    await runAfter(days(2) - minutes(1));
    expect(await queued()).toEqual([]);
    await runAfter(minutes(1));
    const [first] = await arrived('awa', 1);
    expect(first?.subject).toContain('First welcome');
    expect(first?.text).toContain('The First text.');
    expect(first?.text).toContain('/account/unsubscribe#key=');
    expect(first?.headers['list-unsubscribe']).toMatch(/^<http.*\/api\/unsubscribe\?key=/);
    expect(first?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');

    await runAfter(days(5) - minutes(1));
    expect(await arrived('awa', 1)).toHaveLength(1);
    await runAfter(minutes(1));
    expect((await arrived('awa', 2))[1]?.subject).toContain('Second welcome');
    // There is no third.
    await runAfter(days(9));
    expect(await queued()).toHaveLength(2);

    const log = await site.db
      .select()
      .from(emailLogs)
      .where(like(emailLogs.emailType, 'welcome-series-%'));
    expect(log.map(({ emailType, status }) => `${emailType} ${status}`).toSorted()).toEqual([
      'welcome-series-1 success',
      'welcome-series-2 success',
    ]);
    const none = { sent: 0, failed: 0, bounced: 0, unsubscribed: 0 };
    expect((await read()).results).toEqual([{ ...none, sent: 1 }, { ...none, sent: 1 }, none]);
  });

  test('is off until someone turns it on, and nobody of before gets it', async () => {
    await save(TWO);
    await join('awa');
    await runAfter(days(3));
    await turn(true);
    await sign('late');
    await runAfter(days(3));
    expect(await queued()).toEqual([]);
    await press('late', 'confirm');
    await runAfter(days(2));
    expect(await receivers()).toEqual([addressOf('late')]);
  });

  test('says how many confirmed with a wish for news in thirty days', async () => {
    await join('awa');
    await runAfter(days(31));
    await join('kofi');
    await join('ama', { wantsNews: false });
    await sign('zola');
    expect(await read()).toMatchObject({
      lastMonth: 1,
      since: null,
      mails: [],
      isConfirmationAsked: true,
    });
  });

  test('is in the language of its reader, and in English where that text is missing', async () => {
    const fr = { subject: 'Premier welcome', message: 'Le texte.' };
    await save([mail('First', 0, { fr }), mail('Second', 1)]);
    await turn(true);
    await join('awa', { lang: 'fr' });
    await join('kofi');
    await run();
    expect((await arrived('awa', 1))[0]?.subject).toContain('Premier welcome');
    expect((await arrived('kofi', 1))[0]?.subject).toContain('First welcome');
    await runAfter(days(1));
    const [, second] = await arrived('awa', 2);
    expect(second?.subject).toContain('Second welcome');
    expect(second?.text).toContain('lang=fr#key=');
  });

  test('says the name of its reader, and its fallback to who gave only an initial', async () => {
    await save([
      mail('First', 0, { en: { subject: 'welcome', message: 'Dear {firstName|friend},' } }),
    ]);
    await turn(true);
    await join('awa');
    await join('k.');
    await run();
    expect((await arrived('awa', 1))[0]?.text).toContain('Dear awa,');
    expect((await arrived('k.', 1))[0]?.text).toContain('Dear friend,');
  });

  test('has the newest text once it was changed', async () => {
    await save(TWO);
    await turn(true);
    await join('awa');
    await runAfter(days(2));
    await arrived('awa', 1);
    await save([TWO[0] as WelcomeMail, mail('Changed', 3)]);
    await runAfter(days(3));
    expect((await arrived('awa', 2))[1]?.text).toContain('The Changed text.');
  });

  test('leaves out what is a month late', async () => {
    await save([mail('First', 2)]);
    await turn(true);
    await join('awa');
    await runAfter(days(33));
    expect(await queued()).toEqual([]);
  });
});

describe('nobody gets a mail of the series', () => {
  beforeEach(async () => {
    await save(TWO);
    await turn(true);
  });

  test.each([
    ['has not asked for news', { wantsNews: false }],
    ['has not confirmed', { confirmedAt: null }],
    ['was invalidated', { invalidatedAt: new Date() }],
  ])('who %s', async (_what, change) => {
    await join('awa');
    await join('kofi');
    const isAwa = eq(unityDeclarations.email, addressOf('awa'));
    await site.db.update(unityDeclarations).set(change).where(isAwa);
    await runAfter(days(2));
    expect(await receivers()).toEqual([addressOf('kofi')]);
  });

  test('who is on the list of those who get no bulk email, or whose account is suspended', async () => {
    await join('awa');
    await join('kofi');
    await join('ama');
    await admin.post('/api/admin/mail-suppressions', {
      addresses: addressOf('awa'),
      reason: 'bounced',
    });
    const { id } = await site.loggedIn('member');
    await site.db
      .update(users)
      .set({ email: addressOf('kofi'), suspendedAt: new Date() })
      .where(eq(users.id, id));
    await runAfter(days(2));
    expect(await receivers()).toEqual([addressOf('ama')]);
  });

  test('after the mail in which they unsubscribed', async () => {
    await join('awa');
    await runAfter(days(2));
    const [first] = await arrived('awa', 1);
    const link = new URL(first?.headers['list-unsubscribe']?.slice(1, -1) ?? '');
    const answer = await site
      .visitor()
      .post(link.pathname + link.search, new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }));
    expect(answer.status).toBeLessThan(400);
    await runAfter(days(5));
    expect(await queued()).toHaveLength(1);
    expect((await read()).results[0]).toMatchObject({ sent: 1, unsubscribed: 1 });
  });

  test('after a mail that came back', async () => {
    await join('awa');
    await runAfter(days(2));
    await arrived('awa', 1);
    const bounced = { addresses: addressOf('awa'), reason: 'bounced' };
    await admin.post('/api/admin/mail-suppressions', bounced);
    await runAfter(days(5));
    expect(await queued()).toHaveLength(1);
    expect((await read()).results[0]).toMatchObject({ sent: 1, bounced: 1, unsubscribed: 0 });
  });

  test('twice who withdraws and signs again', async () => {
    await join('awa');
    await runAfter(days(2));
    await arrived('awa', 1);
    await press('awa', 'withdraw');
    await join('awa');
    await runAfter(days(2));
    expect(await queued()).toHaveLength(1);
  });

  test('once it is turned off, nor when it is on again for others', async () => {
    await join('awa');
    await turn(false);
    await runAfter(days(2));
    await turn(true);
    await runAfter(days(2));
    expect(await queued()).toEqual([]);
  });
});

describe('each mail leaves once', () => {
  beforeEach(async () => {
    await save([mail('First', 0), mail('Second', 1)]);
    await turn(true);
  });

  test('of two processes at the same time', async () => {
    for (const name of ['awa', 'kofi', 'ama']) await join(name);
    await Promise.all([run(), run(), run()]);
    expect(await queued()).toHaveLength(3);
    for (const name of ['awa', 'kofi', 'ama']) await arrived(name, 1);
    // Also once the queue has forgotten them.
    await site.db.delete(outgoingMails);
    await run();
    expect(await queued()).toEqual([]);
  });

  test('and is not lost where a run dies half-way', async () => {
    await join('awa');
    await join('kofi');
    const dying = {
      ...site.context,
      jobs: {
        ...site.context.jobs,
        // The mails and their jobs are written, and the transaction has not ended.
        sendAll: async (...given: Parameters<typeof site.context.jobs.sendAll>) => {
          await site.context.jobs.sendAll(...given);
          throw new Error('killed');
        },
      },
    };
    await expect(run(dying)).rejects.toThrow('killed');
    expect(await queued()).toEqual([]);
    await run();
    expect(await queued()).toHaveLength(2);
    await arrived('awa', 1);
    await arrived('kofi', 1);
  });

  test('in more than one page', async () => {
    const now = site.clock.now();
    await site.db.insert(unityDeclarations).values(
      Array.from({ length: 205 }, (_, n) => ({
        id: crypto.randomUUID(),
        fullName: 'Awa Diop',
        email: addressOf(`page${n}`),
        country: 'Senegal',
        wantsNews: true,
        signedAt: now,
        confirmedAt: now,
      })),
    );
    await run();
    expect(await queued()).toHaveLength(205);
  });
});

describe('a mail that waits for the mail server', () => {
  beforeEach(async () => {
    await save([mail('First', 0)]);
    await turn(true);
    await join('awa');
    await site.until(async () => {
      const others = notLike(outgoingMails.emailType, 'welcome-series-%');
      const waiting = and(others, eq(outgoingMails.state, 'queued'));
      expect(await site.db.$count(outgoingMails, waiting)).toBe(0);
    });
    await site.inbox.fail({ mode: 'refuse-connection' });
    await run();
    await site.until(async () => {
      const [row] = await site.db
        .select()
        .from(outgoingMails)
        .where(like(outgoingMails.emailType, 'welcome-series-%'));
      expect(row).toMatchObject({ state: 'queued', attempts: 1 });
    });
  });
  const comeBack = async () => {
    await site.inbox.fail({ mode: 'none' });
    site.clock.advance(hours(1));
    await sweepMails(site.context, site.app.log);
    await site.until(async () => expect((await queued())[0]?.[2]).not.toBe('queued'));
    return (await queued())[0]?.[2];
  };

  test('leaves when it is back', async () => {
    expect(await comeBack()).not.toBe('skipped');
    await arrived('awa', 1);
  });

  test.each([
    [
      'has unsubscribed',
      () =>
        admin.post('/api/admin/mail-suppressions', {
          addresses: addressOf('awa'),
          reason: 'by hand',
        }),
    ],
    ['has withdrawn', () => press('awa', 'withdraw')],
    [
      'was invalidated',
      async () => {
        const answer = await admin.post('/api/admin/unity-declarations/invalidate', {
          count: 1,
          search: 'awa',
        });
        expect(answer.status, answer.text).toBe(200);
      },
    ],
    ['would get it from a series that is off', () => turn(false)],
  ])('never leaves to who %s meanwhile', async (_what, happen) => {
    await happen();
    expect(await comeBack()).toBe('skipped');
    await arrived('awa', 0);
  });
});

test('the series keeps to bulk mail’s part of the provider’s day', async () => {
  const { host: smtpHost, port: smtpPort } = site.inbox.smtp;
  const configData = { smtpHost, smtpPort, smtpUser: 'u', fromEmail: 'o@example.org' };
  const type = 'email_gmail' as const;
  await save([mail('First', 2)]);
  await turn(true);
  for (const name of ['awa', 'kofi', 'ama']) await join(name);
  await site.until(async () => expect(await site.db.$count(emailLogs)).toBe(3));
  await saveConfig(site.db, site.context, {
    type,
    configData: { ...configData, fromName: 'O' },
    password: 'p',
    updatedBy: null,
  });
  await activateConfig(site.db, type);
  const limits = { gmailPerDay: 2, alternativePerDay: null, perMinute: null, connections: 2 };
  await site.db
    .insert(mailLimits)
    .values({ id: 1, ...limits, updatedBy: admin.id, updatedAt: new Date() });
  try {
    await runAfter(days(2));
    expect(await queued()).toHaveLength(1);
  } finally {
    await site.db.delete(mailLimits);
    await site.db.delete(emailConfigs);
  }
});

describe('the mails are changed', () => {
  test('by who may send mail, with a recent password, over the saved version', async () => {
    const body = { mails: TWO, version: 0 };
    const viewer = await site.loggedIn('viewer');
    expect((await viewer.get(PATH)).status).toBe(200);
    expect((await viewer.put(PATH, body)).status).toBe(403);
    const off = { isOn: false, version: 0 };
    expect((await viewer.put(`${PATH}/switch`, off)).status).toBe(403);
    expect((await (await site.loggedIn('editor')).get(PATH)).status).toBe(403);
    expect((await admin.put(PATH, body)).status).toBe(200);
    const stale = await admin.put(PATH, { ...body, mails: [] });
    expect(stale.status).toBe(409);
    expect((await read()).mails).toEqual(TWO);
    site.clock.advance(minutes(6));
    const { version } = await read();
    expect(await admin.put(PATH, { mails: [], version })).toMatchObject({
      status: 403,
      body: { reason: 'reauthenticate' },
    });
  });

  test.each([
    ['four mails', [0, 1, 1, 1].map((wait) => mail('One', wait))],
    ['no day between two', [mail('One', 1), mail('Two', 0)]],
    ['a wait below zero', [mail('One', -1)]],
    ['no English text', [{ waitDays: 1, texts: { fr: { subject: 'a', message: 'b' } } }]],
    ['an unknown field', [mail('One', 1, { fr: { subject: 'a', message: '{town|x}' } })]],
    ['half a French text', [mail('One', 1, { fr: { subject: 'a', message: '' } })]],
  ])('but not to %s', async (_what, mails) => {
    expect((await admin.put(PATH, { mails, version: 0 })).status).toBe(400);
    expect(await site.db.$count(siteSettings)).toBe(0);
  });

  test('but a series that is on has a mail', async () => {
    expect((await admin.put(`${PATH}/switch`, { isOn: true, version: 0 })).status).toBe(409);
    await save(TWO);
    await turn(true);
    const { version } = await read();
    expect((await admin.put(PATH, { mails: [], version })).status).toBe(409);
    expect((await read()).mails).toHaveLength(2);
  });

  test('and each change can be undone, until the next one', async () => {
    const undo = async (action: string) => {
      expect(await newestOf(admin, action)).toMatchObject({ about: null, count: null });
      await undoNewest(admin, action);
    };
    await save(TWO);
    await save([mail('Other', 1)]);
    expect(await undoableOf(admin)).toHaveLength(1);
    await undo('welcome_series.changed');
    expect((await read()).mails).toEqual(TWO);

    await turn(true);
    const { since } = await read();
    await join('awa');
    await turn(false);
    expect((await read()).since).toBeNull();
    await undo('welcome_series.switched');
    expect((await read()).since).toBe(since);
    await runAfter(days(2));
    expect(await queued()).toHaveLength(1);
    await turn(false);
    await turn(true);
    await undo('welcome_series.switched');
    expect((await read()).since).toBeNull();
    const [act] = await site.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'welcome_series.changed'));
    expect(act).toMatchObject({ subject: 'welcome-series', before: { mails: [] } });
  });
});
