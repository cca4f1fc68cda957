import { afterEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { anyone } from '../../shared/access.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { Fault } from '../../shared/fault.ts';
import { addAudit, auditLog } from '../audit.store.ts';
import { openSite, type Site } from '../testing.ts';
import { routeTogether } from './route.ts';
import { createWriteGroup, type GroupedWrite } from './write-group.ts';

const writeNote = endpoint({
  name: 'write-note',
  summary: 'Writes one row',
  method: 'POST',
  path: '/api/write-note',
  access: anyone,
  body: z.object({ word: z.string() }),
  answer: z.object({ word: z.string() }),
});

let site: Site;
let sizes: number[];
const open = async () => {
  sizes = [];
  site = await openSite({
    work: false,
    routes: [
      routeTogether(writeNote, async (contexts) => {
        sizes.push(contexts.length);
        for (const { db, clock, body, setCookie } of contexts) {
          await addAudit(db, { at: clock.now(), action: body.word, subject: 'note' });
          if (body.word === 'refused') throw new Fault(409, 'Not this one');
          setCookie('word', body.word);
        }
        return contexts.map(({ body }) => ({ word: body.word }));
      }),
    ],
  });
};
afterEach(() => site.close());

const send = (words: readonly string[]) =>
  Promise.all(words.map((word) => site.visitor().post('/api/write-note', { word })));
const written = async () =>
  (await site.db.select().from(auditLog)).map(({ action }) => action).toSorted();
const WORDS = Array.from({ length: 30 }, (_, n) => `word ${n}`);

test('writes that come while others are committed share a transaction, and each has its own answer', async () => {
  await open();
  const answers = await send(WORDS);
  expect(answers.map(({ status, body }) => [status, body])).toEqual(
    WORDS.map((word) => [200, { word }]),
  );
  expect(answers.map(({ headers }) => headers['set-cookie'])).toEqual(
    WORDS.map((word) => [expect.stringContaining(`word=${encodeURIComponent(word)};`)]),
  );
  expect(await written()).toEqual(WORDS.toSorted());
  expect(Math.max(...sizes)).toBeGreaterThan(1);
  expect(sizes.length).toBeLessThan(WORDS.length);
});

test('writes that one turn of the event loop has read share the first transaction', async () => {
  await open();
  const groups: number[] = [];
  const write = createWriteGroup(site.context, async (contexts) => {
    groups.push(contexts.length);
    return contexts.map(() => ({}));
  });
  const one: GroupedWrite = {
    keyed: undefined,
    begin: () => ({}) as ReturnType<GroupedWrite['begin']>,
    toOutcome: () => ({ status: 200, body: {}, cookies: [] }),
  };
  await Promise.all([write(one), write(one), write(one)]);
  expect(groups).toEqual([3]);
});

test('a write that is refused leaves no row, and spoils none of those beside it', async () => {
  await open();
  const answers = await send([...WORDS, 'refused']);
  expect(sizes.some((size) => size > 1)).toBe(true);
  expect(answers.map(({ status }) => status)).toEqual([...WORDS.map(() => 200), 409]);
  expect(await written()).toEqual(WORDS.toSorted());
});
