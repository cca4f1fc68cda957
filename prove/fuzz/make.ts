import { routes } from '../../src/server/routes.ts';
import type { AnyEndpoint } from '../../src/shared/endpoint.ts';
import {
  breakText,
  CONTENT_TYPES,
  mutate,
  STRANGE_PATHS,
  strangeHeaders,
  strangeQuery,
} from './mutate.ts';
import type { Chance } from '../chance.part.ts';
import { namesOf, pathOf, sampleOf } from './sample.ts';
import type { Sent } from './send.ts';
import { isValid } from './valid.ts';

const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'QUERY',
];

/** A request of which the contract refuses something, or nothing (`isValid`). */
export interface Made extends Sent {
  endpoint: AnyEndpoint;
  isValid: boolean;
}

/** A request to any route with one or two things wrong in it. */
export function make(chance: Chance, cookies: string[], n: number): Made {
  const { endpoint } = chance.pick(routes);
  const { body: schema, query } = endpoint;
  const fill = (text: string) => endpoint.path.replaceAll(/:\w+/g, text);
  const made: Made = {
    endpoint,
    method: endpoint.method,
    path: pathOf(endpoint, chance, n),
    headers: { 'sec-fetch-site': 'same-origin', cookie: chance.pick(cookies) },
    isValid: true,
  };
  const value = schema && sampleOf(schema, chance, n);
  if (schema) made.headers['content-type'] = 'application/json';
  made.body = value === undefined ? undefined : JSON.stringify(value);

  const wrong: (() => void)[] = [
    () => Object.assign(made.headers, strangeHeaders(chance)),
    () => {
      made.path += `?${strangeQuery(query ? namesOf(query) : [], chance)}`;
    },
    () => {
      made.method = chance.pick(METHODS);
    },
    () => {
      made.path = endpoint.path.includes(':')
        ? fill(chance.pick(STRANGE_PATHS))
        : `${made.path}/${chance.pick(STRANGE_PATHS)}`;
    },
  ];
  if (schema && value !== undefined) {
    const mutateBody = () => {
      const mutant = mutate(value, chance);
      made.body = JSON.stringify(mutant);
      made.isValid = isValid(schema, JSON.parse(made.body));
    };
    wrong.push(
      ...Array.from({ length: 6 }, () => mutateBody),
      () => {
        made.body = breakText(JSON.stringify(value), chance);
        made.isValid = isValidText(endpoint, made.body);
      },
      () => {
        made.headers['content-type'] = chance.pick(CONTENT_TYPES);
        if (chance.in100(30)) delete made.headers['content-type'];
        if (chance.in100(50)) made.body = breakText(strangeQuery(namesOf(schema), chance), chance);
      },
    );
  } else {
    wrong.push(() => {
      made.body = chance.pick(['{}', 'null', '{', 'x'.repeat(100_000)]);
      made.headers['content-type'] = chance.pick(['application/json', ...CONTENT_TYPES]);
    });
  }
  chance.pick(wrong)();
  if (chance.in100(15)) chance.pick(wrong)();
  return sendable(made);
}

/** A request of which nothing may come: a read, or a body that the contract refuses. */
export function makeHopeless(chance: Chance, cookies: string[], n: number): Made {
  for (;;) {
    const made = make(chance, cookies, n);
    const isRead = made.endpoint.method === 'GET' && made.endpoint.answer !== 'csv';
    if (isRead || !made.isValid) return made;
  }
}

/** Node's client refuses to send what no HTTP client can; the raw requests do. */
export const sendable = (made: Made): Made => ({
  ...made,
  path: made.path.replaceAll(/[^\x21-\x7e]/g, '%20'),
});

/** A byte order mark in front is read over (RFC 8259 §8.1 allows it). */
const withoutMark = (body: string | Buffer) => body.toString('utf8').replace(/^\uFEFF/, '');

function isValidText(endpoint: AnyEndpoint, body: string | Buffer): boolean {
  try {
    return !endpoint.body || isValid(endpoint.body, JSON.parse(withoutMark(body)));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return false;
    throw error;
  }
}
