import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSite, type Site } from '../../server/testing.ts';
import { users } from '../../server/user.store.ts';
import { listChoices } from './view.store.ts';

type Browser = Awaited<ReturnType<Site['loggedIn']>>;
let site: Site;
let admin: Browser;
let other: Browser;
beforeAll(async () => {
  site = await openSite({ work: false });
  admin = await site.loggedIn('admin');
  other = await site.loggedIn('admin');
});
afterAll(() => site.close());

const view = { name: 'Unanswered in Ghana', query: { country: 'Ghana', status: 'new' } };
const choices = { columns: ['email', 'createdAt'], views: [view], defaultView: view.name };
const nothing = { columns: null, views: [], defaultView: null };
const save = (list: string, body: object, by = admin, seen: object = nothing) =>
  by.put(`/api/admin/list-choices/${list}`, { ...body, seen });
const readChoices = async (by = admin) => (await by.get('/api/admin/list-choices')).body as object;

test('an administrator keeps columns and views of each list, alone', async () => {
  expect(await readChoices()).toEqual({});
  const answer = await save('contact-submissions', choices);
  expect(answer.status, answer.text).toBe(200);
  await save('users', { columns: null, views: [], defaultView: null });
  await save('contact-submissions', choices, other);
  await save('contact-submissions', { ...choices, columns: null }, other, choices);
  expect(await readChoices()).toEqual({
    'contact-submissions': choices,
    users: { columns: null, views: [], defaultView: null },
  });
  expect(await readChoices(other)).toEqual({
    'contact-submissions': { ...choices, columns: null },
  });
});

test('what was chosen in another tab meanwhile stays', async () => {
  const mali = { name: 'Mali', query: { country: 'Mali' } };
  const renamed = { ...view, query: { country: 'Ghana' } };
  await save('partner-submissions', choices);
  // Another tab deletes nothing, keeps a view more and takes other columns; this one has not seen it.
  await save(
    'partner-submissions',
    { ...choices, columns: ['email'], views: [view, mali] },
    admin,
    choices,
  );
  const answer = await save(
    'partner-submissions',
    { ...choices, views: [renamed], defaultView: null },
    admin,
    choices,
  );
  const both = { columns: ['email'], views: [renamed, mali], defaultView: null };
  expect(answer.body).toMatchObject({ choices: both });
  expect(await readChoices()).toMatchObject({ 'partner-submissions': both });
  // What this tab deletes is deleted, whatever came since.
  await save('partner-submissions', { ...choices, views: [], defaultView: null }, admin, choices);
  expect(await readChoices()).toMatchObject({ 'partner-submissions': { views: [mali] } });
});

test('of ten views that ten tabs keep at once none is lost', async () => {
  const views = Array.from({ length: 10 }, (_, n) => ({ ...view, name: `View ${n}` }));
  await Promise.all(views.map((one) => save('email-logs', { ...nothing, views: [one] })));
  const { 'email-logs': logs } = (await readChoices()) as Record<
    string,
    { views: { name: string }[] }
  >;
  expect(logs?.views.map(({ name }) => name).toSorted()).toEqual(views.map(({ name }) => name));
});

test('a list opens with no view that is not there', async () => {
  await save('donations', { ...choices, defaultView: 'Another' });
  expect(await readChoices()).toMatchObject({ donations: { views: [view], defaultView: null } });
});

test.each([
  ['a list that is none', 'passwords', choices],
  ['two views of one name', 'audit', { ...choices, views: [view, view] }],
  ['a view without a name', 'audit', { ...choices, views: [{ ...view, name: ' ' }] }],
  ['a name with a line break', 'audit', { ...choices, views: [{ ...view, name: 'a\nb' }] }],
  [
    'twenty-one views',
    'audit',
    { ...choices, views: Array.from({ length: 21 }, (_, n) => ({ ...view, name: `${n}` })) },
  ],
  [
    'a question of another kind',
    'audit',
    { ...choices, views: [{ ...view, query: { country: 1 } }] },
  ],
  ['a field that is none', 'audit', { ...choices, userId: 'x' }],
])('%s is refused', async (_, list, body) => {
  expect([400, 404]).toContain((await save(list, body)).status);
  expect(await readChoices()).not.toHaveProperty('audit');
});

test('what somebody chose goes with their account', async () => {
  const gone = await site.loggedIn('admin');
  await save('users', choices, gone);
  await site.db.delete(users).where(eq(users.id, gone.id));
  expect(await site.db.$count(listChoices, eq(listChoices.userId, gone.id))).toBe(0);
});
