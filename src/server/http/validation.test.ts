import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { anyone } from '../../shared/access.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { route } from './route.ts';
import { openSite, type Site } from '../testing.ts';

const Form = z.object({
  name: z.string('Please enter a name').check(z.maxLength(100, 'That name is too long')),
  age: z.optional(z.number('Please enter a number')),
  tags: z.optional(z.array(z.string('A tag is a text'), 'Please give a list')),
  wordless: z.optional(z.array(z.union([z.string(), z.int().check(z.gte(1))]))),
});
const seen: unknown[] = [];
const echo = (name: string, path: `/${string}`, body: typeof Form) =>
  endpoint({
    name,
    summary: name,
    method: 'POST',
    path,
    access: anyone,
    body,
    answer: z.object({}),
  });
const keep = async ({ body }: { body: unknown }) => {
  seen.push(body);
  return {};
};
const routes = [
  route(echo('loose', '/api/loose', Form), keep),
  route(echo('strict', '/api/strict', z.strictObject(Form.shape)), keep),
  route(
    endpoint({
      name: 'one',
      summary: 'one',
      method: 'GET',
      path: '/api/things/:id',
      access: anyone,
      params: z.object({ id: z.uuid() }),
      query: z.object({ size: z.optional(z.enum(['s', 'm'], 'Choose s or m')) }),
      answer: z.object({}),
    }),
    async () => ({}),
  ),
];

let site: Site;
beforeAll(async () => {
  site = await openSite({ work: false, routes });
});
afterAll(() => site.close());

/** Sends exactly these bytes. */
const send = async (
  payload: string | Buffer,
  headers: Record<string, string> = {},
  url = '/api/loose',
) => {
  seen.length = 0;
  const answer = await site.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', ...headers },
  });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
};

describe('a body', () => {
  test('of the expected form reaches the handler', async () => {
    expect((await send('{"name":"Awa","age":7}')).status).toBe(200);
    expect(seen).toEqual([{ name: 'Awa', age: 7 }]);
  });

  test.each([
    ['a number for a text', '{"name":7}', 'Please enter a name'],
    ['null for a text', '{"name":null}', 'Please enter a name'],
    ['an array for a text', '{"name":["Awa"]}', 'Please enter a name'],
    ['an object for a text', '{"name":{"$ne":""}}', 'Please enter a name'],
    ['no text at all', '{}', 'Please enter a name'],
    ['a text for a number', '{"name":"Awa","age":"7"}', 'Please enter a number'],
    ['null for a number', '{"name":"Awa","age":null}', 'Please enter a number'],
    ['a text for a list', '{"name":"Awa","tags":"a"}', 'Please give a list'],
    ['a wrong item in a list', '{"name":"Awa","tags":["a",1]}', 'A tag is a text'],
  ])('with %s is refused with the sentence of the field', async (_what, payload, sentence) => {
    const answer = await send(payload);
    expect([answer.status, answer.body.message]).toEqual([400, sentence]);
    expect(Object.values(answer.body.fields)).toEqual([sentence]);
    expect(seen).toEqual([]);
  });

  test.each([
    ['another type', '{"name":"Awa","wordless":7}', 'wordless'],
    ['a wrong item', '{"name":"Awa","wordless":[true]}', 'wordless.0'],
    ['a number out of bounds', '{"name":"Awa","wordless":[0]}', 'wordless.0'],
  ])(
    'with %s where the contract has no sentence is refused in ours, not in those of the library',
    async (_what, payload, field) => {
      const sentence = 'The request is not in the expected form.';
      const { body } = await send(payload);
      expect(body).toEqual({ message: sentence, fields: { [field]: sentence } });
    },
  );

  test.each(['null', '[]', '"text"', '7', 'true', '[{"name":"Awa"}]'])(
    'that is no object (%s) is refused',
    async (payload) => {
      const answer = await send(payload);
      expect([answer.status, answer.body]).toEqual([
        400,
        { message: 'The request is not in the expected form.', fields: {} },
      ]);
    },
  );

  test.each([
    '',
    '{',
    '{"name":"Awa"',
    "{'name':'Awa'}",
    '{"name":"Awa"}}',
    '\uFEFF\uFEFF{}',
    'name=Awa',
    '{"name":undefined}',
  ])('that is broken JSON (%j) is refused', async (payload) => {
    const answer = await send(payload);
    expect([answer.status, answer.body]).toEqual([
      400,
      { message: 'The request could not be read.' },
    ]);
  });

  test.each([
    '{"__proto__":{"isAdmin":true},"name":"Awa"}',
    '{"constructor":{"prototype":{"x":1}},"name":"Awa"}',
  ])('that reaches for prototypes (%s) is refused', async (payload) => {
    expect((await send(payload)).status).toBe(400);
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  test('with unknown keys loses them where the contract is open to anyone', async () => {
    expect((await send('{"name":"Awa","isAdmin":true}')).status).toBe(200);
    expect(seen).toEqual([{ name: 'Awa' }]);
  });

  test('with unknown keys is refused where the contract is strict', async () => {
    const answer = await send('{"name":"Awa","isAdmin":true,"role":1}', {}, '/api/strict');
    const sentence = 'This field is not accepted.';
    expect([answer.status, answer.body]).toEqual([
      400,
      { message: sentence, fields: { isAdmin: sentence, role: sentence } },
    ]);
  });

  test('of 100 KB is refused', async () => {
    const answer = await send(JSON.stringify({ name: 'x'.repeat(100 * 1024) }));
    expect([answer.status, answer.body]).toEqual([413, { message: 'The request is too large.' }]);
  });

  test.each([
    ['NUL', '{"name":"A\\u0000wa"}'],
    ['half of a surrogate pair', '{"name":"A\\ud83dwa"}'],
    ['NUL in an unknown key', '{"name":"Awa","a\\u0000":1}'],
    ['half of a surrogate pair deep inside', '{"name":"Awa","x":[{"y":"\\udc00"}]}'],
  ])('with %s is refused', async (_what, payload) => {
    const answer = await send(payload);
    expect([answer.status, answer.body]).toEqual([
      400,
      { message: 'The request contains characters that cannot be stored.' },
    ]);
  });

  test.each(['{"length":{"toString":1}}', '{"length":{"valueOf":1,"toString":1}}'])(
    'with %s, at which the library would throw, is refused',
    async (name) => {
      const answer = await send(`{"name":${name}}`);
      expect([answer.status, answer.body]).toEqual([
        400,
        { message: 'The request is not in the expected form.' },
      ]);
    },
  );

  test.each([13, 30_000])('nested %i deep is refused', async (depth) => {
    const answer = await send(`{"name":"Awa","x":${'['.repeat(depth)}${']'.repeat(depth)}}`);
    expect([answer.status, answer.body]).toEqual([
      400,
      { message: 'The request is nested too deeply.' },
    ]);
  });

  test('that is not UTF-8 never becomes another text silently', async () => {
    const answer = await send(
      Buffer.concat([Buffer.from('{"name":"A'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]),
    );
    // Node reads wrong bytes as U+FFFD; what matters is that nothing breaks.
    expect([200, 400]).toContain(answer.status);
  });

  test.each([
    'text/plain',
    'text/plain;charset=application/json',
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'Application/X-WWW-Form-Urlencoded',
    'application/jsonx',
    'json',
  ])('sent as %s is refused', async (type) => {
    const answer = await send('{"name":"Awa"}', { 'content-type': type });
    expect([answer.status, answer.body]).toEqual([
      415,
      { message: 'Send the request as application/json.' },
    ]);
    expect(seen).toEqual([]);
  });

  test('sent as JSON in UTF-8, said so, is taken', async () => {
    expect(
      (await send('{"name":"Awa"}', { 'content-type': 'application/json; charset=utf-8' })).status,
    ).toBe(200);
  });

  test('that is missing is refused', async () => {
    const answer = await site.app.inject({
      method: 'POST',
      url: '/api/loose',
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    expect([answer.statusCode, answer.json().message]).toEqual([
      400,
      'The request is not in the expected form.',
    ]);
  });
});

describe('an address', () => {
  const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
  const get = async (url: string, method = 'GET') => {
    const answer = await site.app.inject({
      method: method as 'GET',
      url,
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    return {
      status: answer.statusCode,
      message: isJson ? answer.json().message : undefined,
      headers: answer.headers,
    };
  };

  test('with an id that cannot exist is not found', async () => {
    for (const wrong of [
      '7',
      'null',
      `${id}x`,
      '%00',
      '..%2f..%2fetc',
      `${id}%20or%201=1`,
      'x'.repeat(190),
    ]) {
      expect(await get(`/api/things/${wrong}`), wrong).toMatchObject({
        status: expect.toSatisfy((s) => s === 404 || s === 400),
      });
    }
  });

  test('with a broken escape or far too long is refused, never an error of ours', async () => {
    for (const wrong of [
      `/api/things/%`,
      `/api/things/%E0%A4%A`,
      `/api/things/${'x'.repeat(5000)}`,
      '/api/%00',
      '/api//loose',
    ]) {
      const { status } = await get(wrong);
      expect(status, wrong).toSatisfy((s: number) => s >= 400 && s < 500);
    }
  });

  test('written with escapes leads to the same route and the same checks', async () => {
    expect((await get(`/%61pi/things/${id}`)).status).toBe(200);
    expect((await get('/%61pi/things/7')).status).toBe(404);
  });

  test('with a wrong question is refused with its sentence', async () => {
    expect(await get(`/api/things/${id}?size=xl`)).toMatchObject({
      status: 400,
      message: 'Choose s or m',
    });
    expect(await get(`/api/things/${id}?size=s&size=m`)).toMatchObject({
      status: 400,
      message: 'Choose s or m',
    });
    expect((await get(`/api/things/${id}?size=s&unknown=1`)).status).toBe(200);
  });

  test.each(['PUT', 'DELETE', 'PATCH', 'GET'])(
    'asked by %s where only POST is meant names POST',
    async (method) => {
      const answer = await get('/api/loose', method);
      expect([answer.status, answer.headers.allow, answer.message]).toEqual([
        405,
        'POST',
        'This address does not accept that method.',
      ]);
    },
  );

  test('that is unknown below /api is a JSON 404', async () => {
    for (const url of ['/api', '/api/unknown', '/paypal/x', '/payment/x']) {
      expect(await get(url)).toMatchObject({ status: 404, message: 'Not found.' });
    }
  });
});
