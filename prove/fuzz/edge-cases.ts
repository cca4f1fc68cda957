import { randomUUID } from 'node:crypto';
import { PAYPAL_EVENTS } from '../../src/features/payments/rails/card/paypal/webhook.rules.ts';
import { TOKENS } from '../../src/features/payments/rails/crypto/crypto.rules.ts';
import { routes } from '../../src/server/routes.ts';
import { PLANS } from '../../src/shared/plan.ts';
import { applicant } from '../../testing/visit.ts';
import { type Made, sendable } from './make.ts';
import { mutate, mutateSoundly } from './mutate.ts';
import type { Chance } from '../chance.part.ts';
import type { Things } from './checkout.ts';
import { isValid } from './valid.ts';

/** Every JSON number and decimal string that an amount may be. */
const AMOUNTS = [
  '1000.00',
  '100.00',
  1000,
  100,
  '1000.000',
  '000000000001000',
  '1000.001',
  99.995,
  0.1 + 0.2,
  1e-7,
  0,
  -0,
  '0',
  '0.00',
  '0.000000000000000001',
  1e15,
  '999999999999999.999999999999999999',
];
const TEXTS = [
  'x'.repeat(200),
  '..',
  '../../v1/oauth2/token',
  '%2e%2e%2f',
  '?a=b',
  '#',
  '/',
  '\\',
  ' ',
  '\n',
  "' or 1=1 --",
  '\u202E\u0301👩‍👩‍👧‍👧',
  '1E400',
];
const INSTALMENT_COUNTS = [1, 2, 12, 13, 60] as const;

interface Wish {
  /** Of the browser whose thing it is. */
  cookie?: string;
  /** In the address. */
  id?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Requests that the contracts take, with things of others, things that are over, and values at their edges. */
const WISHES: Readonly<Record<string, (things: Things, chance: Chance, n: number) => Wish>> = {
  createCardOrder: (things, chance, n) => {
    const { id, cookie } = chance.pick(things.applications);
    return {
      cookie: chance.in100(50) ? cookie : '',
      body: {
        plan: chance.pick(PLANS),
        ...some(chance, 50, { applicationId: anId(id, things, chance) }),
        ...some(chance, 70, { applicationData: applicant(`fuzz${n}@prove.example`) }),
        ...some(chance, 30, { instalment: chance.pick(INSTALMENT_COUNTS) }),
      },
    };
  },
  captureCardOrder: (things, chance) => {
    const { id, cookie } = chance.pick(things.orders);
    const other = chance.pick([
      id.toLowerCase(),
      chance.pick(things.captures),
      chance.pick(things.applications).id,
      'x'.repeat(64),
      '-',
    ]);
    return { cookie, id: chance.in100(80) ? id : other };
  },
  requestQuote: (things, chance) => {
    const { id, cookie } = chance.pick(things.applications);
    return {
      cookie,
      body: {
        token: chance.pick(TOKENS),
        usdAmount: anAmount(chance),
        ...some(chance, 50, { applicationId: anId(id, things, chance) }),
        ...some(chance, 50, { plan: chance.pick(PLANS) }),
        ...some(chance, 30, { instalment: chance.pick(INSTALMENT_COUNTS) }),
      },
    };
  },
  verifyCrypto: (things, chance) => {
    const { id, cookie, ...quote } = chance.pick(things.quotes);
    const hash = chance.pick(things.hashes);
    return {
      cookie,
      body: {
        txHash: chance.pick([
          hash,
          hash,
          `0x${hash.slice(2).toUpperCase()}`,
          `0x${'0'.repeat(64)}`,
          `0x${'f'.repeat(64)}`,
        ]),
        token: chance.in100(80) ? quote.token : chance.pick(TOKENS),
        amount: chance.in100(50) ? quote.amount : chance.pick(AMOUNTS),
        ...some(chance, 60, { quoteId: anId(id, things, chance) }),
      },
    };
  },
  sendTransferDetails: (things, chance) => {
    const { id, cookie } = chance.pick(things.applications);
    return {
      cookie,
      body: {
        applicationId: anId(id, things, chance),
        paymentMethod: chance.pick(['zelle', 'bank']),
        plan: chance.pick(PLANS),
        ...some(chance, 40, { instalment: chance.pick(INSTALMENT_COUNTS) }),
      },
    };
  },
  assignOnChainTransfer: (things, chance) => ({
    id: chance.in100(90) ? chance.pick(things.receipts) : randomUUID(),
    body: {
      reference: chance.in100(75)
        ? chance.pick(things.references)
        : chance.pick(TEXTS).slice(0, 20),
      amount: anAmount(chance),
      ...some(chance, 30, { instalment: chance.pick(INSTALMENT_COUNTS) }),
    },
  }),
  dismissOnChainTransfer: (things, chance) => ({
    // Most of them stay for the others.
    id: chance.in100(10) ? chance.pick(things.receipts) : randomUUID(),
    body: { reason: chance.pick(TEXTS) },
  }),
  receiveCardWebhook: (things, chance) => aNotice(things, chance),
};

const AT_CHECKOUT = routes.filter(({ endpoint }) => Object.hasOwn(WISHES, endpoint.name));
/** The routes that these requests are for. */
export const checkoutRoutes: readonly string[] = Object.keys(WISHES);

/** A request to a route of the checkout that the contract takes most of the time. The last of `cookies` is an administrator's. */
export function makeAtCheckout(things: Things, chance: Chance, cookies: string[], n: number): Made {
  const { endpoint } = chance.pick(AT_CHECKOUT);
  const wish = WISHES[endpoint.name]?.(things, chance, n) ?? {};
  const { body: schema } = endpoint;
  // Some administrators are members or no one; some people are someone else.
  const cookie =
    endpoint.access.who === 'admin'
      ? chance.in100(70)
        ? cookies.at(-1)
        : chance.pick(cookies)
      : chance.in100(85)
        ? wish.cookie
        : chance.pick(things.applications).cookie;
  const headers: Record<string, string> = endpoint.signed
    ? {}
    : { 'sec-fetch-site': 'same-origin', cookie: cookie ?? '' };
  if (chance.in100(5)) headers['idempotency-key'] = `the-same-for-all-${chance.below(3)}`;
  const made: Made = {
    endpoint,
    method: endpoint.method,
    path: endpoint.path.replaceAll(/:\w+/g, wish.id ?? ''),
    headers: { ...headers, ...wish.headers },
    isValid: true,
  };
  if (typeof wish.body === 'string') made.body = wish.body;
  else if (schema && wish.body) {
    made.headers['content-type'] = 'application/json';
    const body = chance.in100(40)
      ? mutateSoundly(schema, wish.body, chance)
      : chance.in100(10)
        ? mutate(wish.body, chance)
        : wish.body;
    made.body = JSON.stringify(body);
  }
  if (schema) made.isValid = isValid(schema, JSON.parse(String(made.body)));
  return sendable(made);
}

/** A price of ours, mostly, in one of its spellings. */
const anAmount = (chance: Chance) =>
  chance.in100(60) ? chance.pick(AMOUNTS.slice(0, 6)) : chance.pick(AMOUNTS);

const some = (chance: Chance, percent: number, fields: object) =>
  chance.in100(percent) ? fields : {};

/** This one, mostly; else another's, something else's, or no one's. */
const anId = (id: string, { applications, quotes }: Things, chance: Chance): string =>
  chance.in100(70)
    ? id
    : chance.pick([
        chance.pick(applications).id,
        chance.pick(quotes).id,
        randomUUID(),
        '00000000-0000-0000-0000-000000000000',
      ]);

/** One of PayPal's notices with strange contents; signed by PayPal, or with headers that are not. */
function aNotice(things: Things, chance: Chance): Wish {
  const notice = chance.pick(things.notices);
  const event = JSON.parse(notice.body) as { id: string; event_type: string; resource: object };
  const named = () =>
    chance.pick([
      chance.pick(things.orders).id,
      chance.pick(things.captures),
      chance.pick(things.applications).id,
      ...TEXTS,
    ]);
  const changes: (() => unknown)[] = [
    () => Object.assign(event, { id: `WH-${chance.below(1e6)}` }),
    () => Object.assign(event, { id: chance.pick(TEXTS) }),
    () => Object.assign(event, { event_type: chance.pick(Object.keys(PAYPAL_EVENTS)) }),
    () => Object.assign(event, { event_type: chance.pick(['toString', '__proto__', ...TEXTS]) }),
    () => Object.assign(event.resource, { id: named() }),
    () => Object.assign(event.resource, { order_id: named() }),
    () => Object.assign(event.resource, { dispute_id: named() }),
    () =>
      Object.assign(event.resource, {
        links: [{ rel: 'up', href: `https://api.paypal.com/v2/payments/captures/${named()}` }],
      }),
  ];
  for (let times = chance.below(4); times > 0; times--) chance.pick(changes)();
  const { headers, body } = things.sign({ ...notice, body: JSON.stringify(event) });
  if (chance.in100(80)) return { headers, body };
  const name = chance.pick(Object.keys(headers).filter((one) => one.startsWith('paypal-')));
  const strange = chance.pick([
    '',
    'x'.repeat(2000),
    '0',
    '9'.repeat(400),
    '99999-99-99T99:99:99Z',
    `${headers['paypal-cert-url']}/../x`,
    'file:///etc/passwd',
    'https://user:word@api.paypal.com/cert',
    'SHA256withRSA',
  ]);
  return { headers: { ...headers, [name]: strange }, body };
}
