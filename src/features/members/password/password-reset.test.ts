import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditLog } from '../../../server/audit.store.ts';
import { sessions } from '../../../server/security/session.store.ts';
import { openSite, type Site } from '../../../server/testing.ts';
import { hours, minutes, seconds } from '../../../shared/time.ts';
import { outgoingMails } from '../../mail/queue/outgoing-mail.store.ts';
import { loginAttempts } from '../login-attempts.store.ts';
import { users } from '../../../server/user.store.ts';
import { setUpTotp } from '../testing.second-factor.ts';
import { sendResetLink } from './new-password.service.ts';
import {
  ama,
  DEAD_KEYS,
  joined,
  keyIn,
  kofi,
  lastMail,
  loggedInto,
  mailsTo,
  PHONE,
} from '../testing.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite({ work: false, environment: { ADDRESS_LIMIT_FACTOR: '1000' } });
});
beforeEach(async () => {
  for (const table of [users, sessions, loginAttempts, outgoingMails]) await site.db.delete(table);
  site.clock.setOffset(0);
});
afterAll(() => site.close());

const DEAD =
  'This link has expired or has already been used. You can ask for a new one at any time.';
const SAID =
  'If this address has an account, a link is on its way. Please check your spam folder too.';
const fresh = 'a better secret';

const ask = (email = ama.email, headers: Record<string, string> = {}) =>
  site.visitor({ 'user-agent': PHONE, ...headers }).post('/api/auth/reset', { email });

/** The jobs that were queued since, done as the queue does them. */
async function work() {
  const { rows } = (await site.db.execute(
    `delete from pgboss.job where name = 'password-reset' returning data`,
  )) as unknown as { rows: { data: { id: string; sealed: string } }[] };
  for (const { data } of rows) await sendResetLink(site.context, data);
  return rows.map(({ data }) => data);
}

/** The key of a mail that was asked for now. */
async function keyFor(email = ama.email) {
  await ask(email);
  await work();
  return keyIn((await lastMail(site, email, 'password-reset')).resetUrl);
}

const finish = (token: string, password = fresh) =>
  site.visitor({ 'user-agent': PHONE }).post('/api/auth/reset/finish', { token, password });
const logIn = (password: string, email = ama.email) =>
  site.visitor().post('/api/auth/login', { email, password });

describe('asking for a new password', () => {
  test('mails a link that says when and with what it was asked for, in the member’s language', async () => {
    await joined(site, ama, { 'accept-language': 'fr' });
    await ask();
    await work();
    const { resetUrl, ...props } = await lastMail(site, ama.email, 'password-reset');
    expect(resetUrl).toMatch(/^http:\/\/localhost:3000\/account\/reset\?lang=fr#key=[\w-]{43}$/);
    expect(props).toEqual({
      name: 'Ama Mensah',
      when: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      device: { browser: 'Chrome', system: 'Android' },
    });
  });

  test('answers the same for a member and for nobody, to the last header', async () => {
    await joined(site);
    const [known, unknown] = [await ask(), await ask('nobody@example.org')];
    expect(known).toMatchObject({ status: 200, body: { message: SAID } });
    expect(unknown.text).toBe(known.text);
    const headersOf = ({ headers }: typeof known) => {
      const { date: _, 'x-request-id': __, ...rest } = headers;
      return rest;
    };
    expect(headersOf(unknown)).toEqual(headersOf(known));
    const asked = await work();
    expect(asked).toHaveLength(2);
    expect(await mailsTo(site, 'nobody@example.org')).toEqual([]);
  });

  test('leaves no address in the queue', async () => {
    await joined(site);
    await ask();
    expect(JSON.stringify(await work())).not.toContain('ama');
  });

  test('reads the address as a login does', async () => {
    await joined(site);
    await ask('  AMA@Example.org ');
    await work();
    expect(await mailsTo(site, ama.email)).toHaveLength(2);
  });

  test('again and again mails one link in twenty minutes, which stays alive', async () => {
    await joined(site);
    const key = await keyFor();
    for (let n = 0; n < 3; n++) expect((await ask()).text).toContain(SAID);
    await work();
    expect(
      (await mailsTo(site, ama.email)).filter((m) => m.template === 'password-reset'),
    ).toHaveLength(1);
    site.clock.advance(minutes(21));
    const newer = await keyFor();
    expect(await finish(key)).toMatchObject({ status: 400, body: { message: DEAD } });
    expect((await finish(newer)).status).toBe(200);
  });

  test.each(['', 'nobody', '"a b"@example.org', 'аma@example.org', 'ama@exаmple.org', 'a@b@c.org'])(
    'with what is no address (%j) is refused beside the field',
    async (email) => {
      expect(await ask(email)).toMatchObject({
        status: 400,
        body: { fields: { email: 'Please enter a valid email address' } },
      });
    },
  );
});

describe('choosing the new password', () => {
  test('opens the account with it and closes it to the old one, ends every session and tells the owner', async () => {
    const phone = await joined(site);
    const computer = await loggedInto(site, ama);
    const answer = await finish(await keyFor());
    expect(answer).toMatchObject({
      status: 200,
      body: { message: 'Your new password is saved. Please log in with it.', isAdmin: false },
    });
    expect(answer.headers['set-cookie'] ?? []).toEqual([]);
    expect((await phone.get('/api/auth/user')).status).toBe(401);
    expect((await computer.get('/api/auth/user')).status).toBe(401);
    expect((await logIn(ama.password)).status).toBe(401);
    expect((await logIn(fresh)).status).toBe(200);
    expect(await lastMail(site, ama.email, 'password-changed')).toMatchObject({
      name: 'Ama Mensah',
      device: { browser: 'Chrome', system: 'Android' },
    });
  });

  test('leaves other members as they are', async () => {
    await joined(site);
    const other = await joined(site, kofi);
    await finish(await keyFor());
    expect((await other.get('/api/auth/user')).status).toBe(200);
    expect((await logIn(kofi.password, kofi.email)).status).toBe(200);
  });

  test('proves the address, where the link was read', async () => {
    await joined(site);
    await finish(await keyFor());
    const [row] = await site.db.select().from(users);
    expect(row?.emailVerifiedAt).toBeInstanceOf(Date);
  });

  test('removes the wrong attempts of strangers', async () => {
    await joined(site);
    for (let n = 0; n < 6; n++) await logIn('something else');
    expect((await logIn(ama.password)).status).toBe(429);
    await finish(await keyFor());
    expect((await logIn(fresh)).status).toBe(200);
  });

  test('writes who did it into the audit log, and no password', async () => {
    const { id } = await joined(site);
    await finish(await keyFor());
    const [act] = await site.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, id))
      .orderBy(auditLog.id);
    expect(act).toMatchObject({
      action: 'account.password_reset',
      actorId: id,
      before: null,
      after: null,
    });
  });

  test('works once', async () => {
    await joined(site);
    const key = await keyFor();
    expect((await finish(key)).status).toBe(200);
    expect(await finish(key, 'a third secret')).toMatchObject({
      status: 400,
      body: { message: DEAD },
    });
    expect((await logIn(fresh)).status).toBe(200);
  });

  test('pressed twice at once works once', async () => {
    await joined(site);
    const key = await keyFor();
    const answers = await Promise.all([
      finish(key, 'secret number one'),
      finish(key, 'secret number two'),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('is possible for an hour, and not a second longer', async () => {
    await joined(site);
    const key = await keyFor();
    site.clock.advance(hours(1) + seconds(1));
    expect(await finish(key)).toMatchObject({ status: 400, body: { message: DEAD } });
    expect((await logIn(ama.password)).status).toBe(200);
  });

  test.each(DEAD_KEYS)('with a key that was never made (%j) is refused', async (key) => {
    expect(await finish(key)).toMatchObject({ status: 400, body: { message: DEAD } });
  });

  test('is refused with the link of another purpose, which stays alive', async () => {
    await joined(site);
    const key = keyIn((await lastMail(site, ama.email, 'welcome')).verifyUrl);
    expect((await finish(key)).status).toBe(400);
    expect((await logIn(ama.password)).status).toBe(200);
    const body = { token: key, password: ama.password };
    expect((await site.visitor().post('/api/auth/verify', body)).status).toBe(200);
  });

  test.each([
    ['12345', 'Password must be at least 6 characters'],
    ['password1', 'This password is one of the most common ones. Please choose another.'],
    ['ama@example.org', 'The password must differ from the email address.'],
  ])('“%s” is refused beside the field, and the link stays alive', async (password, sentence) => {
    await joined(site);
    const key = await keyFor();
    expect(await finish(key, password)).toMatchObject({
      status: 400,
      body: { fields: { password: sentence } },
    });
    expect((await finish(key)).status).toBe(200);
  });

  test('asks for the second factor afterwards as before', async () => {
    const browser = await joined(site);
    await site.db.update(users).set({ emailVerifiedAt: site.clock.now() });
    await setUpTotp(site, browser);
    await finish(await keyFor());
    expect(await logIn(fresh)).toMatchObject({ status: 403, body: { reason: 'second-factor' } });
  });

  test('takes every way in from who registered the address of another, and gives it to its owner', async () => {
    const squatter = await joined(site);
    await setUpTotp(site, squatter);
    await finish(await keyFor());
    expect((await squatter.get('/api/auth/user')).status).toBe(401);
    expect((await logIn(fresh)).status).toBe(200);
  });

  test('does not open a suspended account', async () => {
    await joined(site);
    await site.db.update(users).set({ suspendedAt: site.clock.now() });
    expect((await finish(await keyFor())).status).toBe(200);
    expect((await logIn(fresh)).status).toBe(403);
  });

  test('is closed after the password was changed in another way', async () => {
    const browser = await joined(site);
    const key = await keyFor();
    const change = { currentPassword: ama.password, newPassword: 'changed by the owner' };
    expect((await browser.put('/api/account/password', change)).status).toBe(200);
    expect((await finish(key)).status).toBe(400);
  });
});

test('the eleventh question from one address in ten minutes costs a proof of work, whomever it is about', async () => {
  const limited = await openSite({ work: false });
  try {
    const browser = limited.visitor();
    const send = (n: number) => browser.post('/api/auth/reset', { email: `a${n}@example.org` });
    for (let n = 0; n < 10; n++) expect((await send(n)).status).toBe(200);
    expect(await send(10)).toMatchObject({ status: 429, body: { challenge: expect.anything() } });
  } finally {
    await limited.close();
  }
});

test('the queue itself mails the link', async () => {
  const working = await openSite({ mail: true });
  try {
    await working.visitor().post('/api/auth/register', ama);
    await working.visitor().post('/api/auth/reset', { email: ama.email });
    const mails = await working.inbox.waitFor(ama.email, 2);
    const mail = mails.find(({ subject }) => subject.includes('Choose a new password'));
    expect(mail?.text).toMatch(/http:\/\/localhost:3000\/account\/reset#key=[\w-]{43}/);
    expect(mail?.text).toContain('Unknown browser');
  } finally {
    await working.close();
  }
});
