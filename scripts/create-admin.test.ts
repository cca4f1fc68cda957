import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findUserByEmail, listAdministrators, users } from '../src/server/user.store.ts';
import { verifyPassword } from '../src/features/members/password.service.ts';
import { openDatabase } from '../src/server/database/database.ts';
import { addSession, sessions } from '../src/server/security/session.store.ts';
import { databaseForCommand, quickly } from '../src/server/testing.database.ts';

// Commands start the embedded database: on a busy machine each takes many times as long.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let database: Awaited<ReturnType<typeof databaseForCommand>>;
beforeAll(async () => {
  database = await databaseForCommand();
});
afterAll(() => database.drop());

const createAdmin = (email: string, password: string, ...role: string[]) =>
  runCommand([email, ...role], password, database.settings);

/** Runs the command as npm does, with the password piped in. */
async function runCommand(given: string[], password: string, settings: Record<string, string>) {
  const child = spawn(process.execPath, [...quickly, 'scripts/create-admin.ts', ...given], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...settings,
    },
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
  expect(created).toEqual({ code: 0, said: 'The administrator was created. Their role: owner.\n' });
  const before = await database.open();
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
  const after = await database.open();
  const { password } = (await findUserByEmail(after.db, 'boss@example.org')) ?? {};
  expect(await verifyPassword('mango-at-dusk', password)).toBe(true);
  expect(await verifyPassword('baobab-at-noon', password)).toBe(false);
  expect(await after.db.select().from(sessions)).toEqual([]);
  await after.close();
});

test('gives the role that is named, and leaves the site an owner', async () => {
  const editor = await createAdmin('editor@example.org', 'baobab-at-noon', 'editor');
  expect(editor).toEqual({
    code: 0,
    said: 'The administrator was created. Their role: editor.\n',
  });
  const refusals = [
    ['boss@example.org', 'viewer', /^The site would have no owner who can log in\./],
    ['x@example.org', 'king', /^There is no role named king\. The roles: owner, finance/],
  ] as const;
  for (const [email, role, sentence] of refusals) {
    const refused = await createAdmin(email, 'mango-at-dusk', role);
    expect([refused.code, refused.said]).toEqual([1, expect.stringMatching(sentence)]);
  }
  const { db, close } = await database.open();
  expect(await findUserByEmail(db, 'editor@example.org')).toMatchObject({ role: 'editor' });
  expect(await findUserByEmail(db, 'boss@example.org')).toMatchObject({ role: 'owner' });
  await close();
});

test.each([
  ['is suspended', { suspendedAt: new Date() }],
  ['has not proved the address', { emailVerifiedAt: null }],
])('counts no owner who %s', async (_what, change) => {
  const { db, close } = await database.open();
  const isBoss = eq(users.email, 'boss@example.org');
  const [boss] = await db.select().from(users).where(isBoss);
  await db.update(users).set(change).where(isBoss);
  await close();
  const refused = await createAdmin('helper@example.org', 'mango-at-dusk', 'editor');
  const after = await database.open();
  const helper = await findUserByEmail(after.db, 'helper@example.org');
  await after.db
    .update(users)
    .set({ suspendedAt: null, emailVerifiedAt: boss?.emailVerifiedAt })
    .where(isBoss);
  await after.close();
  expect(refused).toEqual({
    code: 1,
    said: 'The site would have no owner who can log in. Create an owner first.\n',
  });
  expect(helper).toBeUndefined();
});

test('says that the site must be stopped while it holds the embedded database', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'one-africa-create-admin-'));
  const site = await openDatabase({ dataDir });
  const settings = { DATA_DIR: dataDir, DATABASE_URL: '' };
  const refused = await runCommand(['other@example.org'], 'baobab-at-noon', settings);
  await site.close();
  await rm(dataDir, { recursive: true, force: true });
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
  ['other@example.org', '', 'Please enter a password.\n'],
])('refuses %s with %j in a sentence', async (email, password, said) => {
  expect(await createAdmin(email, password)).toEqual({ code: 1, said });
});
