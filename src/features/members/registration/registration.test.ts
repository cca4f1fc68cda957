import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSite, type Site } from '../../../server/testing.ts';
import { users } from '../../../server/user.store.ts';

const ama = {
  email: 'ama@example.org',
  firstName: 'Ama',
  lastName: 'Mensah',
  password: 'kente-and-gold',
};

let site: Site;
beforeAll(async () => {
  site = await openSite({ work: false, environment: { ADDRESS_LIMIT_FACTOR: '1000' } });
});
beforeEach(async () => {
  await site.db.delete(users);
});
afterAll(() => site.close());

const rows = () => site.db.select().from(users);

describe('registering', () => {
  test('makes a member who is logged in, until they log out', async () => {
    const visitor = site.visitor();
    const registered = await visitor.post('/api/auth/register', ama);
    expect(registered.status).toBe(201);
    const user = {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      email: 'ama@example.org',
      firstName: 'Ama',
      lastName: 'Mensah',
      isAdmin: false,
      createdAt: expect.any(String),
    };
    expect(registered.body).toEqual({ user, message: 'Welcome to the movement!' });
    expect(await visitor.get('/api/auth/user')).toMatchObject({ status: 200, body: user });

    expect(await visitor.post('/api/auth/logout')).toMatchObject({
      status: 200,
      body: { message: 'Logged out' },
    });
    expect((await visitor.get('/api/auth/user')).status).toBe(401);

    const back = await visitor.post('/api/auth/login', {
      email: ama.email,
      password: ama.password,
    });
    expect(back).toMatchObject({ status: 200, body: { user, message: 'Welcome back!' } });
    expect((await visitor.get('/api/auth/user')).status).toBe(200);
  });

  test('keeps the language in which the member was read to, and tells nobody', async () => {
    const registered = await site
      .visitor({ 'accept-language': 'fr' })
      .post('/api/auth/register', { ...ama, email: 'aminata@example.org' });
    expect(registered.text).not.toContain('locale');
    const locales = (await rows()).filter(({ email }) => email === 'aminata@example.org');
    expect(locales.map(({ locale }) => locale)).toEqual(['fr']);
  });

  test('no answer holds a password or its hash', async () => {
    const visitor = site.visitor();
    const answers = [
      await visitor.post('/api/auth/register', ama),
      await visitor.get('/api/auth/user'),
      await visitor.get('/api/auth/session'),
      await visitor.post('/api/auth/login', { email: ama.email, password: ama.password }),
    ];
    const fields = ['createdAt', 'email', 'firstName', 'id', 'isAdmin', 'lastName'];
    for (const { body, text } of answers) {
      expect(text).not.toMatch(/argon2|kente-and-gold|"password"/);
      const user = (body as { user?: object }).user ?? body;
      expect(Object.keys(user).sort()).toEqual(fields);
    }
  });

  test('keeps an address trimmed and lower-cased, and a login may write it as it likes', async () => {
    await site.visitor().post('/api/auth/register', { ...ama, email: '  Ama@Example.ORG ' });
    expect((await rows()).map((u) => u.email)).toEqual(['ama@example.org']);
    const login = await site
      .visitor()
      .post('/api/auth/login', { email: ' AMA@example.org', password: ama.password });
    expect(login.status).toBe(200);
  });

  test('a taken address is refused, and its owner keeps name and password', async () => {
    await site.visitor().post('/api/auth/register', ama);
    const again = await site.visitor().post('/api/auth/register', {
      ...ama,
      email: 'AMA@example.org',
      firstName: 'Other',
      password: 'another secret',
    });
    expect(again).toMatchObject({
      status: 409,
      body: { message: 'This email address cannot be registered. Log in, or reset your password.' },
    });
    expect((await rows()).map((u) => u.firstName)).toEqual(['Ama']);
    expect(
      (await site.visitor().post('/api/auth/login', { email: ama.email, password: ama.password }))
        .status,
    ).toBe(200);
  });

  test('of parallel registrations of one address exactly one succeeds', async () => {
    const answers = await Promise.all(
      ['ama@example.org', 'AMA@example.org', ' ama@example.org'].map((email) =>
        site.visitor().post('/api/auth/register', { ...ama, email }),
      ),
    );
    expect(answers.map((a) => a.status).sort()).toEqual([201, 409, 409]);
    expect(await rows()).toHaveLength(1);
  });

  test.each([
    ['isAdmin', true],
    ['id', 'b7a1c1f0-0000-4000-8000-000000000000'],
    ['profileImageUrl', 'https://example.org/a.png'],
    ['createdAt', '2020-01-01T00:00:00Z'],
  ])('a body that brings %s is refused and stores nothing', async (field, value) => {
    const refused = await site.visitor().post('/api/auth/register', { ...ama, [field]: value });
    expect(refused).toMatchObject({
      status: 400,
      body: { fields: { [field]: 'This field is not accepted.' } },
    });
    expect(await rows()).toEqual([]);
  });

  test.each([
    ['email', 'nobody', 'Please enter a valid email address'],
    ['firstName', '  ', 'First name is required'],
    ['lastName', 'a\nb', 'Last name is required'],
    ['firstName', 'x'.repeat(101), 'First name is required'],
    ['password', '12345', 'Password must be at least 6 characters'],
    ['password', 'x'.repeat(201), 'Password must be at most 200 characters'],
    [
      'password',
      'Password1',
      'This password is one of the most common ones. Please choose another.',
    ],
  ])('%s %j is refused in words beside its field', async (field, value, sentence) => {
    const refused = await site.visitor().post('/api/auth/register', { ...ama, [field]: value });
    expect(refused).toMatchObject({
      status: 400,
      body: { message: sentence, fields: { [field]: sentence } },
    });
    expect(await rows()).toEqual([]);
  });

  test('asked twice with one key, the same account and cookies are answered', async () => {
    const key = {
      'idempotency-key': 'register-ama-1',
      'idempotency-secret': 'drawn-by-one-page-alone',
    };
    const first = await site.visitor().post('/api/auth/register', ama, key);
    const second = await site.visitor().post('/api/auth/register', ama, key);
    expect(second.status).toBe(201);
    expect(second.text).toBe(first.text);
    expect(second.headers['set-cookie']).toEqual(first.headers['set-cookie']);
    expect(await rows()).toHaveLength(1);
  });
});

test('the database itself refuses an address that is not lower-cased', async () => {
  await site.visitor().post('/api/auth/register', ama);
  await expect(
    site.db.update(users).set({ email: 'AMA@example.org' }).where(eq(users.email, ama.email)),
  ).rejects.toThrow();
});

test('an account that is gone is logged out', async () => {
  const visitor = site.visitor();
  await visitor.post('/api/auth/register', ama);
  await site.db.delete(users);
  expect((await visitor.get('/api/auth/user')).status).toBe(401);
});
