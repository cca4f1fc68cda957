import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../server/database/database.ts';
import { sessions } from '../../../server/security/session.store.ts';
import { openSite, type Site } from '../../../server/testing.ts';
import { days, hours, minutes, seconds } from '../../../shared/time.ts';
import { outgoingMails } from '../../mail/queue/outgoing-mail.store.ts';
import { newAccountLink } from '../account-link.service.ts';
import { loginAttempts } from '../login-attempts.store.ts';
import { users } from '../../../server/user.store.ts';
import { setUpTotp } from '../testing.second-factor.ts';
import { ama, DEAD_KEYS, joined, keyIn, kofi, lastMail, loggedInto, mailsTo } from '../testing.ts';

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
const next = 'ama.mensah@example.org';
type Browser = ReturnType<Site['visitor']>;
const ask = (browser: Browser, email = next, password = ama.password) =>
  browser.post('/api/account/email', { email, password });
const keyFor = async (email = next) =>
  keyIn((await lastMail(site, email, 'email-change-link')).confirmUrl);
/** In a browser that was never logged in, with the password of the account. */
const confirm = (token: string, password = ama.password) =>
  site.visitor().post('/api/auth/email', { token, password });
const press = (browser: Browser, token: string) => browser.post('/api/auth/email', { token });
const emailOf = async (id: string) =>
  (await site.db.select().from(users).where(eq(users.id, id)))[0]?.email;
const pendingOf = async (browser: Browser) =>
  ((await browser.get('/api/account')).body as { pendingEmail: string | null }).pendingEmail;

describe('asking for another address', () => {
  test('mails a link to the new one and a warning to the old one, and changes nothing yet', async () => {
    const browser = await joined(site);
    expect(await ask(browser)).toMatchObject({
      status: 200,
      body: { message: 'Please confirm the change with the link in our email to the new address.' },
    });
    expect(await mailsTo(site, next)).toMatchObject([{ template: 'email-change-link' }]);
    expect(await lastMail(site, ama.email, 'email-change-asked')).toMatchObject({
      newEmail: next,
      device: { browser: 'Chrome', system: 'Android' },
    });
    expect(await emailOf(browser.id)).toBe(ama.email);
    expect(await pendingOf(browser)).toBe(next);
  });

  test('needs the password, of which five wrong ones are taken', async () => {
    const browser = await joined(site);
    for (let n = 0; n < 5; n++)
      expect(await ask(browser, next, 'something else')).toMatchObject({
        status: 400,
        body: { fields: { password: 'The password is incorrect.' } },
      });
    expect((await ask(browser)).status).toBe(429);
    expect(await mailsTo(site, next)).toEqual([]);
  });

  test('needs the second factor too, where the account has one and it was not shown in the last five minutes', async () => {
    const browser = await joined(site);
    const { nextCode } = await setUpTotp(site, browser);
    site.clock.advance(minutes(6));
    const change = () =>
      browser.put('/api/account/password', {
        currentPassword: ama.password,
        newPassword: 'a cloth of many threads',
      });
    for (const refused of [await ask(browser), await change()])
      expect(refused).toMatchObject({ status: 403, body: { reason: 'reauthenticate' } });
    const again = { password: ama.password, code: nextCode() };
    expect((await browser.post('/api/auth/reauthenticate', again)).status).toBe(200);
    expect((await ask(browser)).status).toBe(200);
    expect((await change()).status).toBe(200);
  });

  test('for that of another member is refused beside the field, and nobody is written to', async () => {
    const browser = await joined(site);
    await joined(site, kofi);
    expect(await ask(browser, 'KOFI@example.org')).toMatchObject({
      status: 409,
      body: { fields: { email: 'This address cannot be used. Please choose another one.' } },
    });
    expect(await mailsTo(site, kofi.email)).toHaveLength(1);
    expect(await pendingOf(browser)).toBeNull();
  });

  test('that is refused with the right password uses up no attempt, and forgives no wrong one', async () => {
    const browser = await joined(site);
    await joined(site, kofi);
    for (let n = 0; n < 3; n++) await ask(browser, next, 'something else');
    for (let n = 0; n < 6; n++) expect((await ask(browser, kofi.email)).status).toBe(409);
    const wrong = [];
    for (let n = 0; n < 3; n++) wrong.push((await ask(browser, next, 'something else')).status);
    expect(wrong).toEqual([400, 400, 429]);
  });

  test('for one’s own is refused beside the field', async () => {
    expect(await ask(await joined(site), ' AMA@example.org')).toMatchObject({
      status: 400,
      body: { fields: { email: 'This is already your address.' } },
    });
  });

  test.each(['nobody', '"a b"@example.org', 'аma@example.org', 'ama@example.org\r\nBcc: x@y.org'])(
    'for what is no address (%j) is refused beside the field',
    async (email) => {
      expect(await ask(await joined(site), email)).toMatchObject({
        status: 400,
        body: { fields: { email: 'Please enter a valid email address' } },
      });
    },
  );

  test('anew replaces the first link, after a pause', async () => {
    const browser = await joined(site);
    await ask(browser, 'first@example.org');
    const first = await keyFor('first@example.org');
    expect((await ask(browser)).status).toBe(429);
    site.clock.advance(minutes(6));
    expect((await ask(browser)).status).toBe(200);
    expect((await confirm(first)).status).toBe(400);
    expect((await confirm(await keyFor())).status).toBe(200);
    expect(await emailOf(browser.id)).toBe(next);
  });

  test('can be taken back', async () => {
    const browser = await joined(site);
    await ask(browser);
    const key = await keyFor();
    expect((await browser.delete('/api/account/email')).status).toBe(200);
    expect(await pendingOf(browser)).toBeNull();
    expect((await confirm(key)).status).toBe(400);
  });

  test('fills no stranger’s mailbox: six mails a day, from however many accounts', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 7; n++) {
      const browser = await joined(site, { ...ama, email: `ama${n}@example.org` });
      statuses.push((await ask(browser, `victim+${n}@example.org`)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
    site.clock.advance(days(1) + minutes(1));
    const later = await joined(site);
    expect((await ask(later, 'victim@example.org')).status).toBe(200);
  });
});

describe('the link in the mail to the new address', () => {
  test('gives the account that address, proved, and tells both', async () => {
    const browser = await joined(site);
    await ask(browser);
    expect(await confirm(await keyFor())).toMatchObject({
      status: 200,
      body: { message: 'Your new address is confirmed. You now log in with it.' },
    });
    expect((await browser.get('/api/account')).body).toMatchObject({
      email: next,
      isVerified: true,
      pendingEmail: null,
    });
    expect(await lastMail(site, ama.email, 'email-changed-from')).toMatchObject({ newEmail: next });
    expect(await lastMail(site, next, 'email-changed-to')).toMatchObject({ name: 'Ama Mensah' });
    const logIn = (email: string) =>
      site.visitor().post('/api/auth/login', { email, password: ama.password });
    expect((await logIn(ama.email)).status).toBe(401);
    expect((await logIn(next)).status).toBe(200);
  });

  test('opened in the member’s own browser keeps it a known one', async () => {
    const browser = await joined(site);
    await ask(browser);
    expect((await press(browser, await keyFor())).status).toBe(200);
    await browser.post('/api/auth/login', { email: next, password: ama.password });
    expect((await mailsTo(site, next)).map(({ template }) => template)).not.toContain('sign-in');
  });

  test('gives no stranger’s account the address of who reads the mail and presses', async () => {
    const attacker = await joined(site);
    await ask(attacker);
    const key = await keyFor();
    expect(await press(site.visitor(), key)).toMatchObject({
      status: 403,
      body: {
        reason: 'password',
        fields: {
          password:
            'This browser is not logged in to the account. Please enter the account’s password.',
        },
      },
    });
    const reader = await joined(site, kofi);
    expect((await press(reader, key)).status).toBe(403);
    expect(await confirm(key, kofi.password)).toMatchObject({
      status: 403,
      body: { reason: 'password', fields: { password: 'The password is incorrect.' } },
    });
    expect(await emailOf(attacker.id)).toBe(ama.email);
    // Where the member themself is logged in one press is enough, still.
    expect((await press(attacker, key)).status).toBe(200);
    expect(await emailOf(attacker.id)).toBe(next);
  });

  test('takes five wrong passwords, as the login does', async () => {
    const browser = await joined(site);
    await ask(browser);
    const key = await keyFor();
    for (let n = 0; n < 5; n++) expect((await confirm(key, 'something else')).status).toBe(403);
    expect((await confirm(key)).status).toBe(429);
    expect(await emailOf(browser.id)).toBe(ama.email);
  });

  test('works once, for 24 hours', async () => {
    const browser = await joined(site);
    await ask(browser);
    const key = await keyFor();
    site.clock.advance(hours(24) + seconds(1));
    expect(await confirm(key)).toMatchObject({ status: 400, body: { message: DEAD } });
    const again = await loggedInto(site, ama);
    await ask(again);
    const second = await keyFor();
    expect((await confirm(second)).status).toBe(200);
    expect((await confirm(second)).status).toBe(400);
  });

  test.each(DEAD_KEYS)('with a key that was never made (%j) is dead', async (key) => {
    expect(await confirm(key)).toMatchObject({ status: 400, body: { message: DEAD } });
  });

  test('is refused when somebody registered the address meanwhile, and says so', async () => {
    const browser = await joined(site);
    await ask(browser);
    await joined(site, { ...kofi, email: next });
    expect(await confirm(await keyFor())).toMatchObject({
      status: 409,
      body: { message: 'This address cannot be used. Please choose another one.' },
    });
    expect(await emailOf(browser.id)).toBe(ama.email);
  });

  test('pressed with the other link of the account at once turns nobody away', async () => {
    const browser = await joined(site);
    const user = { id: browser.id, locale: 'en' as const };
    for (let round = 0; round < 8; round++) {
      const email = (await emailOf(browser.id)) ?? '';
      const detail = `ama.${round}@example.org`;
      const [change, proof] = await inTransaction(site.db, async (tx) => [
        keyIn(await newAccountLink(site.context, tx, 'email', { user, detail })),
        keyIn(await newAccountLink(site.context, tx, 'verify', { user, detail: email })),
      ]);
      const [changed, proved] = await Promise.all([
        press(browser, change ?? ''),
        browser.post('/api/auth/verify', { token: proof }),
      ]);
      expect(changed.status).toBe(200);
      // The new address ends the proof of the old one, where it comes first.
      expect([200, 400]).toContain(proved.status);
      expect(await emailOf(browser.id)).toBe(detail);
    }
  });

  test('of two members who want one address at once serves one', async () => {
    const one = await joined(site);
    await ask(one);
    const first = await keyFor();
    const other = await joined(site, kofi);
    await ask(other, next, kofi.password);
    const answers = await Promise.all([confirm(first), confirm(await keyFor(), kofi.password)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('makes links that were mailed to the old address open nothing', async () => {
    const browser = await joined(site);
    const key = keyIn((await lastMail(site, ama.email, 'welcome')).verifyUrl);
    await ask(browser);
    await confirm(await keyFor());
    expect((await site.visitor().post('/api/auth/verify', { token: key })).status).toBe(400);
  });

  test('dies with a new password: whoever asked for it may have been somebody else', async () => {
    const browser = await joined(site);
    await ask(browser);
    const key = await keyFor();
    const change = { currentPassword: ama.password, newPassword: 'a better secret' };
    await browser.put('/api/account/password', change);
    expect((await confirm(key)).status).toBe(400);
    expect(await emailOf(browser.id)).toBe(ama.email);
  });
});
