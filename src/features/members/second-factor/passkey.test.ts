import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sessions } from '../../../server/security/session.store.ts';
import { openSite, type Site, TEST_ORIGIN, type Visitor } from '../../../server/testing.ts';
import { minutes, seconds } from '../../../shared/time.ts';
import { outgoingMails } from '../../mail/queue/outgoing-mail.store.ts';
import { loginAttempts } from '../login-attempts.store.ts';
import { users } from '../../../server/user.store.ts';
import { passkeyChallenges, passkeys, recoveryCodes } from './second-factor.store.ts';
import { type Lie, softPasskey } from '../testing.authenticator.ts';
import { setUpTotp, traceOf } from '../testing.second-factor.ts';

const ama = { email: 'ama@example.org', password: 'kente-and-gold' };
const kofi = { email: 'kofi@example.org', password: 'adinkra-and-gold' };
const refused = 'This passkey could not be accepted. Please try again, or use your password.';
type Passkey = ReturnType<typeof softPasskey>;
type Created = Parameters<Passkey['create']>[0];
type Asked = Parameters<Passkey['get']>[0];

let site: Site;
let visitor: Visitor;
beforeAll(async () => {
  site = await openSite({ work: false, environment: { ADDRESS_LIMIT_FACTOR: '1000' } });
});
beforeEach(async () => {
  for (const table of [users, sessions, loginAttempts, outgoingMails, passkeyChallenges])
    await site.db.delete(table);
  site.clock.setOffset(0);
  visitor = await join(ama);
});
afterAll(() => site.close());

async function join({ email, password }: typeof ama) {
  const browser = site.visitor();
  const name = { firstName: 'Ama', lastName: 'Mensah' };
  await browser.post('/api/auth/register', { email, password, ...name });
  return browser;
}
const askToMake = async (browser = visitor) =>
  (await browser.post('/api/account/passkeys/options')).body as Created;
const askToShow = async (browser = site.visitor()) =>
  (await browser.post('/api/auth/passkey/options')).body as Asked;
const keep = (response: object, browser = visitor, name = 'Phone') =>
  browser.post('/api/account/passkeys', { name, response });
const show = (response: object, browser = site.visitor()) =>
  browser.post('/api/auth/passkey', { response });

async function added(browser = visitor, name = 'Phone') {
  const passkey = softPasskey(TEST_ORIGIN);
  const answer = await keep(passkey.create(await askToMake(browser)), browser, name);
  expect(answer.status, answer.text).toBe(201);
  return passkey;
}
const logInWith = async (passkey: Passkey, lie?: Lie) => show(passkey.get(await askToShow(), lie));

describe('adding a passkey', () => {
  test('asks the browser for one that is found without a name and verifies its owner', async () => {
    const { id } = (await visitor.get('/api/auth/user')).body as { id: string };
    expect((await visitor.post('/api/account/passkeys/options')).body).toMatchObject({
      rp: { id: 'localhost', name: 'One Africa Passport' },
      user: {
        id: Buffer.from(id).toString('base64url'),
        name: ama.email,
        displayName: 'Ama Mensah',
      },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: 'public-key' })),
      timeout: minutes(5),
      excludeCredentials: [],
    });
  });

  test('keeps the public key under the member, and gives ten recovery codes with the first', async () => {
    const passkey = softPasskey(TEST_ORIGIN);
    const answer = await keep(passkey.create(await askToMake()));
    expect(answer.body).toMatchObject({ id: passkey.id, recoveryCodes: { length: 10 } });
    const { user } = await traceOf(site, ama.email);
    expect(await site.db.select().from(passkeys)).toEqual([
      {
        id: passkey.id,
        userId: user.id,
        publicKey: expect.stringMatching(/^[\w-]{100,}$/),
        counter: 1,
        transports: ['internal', 'hybrid'],
        name: 'Phone',
        createdAt: expect.any(Date),
        lastUsedAt: null,
      },
    ]);
    const second = softPasskey(TEST_ORIGIN);
    const asked = await askToMake();
    expect(asked).toMatchObject({ excludeCredentials: [{ id: passkey.id }] });
    expect((await keep(second.create(asked))).body).toMatchObject({ recoveryCodes: null });
    expect(await site.db.select().from(recoveryCodes)).toHaveLength(10);
  });

  test('whose answer was lost shows its recovery codes to the member who is back and sends it again', async () => {
    const passkey = softPasskey(TEST_ORIGIN);
    const body = { name: 'Phone', response: passkey.create(await askToMake()) };
    const key = { 'idempotency-key': 'first-passkey-1' };
    const before = visitor.cookies.get('sid') as string;
    const lost = await visitor.post('/api/account/passkeys', body, key);
    // What never arrived took the session's new key with it.
    visitor.cookies.set('sid', before);
    expect((await visitor.post('/api/account/passkeys', body, key)).status).toBe(401);
    await show(passkey.get(await askToShow(visitor)), visitor);
    const again = await visitor.post('/api/account/passkeys', body, key);
    expect([again.status, again.text]).toEqual([201, lost.text]);
    expect(again.body).toMatchObject({ recoveryCodes: { length: 10 } });
    expect(await site.db.select().from(passkeys)).toHaveLength(1);
  });

  test.each<[string, Lie]>([
    ['was made on another site', { origin: 'https://one-africa.example' }],
    ['was made for another host', { rpId: 'example' }],
    ['signs a challenge of its own', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['asked nobody for a finger or a PIN', { isVerified: false }],
    ['is the answer to a login', { type: 'webauthn.get' }],
  ])('refuses one that %s', async (_what, lie) => {
    const answer = await keep(softPasskey(TEST_ORIGIN).create(await askToMake(), lie));
    expect(answer).toMatchObject({ status: 400, body: { message: refused } });
    expect(await site.db.select().from(passkeys)).toEqual([]);
  });

  test('takes an answer once, and a wrong one too', async () => {
    const asked = await askToMake();
    const [first, second] = [softPasskey(TEST_ORIGIN), softPasskey(TEST_ORIGIN)];
    expect((await keep(first.create(asked, { isVerified: false }))).status).toBe(400);
    expect((await keep(first.create(asked))).status).toBe(400);
    const again = await askToMake();
    expect((await keep(first.create(again))).status).toBe(201);
    expect((await keep(second.create(again))).status).toBe(400);
  });

  test('takes no answer after five minutes', async () => {
    const asked = await askToMake();
    site.clock.advance(minutes(5) + seconds(1));
    await visitor.post('/api/auth/reauthenticate', { password: ama.password });
    expect((await keep(softPasskey(TEST_ORIGIN).create(asked))).status).toBe(400);
  });

  test('takes no answer to what was asked of somebody else, or for a login', async () => {
    const stranger = await join(kofi);
    const theirs = softPasskey(TEST_ORIGIN).create(await askToMake(stranger));
    expect((await keep(theirs)).status).toBe(400);
    const { challenge } = await askToShow();
    const other = softPasskey(TEST_ORIGIN).create({ ...(await askToMake()), challenge });
    expect((await keep(other)).status).toBe(400);
  });

  test('that is known, to oneself or to another, is refused and stays whose it is', async () => {
    const passkey = await added();
    expect((await keep(passkey.create(await askToMake()))).status).toBe(409);
    const stranger = await join(kofi);
    expect((await keep(passkey.create(await askToMake(stranger)), stranger)).status).toBe(409);
    const { user } = await traceOf(site, ama.email);
    expect(await site.db.select({ userId: passkeys.userId }).from(passkeys)).toEqual([
      { userId: user.id },
    ]);
    // Whose addition failed has no recovery codes either.
    const { user: other } = await traceOf(site, kofi.email);
    const theirs = site.db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, other.id));
    expect(await theirs).toEqual([]);
  });

  test('ends at twenty', async () => {
    const { user } = await traceOf(site, ama.email);
    const row = { userId: user.id, publicKey: '', counter: 0, transports: [], name: 'Key' };
    const many = Array.from({ length: 20 }, (_, n) => ({
      ...row,
      id: `key-${n}`,
      createdAt: site.clock.now(),
    }));
    await site.db.insert(passkeys).values(many);
    expect((await keep(softPasskey(TEST_ORIGIN).create(await askToMake()))).status).toBe(409);
  });

  test('needs a recent password, and so does taking it away', async () => {
    const passkey = await added();
    const asked = await askToMake();
    site.clock.advance(minutes(6));
    const answers = [
      await visitor.post('/api/account/passkeys/options'),
      await keep(softPasskey(TEST_ORIGIN).create(asked)),
      await visitor.delete(`/api/account/passkeys/${passkey.id}`),
    ];
    expect(answers.map(({ body }) => (body as { reason: string }).reason)).toEqual([
      'reauthenticate',
      'reauthenticate',
      'reauthenticate',
    ]);
  });

  test('and its removal are recorded with its id, and mailed with its name', async () => {
    const passkey = await added(visitor, 'Ama’s phone');
    await visitor.delete(`/api/account/passkeys/${passkey.id}`);
    const { user, acts, mails } = await traceOf(site, ama.email);
    const after = { passkey: passkey.id };
    expect(acts).toEqual([
      { actorId: user.id, action: 'second_factor.passkey_added', after },
      { actorId: user.id, action: 'second_factor.passkey_removed', after },
    ]);
    const changes = mails.filter(({ template }) => template === 'second-factor-changed');
    expect(changes.map(({ props }) => props)).toMatchObject([
      { change: 'passkey-added', passkey: 'Ama’s phone' },
      { change: 'passkey-removed', passkey: 'Ama’s phone' },
    ]);
  });
});

describe('logging in with a passkey', () => {
  test('needs neither address nor password, and says who it is', async () => {
    const passkey = await added();
    const browser = site.visitor();
    const asked = await askToShow(browser);
    expect(asked).toEqual({
      challenge: expect.stringMatching(/^[\w-]{40,}$/),
      timeout: minutes(5),
      rpId: 'localhost',
      allowCredentials: [],
      userVerification: 'required',
    });
    const answer = await show(passkey.get(asked), browser);
    expect(answer).toMatchObject({
      status: 200,
      body: { user: { email: ama.email }, message: 'Welcome back!' },
    });
    expect((await browser.get('/api/auth/user')).body).toMatchObject({ email: ama.email });
    expect((await browser.get('/api/auth/session')).body).toMatchObject({ recent: true });
    const [stored] = await site.db.select().from(passkeys);
    expect(stored).toMatchObject({ counter: 2, lastUsedAt: expect.any(Date) });
  });

  test('gives a session of its own in the place of the one that the browser came with', async () => {
    const passkey = await added();
    const before = visitor.cookies.get('sid');
    await show(passkey.get(await askToShow(visitor)), visitor);
    expect(visitor.cookies.get('sid')).not.toBe(before);
    const old = await site.visitor().get('/api/auth/user', { cookie: `sid=${before}` });
    expect(old.status).toBe(401);
  });

  test.each<[string, Lie]>([
    ['was signed on another site', { origin: 'https://one-africa.example' }],
    ['was signed on our host over another port', { origin: 'http://localhost:3001' }],
    ['was signed for another host', { rpId: 'one-africa.example' }],
    ['signs a challenge of its own', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['asked nobody for a finger or a PIN', { isVerified: false }],
    ['is the answer to a registration', { type: 'webauthn.create' }],
    ['has another bit in its signature', { isForged: true }],
    ['counts no further than before', { counter: 1 }],
    ['counts backwards', { counter: 0 }],
    ['names nobody', { userHandle: '' }],
    ['is no passkey of ours', { id: 'A'.repeat(43) }],
  ])('refuses one that %s', async (_what, lie) => {
    const passkey = await added();
    const answer = await logInWith(passkey, lie);
    expect(answer).toMatchObject({ status: 401, body: { message: refused } });
    expect(answer.headers['set-cookie'] ?? []).toEqual([]);
    const [stored] = await site.db.select().from(passkeys);
    expect(stored).toMatchObject({ counter: 1, lastUsedAt: null });
  });

  test('refuses the passkey of one member that names another', async () => {
    const passkey = await added();
    await join(kofi);
    const { user } = await traceOf(site, kofi.email);
    const userHandle = Buffer.from(user.id).toString('base64url');
    expect((await logInWith(passkey, { userHandle })).status).toBe(401);
  });

  test('refuses what one passkey signed under the id of another', async () => {
    const [own, stranger] = [await added(), await join(kofi)];
    const theirs = await added(stranger);
    const { user } = await traceOf(site, ama.email);
    const userHandle = Buffer.from(user.id).toString('base64url');
    expect((await logInWith(theirs, { id: own.id, userHandle })).status).toBe(401);
  });

  test('takes an answer once, and a wrong one too', async () => {
    const passkey = await added();
    const asked = await askToShow();
    const answer = passkey.get(asked);
    expect((await show(answer)).status).toBe(200);
    expect((await show(answer)).status).toBe(401);
    expect((await show(passkey.get(asked))).status).toBe(401);
    const again = await askToShow();
    expect((await show(passkey.get(again, { isForged: true }))).status).toBe(401);
    expect((await show(passkey.get(again))).status).toBe(401);
    expect(await site.db.select().from(passkeyChallenges)).toEqual([]);
  });

  test('of one answer sent five times at once lets one in', async () => {
    const passkey = await added();
    const answer = passkey.get(await askToShow());
    const answers = await Promise.all(Array.from({ length: 5 }, () => show(answer)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('sent again with its key it gives the same answer and one session', async () => {
    const passkey = await added();
    await site.db.delete(sessions);
    const body = { response: passkey.get(await askToShow()) };
    const key = {
      'idempotency-key': 'passkey-ama-1',
      'idempotency-secret': 'drawn-by-one-page-alone',
    };
    const first = await site.visitor().post('/api/auth/passkey', body, key);
    const second = await site.visitor().post('/api/auth/passkey', body, key);
    expect([first.status, second.text]).toEqual([200, first.text]);
    expect(second.headers['set-cookie']).toEqual(first.headers['set-cookie']);
    expect(await site.db.select().from(sessions)).toHaveLength(1);
  });

  test('takes no answer after five minutes', async () => {
    const passkey = await added();
    const asked = await askToShow();
    site.clock.advance(minutes(5) + seconds(1));
    expect((await show(passkey.get(asked))).status).toBe(401);
  });

  test('takes no answer to what was asked of a member about themselves', async () => {
    const passkey = await added();
    const asked = await visitor.post('/api/auth/reauthenticate/passkey/options');
    expect((await show(passkey.get(asked.body as Asked))).status).toBe(401);
  });

  test('works for an authenticator that never counts', async () => {
    const passkey = softPasskey(TEST_ORIGIN);
    await keep(passkey.create(await askToMake(), { counter: 0 }));
    expect((await logInWith(passkey, { counter: 0 })).status).toBe(200);
    expect((await logInWith(passkey, { counter: 0 })).status).toBe(200);
  });

  test('opens no account that is suspended', async () => {
    const passkey = await added();
    await site.db.update(users).set({ suspendedAt: site.clock.now(), suspendedFor: 'Spam' });
    const answer = await logInWith(passkey);
    expect(answer).toMatchObject({ status: 403, body: { reason: 'suspended' } });
    expect(answer.headers['set-cookie'] ?? []).toEqual([]);
  });

  test('tells the owner by mail when the browser is a new one', async () => {
    const passkey = await added();
    const browser = site.visitor();
    await show(passkey.get(await askToShow(browser)), browser);
    await show(passkey.get(await askToShow(browser)), browser);
    const { mails } = await traceOf(site, ama.email);
    expect(mails.filter(({ template }) => template === 'sign-in')).toHaveLength(1);
  });

  test('is over when the passkey is removed', async () => {
    const passkey = await added();
    await visitor.delete(`/api/account/passkeys/${passkey.id}`);
    expect((await logInWith(passkey)).status).toBe(401);
  });

  test.each([
    ['nothing', {}],
    ['no response', { response: null }],
    ['other types', { response: { id: 1, rawId: 1, type: 'public-key', response: {} } }],
    ['further keys', { response: {}, isAdmin: true }],
  ])('refuses a body with %s', async (_what, body) => {
    expect((await site.visitor().post('/api/auth/passkey', body)).status).toBe(400);
  });

  test.each([['!'], ['bm90IGpzb24'], ['bnVsbA'], ['e30'], ['']])(
    'refuses an answer whose data is %j',
    async (clientDataJSON) => {
      const passkey = await added();
      const answer = passkey.get(await askToShow());
      const response = { ...answer, response: { ...answer.response, clientDataJSON } };
      expect([400, 401]).toContain((await show(response)).status);
    },
  );

  test('refuses an answer whose bytes are cut short', async () => {
    const passkey = await added();
    for (const part of ['authenticatorData', 'signature'] as const) {
      const answer = passkey.get(await askToShow());
      const cut = { ...answer.response, [part]: answer.response[part].slice(0, 20) };
      expect((await show({ ...answer, response: cut })).status).toBe(401);
    }
  });
});

describe('a passkey as the second factor', () => {
  test('is asked for after the right password, or a recovery code in its place', async () => {
    const answer = await keep(softPasskey(TEST_ORIGIN).create(await askToMake()));
    const { recoveryCodes: codes } = answer.body as { recoveryCodes: string[] };
    const logIn = (given: object) => site.visitor().post('/api/auth/login', { ...ama, ...given });
    expect(await logIn({})).toMatchObject({
      status: 403,
      body: { reason: 'second-factor', methods: ['passkey', 'recovery-code'] },
    });
    expect((await logIn({ code: '123456' })).status).toBe(400);
    expect((await logIn({ code: codes[0] })).status).toBe(200);
  });

  test('beside an app: both are offered, one set of recovery codes opens, the last to go ends it', async () => {
    const passkey = await added();
    const { recoveryCodes: further } = await setUpTotp(site, visitor);
    expect(further).toBeNull();
    const asked = await site.visitor().post('/api/auth/login', ama);
    expect(asked.body).toMatchObject({ methods: ['totp', 'passkey', 'recovery-code'] });
    await visitor.delete('/api/account/totp');
    expect((await site.visitor().post('/api/auth/login', ama)).status).toBe(403);
    expect(await site.db.select().from(recoveryCodes)).toHaveLength(10);
    await visitor.delete(`/api/account/passkeys/${passkey.id}`);
    expect((await site.visitor().post('/api/auth/login', ama)).status).toBe(200);
    expect(await site.db.select().from(recoveryCodes)).toEqual([]);
  });
});

describe('showing a passkey again', () => {
  const askAgain = async (browser = visitor) =>
    (await browser.post('/api/auth/reauthenticate/passkey/options')).body as Asked;
  const again = (response: object, browser = visitor) =>
    browser.post('/api/auth/reauthenticate/passkey', { response });
  const recent = async () =>
    ((await visitor.get('/api/auth/session')).body as { recent: boolean }).recent;

  test('opens what asks for a recent password', async () => {
    const passkey = await added();
    site.clock.advance(minutes(6));
    expect(await recent()).toBe(false);
    const asked = await askAgain();
    expect(asked).toMatchObject({ allowCredentials: [{ id: passkey.id }] });
    expect((await again(passkey.get(asked))).status).toBe(200);
    expect(await recent()).toBe(true);
  });

  test('needs no name in the answer, as browsers leave it out when the server names the passkey', async () => {
    const passkey = await added();
    site.clock.advance(minutes(6));
    expect((await again(passkey.get(await askAgain(), { userHandle: '' }))).status).toBe(200);
  });

  test('of another member, or asked of another member or for a login, opens nothing', async () => {
    const own = await added();
    const stranger = await join(kofi);
    const theirs = await added(stranger);
    site.clock.advance(minutes(6));
    const answers = [
      await again(theirs.get(await askAgain())),
      await again(own.get(await askAgain(stranger))),
      await again(own.get(await askToShow())),
      await again(own.get(await askAgain(), { isForged: true })),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    expect(await recent()).toBe(false);
  });

  test('stands for the code where an account is closed, for five minutes and in this session alone', async () => {
    const passkey = await added();
    await setUpTotp(site, visitor);
    const close = (browser: Visitor) =>
      browser.post('/api/account/delete', { password: ama.password });
    const elsewhere = site.visitor();
    await show(passkey.get(await askToShow(elsewhere)), elsewhere);
    const asked = { status: 403, body: { reason: 'second-factor' } };
    expect(await close(visitor)).toMatchObject(asked);
    expect((await again(passkey.get(await askAgain()))).status).toBe(200);
    expect(await close(elsewhere)).toMatchObject(asked);
    site.clock.advance(minutes(6));
    expect(await close(visitor)).toMatchObject(asked);
    expect((await again(passkey.get(await askAgain()))).status).toBe(200);
    expect((await close(visitor)).status).toBe(200);
    expect(await site.db.select().from(users)).toEqual([]);
  });

  test('is closed to visitors', async () => {
    const passkey = await added();
    const stranger = site.visitor();
    expect((await again(passkey.get(await askAgain()), stranger)).status).toBe(401);
  });
});

describe('the passkeys of a member', () => {
  test('can be renamed', async () => {
    const passkey = await added();
    const path = `/api/account/passkeys/${passkey.id}`;
    expect((await visitor.put(path, { name: '  Ama’s laptop ' })).status).toBe(200);
    const [stored] = await site.db.select().from(passkeys);
    expect(stored?.name).toBe('Ama’s laptop');
    expect((await visitor.put(path, { name: ' ' })).body).toMatchObject({
      fields: { name: 'Please give the passkey a name.' },
    });
    expect((await visitor.put(path, { name: 'x'.repeat(61) })).status).toBe(400);
  });

  test('are nobody else’s to rename or remove', async () => {
    const passkey = await added();
    const stranger = await join(kofi);
    const path = `/api/account/passkeys/${passkey.id}`;
    expect((await stranger.put(path, { name: 'Mine' })).status).toBe(404);
    expect((await stranger.delete(path)).status).toBe(404);
    const [stored] = await site.db.select().from(passkeys);
    expect(stored).toMatchObject({ id: passkey.id, name: 'Phone' });
  });

  test('are found by ids as long as the standard allows', async () => {
    const id = 'A'.repeat(1364);
    expect((await visitor.put(`/api/account/passkeys/${id}`, { name: 'Key' })).status).toBe(404);
    const { user } = await traceOf(site, ama.email);
    await site.db.insert(passkeys).values({
      id,
      userId: user.id,
      publicKey: '',
      counter: 0,
      transports: [],
      name: 'Key',
      createdAt: site.clock.now(),
    });
    expect((await visitor.delete(`/api/account/passkeys/${id}`)).status).toBe(200);
  });

  test('go with the account', async () => {
    await added();
    await site.db.delete(users).where(eq(users.email, ama.email));
    expect(await site.db.select().from(passkeys)).toEqual([]);
    expect(await site.db.select().from(recoveryCodes)).toEqual([]);
  });
});
