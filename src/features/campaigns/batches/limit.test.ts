import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { auditLog } from '../../../server/audit.store.ts';
import { openSite, type Site } from '../../../server/testing.ts';
import { mailLimits } from './limit.store.ts';

let site: Site;
let admin: Awaited<ReturnType<Site['loggedIn']>>;
beforeAll(async () => {
  site = await openSite({ work: false });
  admin = await site.loggedIn('admin');
});
beforeEach(() => site.db.delete(mailLimits));
afterAll(() => site.close());

const path = '/api/admin/mail-limits';
const limits = { gmailPerDay: 400, alternativePerDay: null, perMinute: 60, connections: 2 };
const message =
  'Someone else has changed this in the meantime. Please check it before you change it.';
const read = async () => (await admin.get(path)).body as typeof limits & { version: number };

test('limits that somebody else has changed meanwhile are not overwritten unseen: 409, and nothing changes', async () => {
  expect((await read()).version).toBe(0);
  const kofi = await site.loggedIn('admin');
  const theirs = await kofi.put(path, { ...limits, perMinute: 30, version: 0 });
  expect(theirs.status, theirs.text).toBe(200);
  const before = [await read(), await site.db.$count(auditLog)];
  expect(await admin.put(path, { ...limits, version: 0 })).toMatchObject({
    status: 409,
    body: { message },
  });
  expect([await read(), await site.db.$count(auditLog)]).toEqual(before);
  const { version } = await read();
  expect(theirs.body).toMatchObject({ version });
  expect((await admin.put(path, { ...limits, version })).status).toBe(200);
  expect(await read()).toMatchObject(limits);
});

/** Over the saved limits. */
const put = async (change: object = limits) =>
  admin.put(path, { ...change, version: (await read()).version });

test('limits that were changed within the same moment have another version', async () => {
  await put();
  const { version } = await read();
  await put();
  expect((await read()).version).toBeGreaterThan(version);
  expect((await admin.put(path, { ...limits, version })).status).toBe(409);
});

test.each([0, 1])('of ten changes at once, after %i before them, one is made', async (earlier) => {
  if (earlier > 0) await put();
  const { version } = await read();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      admin.put(path, { ...limits, gmailPerDay: 100 + n, version }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
  const won = answers.findIndex(({ status }) => status === 200);
  expect((await read()).gmailPerDay).toBe(100 + won);
});

test.each([undefined, -1, 9e15, '1'])('a version that is none, %j, is refused', async (version) => {
  expect((await admin.put(path, { ...limits, version })).status).toBe(400);
  expect(await site.db.$count(mailLimits)).toBe(0);
});
