import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findUserByEmail, listAdministrators } from '../src/features/members/member.store.ts';
import { verifyPassword } from '../src/features/members/password.service.ts';
import { openDatabase } from '../src/server/database.ts';
import { addSession, sessions } from '../src/server/session.store.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'one-africa-create-admin-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** Runs the command as npm does, with the password piped in. */
async function createAdmin(email: string, password: string) {
  const child = spawn(process.execPath, ['scripts/create-admin.ts', email], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, DATABASE_URL: '' },
  });
  let said = '';
  child.stdout.on('data', (data) => (said += data));
  child.stderr.on('data', (data) => (said += data));
  child.stdin.end(`${password}\n`);
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, said };
}

test('creates an administrator, then gives them a new password and ends their sessions', async () => {
  const created = await createAdmin('Boss@Example.org', 'baobab-at-noon');
  expect(created).toEqual({ code: 0, said: 'The administrator was created.\n' });
  const before = await openDatabase({ dataDir });
  const [boss] = await listAdministrators(before.db);
  if (!boss) throw new Error('no administrator');
  await addSession(before.db, {
    userId: boss.id,
    data: { userAgent: '' },
    now: new Date(),
    maxDays: 1,
  });
  await before.close();

  expect(await createAdmin(boss.email, 'mango-at-dusk')).toMatchObject({ code: 0 });
  const after = await openDatabase({ dataDir });
  const { password } = (await findUserByEmail(after.db, 'boss@example.org')) ?? {};
  expect(await verifyPassword('mango-at-dusk', password)).toBe(true);
  expect(await verifyPassword('baobab-at-noon', password)).toBe(false);
  expect(await after.db.select().from(sessions)).toEqual([]);
  await after.close();
});

test('says that the site must be stopped while it holds the embedded database', async () => {
  const site = await openDatabase({ dataDir });
  const refused = await createAdmin('other@example.org', 'baobab-at-noon');
  await site.close();
  expect(refused.code).toBe(1);
  expect(refused.said).toMatch(/^The site is running .* stop the site first\..*\n$/);
});

test.each([
  ['nobody', 'baobab-at-noon', 'Please enter a valid email address\n'],
  [
    'other@example.org',
    'password1',
    'This password is one of the most common ones. Please choose another.\n',
  ],
  ['other@example.org', '', 'Password must be at least 6 characters\n'],
])('refuses %s with %j in a sentence', async (email, password, said) => {
  expect(await createAdmin(email, password)).toEqual({ code: 1, said });
});
