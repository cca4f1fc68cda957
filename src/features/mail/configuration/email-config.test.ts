import { createServer } from 'node:net';
import { desc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditLog } from '../../../server/audit.store.ts';
import { inTransaction } from '../../../server/database/database.ts';
import { openSite, type Site } from '../../../server/testing.ts';
import { days, minutes } from '../../../shared/time.ts';
import { users } from '../../../server/user.store.ts';
import { deliverMail, sweepMails } from '../queue/delivery.service.ts';
import { saveConfig } from '../smtp/mail-server.service.ts';
import { notifyAdmins, queueMail } from '../queue/mail-queue.service.ts';
import { emailConfigs, emailSettings } from '../smtp/email-config.store.ts';
import { emailLogs } from '../log/email-log.store.ts';
import { type OutgoingMail, outgoingMails } from '../queue/outgoing-mail.store.ts';
import type { HeldMails } from '../held/held.contract.ts';
import { warnOfSaving } from './server-change.service.ts';
import { sendTestMail } from './test-mail.service.ts';

let site: Site;
let admin: Awaited<ReturnType<Site['loggedIn']>>;
beforeAll(async () => {
  site = await openSite({ mail: true });
});
afterAll(() => site.close());
beforeEach(async () => {
  await site.inbox.fail({ mode: 'none' });
  for (const table of [emailConfigs, emailLogs, emailSettings, outgoingMails])
    await site.db.delete(table);
  // Those of the tests before would get mails too.
  await site.db.update(users).set({ isAdmin: false, role: null });
  admin = await site.loggedIn('admin');
});

const path = '/api/admin/email-config';
const password = 'correct horse battery staple';
const gmail = {
  configType: 'email_gmail',
  smtpHost: 'smtp.gmail.com',
  smtpPort: 587,
  smtpUser: 'office@gmail.com',
  smtpPass: password,
  fromEmail: 'office@gmail.com',
  fromName: 'The Office',
};
const alternative = {
  configType: 'email_alternative',
  smtpHost: 'smtp.example.org',
  smtpPort: 465,
  smtpUser: 'sender',
  smtpPass: password,
  fromEmail: 'office@example.org',
  fromName: 'The Office',
};
/** Leads to the sandbox's server, which the rules for hosts and ports except. */
const sandboxed = () => ({
  ...alternative,
  smtpHost: site.inbox.smtp.host,
  smtpPort: site.inbox.smtp.port,
});
const shownOf = ({ configType: _, smtpPass: __, ...configData }: typeof gmail) => ({ configData });
/** The same with what is said of its saving. */
const savedOf = (config: typeof gmail, version = 1) => ({
  ...shownOf(config),
  version,
  savedAt: expect.any(String),
  savedBy: `${admin.id}@example.org`,
});
const save = (config: object) => admin.post(path, config);
const activate = (configType: string, by = admin) => by.post(`${path}/activate`, { configType });
const read = async () => (await admin.get(path)).body as Record<string, unknown>;
const tryOut = (testEmail: unknown) => admin.post('/api/admin/send-test-email', { testEmail });
async function useSandbox() {
  expect((await save(sandboxed())).status).toBe(201);
  expect((await activate('email_alternative')).status).toBe(200);
}
const lastAct = async () =>
  (await site.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))[0];

describe('an email configuration', () => {
  test('is none, and none is active, until one is saved', async () => {
    expect(await read()).toEqual({ gmail: null, alternative: null, activeConfigType: null });
  });

  test('is saved and shown without its password, and is not active by that', async () => {
    expect(await save(gmail)).toMatchObject({
      status: 201,
      body: { message: 'The Gmail configuration is saved.' },
    });
    expect(
      await save({ ...alternative, smtpPort: '465', fromEmail: ' Office@Example.org ' }),
    ).toMatchObject({
      status: 201,
      body: { message: 'The alternative SMTP configuration is saved.' },
    });
    expect(await read()).toEqual({
      gmail: savedOf(gmail),
      alternative: savedOf(alternative),
      activeConfigType: null,
    });
    expect((await admin.get(path)).text).not.toContain(password);
    const { rows } = await site.db.execute(
      sql`select email_configs::text as row from email_configs`,
    );
    expect(JSON.stringify(rows)).not.toContain(password);
  });

  test('that is saved again takes the place of the one before and stays active', async () => {
    await useSandbox();
    expect((await save({ ...sandboxed(), fromName: 'The Other Office' })).status).toBe(201);
    expect(await read()).toMatchObject({
      alternative: { configData: { fromName: 'The Other Office' } },
      activeConfigType: 'email_alternative',
    });
    expect(await site.db.$count(emailConfigs)).toBe(1);
  });

  test('is written to the audit log with before and after and without its password', async () => {
    await save(gmail);
    await save({ ...gmail, fromName: 'Another' });
    const { configData } = shownOf(gmail);
    expect(await lastAct()).toMatchObject({
      actorId: admin.id,
      action: 'email_config.saved',
      subject: 'email_gmail',
      before: configData,
      after: { ...configData, fromName: 'Another' },
    });
    await activate('email_gmail');
    expect(await lastAct()).toMatchObject({
      action: 'email_config.activated',
      before: { activeConfigType: null },
      after: { activeConfigType: 'email_gmail' },
    });
    const { rows } = await site.db.execute(sql`select audit_log::text as row from audit_log`);
    expect(JSON.stringify(rows)).not.toContain(password);
  });

  const noGmail = 'Please fill in all Gmail configuration fields.';
  const noAlternative = 'Please fill in all alternative SMTP configuration fields.';
  const onlyGmail = 'Gmail only accepts our emails at smtp.gmail.com, port 587.';
  const noHost = 'Enter the name of a server, such as smtp.example.org.';
  const noPort = 'Enter a port, such as 587 or 465.';
  const oneLine = 'Please shorten this to one line of at most 200 characters.';
  const noEmail = 'Please enter a valid email address';
  test.each([
    [{ ...gmail, smtpUser: ' ' }, 'smtpUser', noGmail],
    [{ ...gmail, smtpPass: '' }, 'smtpPass', noGmail],
    [{ ...gmail, smtpPass: undefined }, 'smtpPass', noGmail],
    [{ ...gmail, fromEmail: '' }, 'fromEmail', noGmail],
    [{ ...gmail, fromName: '' }, 'fromName', noGmail],
    [{ ...gmail, smtpHost: 'smtp.gmail.com.evil.example' }, 'smtpHost', onlyGmail],
    [{ ...gmail, smtpHost: undefined }, 'smtpHost', onlyGmail],
    [{ ...gmail, smtpPort: 465 }, 'smtpPort', onlyGmail],
    [{ ...alternative, smtpHost: '' }, 'smtpHost', noAlternative],
    [{ ...alternative, smtpPort: '' }, 'smtpPort', noAlternative],
    [{ ...alternative, smtpPort: undefined }, 'smtpPort', noAlternative],
    [{ ...alternative, smtpUser: '' }, 'smtpUser', noAlternative],
    [{ ...alternative, smtpPass: '' }, 'smtpPass', noAlternative],
    [{ ...alternative, fromEmail: '' }, 'fromEmail', noAlternative],
    [{ ...alternative, fromName: ' ' }, 'fromName', noAlternative],
    [{ ...alternative, smtpHost: 'smtp.example.org:25' }, 'smtpHost', noHost],
    [{ ...alternative, smtpHost: 'smtp.example.org\r\nQUIT' }, 'smtpHost', noHost],
    [{ ...alternative, smtpHost: 'http://169.254.169.254/' }, 'smtpHost', noHost],
    [{ ...alternative, smtpHost: `${'a'.repeat(64)}.org` }, 'smtpHost', noHost],
    [{ ...alternative, smtpPort: 'abc' }, 'smtpPort', noPort],
    [{ ...alternative, smtpPort: 70_000 }, 'smtpPort', noPort],
    [{ ...alternative, smtpPort: 587.5 }, 'smtpPort', noPort],
    [{ ...alternative, smtpPort: 25 }, 'smtpPort', 'Use port 587, 465 or 2525.'],
    [{ ...alternative, smtpPort: 6379 }, 'smtpPort', 'Use port 587, 465 or 2525.'],
    [{ ...alternative, smtpUser: 'office\r\nMAIL FROM:<a@b.example>' }, 'smtpUser', oneLine],
    [{ ...alternative, fromName: 'Office\nBcc: all@example.org' }, 'fromName', oneLine],
    [{ ...alternative, fromName: 'x'.repeat(201) }, 'fromName', oneLine],
    [{ ...alternative, fromEmail: 'sender' }, 'fromEmail', noEmail],
    [{ ...alternative, fromEmail: 'a@example.org, b@example.org' }, 'fromEmail', noEmail],
    [{ ...alternative, fromEmail: 'a@example.org\r\nBcc: b@example.org' }, 'fromEmail', noEmail],
    [
      { ...gmail, configType: 'email_sendmail' },
      'configType',
      'Please choose Gmail or the alternative server.',
    ],
    [{ ...gmail, isActive: true }, 'isActive', 'This field is not accepted.'],
  ])('is refused as %j, at %s, and nothing is stored', async (config, field, message) => {
    const answer = await save(config);
    expect(answer).toMatchObject({ status: 400, body: { message, fields: { [field]: message } } });
    expect(await site.db.$count(emailConfigs)).toBe(0);
  });
});

describe('a configuration that somebody else has saved meanwhile', () => {
  const message =
    'Someone else has saved this configuration in the meantime. Please compare it with yours before you save.';

  test('is not overwritten unseen: 409, nothing changes, and nobody is notified of a change', async () => {
    await useSandbox();
    const kofi = await site.loggedIn('admin');
    const theirs = { ...sandboxed(), fromName: 'Kofi’s Office' };
    expect(await kofi.post(path, { ...theirs, version: 1 })).toMatchObject({
      status: 201,
      body: { version: 2 },
    });
    const before = await read();
    expect(before).toMatchObject({
      alternative: { configData: { fromName: 'Kofi’s Office' }, savedBy: `${kofi.id}@example.org` },
    });
    await site.db.delete(emailLogs);
    const mine = { ...sandboxed(), smtpUser: 'mine', smtpPass: 'mine', version: 1 };
    expect(await save(mine)).toMatchObject({ status: 409, body: { message } });
    expect(await read()).toEqual(before);
    expect(await site.db.$count(emailLogs)).toBe(0);
    expect(await save({ ...mine, version: 2 })).toMatchObject({
      status: 201,
      body: { version: 3 },
    });
    expect(await read()).toMatchObject({
      alternative: { configData: { smtpUser: 'mine' }, version: 3 },
    });
  });

  test.each([gmail, alternative])('is not taken for none: $configType', async (config) => {
    await save(config);
    expect(await save({ ...config, version: 0 })).toMatchObject({ status: 409, body: { message } });
  });

  test.each([0, 1])(
    'at the very same moment is saved by one of ten over version %i',
    async (version) => {
      if (version > 0) await save(gmail);
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, n) => save({ ...gmail, fromName: `Sender ${n}`, version })),
      );
      const won = answers.findIndex(({ status }) => status === 201);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
      expect(await read()).toMatchObject({
        gmail: { configData: { fromName: `Sender ${won}` }, version: version + 1 },
      });
    },
  );

  test.each([-1, 1.5, '1'])('%j is no version', async (version) => {
    expect(await save({ ...gmail, version })).toMatchObject({
      status: 400,
      body: { fields: { version: expect.any(String) } },
    });
  });
});

describe('the active configuration', () => {
  test.each([
    ['email_gmail', 'Emails are now sent through Gmail.'],
    ['email_alternative', 'Emails are now sent through the alternative server.'],
  ])('moves to %s once it is saved', async (configType, message) => {
    await save(gmail);
    await save(alternative);
    expect(await activate(configType)).toMatchObject({ status: 200, body: { message } });
    expect(await read()).toMatchObject({ activeConfigType: configType });
  });

  test.each([
    ['email_gmail', 'Please save the Gmail configuration first before activating it.'],
    ['email_alternative', 'Please save the Alternative configuration first before activating it.'],
  ])('does not move to %s before it was saved, and stays where it is', async (wanted, message) => {
    const other = wanted === 'email_gmail' ? alternative : gmail;
    await save(other);
    await activate(other.configType);
    expect(await activate(wanted)).toMatchObject({ status: 404, body: { message } });
    expect(await read()).toMatchObject({ activeConfigType: other.configType });
  });

  test('is one, whatever two administrators activate at the same moment', async () => {
    // Servers that nobody knocks at.
    for (const type of ['email_gmail', 'email_alternative'] as const)
      await saveConfig(site.db, site.context, {
        type,
        configData: { ...shownOf(alternative).configData, smtpHost: '127.0.0.1' },
        password,
        updatedBy: null,
      });
    const second = await site.loggedIn('admin');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        activate(n % 2 ? 'email_gmail' : 'email_alternative', n % 3 ? admin : second),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const active = await site.db.select().from(emailConfigs).where(eq(emailConfigs.isActive, true));
    expect(active).toHaveLength(1);
  });

  test.each(['', '/activate'])('%s: needs a recent password', async (below) => {
    await save(gmail);
    site.clock.advance(minutes(6));
    const body = below ? { configType: 'email_gmail' } : { ...gmail, fromName: 'Attacker' };
    expect(await admin.post(path + below, body)).toMatchObject({
      status: 403,
      body: { reason: 'reauthenticate' },
    });
    expect(await read()).toMatchObject({
      gmail: { configData: { fromName: 'The Office' } },
      activeConfigType: null,
    });
  });
});

describe('a change of the way that mail leaves', () => {
  const own = () => `${admin.id}@example.org`;
  /** The history's lines about changes so far, which it forgets. */
  const notified = async () => {
    const lines = await site.db.delete(emailLogs).returning();
    expect(lines.every(({ emailType }) => emailType === 'mail-server-changed')).toBe(true);
    return lines.map(({ recipientEmail, status }) => `${status} ${recipientEmail}`).sort();
  };
  const NOT_NOTIFIED =
    'The old server did not accept the email that warns the other administrators of this change. Please tell them yourself.';

  test('is reported to every administrator who may see it, through the server that is left', async () => {
    const second = `${(await site.loggedIn('admin')).id}@example.org`;
    await site.loggedIn('member');
    // Neither sees the mail settings.
    for (const role of ['editor', 'finance'] as const) await site.loggedIn(role);
    await useSandbox();
    await save(gmail);
    expect(await notified()).toEqual([]);
    expect((await activate('email_gmail')).body).toEqual({
      message: 'Emails are now sent through Gmail.',
    });
    for (const reader of [own(), second]) {
      const [mail] = await site.inbox.waitFor(reader);
      expect(mail?.subject).toBe('[Sandbox] Our email server is being changed');
      expect(mail?.from).toBe('The Office <office@example.org>');
      for (const said of [own(), 'office@example.org', 'office@gmail.com', 'smtp.gmail.com:587'])
        expect(mail?.text).toContain(said);
    }
    expect(await notified()).toEqual([`success ${own()}`, `success ${second}`].sort());
    expect(await read()).toMatchObject({ activeConfigType: 'email_gmail' });
  });

  test.each([
    { smtpPass: 'another password' },
    { smtpUser: 'attacker' },
    { smtpHost: 'smtp.example.net', smtpPort: 587 },
    { fromEmail: 'attacker@example.org' },
  ])('as %j is reported where the active configuration is saved', async (change) => {
    await useSandbox();
    expect((await save({ ...sandboxed(), ...change })).status).toBe(201);
    expect(await notified()).toEqual([`success ${own()}`]);
  });

  test('is none, and reported to nobody, where mail leaves as before', async () => {
    await useSandbox();
    await save({ ...sandboxed(), fromName: 'The Other Office' });
    await activate('email_alternative');
    await save({ ...sandboxed(), smtpPort: 25 });
    await activate('email_gmail');
    await save(gmail);
    expect(await notified()).toEqual([]);
  });

  test('is made, and warned of, where the server that is left takes nothing', async () => {
    await useSandbox();
    await save(gmail);
    await site.inbox.fail({ mode: 'refuse-connection' });
    expect(await activate('email_gmail')).toMatchObject({
      status: 200,
      body: { message: 'Emails are now sent through Gmail.', warning: NOT_NOTIFIED },
    });
    expect(await notified()).toEqual([`failed ${own()}`]);
    expect(await read()).toMatchObject({ activeConfigType: 'email_gmail' });
  });

  test('does not wait long for a server that goes silent', async () => {
    await useSandbox();
    await site.inbox.fail({ mode: 'slow', delayMs: 5000 });
    const { configType: type, smtpPass, ...configData } = sandboxed();
    const next = { type: type as 'email_alternative', configData, password: `${smtpPass}!` };
    const context = { ...site.context, log: site.app.log };
    const { isWhole, entries } = await warnOfSaving(context, next, 'boss@example.org', 300);
    expect(isWhole).toBe(false);
    expect(entries).toMatchObject([{ errorMessage: 'The mail server did not answer in time.' }]);
  });

  test('mends a password that opens no more, and says that nobody was notified', async () => {
    await useSandbox();
    await site.db.update(emailConfigs).set({ sealedPassword: 'sealed with another secret' });
    expect(await save(sandboxed())).toMatchObject({ status: 201, body: { warning: NOT_NOTIFIED } });
    expect((await tryOut('awa@example.org')).status).toBe(200);
  });
});

describe('a test mail', () => {
  const reader = 'awa@example.org';

  test('arrives with the sender that was chosen, and the answer names the server', async () => {
    await useSandbox();
    const answer = await tryOut(' Awa@Example.org');
    expect(answer).toMatchObject({
      status: 200,
      body: {
        message: 'The mail server has accepted the test email.',
        configUsed: {
          type: 'email_alternative',
          smtpHost: site.inbox.smtp.host,
          smtpPort: site.inbox.smtp.port,
          fromEmail: 'office@example.org',
        },
      },
    });
    const [mail] = await site.inbox.waitFor(reader);
    expect(mail?.from).toBe('The Office <office@example.org>');
    expect(mail?.subject).toBe('[Sandbox] Test email from office@example.org');
    expect(await site.db.select().from(emailLogs)).toMatchObject([
      {
        recipientEmail: reader,
        subject: mail?.subject,
        emailType: 'test',
        status: 'success',
        errorMessage: null,
        configType: 'email_alternative',
      },
    ]);
    expect(answer.text).not.toContain(password);
  });

  test('leaves through the sandbox while nothing is configured', async () => {
    expect((await tryOut(reader)).body).toMatchObject({ configUsed: { type: 'sandbox' } });
    await site.inbox.waitFor(reader);
  });

  test.each([
    ['reject-login', '535 5.7.8 Username and password are not accepted'],
    ['reject-recipient', '550 5.1.1 No such user here'],
    ['greylist', '451 4.7.1 Greylisted, try again later'],
    ['refuse-connection', 'ECONNREFUSED'],
  ] as const)(
    'that the server does not take (%s) fails with its words and without the password',
    async (mode, said) => {
      await useSandbox();
      await site.inbox.fail({ mode });
      const before = await site.inbox.messages();
      const answer = await tryOut(reader);
      expect(answer).toMatchObject({
        status: 422,
        body: {
          message: expect.stringContaining('The mail server did not accept the test email: '),
          configUsed: { type: 'email_alternative' },
        },
      });
      expect(answer.text).toContain(said);
      expect(answer.text).not.toContain(password);
      expect(await site.db.select().from(emailLogs)).toMatchObject([
        { status: 'failed', emailType: 'test', errorMessage: expect.stringContaining(said) },
      ]);
      expect(await site.inbox.messages()).toEqual(before);
    },
  );

  test('to a server that goes silent is given up, and says so', async () => {
    await useSandbox();
    await site.inbox.fail({ mode: 'slow', delayMs: 5000 });
    const ask = { to: reader, language: 'en' };
    const { refusal, entry } = await sendTestMail(site.context, ask, 400);
    expect(refusal).toBe('The mail server did not answer in time.');
    expect(entry).toMatchObject({ status: 'failed', errorMessage: refusal });
  });

  test('to a server that never greets is given up, and says so', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as { port: number };
    const { sandboxMail } = site.context;
    site.context.sandboxMail = { host: '127.0.0.1', port };
    const { refusal } = await sendTestMail(site.context, { to: reader, language: 'en' }, 300);
    site.context.sandboxMail = sandboxMail;
    expect(refusal).toBe('The mail server did not answer in time.');
    silent.close();
  });

  test('to a server that repeats the password tells nobody', async () => {
    const encoded = Buffer.from(`\0sender\0${password}`).toString('base64');
    const parrot = createServer((socket) => {
      socket.write('220 parrot ESMTP\r\n');
      socket.on('data', (chunk) => {
        const line = String(chunk);
        if (line.startsWith('EHLO')) socket.write('250-parrot\r\n250 AUTH PLAIN\r\n');
        else socket.write(`535 I do not like ${line.trim()} nor ${password}\r\n`);
      });
    });
    await new Promise<void>((resolve) => parrot.listen(0, '127.0.0.1', resolve));
    const { port } = parrot.address() as { port: number };
    const { sandboxMail } = site.context;
    site.context.sandboxMail = { host: '127.0.0.1', port };
    await save({ ...sandboxed(), smtpHost: '127.0.0.1', smtpPort: port });
    await activate('email_alternative');
    const { refusal } = await sendTestMail(site.context, { to: reader, language: 'en' });
    site.context.sandboxMail = sandboxMail;
    parrot.close();
    expect(refusal).toContain('535 I do not like');
    expect(refusal).not.toContain(encoded);
    expect(refusal).not.toContain(password);
  });

  test.each(['localhost', '127.0.0.1', '0x7f.1', '2130706433', '10.0.0.1', '169.254.169.254'])(
    'does not knock at %s, inside of our own network',
    async (smtpHost) => {
      await save({ ...alternative, smtpHost, smtpPort: 2525 });
      await activate('email_alternative');
      const answer = await tryOut(reader);
      expect(answer.status).toBe(422);
      expect(answer.text).toContain(`${smtpHost} is not a public mail server.`);
    },
  );

  test.each([
    ['', 'Please enter a test email address.'],
    ['  ', 'Please enter a test email address.'],
    [undefined, 'Please enter a test email address.'],
    ['awa', 'Please enter a valid email address'],
    ['awa@example.org, kofi@example.org', 'Please enter a valid email address'],
    ['awa@example.org\r\nBcc: kofi@example.org', 'Please enter a valid email address'],
  ])('to %j is refused, and nothing is sent', async (to, message) => {
    expect(await tryOut(to)).toMatchObject({ status: 400, body: { message } });
    expect(await site.db.$count(emailLogs)).toBe(0);
  });
});

test('ten test mails an hour leave for one administrator, whatever another sends', async () => {
  const other = await site.loggedIn('admin');
  const send = (by = admin) =>
    by.post('/api/admin/send-test-email', { testEmail: 'many@example.org' });
  for (let n = 0; n < 10; n++) expect((await send()).status).toBe(200);
  const refused = await send();
  expect(refused).toMatchObject({
    status: 429,
    body: { message: 'You have sent ten test emails in an hour. Please try again later.' },
  });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500);
  expect(await site.db.$count(emailLogs)).toBe(10);
  expect((await send(other)).status).toBe(200);
});

test('a test mail without any server says that there is none', async () => {
  const bare = await openSite({ work: false });
  const chief = await bare.loggedIn('admin');
  expect(
    await chief.post('/api/admin/send-test-email', { testEmail: 'awa@example.org' }),
  ).toMatchObject({
    status: 409,
    body: { message: 'No email configuration is active. Please save one and switch to it first.' },
  });
  await bare.close();
});

describe('mails that a restore has brought back', () => {
  const held = '/api/admin/held-mails';
  /** As the restore leaves them: with the jobs that would have sent them. */
  const hold = (addresses: string[]) =>
    inTransaction(site.db, async (tx) => {
      for (const address of addresses)
        await queueMail(
          site.context,
          {
            batch: `held:${address}`,
            to: { name: '', address },
            template: 'letter',
            props: { subject: `To ${address}`, message: 'Hello.' },
          },
          { db: tx },
        );
      await tx.update(outgoingMails).set({ state: 'uncertain', nextAttemptAt: null });
    });
  const listed = async () => (await admin.get(held)).body as HeldMails;

  test('leave by nobody’s hand but a person’s, once, or are dropped with their words', async () => {
    await hold(['one@example.org', 'two@example.org', 'three@example.org']);
    for (const { id } of (await listed()).mails) await deliverMail(site.context, id, site.app.log);
    site.clock.advance(days(3));
    await sweepMails(site.context, site.app.log);
    admin = await site.loggedIn('admin');
    const { count, mails } = await listed();
    expect(count).toBe(3);
    const idOf = (address: string) => mails.find(({ to }) => to === address)?.id ?? '';
    expect(mails.find(({ to }) => to === 'one@example.org')?.subject).toBe(
      '[Sandbox] To one@example.org',
    );
    const [one, two] = [idOf('one@example.org'), idOf('two@example.org')];
    expect(await admin.post(`${held}/send`, { ids: [one] })).toMatchObject({
      status: 200,
      body: { count: 1, message: '1 email is on its way.' },
    });
    expect(await admin.post(`${held}/drop`, { ids: [one, two] })).toMatchObject({
      body: { count: 1, message: '1 email was discarded.' },
    });
    expect(await lastAct()).toMatchObject({ action: 'held_mail.dropped', after: { mails: [two] } });
    expect((await admin.post(`${held}/send`, { ids: [one, two] })).body).toMatchObject({
      count: 0,
    });
    expect(await site.inbox.waitFor('one@example.org')).toHaveLength(1);
    const [gone] = await site.db.select().from(outgoingMails).where(eq(outgoingMails.id, two));
    expect(gone).toMatchObject({ state: 'skipped', sealedProps: '' });
    expect((await listed()).mails.map(({ to }) => to)).toEqual(['three@example.org']);
    expect((await admin.post(`${held}/send`, { ids: [] })).status).toBe(400);
    expect((await admin.post(`${held}/burn`, { ids: [one] })).status).toBe(404);
  });

  test('that cannot be read any more are listed as such beside the others, and can only be dropped', async () => {
    await hold(['read@example.org', 'sealed@example.org', 'unknown@example.org']);
    const change = (address: string, to: Partial<OutgoingMail>) =>
      site.db.update(outgoingMails).set(to).where(eq(outgoingMails.recipientAddress, address));
    await change('sealed@example.org', { sealedProps: 'k0.a.b.c', subject: 'As it was' });
    await change('unknown@example.org', { template: 'a template of yesterday' });
    const { mails } = await listed();
    const found = (address: string) => mails.find(({ to }) => to === address);
    expect(found('read@example.org')).toMatchObject({
      subject: '[Sandbox] To read@example.org',
      isReadable: true,
    });
    expect(found('sealed@example.org')).toMatchObject({ subject: 'As it was', isReadable: false });
    expect(found('unknown@example.org')).toMatchObject({ subject: null, isReadable: false });
    const ids = mails.map(({ id }) => id);
    expect(await admin.post(`${held}/send`, { ids })).toMatchObject({
      status: 409,
      body: { message: 'One of these emails can no longer be read. It can only be discarded.' },
    });
    expect((await listed()).count).toBe(ids.length);
    expect((await admin.post(`${held}/drop`, { ids })).body).toMatchObject({ count: ids.length });
    expect((await listed()).count).toBe(0);
  });
});

describe('the notification email', () => {
  const notification = '/api/admin/notification-email';
  const note = {
    batch: 'claim:1',
    template: 'reports-waiting' as const,
    props: { count: 1, adminUrl: 'http://localhost:3000/admin' },
  };

  test('is nobody’s until it is set, gets the notifications then, and can be given up', async () => {
    expect((await admin.get(notification)).body).toEqual({ email: null });
    expect(await admin.put(notification, { email: ' Desk@Example.org ' })).toMatchObject({
      status: 200,
      body: { message: 'Notifications now go to this address.' },
    });
    expect((await admin.get(notification)).body).toEqual({ email: 'desk@example.org' });
    expect(await lastAct()).toMatchObject({
      action: 'notification_email.changed',
      before: { email: null },
      after: { email: 'desk@example.org' },
    });
    await notifyAdmins(site.context, note);
    await site.inbox.waitFor('desk@example.org');
    expect(await admin.put(notification, { email: null })).toMatchObject({
      status: 200,
      body: { message: 'Notifications now go to every administrator.' },
    });
    expect((await admin.get(notification)).body).toEqual({ email: null });
  });

  test('that somebody else has set meanwhile is not overwritten unseen, and of two at once one is set', async () => {
    const sent = ['awa', 'kofi'].map((name) => ({ email: `${name}@example.org`, was: null }));
    const both = await Promise.all(sent.map((body) => admin.put(notification, body)));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { email } = (await admin.get(notification)).body as { email: string };
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({ now: email });
    const seen = { email: 'desk@example.org', was: email };
    expect((await admin.put(notification, seen)).status).toBe(200);
  });

  test('needs a recent password, and stays as it is without', async () => {
    await admin.put(notification, { email: 'desk@example.org' });
    site.clock.advance(minutes(6));
    for (const email of ['attacker@example.org', null])
      expect(await admin.put(notification, { email })).toMatchObject({
        status: 403,
        body: { reason: 'reauthenticate' },
      });
    expect((await admin.get(notification)).body).toEqual({ email: 'desk@example.org' });
  });

  /** The mails about a change, by address and sorted, with what they say of it. */
  const notified = async () => {
    const mails = await site.db
      .select()
      .from(outgoingMails)
      .where(eq(outgoingMails.template, 'notification-email-changed'));
    await site.db.delete(outgoingMails);
    return mails.map(({ recipientAddress }) => recipientAddress).sort();
  };

  test('that changes is reported to whoever got the notifications until then, and to nobody else', async () => {
    const own = `${admin.id}@example.org`;
    const second = `${(await site.loggedIn('admin')).id}@example.org`;
    await admin.put(notification, { email: 'desk@example.org' });
    const [mail] = await site.inbox.waitFor(own);
    expect(mail?.subject).toBe('[Sandbox] Notifications now go to a different address');
    for (const said of [own, 'Every administrator', 'desk@example.org'])
      expect(mail?.text).toContain(said);
    expect(await notified()).toEqual([own, second].sort());
    await admin.put(notification, { email: 'desk@example.org' });
    expect(await notified()).toEqual([]);
    await admin.put(notification, { email: 'attacker@example.org' });
    expect(await notified()).toEqual(['desk@example.org']);
    await admin.put(notification, { email: null });
    expect(await notified()).toEqual(['attacker@example.org']);
  });

  test.each(['', 'sender', 'sender@', undefined, 'a@example.org, b@example.org'])(
    'is refused as %j',
    async (email) => {
      expect(await admin.put(notification, { email })).toMatchObject({
        status: 400,
        body: { message: 'Please enter a valid notification email address.' },
      });
      expect((await admin.get(notification)).body).toEqual({ email: null });
    },
  );
});

describe('the send history', () => {
  const logs = '/api/admin/email-logs';
  interface Log {
    recipientEmail: string;
    status: string;
  }

  beforeEach(async () => {
    await site.db.insert(emailLogs).values(
      Array.from({ length: 120 }, (_, n) => ({
        id: crypto.randomUUID(),
        recipientEmail: `reader${n}@example.org`,
        subject: n === 3 ? 'Your 100% receipt' : 'News',
        emailType: 'declaration-signed',
        status: n % 10 ? ('success' as const) : ('failed' as const),
        errorMessage: n % 10 ? null : '550 5.1.1 No such user here',
        configType: 'email_gmail',
        sentAt: new Date(Date.UTC(2026, 0, 1, 0, n)),
      })),
    );
  });

  test('is a plain array, newest first, with the server’s words', async () => {
    const { body, headers } = await admin.get(logs);
    const all = body as Log[];
    expect(all.map(({ recipientEmail }) => recipientEmail)).toEqual(
      Array.from({ length: 120 }, (_, n) => `reader${119 - n}@example.org`),
    );
    expect(headers['x-total-count']).toBe('120');
    expect(all.at(-1)).toEqual({
      id: expect.any(String),
      recipientEmail: 'reader0@example.org',
      subject: 'News',
      emailType: 'declaration-signed',
      status: 'failed',
      errorMessage: '550 5.1.1 No such user here',
      configType: 'email_gmail',
      sentAt: '2026-01-01T00:00:00.000Z',
    });
  });

  test('is searched by recipient, subject and words of the server, and narrowed by status', async () => {
    const found = async (query: string) =>
      ((await admin.get(`${logs}?${query}`)).body as Log[]).map(
        ({ recipientEmail }) => recipientEmail,
      );
    expect(await found('search=READER7@')).toEqual(['reader7@example.org']);
    expect(await found('search=100%25 receipt')).toEqual(['reader3@example.org']);
    expect(await found('search=no such user')).toHaveLength(12);
    expect(await found('status=failed')).toHaveLength(12);
    expect(await found('status=success&search=reader10')).toHaveLength(9);
    expect((await admin.get(`${logs}?status=lost`)).status).toBe(400);
  });

  test('is narrowed to the last days, page by page', async () => {
    const at = (daysAgo: number) => new Date(site.clock.now().getTime() - days(daysAgo));
    await site.db.insert(emailLogs).values(
      [1, 6, 8, 29, 31].map((daysAgo) => ({
        id: crypto.randomUUID(),
        recipientEmail: `day${daysAgo}@example.org`,
        subject: 'News',
        emailType: 'news',
        status: 'failed' as const,
        sentAt: at(daysAgo),
      })),
    );
    const seen = async (query: string) => {
      const { body, headers } = await admin.get(`${logs}?${query}`);
      const found = (body as Log[]).map(({ recipientEmail }) => recipientEmail);
      return { found, next: /<[^?]+\?([^>]+)>/.exec(String(headers.link ?? ''))?.[1] ?? '' };
    };
    expect((await seen('status=failed&days=7')).found).toEqual([
      'day1@example.org',
      'day6@example.org',
    ]);
    const first = await seen('days=30&limit=3');
    expect(first.found).toEqual(['day1@example.org', 'day6@example.org', 'day8@example.org']);
    expect((await seen(first.next)).found).toEqual(['day29@example.org']);
    expect((await admin.get(`${logs}?days=8`)).status).toBe(400);
  });

  test('goes on page by page, each mail once', async () => {
    const seen: string[] = [];
    for (let next: string | undefined = `${logs}?status=success&limit=40`; next; ) {
      const { body, headers } = await admin.get(next);
      seen.push(...(body as Log[]).map(({ recipientEmail }) => recipientEmail));
      next = /<([^>]+)>/.exec(String(headers.link ?? ''))?.[1];
    }
    expect(seen).toHaveLength(108);
    expect(new Set(seen).size).toBe(108);
  });
});
