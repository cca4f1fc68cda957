import type { AnyEndpoint } from '../../src/shared/endpoint.ts';
import type { Chance } from '../chance.part.ts';
import type { Came } from './exchange.ts';
import type { Shot } from './targets.ts';

/** A call that is not for everyone. */
export type Protected = Pick<AnyEndpoint, 'method' | 'path'>;

const ID = '6f1c2a54-52ab-4f0e-9d0b-0d9a8f1e2c3b';
const filled = (path: string) => path.replaceAll(/:\w+/g, ID);

const utf8 = (text: string) => Buffer.from(text, 'utf8').toString('latin1');
const percent = (sign: string) => `%${sign.charCodeAt(0).toString(16)}`;
/** Letters that become these when they are folded or normalized. */
const FOLDED: Record<string, string> = { k: '\u212a', s: '\u017f', i: '\u0131', a: '\uff41' };

type Spell = (path: string, chance: Chance) => string;
const eachLetter =
  (percentOfThem: number, write: (sign: string) => string): Spell =>
  (path, chance) =>
    [...path]
      .map((sign) => (/[a-z]/.test(sign) && chance.in100(percentOfThem) ? write(sign) : sign))
      .join('');
const eachSlash =
  (slashes: readonly string[]): Spell =>
  (path, chance) =>
    path[0] +
    path.slice(1).replaceAll('/', (sign) => (chance.in100(50) ? chance.pick(slashes) : sign));

/** LIST of other spellings of an address, by what is odd about them. */
const SPELLINGS: Record<string, Spell> = {
  'as it is': (path) => path,
  'letters encoded': eachLetter(30, percent),
  'letters encoded twice': eachLetter(20, (sign) => `%25${percent(sign).slice(1)}`),
  'capital letters': eachLetter(30, (sign) => sign.toUpperCase()),
  'letters that fold to ours': eachLetter(60, (sign) => utf8(FOLDED[sign] ?? sign)),
  'slashes encoded or more of them': eachSlash(['%2f', '%2F', '//', '/./', '\\', '%5c', '/;/']),
  'through another folder': (path, chance) =>
    chance.pick(['/x/..', '/assets/..', '/./.', '/', '/api/csrf/../..', '/;', '/%2e']) + path,
  'with an ending': (path, chance) =>
    path + chance.pick(['/', '//', '?', '?x=1', ';x=1', '%20', '.json', '/.', '%00', '#x', '..;/']),
  'as an absolute target': (path, chance) =>
    chance.pick(['http://localhost', 'http://evil.example', '//localhost', 'http:']) + path,
};

/** What says that a request comes from elsewhere, or from one who may. */
const CLAIMS = [
  'X-Forwarded-For: 127.0.0.1',
  'X-Real-IP: 127.0.0.1',
  'X-Forwarded-User: admin',
  'X-Remote-User: admin',
  'X-Original-URL: /',
  'X-Rewrite-URL: /',
  'X-HTTP-Method-Override: GET',
  'X-Forwarded-Host: localhost',
  'Authorization: Basic YWRtaW46YWRtaW4=',
  'Authorization: Bearer oap_0',
  'Cookie: sid=admin; role=owner',
];

export const spellings = Object.keys(SPELLINGS);

/** A call in another spelling, from who is logged in with the cookie, or from a stranger without one. */
export function knock(
  chance: Chance,
  { method, path }: Protected,
  { kind, origin, cookie }: { kind: string; origin: string; cookie: string | undefined },
): Shot {
  const spell = SPELLINGS[chance.pick(spellings)] as Spell;
  const claims = cookie === undefined && chance.in100(40) ? [chance.pick(CLAIMS)] : [];
  return {
    kind,
    method,
    target: spell(filled(path), chance),
    headers: [
      `Origin: ${origin}`,
      ...(cookie === undefined ? [] : [`Cookie: ${cookie}`]),
      ...claims,
      ...(method === 'GET' ? [] : ['Content-Type: application/json']),
    ],
    ...(method === 'GET' ? {} : { body: '{}' }),
  };
}

/** What the router says before any call, by status. */
const SAYINGS: Record<number, string> = {
  400: 'The request could not be read.',
  404: 'Not found.',
  405: 'This address does not accept that method.',
  414: 'The address is too long.',
};

/** How a call without leave was answered: only a refusal, or the router's own word, is right. */
export function judge({ status, head, body }: Came): 'refused' | 'no such address' | 'let in' {
  if (status === 401 || status === 403) return 'refused';
  const saying = SAYINGS[status];
  if (saying === undefined) return status === 0 ? 'no such address' : 'let in';
  const isPage = status === 404 && /\r\ncontent-type: text\/html/i.test(head);
  return isPage || body.includes(JSON.stringify(saying)) ? 'no such address' : 'let in';
}
