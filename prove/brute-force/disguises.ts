import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { addressOf } from '../../testing/visit.ts';

/** One guess as it goes over the wire. */
export interface Knock {
  path: string;
  headers: Record<string, string>;
  body: string;
}

interface Guess {
  email: string;
  password: string;
  code?: string;
}

const plain = (guess: object): Knock => ({
  path: '/api/auth/login',
  headers: {},
  body: JSON.stringify(guess),
});
const withHeaders = (headers: () => Record<string, string>) => (guess: Guess) => ({
  ...plain(guess),
  headers: headers(),
});
const withKeys = (keys: object) => (guess: Guess) => plain({ ...guess, ...keys });

/** A signed value of which only the signature is missing. */
const unsigned = (text: string) =>
  `${Buffer.from(text).toString('base64url')}.${randomBytes(32).toString('base64url')}`;

/** How one guess is made to look like someone else's. */
export const DISGUISES: Record<string, (guess: Guess, n: number) => Knock> = {
  'as it is': plain,
  'behind further proxies': withHeaders(() => ({
    'x-real-ip': addressOf(randomInt(2 ** 24)),
    'x-client-ip': addressOf(randomInt(2 ** 24)),
    'cf-connecting-ip': addressOf(randomInt(2 ** 24)),
    forwarded: `for=${addressOf(randomInt(2 ** 24))}`,
  })),
  'with a key of its own': withHeaders(() => ({ 'idempotency-key': randomUUID() })),
  'with the same key as others': withHeaders(() => ({ 'idempotency-key': 'brute-force-1' })),
  'from an invented browser': withHeaders(() => ({
    cookie: `known_browser=${unsigned(`${randomBytes(32).toString('base64url')} ${randomUUID()}`)}; sid=${randomBytes(32).toString('base64url')}`,
  })),
  'in another browser': withHeaders(() => ({ 'user-agent': `Guess/${randomInt(1e9)}` })),
  'in capitals': (guess) => plain({ ...guess, email: guess.email.toUpperCase() }),
  'with spaces around it': (guess) => plain({ ...guess, email: `  ${guess.email}\t` }),
  'with a key of the body too many': withKeys({ account: randomUUID() }),
  'with the key of a limiter': withKeys({ ip: '127.0.0.1', key: 'other', remember: true }),
  'with the address twice': (guess) => ({
    ...plain(guess),
    body: `{"email":"nobody@prove.example",${JSON.stringify(guess).slice(1)}`,
  }),
  'with a list of addresses': (guess) =>
    plain({ ...guess, email: [guess.email, 'nobody@prove.example'] }),
  'with a query': (guess, n) => ({
    ...plain(guess),
    path: `/api/auth/login?email=nobody${n}@prove.example`,
  }),
  'by another spelling of the path': (guess) => ({ ...plain(guess), path: '/api/auth/%6Cogin/' }),
  'in another spelling of the letters': (guess) => ({
    ...plain(guess),
    body: JSON.stringify(guess).replace('"email":"a', '"email":"\\u0061'),
  }),
  'with a code': (guess) =>
    plain({ ...guess, code: guess.code ?? String(randomInt(1e6)).padStart(6, '0') }),
};
const disguises = Object.values(DISGUISES);

/** The n-th guess, from an address that no one else comes from. */
export function disguised(guess: Guess, n: number): Knock {
  const disguise = disguises[n % disguises.length] as (typeof disguises)[number];
  const { headers, ...knock } = disguise(guess, n);
  const address =
    n % 5 === 0 ? `2001:db8:${(n >> 12).toString(16)}:${(n & 4095).toString(16)}::1` : addressOf(n);
  // The client's claim comes before the address that the proxy saw.
  const claimed = n % 3 === 0 ? `203.0.113.${n % 256}, ${address}` : address;
  return { ...knock, headers: { 'x-forwarded-for': claimed, ...headers } };
}
