import { createHash } from 'node:crypto';
import { hashRaw } from '@node-rs/argon2';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../server/database/database.ts';
import { sessions } from '../../../server/security/session.store.ts';
import { type Answer, openSite, type Site, type Visitor } from '../../../server/testing.ts';
import { minutes, seconds } from '../../../shared/time.ts';
import { outgoingMails } from '../../mail/queue/outgoing-mail.store.ts';
import { loginAttempts } from '../login-attempts.store.ts';
import { users } from '../../../server/user.store.ts';
import { hashPassword } from '../password.service.ts';
import { lockSecondFactors, recoveryCodes } from './second-factor.store.ts';
import { codeOf, setUpTotp, traceOf } from '../testing.second-factor.ts';

const ama = { email: 'ama@example.org', password: 'kente-and-gold' };
const kofi = { email: 'kofi@example.org', password: 'adinkra-and-gold' };
const logIn = (given: object) => site.visitor().post('/api/auth/login', given);
async function join({ email, password }: typeof ama) {
  const visitor = site.visitor();
  const name = { firstName: 'Ama', lastName: 'Mensah' };
  await visitor.post('/api/auth/register', { email, password, ...name });
  return visitor;
}
const wrongCode = 'The code is incorrect or has already been used. Please try another one.';

let site: Site;
let visitor: Visitor;
beforeAll(async () => {
  site = await openSite({ work: false, environment: { ADDRESS_LIMIT_FACTOR: '1000' } });
});
beforeEach(async () => {
  for (const table of [users, sessions, loginAttempts, outgoingMails]) await site.db.delete(table);
  site.clock.setOffset(0);
  visitor = await join(ama);
});
afterAll(() => site.close());

describe('setting an authenticator app up', () => {
  const begin = async () =>
    (await visitor.post('/api/account/totp')).body as { secret: string; uri: string };

  test('gives a key of 160 bits, and an address that every app reads', async () => {
    const { secret, uri } = await begin();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const { protocol, host, pathname, searchParams } = new URL(uri);
    expect([protocol, host, decodeURIComponent(pathname)]).toEqual([
      'otpauth:',
      'totp',
      '/One Africa Passport:ama@example.org',
    ]);
    expect(Object.fromEntries(searchParams)).toEqual({
      issuer: 'One Africa Passport',
      secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });

  test('asks for nothing at a login before a code has confirmed it', async () => {
    await begin();
    expect((await logIn(ama)).status).toBe(200);
  });

  test('is confirmed by a code of the app, which then is asked for at every login', async () => {
    const { secret } = await begin();
    const confirmed = await visitor.post('/api/account/totp/confirm', {
      code: codeOf(site, secret),
    });
    expect(confirmed.status).toBe(200);
    expect(await logIn(ama)).toMatchObject({
      status: 403,
      body: { reason: 'second-factor', methods: ['totp', 'recovery-code'] },
    });
  });

  test('is not confirmed by another code, and another try may follow', async () => {
    const { secret } = await begin();
    const confirm = (code: string) => visitor.post('/api/account/totp/confirm', { code });
    const refused = await confirm(codeOf(site, secret, -3));
    expect(refused).toMatchObject({ status: 400, body: { fields: { code: wrongCode } } });
    expect((await logIn(ama)).status).toBe(200);
    expect((await confirm(codeOf(site, secret))).status).toBe(200);
  });

  test('begun twice, takes the newer key alone', async () => {
    const [first, second] = [await begin(), await begin()];
    const confirm = ({ secret }: { secret: string }) =>
      visitor.post('/api/account/totp/confirm', { code: codeOf(site, secret) });
    expect((await confirm(first)).status).toBe(400);
    expect((await confirm(second)).status).toBe(200);
  });

  test('is refused while one is in use, which stays as it is', async () => {
    const { nextCode } = await setUpTotp(site, visitor);
    expect((await visitor.post('/api/account/totp')).status).toBe(409);
    expect((await logIn({ ...ama, code: nextCode() })).status).toBe(200);
  });

  test('without having begun is refused', async () => {
    const answer = await visitor.post('/api/account/totp/confirm', { code: '123456' });
    expect(answer.status).toBe(409);
  });

  test('keeps the key sealed, for its own row alone', async () => {
    const { secret } = await begin();
    const stranger = await join(kofi);
    await stranger.post('/api/account/totp');
    const { user } = await traceOf(site, ama.email);
    expect(JSON.stringify(user)).not.toContain(secret);
    const open = (row: string) =>
      site.context.secrets.unseal('totp', `users:${row}`, user.totpSecret ?? '');
    expect(open(user.id)).toBe(secret);
    const { user: other } = await traceOf(site, kofi.email);
    expect(() => open(other.id)).toThrow();
  });

  test('needs a recent password, and so does taking it away', async () => {
    await setUpTotp(site, visitor);
    site.clock.advance(minutes(6));
    const answers = [
      await visitor.post('/api/account/totp'),
      await visitor.post('/api/account/totp/confirm', { code: '123456' }),
      await visitor.post('/api/account/recovery-codes'),
      await visitor.delete('/api/account/totp'),
    ];
    expect(
      answers.map(({ status, body }) => [status, (body as { reason: string }).reason]),
    ).toEqual(Array.from({ length: 4 }, () => [403, 'reauthenticate']));
  });

  test('and its removal are recorded and mailed', async () => {
    await setUpTotp(site, visitor);
    expect((await visitor.delete('/api/account/totp')).status).toBe(200);
    const { user, acts, mails } = await traceOf(site, ama.email);
    const changes = mails.filter(({ template }) => template === 'second-factor-changed');
    expect(acts).toEqual([
      { actorId: user.id, action: 'second_factor.totp_added', after: {} },
      { actorId: user.id, action: 'second_factor.totp_removed', after: {} },
    ]);
    expect(changes.map(({ props }) => props)).toMatchObject([
      { name: 'Ama Mensah', change: 'totp-added' },
      { name: 'Ama Mensah', change: 'totp-removed' },
    ]);
  });

  test('taken away, it leaves neither key nor recovery codes, and the password is enough', async () => {
    await setUpTotp(site, visitor);
    await visitor.delete('/api/account/totp');
    const { user } = await traceOf(site, ama.email);
    expect([user.totpSecret, user.totpConfirmedAt, user.totpStep]).toEqual([null, null, null]);
    expect(await site.db.select().from(recoveryCodes)).toEqual([]);
    expect((await logIn(ama)).status).toBe(200);
    expect((await visitor.delete('/api/account/totp')).status).toBe(404);
  });
});

describe('logging in with a code', () => {
  let nextCode: () => string;
  let secret: string;
  beforeEach(async () => {
    ({ nextCode, secret } = await setUpTotp(site, visitor));
  });

  test('opens a session', async () => {
    const browser = site.visitor();
    const answer = await browser.post('/api/auth/login', { ...ama, code: nextCode() });
    expect(answer).toMatchObject({ status: 200, body: { message: 'Welcome back!' } });
    expect((await browser.get('/api/auth/user')).status).toBe(200);
  });

  test('takes the code with a space in it, as apps show it', async () => {
    const code = nextCode();
    const spaced = `${code.slice(0, 3)} ${code.slice(3)} `;
    expect((await logIn({ ...ama, code: spaced })).status).toBe(200);
  });

  test.each([-1, 0, 1])(
    'takes the code of %i steps from now, as clocks go wrong',
    async (steps) => {
      // Beyond the step that set it up.
      site.clock.advance(minutes(2));
      expect((await logIn({ ...ama, code: codeOf(site, secret, steps) })).status).toBe(200);
    },
  );

  test.each([-2, 3])('refuses the code of %i steps from now', async (steps) => {
    site.clock.advance(minutes(2));
    const answer = await logIn({ ...ama, code: codeOf(site, secret, steps) });
    expect(answer).toMatchObject({ status: 400, body: { fields: { code: wrongCode } } });
  });

  test('takes no code twice, nor an older one after it', async () => {
    site.clock.advance(minutes(2));
    const [before, code] = [codeOf(site, secret, -1), codeOf(site, secret)];
    expect((await logIn({ ...ama, code })).status).toBe(200);
    expect((await logIn({ ...ama, code })).status).toBe(400);
    expect((await logIn({ ...ama, code: before })).status).toBe(400);
  });

  test('does not take the code that set it up', async () => {
    expect((await logIn({ ...ama, code: codeOf(site, secret) })).status).toBe(400);
  });

  test('of five at once with one code exactly one is let in', async () => {
    const code = nextCode();
    // As many as the account has attempts.
    const answers = await Promise.all(Array.from({ length: 5 }, () => logIn({ ...ama, code })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(4);
  });

  test('refuses the code of somebody else', async () => {
    const stranger = await join(kofi);
    const theirs = await setUpTotp(site, stranger);
    expect((await logIn({ ...ama, code: theirs.nextCode() })).status).toBe(400);
  });

  test('an empty field is a code that was not given', async () => {
    expect(await logIn({ ...ama, code: ' ' })).toMatchObject({
      status: 403,
      body: { reason: 'second-factor' },
    });
  });

  test('a code that nobody needs is not looked at', async () => {
    await join(kofi);
    expect((await logIn({ ...kofi, code: '000000' })).status).toBe(200);
  });
});

describe('whether an account has a second factor', () => {
  const visiblePartsOf = ({ status, text, headers }: Answer) => ({
    status,
    text,
    names: Object.keys(headers).sort(),
  });

  test('is shown to nobody before the password is right', async () => {
    await setUpTotp(site, visitor);
    await join(kofi);
    const wrong = { password: 'something else' };
    const guarded = await logIn({ ...wrong, email: ama.email });
    const unguarded = await logIn({ ...wrong, email: kofi.email });
    const nobody = await logIn({ ...wrong, email: 'nobody@example.org' });
    const withCode = await logIn({ ...wrong, email: ama.email, code: '123456' });
    expect(guarded.status).toBe(401);
    expect([unguarded, nobody, withCode].map(visiblePartsOf)).toEqual(
      Array.from({ length: 3 }, () => visiblePartsOf(guarded)),
    );
  });
});

describe('guessing codes', () => {
  const wrong = async (times: number) => {
    const statuses: number[] = [];
    for (let n = 0; n < times; n++) statuses.push((await logIn({ ...ama, code: '000000' })).status);
    return statuses;
  };

  test('is guessing: the sixth wrong one in five minutes is not looked at', async () => {
    const { nextCode } = await setUpTotp(site, visitor);
    expect(await wrong(6)).toEqual([400, 400, 400, 400, 400, 429]);
    expect((await logIn({ ...ama, code: nextCode() })).status).toBe(429);
  });

  test('is not what a password without its code is: it counts for nothing, however often', async () => {
    const { nextCode } = await setUpTotp(site, visitor);
    for (let n = 0; n < 8; n++) expect((await logIn(ama)).status).toBe(403);
    expect((await logIn({ ...ama, code: nextCode() })).status).toBe(200);
  });

  test('wins no attempts by leaving the code out in between', async () => {
    await setUpTotp(site, visitor);
    expect(await wrong(4)).toEqual([400, 400, 400, 400]);
    expect((await logIn(ama)).status).toBe(403);
    expect(await wrong(2)).toEqual([400, 429]);
    expect((await logIn(ama)).status).toBe(429);
  });

  test('forgives nothing by a right password alone', async () => {
    await setUpTotp(site, visitor);
    for (let n = 0; n < 4; n++) await logIn({ ...ama, password: 'something else' });
    expect(await wrong(2)).toEqual([400, 429]);
  });
});

describe('giving the password again', () => {
  const again = (given: object) => visitor.post('/api/auth/reauthenticate', given);
  const { password } = ama;

  test('asks for the code too, and is guarded by the same attempts', async () => {
    const { nextCode } = await setUpTotp(site, visitor);
    site.clock.advance(minutes(6));
    expect(await again({ password })).toMatchObject({
      status: 403,
      body: { reason: 'second-factor', methods: ['totp', 'recovery-code'] },
    });
    for (let n = 0; n < 4; n++)
      expect((await again({ password, code: '000000' })).status).toBe(400);
    expect((await again({ password, code: nextCode() })).status).toBe(200);
    expect((await visitor.get('/api/auth/session')).body).toMatchObject({ recent: true });
  });

  test('with the password of a attacker who has no code opens nothing', async () => {
    await setUpTotp(site, visitor);
    site.clock.advance(minutes(6));
    await again({ password });
    await again({ password, code: '000000' });
    expect((await visitor.get('/api/auth/session')).body).toMatchObject({ recent: false });
    expect((await visitor.delete('/api/account/totp')).status).toBe(403);
  });
});

describe('recovery codes', () => {
  const rows = () => site.db.select().from(recoveryCodes);
  const used = async () => (await rows()).filter(({ usedAt }) => usedAt !== null);

  test('are hashed while nothing holds the row of the account', async () => {
    const { secret } = (await visitor.post('/api/account/totp')).body as { secret: string };
    const [user] = await site.db.select().from(users).where(eq(users.email, ama.email));
    let isAnswered = false;
    const crowd = Array.from({ length: 2 }, async () => {
      while (!isAnswered) await hashPassword('a fine secret');
    });
    /** How often the row can be locked before the answer. */
    const countLocks = async (answer: Promise<Answer>) => {
      let [count, isThere] = [0, false];
      const answered = answer.finally(() => (isThere = true));
      for (; !isThere; count++)
        await inTransaction(site.db, (tx) => lockSecondFactors(tx, user?.id ?? ''));
      expect((await answered).status).toBeLessThan(300);
      return count;
    };
    const code = codeOf(site, secret);
    const confirming = await countLocks(visitor.post('/api/account/totp/confirm', { code }));
    const renewing = await countLocks(visitor.post('/api/account/recovery-codes'));
    isAnswered = true;
    await Promise.all(crowd);
    // Behind a transaction that hashes there are two or three.
    expect(Math.min(confirming, renewing)).toBeGreaterThan(10);
  });

  test('are ten, easy to write down, and kept as digests', async () => {
    const { recoveryCodes: codes } = await setUpTotp(site, visitor);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
    const stored = await rows();
    expect(stored).toHaveLength(10);
    const { user, mails, acts } = await traceOf(site, ama.email);
    const seen = JSON.stringify([stored, user, mails, acts]);
    for (const code of codes) {
      expect(seen).not.toContain(code);
      expect(seen).not.toContain(code.replace('-', ''));
    }
  });

  test('are stored as Argon2id hashes under a salt of their set, sealed', async () => {
    const { recoveryCodes: codes } = await setUpTotp(site, visitor);
    const saved = (await rows()).map(({ userId, digest }) =>
      site.context.secrets.unseal('recovery-code', userId, digest),
    );
    const [salt = ''] = saved[0]?.split(':') ?? [];
    const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
    const hashes = codes.map((code) =>
      hashRaw(code.replace('-', ''), { ...cost, salt: Buffer.from(salt, 'base64url') }),
    );
    const expected = (await Promise.all(hashes)).map(
      (hash) => `${salt}:${hash.toString('base64url')}`,
    );
    expect(Buffer.from(salt, 'base64url')).toHaveLength(16);
    expect(saved.toSorted()).toEqual(expected.toSorted());
  });

  test('of an earlier version open the account once', async () => {
    await setUpTotp(site, visitor);
    const [row] = await rows();
    const userId = row?.userId ?? '';
    const digest = createHash('sha256').update('0123456789').digest('base64url');
    await site.db
      .update(recoveryCodes)
      .set({ digest: site.context.secrets.seal('recovery-code', userId, digest) })
      .where(eq(recoveryCodes.digest, row?.digest ?? ''));
    expect((await logIn({ ...ama, code: '01234-56789' })).status).toBe(200);
    expect((await logIn({ ...ama, code: '01234-56789' })).status).toBe(400);
  });

  test('open the account in the place of the app, each once', async () => {
    const { recoveryCodes: codes } = await setUpTotp(site, visitor);
    for (const code of codes) expect((await logIn({ ...ama, code })).status).toBe(200);
    expect((await logIn({ ...ama, code: codes[0] })).status).toBe(400);
    expect(await used()).toHaveLength(10);
    const left = await logIn(ama);
    expect(left.body).toMatchObject({ methods: ['totp'] });
  });

  test('are read as people write them: small, without the hyphen, O for 0, l for 1', async () => {
    const { recoveryCodes: codes } = await setUpTotp(site, visitor);
    const written = codes.map((code) =>
      code.toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l'),
    );
    for (const code of written) expect((await logIn({ ...ama, code })).status).toBe(200);
  });

  test('used in five browsers at once opens one of them', async () => {
    const { recoveryCodes: codes } = await setUpTotp(site, visitor);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => logIn({ ...ama, code: codes[0] })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('are mailed and recorded when one is used, with how many are left', async () => {
    const { recoveryCodes: codes } = await setUpTotp(site, visitor);
    await logIn({ ...ama, code: codes[3] });
    const { acts, mails } = await traceOf(site, ama.email);
    expect(acts.at(-1)).toMatchObject({
      action: 'second_factor.recovery_code_used',
      after: { left: 9 },
    });
    const notices = mails.filter(({ template }) => template === 'recovery-code-used');
    expect(notices.map(({ props }) => props)).toMatchObject([{ name: 'Ama Mensah', left: 9 }]);
  });

  test('a login that fails at the end uses none up and tells nobody', async () => {
    const { recoveryCodes: codes } = await setUpTotp(site, visitor);
    await logIn({ email: ama.email, password: 'something else', code: codes[0] });
    expect(await used()).toEqual([]);
    const { mails } = await traceOf(site, ama.email);
    expect(mails.filter(({ template }) => template === 'recovery-code-used')).toEqual([]);
  });

  test('of another member open nothing', async () => {
    await setUpTotp(site, visitor);
    const stranger = await join(kofi);
    const { recoveryCodes: theirs } = await setUpTotp(site, stranger);
    expect((await logIn({ ...ama, code: theirs[0] })).status).toBe(400);
    expect(await used()).toEqual([]);
  });

  test('renewed, the old ones open nothing and ten new ones do', async () => {
    const { recoveryCodes: old } = await setUpTotp(site, visitor);
    const renewed = await visitor.post('/api/account/recovery-codes');
    expect(renewed.status).toBe(201);
    const { recoveryCodes: codes } = renewed.body as { recoveryCodes: string[] };
    expect(new Set([...old, ...codes]).size).toBe(20);
    expect((await logIn({ ...ama, code: old[0] })).status).toBe(400);
    expect((await logIn({ ...ama, code: codes[0] })).status).toBe(200);
    const { acts } = await traceOf(site, ama.email);
    expect(acts.map(({ action }) => action)).toContain('second_factor.recovery_codes_renewed');
  });

  test('come with a second factor alone', async () => {
    expect((await visitor.post('/api/account/recovery-codes')).status).toBe(409);
    expect(await rows()).toEqual([]);
  });

  test('asked for twice with one key are the same ten', async () => {
    await setUpTotp(site, visitor);
    const key = { 'idempotency-key': 'renew-ama-1' };
    const ask = () => visitor.post('/api/account/recovery-codes', undefined, key);
    const [first, second] = [await ask(), await ask()];
    expect(second.text).toBe(first.text);
    expect(await rows()).toHaveLength(10);
  });
});

test('a code is seen by no log, table or answer', async () => {
  const { nextCode } = await setUpTotp(site, visitor);
  const code = nextCode();
  const answer = await logIn({ ...ama, code });
  const [user] = await site.db.select().from(users).where(eq(users.email, ama.email));
  expect(answer.text).not.toContain(code);
  expect(JSON.stringify([user, await site.db.select().from(sessions)])).not.toContain(code);
});

test('the key of the app is kept in step with time by whole steps', async () => {
  const { nextCode } = await setUpTotp(site, visitor);
  await logIn({ ...ama, code: nextCode() });
  const { user } = await traceOf(site, ama.email);
  const step = Math.floor(site.clock.now().getTime() / seconds(30));
  expect([step, step - 1]).toContain(user.totpStep);
});
