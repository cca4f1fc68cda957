import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditLog } from '../../../server/audit.store.ts';
import { sessions } from '../../../server/security/session.store.ts';
import { openSite, type Site } from '../../../server/testing.ts';
import { unityDeclarations } from '../../declaration/declaration.store.ts';
import { outgoingMails } from '../../mail/queue/outgoing-mail.store.ts';
import { conversations } from '../../messages/core/conversation.store.ts';
import { messages } from '../../messages/core/message.store.ts';
import { statementImports } from '../../payments/rails/transfer/statements/statement.store.ts';
import { memberClaims } from '../../member-records/claim.store.ts';
import { userProfiles } from '../profile/profile.store.ts';
import { loginAttempts } from '../login-attempts.store.ts';
import { users } from '../../../server/user.store.ts';
import { oneTimeLinks } from '../one-time-link.store.ts';
import { hashPassword } from '../password.service.ts';
import { passkeys, recoveryCodes } from '../second-factor/second-factor.store.ts';
import { setUpTotp } from '../testing.second-factor.ts';
import { ama, joined, keyIn, kofi, lastMail, loggedInto } from '../testing.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite({ work: false, environment: { ADDRESS_LIMIT_FACTOR: '1000' } });
});
beforeEach(async () => {
  const tables = [users, sessions, loginAttempts, outgoingMails, messages, unityDeclarations];
  for (const table of tables) await site.db.delete(table);
  site.clock.setOffset(0);
});
afterAll(() => site.close());

type Browser = ReturnType<Site['visitor']>;
const remove = (browser: Browser, given: object = {}) =>
  browser.post('/api/account/delete', { password: ama.password, ...given });
const idsLeft = async () => (await site.db.select().from(users)).map(({ id }) => id);
const proved = (id: string) =>
  site.db.update(users).set({ emailVerifiedAt: site.clock.now() }).where(eq(users.id, id));
const write = async (from: Browser, to: { id: string }, content: string) => {
  const message = { recipientId: to.id, subject: 'Hello', content };
  const answer = await from.post('/api/messages', message);
  expect(answer.status, answer.text).toBe(201);
  return (answer.body as { id: string }).id;
};

describe('deleting one’s own account', () => {
  test('takes all that is the member’s own and says goodbye', async () => {
    const browser = await joined(site);
    const elsewhere = await loggedInto(site, ama);
    await proved(browser.id);
    const other = await joined(site, kofi);
    await proved(other.id);
    await browser.put('/api/profile', {
      country: 'Ghana',
      city: 'Accra',
      bio: 'Weaver',
      interests: 'Cloth',
      isPublic: true,
    });
    await write(browser, other, 'I weave');
    const signatureId = randomUUID();
    await site.db.insert(unityDeclarations).values({
      id: signatureId,
      fullName: 'Ama Mensah',
      email: ama.email,
      country: 'Ghana',
      wantsNews: false,
      signedAt: site.clock.now(),
    });
    const claim = { kind: 'declaration', id: signatureId };
    expect((await browser.post('/api/profile/records/claim', claim)).status).toBe(200);
    expect((await browser.put(`/api/members/${other.id}/block`, { blocked: true })).status).toBe(
      200,
    );

    const answer = await remove(browser);
    expect(answer).toMatchObject({
      status: 200,
      body: { message: 'Thank you for being with us.' },
    });
    expect(browser.cookies.has('sid')).toBe(false);
    expect(browser.cookies.has('signed_in')).toBe(false);
    expect((await elsewhere.get('/api/auth/user')).status).toBe(401);
    expect(await idsLeft()).toEqual([other.id]);
    for (const table of [userProfiles, memberClaims])
      expect(await site.db.select().from(table)).toEqual([]);
    const own = { userId: browser.id };
    for (const table of [oneTimeLinks, sessions])
      expect(await site.db.select().from(table).where(eq(table.userId, own.userId))).toEqual([]);
    expect(
      await site.db.select().from(conversations).where(eq(conversations.memberId, browser.id)),
    ).toEqual([]);
    // The signature belongs to the declaration.
    expect(await site.db.select().from(unityDeclarations)).toHaveLength(1);
    expect(await lastMail(site, ama.email, 'account-deleted')).toMatchObject({
      name: 'Ama Mensah',
    });
  });

  test('leaves what they wrote with those who have it, without a name, and nothing of what they were sent', async () => {
    const browser = await joined(site);
    const other = await joined(site, kofi);
    await proved(browser.id);
    await proved(other.id);
    await write(browser, other, 'A letter that stays');
    await write(other, browser, 'A letter that its writer keeps');
    const gone = await write(other, browser, 'A letter that its writer has deleted');
    await other.delete(`/api/messages/${gone}`);
    expect((await remove(browser)).status).toBe(200);

    const listed = (await other.get('/api/messages')).body as {
      content: string;
      sender: { firstName: string | null };
      recipient: { firstName: string | null };
    }[];
    expect(listed.map(({ content }) => content).sort()).toEqual([
      'A letter that its writer keeps',
      'A letter that stays',
    ]);
    expect(JSON.stringify(listed)).not.toContain('Ama');
    expect((await site.db.select().from(messages)).map(({ content }) => content)).not.toContain(
      'A letter that its writer has deleted',
    );
  });

  test('writes an audit row that names nobody', async () => {
    const { id, ...browser } = await joined(site);
    await remove(browser);
    const acts = await site.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, id))
      .orderBy(auditLog.id);
    expect(acts).toMatchObject([
      { action: 'account.deleted', actorId: id, before: { was: 'member' }, after: null },
    ]);
    expect(JSON.stringify(acts)).not.toMatch(/ama|mensah|example/i);
  });

  test('makes links that were mailed open nothing, and the address free', async () => {
    const browser = await joined(site);
    const key = keyIn((await lastMail(site, ama.email, 'welcome')).verifyUrl);
    await remove(browser);
    expect((await site.visitor().post('/api/auth/verify', { token: key })).status).toBe(400);
    const again = await joined(site);
    expect(again.id).not.toBe(browser.id);
  });

  test.each([
    ['not this one', 'The password is incorrect.'],
    ['', 'Please enter your password.'],
  ])(
    'with the password “%s” is refused beside the field and deletes nothing',
    async (password, said) => {
      const browser = await joined(site);
      expect(await remove(browser, { password })).toMatchObject({
        status: 400,
        body: { fields: { password: said } },
      });
      expect(await idsLeft()).toEqual([browser.id]);
      expect((await browser.get('/api/auth/user')).status).toBe(200);
    },
  );

  test('is guessing too: five wrong passwords in five minutes', async () => {
    const browser = await joined(site);
    for (let n = 0; n < 5; n++) await remove(browser, { password: 'something else' });
    expect((await remove(browser)).status).toBe(429);
    expect(await idsLeft()).toEqual([browser.id]);
  });

  test('refuses keys that the form does not have', async () => {
    const browser = await joined(site);
    expect((await remove(browser, { id: randomUUID() })).status).toBe(400);
  });

  test('twice at once deletes once', async () => {
    const browser = await joined(site);
    const answers = await Promise.all([remove(browser), remove(browser)]);
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    expect(await idsLeft()).toEqual([]);
  });
});

describe('deleting an account with a second factor', () => {
  test('asks for a code, which is no wrong attempt, and takes each once', async () => {
    const browser = await joined(site);
    const { nextCode, recoveryCodes: codes } = await setUpTotp(site, browser);
    expect(await remove(browser)).toMatchObject({
      status: 403,
      body: { reason: 'second-factor', methods: ['totp', 'recovery-code'] },
    });
    expect(await remove(browser, { code: '000000' })).toMatchObject({
      status: 400,
      body: {
        fields: { code: 'The code is incorrect or has already been used. Please try another one.' },
      },
    });
    expect(await idsLeft()).toEqual([browser.id]);
    expect(codes).toHaveLength(10);
    expect((await remove(browser, { code: nextCode() })).status).toBe(200);
    for (const table of [passkeys, recoveryCodes])
      expect(await site.db.select().from(table)).toEqual([]);
  });
});

describe('an administrator', () => {
  async function boss() {
    const browser = await site.loggedIn('admin');
    const password = await hashPassword(ama.password);
    await site.db.update(users).set({ password }).where(eq(users.id, browser.id));
    return browser;
  }

  test('who is the last one cannot go', async () => {
    const last = await boss();
    expect(await remove(last)).toMatchObject({
      status: 409,
      body: {
        message:
          'You are the only owner who can log in. Make someone else an owner first, so that the site still has one.',
      },
    });
    expect(await idsLeft()).toEqual([last.id]);
  });

  test('who is the last owner is refused as often as they try, and locks nothing', async () => {
    const last = await boss();
    for (let n = 0; n < 6; n++) expect((await remove(last)).status).toBe(409);
    const again = await last.post('/api/auth/reauthenticate', { password: ama.password });
    expect(again.status).toBe(200);
  });

  test('of two who go at once stays', async () => {
    const both = [await boss(), await boss()];
    const answers = await Promise.all(both.map((browser) => remove(browser)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await idsLeft()).toHaveLength(1);
  });

  test('whose work is on record can go; the records keep the id of the account', async () => {
    const [leaving] = [await boss(), await boss()];
    const importId = randomUUID();
    await site.db.insert(statementImports).values({
      id: importId,
      rail: 'bank',
      fileName: 'march.csv',
      columns: {} as never,
      left: { debits: 0, unreadable: 0 },
      state: 'open',
      addedBy: leaving.id,
      addedAt: site.clock.now(),
    });
    expect((await remove(leaving)).status).toBe(200);
    const [stored] = await site.db
      .select()
      .from(statementImports)
      .where(eq(statementImports.id, importId));
    expect(stored?.addedBy).toBe(leaving.id);
    const stayed = await boss();
    const listed = await stayed.get('/api/admin/statements');
    expect(listed.status).toBe(200);
    expect(listed.text).toContain('march.csv');
    await site.db.delete(statementImports);
  });
});
