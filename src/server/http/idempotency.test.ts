import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { anyone } from '../../shared/access.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { Fault } from '../../shared/fault.ts';
import { addAudit, auditLog } from '../audit.store.ts';
import type { Caller } from '../context.ts';
import { idempotencyKeys } from './idempotency.store.ts';
import { route, routeTogether, routeWithCommit } from './route.ts';
import { addSession } from '../security/session.store.ts';
import { openSite, type Site } from '../testing.ts';

const note = (name: string) =>
  endpoint({
    name,
    summary: 'Writes one row',
    method: 'POST',
    path: `/api/${name}`,
    access: anyone,
    body: z.object({ word: z.string() }),
    answer: z.object({ message: z.string(), id: z.string() }),
    status: 201,
  });

let isWritable = true;
/** An action with a row, an answer that is never the same twice, and a cookie. */
async function write({
  db,
  body,
  clock,
  setCookie,
}: Parameters<Parameters<typeof route<ReturnType<typeof note>>>[1]>[0]) {
  if (!isWritable) throw new Fault(409, 'Already taken');
  const id = randomUUID();
  await addAudit(db, { at: clock.now(), action: body.word, subject: id });
  setCookie('made', id, { maxAge: 60 });
  return { message: 'Written', id };
}
const routes = [
  route(note('note'), write),
  route(note('other-note'), write),
  routeWithCommit(note('slow-note'), (context, commit) =>
    commit((tx) => write({ ...context, db: tx })),
  ),
  routeTogether(note('note-together'), async (contexts) => {
    const answers: Awaited<ReturnType<typeof write>>[] = [];
    for (const context of contexts) answers.push(await write(context));
    return answers;
  }),
];

const caller = (id: string): Caller => ({
  id,
  email: `${id}@example.org`,
  firstName: null,
  lastName: null,
  isAdmin: false,
  role: null,
  createdAt: new Date(0),
  isVerified: true,
  hasSecondFactor: false,
  isAskedForSecondFactor: false,
  permissions: [],
});

let site: Site;
const open = async () => {
  isWritable = true;
  site = await openSite({ routes, work: false, identify: async (_db, userId) => caller(userId) });
};
afterEach(() => site.close());

const idOf = (answer: { body: unknown } | undefined) =>
  (answer?.body as { id: string } | undefined)?.id;
const rows = () => site.db.select().from(auditLog);
/** Of one page in one browser. */
const key = {
  'idempotency-key': 'key-of-one-operation',
  'idempotency-secret': 'drawn-by-one-page-alone',
};

describe.each(['/api/note', '/api/slow-note', '/api/note-together'])(
  'a repeated request to %s',
  (path) => {
    test('fifty times at once writes one row and is given fifty equal answers', async () => {
      await open();
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => site.visitor().post(path, { word: 'one' }, key)),
      );
      const [first] = answers;
      expect(first?.status).toBe(201);
      for (const answer of answers) {
        expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([
          201,
          first?.text,
          first?.headers['content-type'],
        ]);
      }
      const written = await rows();
      expect(written.map((row) => row.subject)).toEqual([idOf(first)]);
    });

    test('sets the same cookies again', async () => {
      await open();
      const first = await site.visitor().post(path, { word: 'one' }, key);
      const again = await site.visitor().post(path, { word: 'one' }, key);
      expect(first.headers['set-cookie']).toEqual([
        expect.stringMatching(/^made=[\w-]{36}; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax$/),
      ]);
      expect(again.headers['set-cookie']).toEqual(first.headers['set-cookie']);
    });

    test('that would fail by now is given the first answer', async () => {
      await open();
      const first = await site.visitor().post(path, { word: 'one' }, key);
      isWritable = false;
      const again = await site.visitor().post(path, { word: 'one' }, key);
      expect([again.status, again.text]).toEqual([201, first.text]);
    });

    test('with another body is refused and writes nothing', async () => {
      await open();
      await site.visitor().post(path, { word: 'one' }, key);
      const other = await site.visitor().post(path, { word: 'two' }, key);
      expect([other.status, other.body]).toEqual([
        409,
        {
          message: 'This Idempotency-Key was used for another request.',
          reason: 'key-used',
        },
      ]);
      expect((await rows()).map((row) => row.action)).toEqual(['one']);
    });

    test('whose first try failed is tried anew', async () => {
      await open();
      isWritable = false;
      expect((await site.visitor().post(path, { word: 'one' }, key)).status).toBe(409);
      expect(await site.db.select().from(idempotencyKeys)).toEqual([]);
      isWritable = true;
      expect((await site.visitor().post(path, { word: 'one' }, key)).status).toBe(201);
      expect(await rows()).toHaveLength(1);
    });
  },
);

describe('a stranger who knows a key and what was sent with it', () => {
  const { 'idempotency-key': known } = key;

  test.each([
    ['of another page', { 'idempotency-secret': 'drawn-by-another-page-alone' }],
    ['that shows no secret', {}],
  ])('in a browser %s gets neither the answer nor its cookie', async (_which, secret) => {
    await open();
    const first = await site.visitor().post('/api/note', { word: 'one' }, key);
    const theirs = await site
      .visitor()
      .post('/api/note', { word: 'one' }, { 'idempotency-key': known, ...secret });
    // It is an operation of their own, like any other that a visitor sends.
    expect(theirs.status).toBe(201);
    expect(theirs.text).not.toBe(first.text);
    expect(theirs.headers['set-cookie']).not.toEqual(first.headers['set-cookie']);
    const again = await site.visitor().post('/api/note', { word: 'one' }, key);
    expect([again.text, again.headers['set-cookie']]).toEqual([
      first.text,
      first.headers['set-cookie'],
    ]);
  });

  test.each(['one', 'two'])(
    'gets nothing of a client that shows no secret, whose request is done once all the same (%s)',
    async (word) => {
      await open();
      const bare = { 'idempotency-key': known };
      const first = await site.visitor().post('/api/note', { word: 'one' }, bare);
      expect(first.status).toBe(201);
      const repeated = await site.visitor().post('/api/note', { word }, bare);
      expect([repeated.status, repeated.body, repeated.headers['set-cookie']]).toEqual([
        409,
        { message: 'This Idempotency-Key was used for another request.', reason: 'key-used' },
        undefined,
      ]);
      expect(await rows()).toHaveLength(1);
    },
  );

  test('learns no secret from the database, as its digest is kept', async () => {
    await open();
    await site.visitor().post('/api/note', { word: 'one' }, key);
    const [stored] = await site.db.select().from(idempotencyKeys);
    expect(stored?.scope).toMatch(/^note [\w-]{43}$/);
    expect(JSON.stringify(stored)).not.toContain(key['idempotency-secret']);
  });

  test.each(['short', 'x'.repeat(201), 'with a space in the middle of it'])(
    'the secret %j is refused',
    async (wrong) => {
      await open();
      const headers = { ...key, 'idempotency-secret': wrong };
      const answer = await site.visitor().post('/api/note', { word: 'one' }, headers);
      expect(answer.status).toBe(400);
      expect(await rows()).toEqual([]);
    },
  );
});

describe('an Idempotency-Key', () => {
  test('is not needed: without it every request is an operation of its own', async () => {
    await open();
    await site.visitor().post('/api/note', { word: 'one' });
    await site.visitor().post('/api/note', { word: 'one' });
    expect(await rows()).toHaveLength(2);
    expect(await site.db.select().from(idempotencyKeys)).toEqual([]);
  });

  test('belongs to its route', async () => {
    await open();
    const first = await site.visitor().post('/api/note', { word: 'one' }, key);
    const second = await site.visitor().post('/api/other-note', { word: 'one' }, key);
    expect(second.status).toBe(201);
    expect(second.text).not.toBe(first.text);
  });

  test('belongs to its caller: the same key of another person is another key', async () => {
    await open();
    const answers = [];
    for (const userId of [randomUUID(), randomUUID(), undefined]) {
      const visitor = site.visitor();
      if (userId) {
        const token = await addSession(site.db, {
          userId,
          data: { userAgent: '' },
          now: new Date(),
          maxDays: 1,
        });
        visitor.cookies.set('sid', token);
      }
      answers.push((await visitor.post('/api/note', { word: 'one' }, key)).text);
    }
    expect(new Set(answers).size).toBe(3);
    expect(await rows()).toHaveLength(3);
  });

  test.each(['short', 'x'.repeat(201), 'with a space', 'schlüssel-zwei'])(
    '%j is refused',
    async (wrong) => {
      await open();
      const answer = await site
        .visitor()
        .post('/api/note', { word: 'one' }, { 'idempotency-key': wrong });
      expect([answer.status, answer.body]).toEqual([
        400,
        { message: 'Idempotency-Key must have 8 to 200 visible ASCII characters.' },
      ]);
      expect(await rows()).toEqual([]);
    },
  );

  test('is kept with an answer that the database alone cannot read', async () => {
    await open();
    const made = await site.visitor().post('/api/note', { word: 'one' }, key);
    const [stored] = await site.db.select().from(idempotencyKeys);
    expect(stored?.answer).not.toContain((made.body as { id: string }).id);
    expect(stored?.bodyDigest).not.toContain('one');
  });
});
