import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type Access, admin, anyone, member } from '../../shared/access.ts';
import { type AnyEndpoint, endpoint } from '../../shared/endpoint.ts';
import { route } from './route.ts';
import { routes as realRoutes } from '../routes.ts';
import { requireCompleteEndpoints } from './complete-endpoints.ts';
import { openSite } from '../testing.ts';

const whole = {
  name: 'writeNote',
  summary: 'Writes a note',
  method: 'POST',
  path: '/api/note',
  access: anyone,
  answer: z.object({ message: z.string() }),
} as const;
const start =
  (...endpoints: object[]) =>
  () =>
    requireCompleteEndpoints(endpoints as AnyEndpoint[]);

describe('the start', () => {
  test('goes on with the routes of the site', () => {
    expect(realRoutes.length).toBeGreaterThan(0);
    expect(start(...realRoutes.map((r) => r.endpoint))).not.toThrow();
  });

  test('is refused to a route that does not say who may call it', () => {
    expect(start({ ...whole, access: undefined })).toThrow(
      'POST /api/note does not say who may call it.',
    );
    expect(start({ ...whole, access: {} })).toThrow('POST /api/note does not say who may call it.');
  });

  test('is refused to two routes of one name', () => {
    expect(start(whole, { ...whole, path: '/api/other' })).toThrow(
      'POST /api/other has the name of another route: writeNote.',
    );
  });

  test('is refused to a path with parameters that nothing checks', () => {
    expect(start({ ...whole, path: '/api/note/:id' })).toThrow('has no schema for its parameters');
  });

  test.each<[string, Access]>([
    ['members', member],
    ['administrators', admin('submissions:read')],
  ])('is refused to a body of %s that lets unknown keys pass', (_who, access) => {
    expect(start({ ...whole, access, body: z.object({ a: z.string() }) })).toThrow(
      'must refuse unknown keys',
    );
    expect(start({ ...whole, access, body: z.looseObject({ a: z.string() }) })).toThrow(
      'must refuse unknown keys',
    );
    expect(start({ ...whole, access, body: z.strictObject({ a: z.string() }) })).not.toThrow();
  });

  test('is refused to a plain form that is not defended as a public one', () => {
    const plainForm = { page: '/note', thanks: '/thanks' };
    expect(start({ ...whole, plainForm })).toThrow('takes plain forms and must name a limit');
    expect(start({ ...whole, plainForm, limit: 'public-form' })).not.toThrow();
  });

  test('is refused to a large body from anybody', () => {
    const large = { ...whole, bodyLimitBytes: 2 ** 21, body: z.strictObject({ a: z.string() }) };
    expect(start(large)).toThrow('takes a large body from anybody');
    expect(start({ ...large, access: member })).not.toThrow();
  });

  test('is refused when such a route is registered', async () => {
    await expect(
      openSite({
        work: false,
        routes: [route({ ...whole, access: undefined } as never, async () => ({}) as never)],
      }),
    ).rejects.toThrow('does not say who may call it');
  });
});

describe('an answer', () => {
  const noted = endpoint(whole);

  test('carries nothing that the contract does not name', async () => {
    const site = await openSite({
      work: false,
      routes: [route(noted, async () => ({ message: 'Done', passwordHash: 'secret' }))],
    });
    const answer = await site.visitor().post('/api/note');
    expect(answer.body).toEqual({ message: 'Done' });
    await site.close();
  });

  test('that breaks its contract is our failure and leaks nothing', async () => {
    const site = await openSite({
      work: false,
      routes: [route(noted, async () => ({ message: 7, secret: 'x' }) as never)],
    });
    const answer = await site.visitor().post('/api/note');
    expect(answer.status).toBe(500);
    expect(answer.body).toEqual({
      message: 'Something went wrong on our side.',
      requestId: expect.any(String),
    });
    await site.close();
  });
});

describe('a body larger than the usual', () => {
  const bodyLimitBytes = 2 ** 20;
  const filed = endpoint({
    ...whole,
    access: admin('payments:confirm'),
    body: z.strictObject({ text: z.string() }),
    bodyLimitBytes,
  });
  const large = { text: 'x'.repeat(2 ** 18) };
  const open = () =>
    openSite({ work: false, routes: [route(filed, async () => ({ message: 'Filed' }))] });

  test('is taken where its contract says so, up to that limit', async () => {
    const site = await open();
    const administrator = await site.loggedIn('admin');
    expect(await administrator.post('/api/note', large)).toMatchObject({ status: 200 });
    const tooLarge = { text: 'x'.repeat(bodyLimitBytes) };
    expect(await administrator.post('/api/note', tooLarge)).toMatchObject({
      status: 413,
      body: { message: 'The request is too large.' },
    });
    await site.close();
  });

  test('is not read from whoever may not send it', async () => {
    const site = await open();
    const tooLarge = { text: 'x'.repeat(bodyLimitBytes) };
    expect((await site.visitor().post('/api/note', tooLarge)).status).toBe(401);
    expect((await (await site.loggedIn('member')).post('/api/note', tooLarge)).status).toBe(403);
    await site.close();
  });
});

describe('a failure in the form that an endpoint asks for', () => {
  const noted = endpoint({ ...whole, body: z.object({ a: z.string('Say a') }) });
  const open = (failure?: 'success-false') =>
    openSite({
      work: false,
      routes: [
        route({ ...noted, ...(failure ? { failure } : {}) }, async () => ({ message: 'Done' })),
      ],
    });

  test.each([
    ['of the checks', 'POST', {}, 400],
    ['of the parser', 'POST', '{', 400],
    ['of the method', 'GET', undefined, 405],
  ] as const)('%s says so beside the sentence', async (_whose, method, body, status) => {
    const site = await open('success-false');
    const answer = await site.visitor().send(method, '/api/note', body);
    const { message } = answer.body as { message: string };
    expect(answer).toMatchObject({ status, body: { success: false, error: message } });
    await site.close();
  });

  test('is that of no other endpoint', async () => {
    const site = await open();
    const answer = await site.visitor().post('/api/note', {});
    expect(answer.body).toEqual({ message: 'Say a', fields: { a: 'Say a' } });
    await site.close();
  });
});
