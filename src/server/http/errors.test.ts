import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { anyone } from '../../shared/access.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { addSession, sessions } from '../security/session.store.ts';
import { type Database, inTransaction } from '../database/database.ts';
import { route } from './route.ts';
import { openSite, type Site } from '../testing.ts';

const canary = 'canary.of.a.person@example.org';
const call = (name: string, method: 'GET' | 'POST', handle: (db: Database) => Promise<void>) =>
  route(
    endpoint({
      name,
      summary: name,
      method,
      path: `/api/${name}`,
      access: anyone,
      answer: z.object({}),
    }),
    async ({ db }) => {
      await handle(db);
      return {};
    },
  );

const routes = [
  call('bug', 'GET', async () => {
    throw new TypeError('cannot read the secret of the site');
  }),
  call('thrown-text', 'GET', async () => {
    throw 'a text with a secret';
  }),
  call(
    'wrong-query',
    'POST',
    async (db) => void (await db.execute(sql`select ${canary}::integer`)),
  ),
  call('taken', 'POST', async (db) => {
    // The second row of one key: PostgreSQL's own message quotes the value.
    await db.execute(sql`create temporary table people (email text unique) on commit drop`);
    await db.execute(sql`insert into people values (${canary})`);
    await db.execute(sql`insert into people values (${canary})`);
  }),
];

let site: Site;
let lines: string[] = [];
beforeAll(async () => {
  const logTo = { write: (line: string) => void lines.push(line) };
  site = await openSite({ routes, work: false, environment: { LOG_LEVEL: 'trace' }, logTo });
});
beforeEach(async () => {
  lines = [];
  await site.db.delete(sessions);
});
afterAll(() => site.close());

describe('a bug', () => {
  test.each([
    ['GET', 'bug'],
    ['GET', 'thrown-text'],
    ['POST', 'wrong-query'],
    ['POST', 'taken'],
  ] as const)(
    'in %s /api/%s answers 500 with the id under which the log tells of it, and nothing else',
    async (method, name) => {
      const answer = await site.visitor().send(method, `/api/${name}`);
      expect(answer.status).toBe(500);
      expect(answer.body).toEqual({
        message: 'Something went wrong on our side.',
        requestId: answer.headers['x-request-id'],
      });
      const logged = lines
        .map((line) => JSON.parse(line))
        .filter((line) => line.msg === 'unexpected error');
      expect(logged).toEqual([
        expect.objectContaining({ level: 50, reqId: answer.headers['x-request-id'] }),
      ]);
    },
  );

  test('is logged with what an engineer needs: the kind, the code and where', async () => {
    await site.visitor().post('/api/taken');
    const { err } = lines.map((line) => JSON.parse(line)).find((line) => line.err);
    expect(err).toMatchObject({ message: 'a database statement failed', cause: { code: '23505' } });
    expect(err.stack).toContain('errors.test.ts');
  });
});

describe('the log', () => {
  test.each(['wrong-query', 'taken'])(
    'does not tell the email in a failing statement (%s)',
    async (name) => {
      expect((await site.visitor().post(`/api/${name}`)).status).toBe(500);
      expect(lines.length).toBeGreaterThan(0);
      expect(lines.join('')).not.toContain('canary');
    },
  );

  test('tells no body, no question, no cookie and no address of who asked', async () => {
    const token = await addSession(site.db, {
      userId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
      data: { userAgent: '' },
      now: new Date(),
      maxDays: 1,
    });
    const visitor = site.visitor({ 'user-agent': 'canary-agent' });
    visitor.cookies.set('sid', token);
    await visitor.get(`/api/bug?email=${canary}`);
    await visitor.post('/api/wrong-query', { email: canary });
    await visitor.post('/api/unknown', { email: canary });
    await visitor.post('/api/wrong-query', `{"email":"${canary}"`);
    const log = lines.join('');
    for (const secret of ['canary', token, '127.0.0.1']) expect(log).not.toContain(secret);
  });
});

test('a transaction that fails leaves nothing behind', async () => {
  const work = inTransaction(site.db, async (tx) => {
    await addSession(tx, {
      userId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
      data: { userAgent: '' },
      now: new Date(),
      maxDays: 1,
    });
    throw new Error('stop');
  });
  await expect(work).rejects.toThrow('stop');
  const { rows } = await site.db.execute<{ n: number }>(
    sql`select count(*)::int as n from sessions`,
  );
  expect((rows[0] as unknown as { n: number }).n).toBe(0);
});
