import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findUserByEmail, users } from '../../../server/user.store.ts';
import { openSite, type Site } from '../../../server/testing.ts';
import { newAccountLink } from '../account-link.service.ts';
import { ama, joined, keyIn } from '../testing.ts';
import { ensureFirstAdmin } from './first-administrator.service.ts';

const boss = { email: 'boss@example.org', password: 'a loom beside the lagoon' };
const short = 'kola nuts';
const tooShort = 'Password must be at least 14 characters';

let site: Site;
beforeAll(async () => {
  site = await openSite({
    work: false,
    environment: {
      ADDRESS_LIMIT_FACTOR: '1000',
      ADMIN_PASSWORD_MIN_LENGTH: '14',
      ADMIN_EMAIL: boss.email,
      ADMIN_PASSWORD: boss.password,
    },
  });
});
beforeEach(async () => {
  await site.db.delete(users);
  await ensureFirstAdmin(site.context);
});
afterAll(() => site.close());

async function administrator() {
  const browser = site.visitor();
  expect((await browser.post('/api/auth/login', boss)).status).toBe(200);
  return browser;
}

/** Chooses a new password with the link that was mailed to an address. */
async function reset(email: string, password: string) {
  const user = await findUserByEmail(site.db, email);
  if (!user) throw new Error(`${email} has no account.`);
  const link = await newAccountLink(site.context, site.db, 'reset', { user, detail: email });
  const body = { token: keyIn(link), password };
  return site.visitor().post('/api/auth/reset/finish', body);
}

describe('where administrators need longer passwords, a short one', () => {
  const change = { currentPassword: boss.password, newPassword: short };
  type Way = () => Promise<{ status: number; body: unknown }>;
  const WAYS: Record<string, [field: string, way: Way]> = {
    'as their own in the settings': [
      'newPassword',
      async () => (await administrator()).put('/api/admin/change-password', change),
    ],
    'as their own in the profile': [
      'newPassword',
      async () => (await administrator()).put('/api/account/password', change),
    ],
    'with a mailed link': ['password', () => reset(boss.email, short)],
    'for a new administrator': [
      'password',
      async () => {
        const body = { email: 'efua@example.org', password: short };
        return (await administrator()).post('/api/admin/create-admin', body);
      },
    ],
  };

  test.each(Object.keys(WAYS))('is refused %s', async (name) => {
    const [field, way] = WAYS[name] as (typeof WAYS)[string];
    expect(await way()).toMatchObject({ status: 400, body: { fields: { [field]: tooShort } } });
    expect(await site.db.$count(users)).toBe(1);
    await administrator();
  });

  test('is taken from members, and with a mailed link', async () => {
    await joined(site, { ...ama, password: short });
    expect((await reset(ama.email, 'palm oil')).status).toBe(200);
  });
});

test('a mailed link says whose password it saved: an administrator’s or a member’s', async () => {
  await joined(site, ama);
  const password = 'many threads, one cloth';
  expect((await reset(boss.email, password)).body).toMatchObject({ isAdmin: true });
  expect((await reset(ama.email, password)).body).toMatchObject({ isAdmin: false });
});
