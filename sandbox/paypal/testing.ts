import { randomUUID } from 'node:crypto';
import type { Sandbox } from '../client.ts';
import type { journal } from './journal.ts';
import type { Fault } from './faults.ts';
import type { Money } from './money.ts';
import type { Notices } from './notices.ts';
import type { Fees } from './record.ts';

type Outbox = Awaited<ReturnType<Notices['outbox']>>;
/** An answer and the fields that tests look at; which of them are there depends on the call. */
export type Answer = {
  status: number;
  debugId: string | null;
  body: {
    id: string;
    name: string;
    status: string;
    debug_id: string;
    details: [{ issue: string; field: string }];
    links: { href: string; rel: string }[];
    seller_response_due_date: string;
    dispute_outcome: { outcome_code: string };
    items: { dispute_id: string }[];
    purchase_units: [
      {
        payee: { merchant_id: string };
        payments: { captures: [{ id: string; status: string; amount: Money }] };
      },
    ];
    payment_source: { paypal: { attributes: { vault: { id: string } } } };
    verification_status: string;
  };
};

/** The simulated PayPal of a running sandbox, as a test uses it. */
export function paypalOf(sandbox: Sandbox) {
  let token: string | undefined;

  async function accessToken(): Promise<string> {
    const { url, clientId, clientSecret } = sandbox.paypal;
    const answer = await fetch(`${url}/v1/oauth2/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    });
    return ((await answer.json()) as { access_token: string }).access_token;
  }

  /** A REST call with an access token. */
  async function call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    token ??= await accessToken();
    const isForm = body instanceof FormData;
    const answer = await fetch(sandbox.paypal.url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const debugId = answer.headers.get('paypal-debug-id');
    return { status: answer.status, debugId, body: JSON.parse(text || 'null') };
  }

  async function control(method: string, path: string, body: object = {}): Promise<unknown> {
    const answer = await fetch(`${sandbox.controlUrl}/paypal${path}`, {
      method,
      headers: { 'x-sandbox-token': sandbox.token, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  }

  async function read<T>(path: string): Promise<T> {
    return (await fetch(sandbox.paypal.url + path)).json() as Promise<T>;
  }

  const create = (
    order: unknown,
    requestId: string = randomUUID(),
    prefer = 'return=representation',
  ) => call('POST', '/v2/checkout/orders', order, { 'PayPal-Request-Id': requestId, prefer });
  const capture = (
    id: string,
    requestId: string = randomUUID(),
    prefer = 'return=representation',
  ) => {
    const headers = { 'PayPal-Request-Id': requestId, prefer };
    return call('POST', `/v2/checkout/orders/${id}/capture`, {}, headers);
  };
  const decide = (id: string, decision: 'approve' | 'cancel') =>
    call('POST', `/checkoutnow/${id}/${decision}`);

  return {
    call,
    create,
    order: (id: string) => call('GET', `/v2/checkout/orders/${id}`),
    capture,
    /** Presses a button of the approval page. */
    decide,
    /** An order that was approved and captured. */
    async paid(value: string, rest: object = {}) {
      const { id } = (await create(purchase(value, rest))).body;
      await decide(id, 'approve');
      return capture(id);
    },
    setFees: (change: Partial<Fees>) => call('PUT', '/fees', change),
    /** A line of the account that belongs to no order. */
    addTransaction: (line: object) => call('POST', '/transactions', line),
    /** The faults in force from now on; none without arguments. */
    breakWith: (...faults: Fault[]) => call('PUT', '/faults', { faults }),
    /** An action of others, for instance `captures`, id, `refund`. */
    act: (kind: string, id: string, action: string, details: object = {}) =>
      control('POST', `/${kind}/${id}/${action}`, details),
    /** Where notices go, in which order, how many copies of each. */
    hook: (change: object) => control('PUT', '/webhook', change),
    journal: () => read<ReturnType<typeof journal>>('/journal'),
    /** The signed notices; waits up to `settleMs` until none is on its way. */
    outbox: (type = '', settleMs = 0) =>
      read<Outbox>(`/outbox?settle=${settleMs}${type && `&type=${type}`}`),
  };
}

/** An order of a purchase for the form that our site sends. */
export const purchase = (value = '100.00', rest: object = {}, source?: object) => ({
  intent: 'CAPTURE',
  purchase_units: [{ amount: { currency_code: 'USD', value }, ...rest }],
  ...(source && { payment_source: { paypal: source } }),
});

export const KEEP_ACCOUNT = {
  attributes: {
    vault: {
      store_in_vault: 'ON_SUCCESS',
      usage_type: 'MERCHANT',
      customer_type: 'CONSUMER',
      usage_pattern: 'INSTALLMENT_PREPAID',
    },
  },
};

/** A monthly charge of an account kept earlier. */
export const chargeOf = (tokenId: string) => ({
  vault_id: tokenId,
  stored_credential: {
    payment_initiator: 'MERCHANT',
    usage: 'SUBSEQUENT',
    usage_pattern: 'INSTALLMENT_PREPAID',
  },
});
