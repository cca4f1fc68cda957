import type { $ZodType } from 'zod/v4/core';
import type { Chance } from '../chance.part.ts';
import { isValid } from './valid.ts';

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);

/** Values that no form sends. */
const JUNK: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  -1e308,
  2 ** 53,
  9007199254740993n.toString(),
  '',
  ' ',
  '\t',
  '0',
  'null',
  'undefined',
  'NaN',
  'true',
  '[]',
  '{}',
  'x'.repeat(101),
  'x'.repeat(5001),
  'é'.repeat(20_000),
  'x'.repeat(70_000),
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00\ud800',
  '\uFEFF',
  '\u202Eevil',
  '👩‍👩‍👧‍👧'.repeat(50),
  '\u0301'.repeat(500),
  "'; drop table users; --",
  '%',
  '_',
  '\\',
  '%00',
  '../../etc/passwd',
  '${7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  'a@b.co\r\nBcc: all@example.org',
  '=1+1',
  '9'.repeat(400),
  '0x10',
  '1e3',
  '-0',
  '١٢٣',
  '2026-02-30',
  '99/99/9999',
  '12/31/9999',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  [],
  [[]],
  {},
  [null],
  [1, 'a', {}],
  { $ne: null },
  { length: -1 },
  { toString: 1 },
  { constructor: {} },
  nested(11),
  nested(50),
  Array.from({ length: 2000 }, (_, n) => n),
  Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`k${n}`, n])),
];
const STRANGE_KEYS = [
  'isAdmin',
  'id',
  'toString',
  'constructor',
  '__proto__',
  '',
  ' ',
  '\u0000',
  '\ud800',
  'x'.repeat(5000),
  '0',
  'then',
  'hasOwnProperty',
];

type Holder = Record<string, unknown> | unknown[];
const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null;

/** Every place in a value that can be changed. */
function placesIn(value: unknown, found: [Holder, string][] = []): [Holder, string][] {
  if (isHolder(value)) {
    for (const key of Object.keys(value)) {
      found.push([value, key]);
      placesIn((value as Record<string, unknown>)[key], found);
    }
  }
  return found;
}

const set = (holder: Holder, key: string, value: unknown) =>
  Object.defineProperty(holder, key, {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  });

/** A copy: a later mutation may change it. */
const junkOf = (chance: Chance): unknown => structuredClone(chance.pick(JUNK));

/** A copy with one to three things wrong. */
export function mutate(value: unknown, chance: Chance): unknown {
  if (chance.in100(8)) return junkOf(chance);
  const copy = structuredClone(value);
  for (let times = 1 + chance.below(3); times > 0; times--) {
    const places = placesIn(copy);
    if (places.length === 0) return junkOf(chance);
    const [holder, key] = chance.pick(places);
    const how = chance.below(10);
    if (how < 6) set(holder, key, junkOf(chance));
    else if (how === 6) delete (holder as Record<string, unknown>)[key];
    else if (how === 7) set(holder, key, [(holder as Record<string, unknown>)[key]]);
    else if (how === 8) set(holder, key, { value: (holder as Record<string, unknown>)[key] });
    else set(isHolder(copy) ? copy : holder, chance.pick(STRANGE_KEYS), junkOf(chance));
  }
  return copy;
}

const soundTries = 5;

/** A copy with things changed that the schema takes all the same; the value itself where none was found. */
export function mutateSoundly(schema: $ZodType, value: unknown, chance: Chance): unknown {
  for (let tries = 0; tries < soundTries; tries++) {
    const sent: unknown = JSON.parse(JSON.stringify(mutate(value, chance)));
    if (isValid(schema, sent)) return sent;
  }
  return value;
}

/** JSON that is none any more, or that only just is. */
export function breakText(text: string, chance: Chance): string | Buffer {
  const cut = chance.below(text.length + 1);
  return chance.pick<() => string | Buffer>([
    () => '',
    () => text.slice(0, cut),
    () => `${text}${text}`,
    () => `${text.slice(0, cut)},${text.slice(cut)}`,
    () => `\uFEFF${text}`,
    () => text.replaceAll('"', "'"),
    () => text.replace(/:/, ':NaN,"x":'),
    () => text.replace(/}$/, ',"__proto__":{"isAdmin":true}}'),
    () => text.replace(/}$/, ',"constructor":{"prototype":{"x":1}}}'),
    () => text.replace(/^{/, '{"email":"first@example.org",'),
    () => `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
    () => `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
    () => `"${'\\u0000'.repeat(100)}"`,
    () => `${'9'.repeat(60_000)}`,
    () =>
      Buffer.concat([
        Buffer.from(text.slice(0, cut)),
        Buffer.from([0xc0, 0xaf, 0xff, 0xed, 0xa0, 0x80]),
        Buffer.from(text.slice(cut)),
      ]),
    () => Buffer.from(text, 'utf16le'),
    () => Buffer.from(Array.from({ length: 1 + chance.below(200) }, () => chance.below(256))),
  ])();
}

export const CONTENT_TYPES = [
  'text/plain',
  'application/xml',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'application/json;;;',
  'APPLICATION/JSON',
  'application/json, text/plain',
  'application/*',
  '*/*',
  '/',
  ';',
  'application/json\t',
  `application/${'x'.repeat(4000)}`,
  'application/problem+json',
  'application/jsonp',
];

/** Ends of an address that a router or decoder may stumble over. */
export const STRANGE_PATHS = [
  '%',
  '%%',
  '%2',
  '%00',
  '%0a',
  '%c0%af',
  '%E0%A4%A',
  '%ff',
  '%u0041',
  '%2e%2e%2f',
  '..%2f..%2fetc%2fpasswd',
  '%5c',
  '%252e',
  '%23',
  '%3f',
  '..',
  '.',
  '~',
  '*',
  ':id',
  '{id}',
  '<x>',
  '"',
  '|',
  '\\',
  '^',
  ';a=b',
  'x'.repeat(199),
  'x'.repeat(201),
  'x'.repeat(8000),
  '0',
  '-1',
  'null',
  'undefined',
  'NaN',
  'true',
  '1e9',
  encodeURIComponent("' or 1=1 --"),
  encodeURIComponent('👩‍👩‍👧‍👧'),
  '00000000-0000-0000-0000-000000000000',
];

/** A question with known and unknown names and strange values. */
export function strangeQuery(names: string[], chance: Chance): string {
  const value = () => {
    const junk = chance.pick(JUNK);
    const text = typeof junk === 'string' ? junk : (JSON.stringify(junk) ?? '');
    return chance.in100(20)
      ? chance.pick(STRANGE_PATHS)
      : encodeURIComponent(text.toWellFormed().slice(0, 3000));
  };
  const name = () =>
    names.length > 0 && chance.in100(80)
      ? chance.pick(names)
      : encodeURIComponent(chance.pick(STRANGE_KEYS).toWellFormed().slice(0, 50));
  const parts = Array.from({ length: 1 + chance.below(4) }, () => {
    const key = name();
    return chance.pick([
      `${key}=${value()}`,
      key,
      `${key}[]=${value()}`,
      `${key}[a]=${value()}`,
      `=${value()}`,
      `${key}=${value()}&${key}=${value()}`,
    ]);
  });
  return parts.join(chance.pick(['&', '&', ';', '&&']));
}

const visible = (text: string) => text.replaceAll(/[^\x20-\x7e\x80-\xff]/g, '?');

/** Headers that go wrong; each alone could be sent by a real client. */
export function strangeHeaders(chance: Chance): Record<string, string> {
  const junk = () => {
    const value = chance.pick(JUNK);
    return visible(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(
      0,
      6000,
    );
  };
  const base64 = () =>
    Buffer.from(
      JSON.stringify(
        mutate(
          {
            challenge: {
              parameters: {
                data: { form: 'x' },
                algorithm: 'SHA-256',
                nonce: '00',
                salt: '00',
                cost: 1,
                keyLength: 32,
                keyPrefix: '0',
              },
              signature: '00',
            },
            solution: { counter: 1, derivedKey: '00' },
          },
          chance,
        ),
      ) ?? '',
    )
      .toString('base64')
      .slice(0, 8000);
  const kinds: (() => [string, string])[] = [
    () => [
      'cookie',
      chance.pick([
        'sid',
        'sid=',
        'sid=x',
        `sid=${'a'.repeat(5000)}`,
        '=;=;',
        'sid=%',
        `opened=${junk()}`,
        '__Host-sid=x',
        ';'.repeat(3000),
      ]),
    ],
    () => [
      'idempotency-key',
      chance.pick(['short', 'x'.repeat(201), junk(), 'the-same-key-for-everybody']),
    ],
    () => ['proof-of-work', chance.in100(50) ? base64() : junk()],
    () => ['if-none-match', junk()],
    () => ['accept', chance.pick(['', '*', 'text/html;q=x', junk()])],
    () => ['accept-encoding', chance.pick(['', 'br;q=0', 'identity;q=0, *;q=0', junk()])],
    () => ['accept-language', junk()],
    () => ['content-encoding', chance.pick(['gzip', 'br', 'identity', 'x'])],
    () => ['expect', '100-continue'],
    () => ['x-forwarded-for', chance.pick(['127.0.0.1', '::1', 'x', '1.1.1.1, '.repeat(500)])],
    () => ['x-forwarded-proto', 'javascript'],
    () => ['range', chance.pick(['bytes=0-', 'bytes=-1', 'bytes=9999999999-', 'x'])],
    () => ['x-http-method-override', 'DELETE'],
    () => ['user-agent', junk()],
    () => ['authorization', chance.pick(['Basic x', 'Bearer x', junk()])],
    () => ['origin', chance.pick(['null', 'https://evil.example', junk()])],
    () => ['sec-fetch-site', chance.pick(['cross-site', 'same-site', 'none', '', 'same-origin'])],
    () => ['upgrade-insecure-requests', '1'],
  ];
  return Object.fromEntries(
    Array.from({ length: 1 + chance.below(3) }, () => chance.pick(kinds)()),
  );
}
