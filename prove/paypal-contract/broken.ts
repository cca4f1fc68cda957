import { randomUUID } from 'node:crypto';
import type { Sent } from '../../sandbox/paypal/contract.ts';
import type { Exchange } from './wire.ts';

/** A request with one thing wrong, made from a sound one. */
export interface Broken {
  name: string;
  sent: Sent;
}

type Kind = 'approval' | 'vault' | 'charge' | 'capture' | 'get' | 'token' | 'verify';
type Json = { [key: string]: unknown };

const USD = (value: string) => ({ currency_code: 'USD', value });
const UNIT = 'purchase_units.0';
const VAULT = 'payment_source.paypal.attributes.vault';
const CREDENTIAL = 'payment_source.paypal.stored_credential';
const ITEM = { name: 'Kit', quantity: '1', unit_amount: USD('0.01') };

/** Changes at one place in the body of a sound request of this kind; undefined removes it. */
const BODIES: [kind: Kind, name: string, at: string, instead?: unknown][] = [
  ['approval', 'no intent', 'intent'],
  ['approval', 'an unknown intent', 'intent', 'SALE'],
  ['approval', 'no purchase', 'purchase_units', []],
  ['approval', 'a purchase that is no list', 'purchase_units', { amount: USD('1.00') }],
  ['approval', 'no amount', `${UNIT}.amount`],
  ['approval', 'an amount as a number', `${UNIT}.amount.value`, 100],
  ['approval', 'an amount in words', `${UNIT}.amount.value`, 'one hundred'],
  ['approval', 'an amount with a comma', `${UNIT}.amount.value`, '1,000.00'],
  ['approval', 'three decimals', `${UNIT}.amount.value`, '1.005'],
  ['approval', 'an amount of nothing', `${UNIT}.amount.value`, '0.00'],
  ['approval', 'a negative amount', `${UNIT}.amount.value`, '-100.00'],
  ['approval', 'an amount that is too large', `${UNIT}.amount.value`, '10000000.00'],
  ['approval', 'no currency', `${UNIT}.amount.currency_code`],
  ['approval', 'a currency that is none', `${UNIT}.amount.currency_code`, 'XQX'],
  ['approval', 'a currency of two letters', `${UNIT}.amount.currency_code`, 'US'],
  ['approval', 'decimals of a yen', `${UNIT}.amount.currency_code`, 'JPY'],
  ['approval', 'parts that are too little', `${UNIT}.amount.breakdown`, { item_total: USD('0') }],
  [
    'approval',
    'parts in euros',
    `${UNIT}.amount.breakdown.item_total`,
    { currency_code: 'EUR', value: '0.01' },
  ],
  ['approval', 'items without their total', `${UNIT}.items`, [ITEM]],
  ['approval', 'an empty description', `${UNIT}.description`, ''],
  ['approval', 'a description that is too long', `${UNIT}.description`, 'x'.repeat(128)],
  ['approval', 'an invoice that is too long', `${UNIT}.invoice_id`, 'x'.repeat(128)],
  ['approval', 'a misspelt property', `${UNIT}.customId`, 'row'],
  ['approval', 'a property that PayPal does not know', 'plan', 'installment'],
  ['approval', 'no address to come back to', 'application_context.return_url', 'nowhere at all'],
  ['approval', 'an unknown delivery', 'application_context.shipping_preference', 'NONE'],
  ['approval', 'a source without any means', 'payment_source', {}],
  ['approval', 'a card that is none', 'payment_source', { card: {} }],
  ['approval', 'a card without its end', 'payment_source.card', { number: '4111111111111111' }],
  ['vault', 'two means of payment', 'payment_source.card', { vault_id: 'abcdefgh' }],
  ['vault', 'no usage type', `${VAULT}.usage_type`],
  ['vault', 'an unknown usage pattern', `${VAULT}.usage_pattern`, 'TWELVE_TIMES'],
  ['vault', 'an account kept before it pays', `${VAULT}.store_in_vault`, 'ALWAYS'],
  ['vault', 'an unknown kind of customer', `${VAULT}.customer_type`, 'PERSON'],
  [
    'vault',
    'the vault at the wrong place',
    'payment_source.paypal.vault',
    { usage_type: 'MERCHANT' },
  ],
  ['charge', 'an account id with a space', 'payment_source.paypal.vault_id', 'abc def'],
  ['charge', 'nobody who charges', `${CREDENTIAL}.payment_initiator`],
  ['charge', 'an unknown charger', `${CREDENTIAL}.payment_initiator`, 'SELLER'],
  ['charge', 'an unknown usage', `${CREDENTIAL}.usage`, 'LATER'],
  ['charge', 'the credential at the wrong place', 'stored_credential', {}],
  ['capture', 'an amount of our own', 'amount', USD('1.00')],
  ['verify', 'no signature', 'transmission_sig'],
  ['verify', 'a webhook id with a hyphen', 'webhook_id', 'SANDBOX-WEBHOOK'],
  ['verify', 'a certificate without an address', 'cert_url', 'certificate'],
  ['verify', 'no notice', 'webhook_event'],
  ['verify', 'a time that is none', 'transmission_time', 'yesterday'],
];

const without = (sent: Sent, header: string): Sent => ({
  ...sent,
  headers: { ...sent.headers, [header]: undefined },
});
const withHeader = (sent: Sent, header: string, value: string): Sent => ({
  ...sent,
  headers: { ...sent.headers, [header]: value },
});

/** Changes to the request around its body. */
const ENVELOPES: [Kind, string, (sent: Sent) => Sent][] = [
  ['vault', 'no request id with a source', (sent) => without(sent, 'paypal-request-id')],
  ['charge', 'no request id with a charge', (sent) => without(sent, 'paypal-request-id')],
  [
    'charge',
    'a request id that is too long',
    (sent) => withHeader(sent, 'paypal-request-id', 'x'.repeat(109)),
  ],
  ['approval', 'a body of another type', (sent) => withHeader(sent, 'content-type', 'text/plain')],
  ['approval', 'half a body', (sent) => ({ ...sent, body: sent.body.slice(0, -20) })],
  ['approval', 'no body', (sent) => ({ ...sent, body: '' })],
  [
    'approval',
    'an unknown preference',
    (sent) => withHeader(sent, 'prefer', 'return=everything-there-is'),
  ],
  ['get', 'an order id with a hyphen', (sent) => ({ ...sent, path: `${sent.path}-1` })],
  ['get', 'an unknown question', (sent) => ({ ...sent, path: `${sent.path}?expand=all` })],
  [
    'capture',
    'an order id in small letters',
    (sent) => ({ ...sent, path: sent.path.replace(/[^/]+(?=\/capture)/, 'abcdefgh') }),
  ],
  ['token', 'an account id with a dot', (sent) => ({ ...sent, path: `${sent.path}.1` })],
];

/** Every broken variant of the sound requests that went over the wire. */
export function breakAll(exchanges: readonly Exchange[]): Broken[] {
  const sound = (kind: Kind): Sent => {
    const found = exchanges.find(({ sent }) => kindOf(sent) === kind);
    if (!found) throw new Error(`No request of the kind ${kind} was sent`);
    // Under its own request id it would be answered with what the sound one did.
    return withHeader(found.sent, 'paypal-request-id', randomUUID());
  };
  return [
    ...BODIES.map(([kind, name, at, instead]): Broken => {
      const sent = sound(kind);
      const body = JSON.stringify(replaced(JSON.parse(sent.body), at.split('.'), instead));
      return { name: `${kind}: ${name}`, sent: { ...sent, body } };
    }),
    ...ENVELOPES.map(
      ([kind, name, breakIt]): Broken => ({ name: `${kind}: ${name}`, sent: breakIt(sound(kind)) }),
    ),
  ];
}

/** A copy with another value at one place, which is made where it is not there yet. */
function replaced(whole: unknown, [key = '', ...rest]: string[], instead: unknown): unknown {
  if (Array.isArray(whole))
    return whole.map((one, at) => (String(at) === key ? replaced(one, rest, instead) : one));
  const from = (whole ?? {}) as Json;
  return { ...from, [key]: rest.length ? replaced(from[key], rest, instead) : instead };
}

function kindOf({ method, path, body }: Sent): Kind | undefined {
  if (path.endsWith('/capture')) return 'capture';
  if (path.startsWith('/v3/vault/') && method === 'DELETE') return 'token';
  if (path.endsWith('/verify-webhook-signature')) return 'verify';
  if (path.startsWith('/v2/checkout/orders/')) return 'get';
  if (path !== '/v2/checkout/orders') return undefined;
  return body.includes('"vault_id"') ? 'charge' : body.includes('"vault"') ? 'vault' : 'approval';
}
