import { randomUUID } from 'node:crypto';
import type { Sandbox } from '../client.ts';
import type { journal } from './journal.ts';
import type { Fault } from './faults.ts';
import type { Money } from './money.ts';
import type { Notices } from './notices.ts';

type Outbox = Awaited<ReturnType<Notices['outbox']>>;
/** An answer and the fields that tests look at; which of them are there depends on the call. */
export type Answer = {
  status: number;
  body: {
    id: string;
    name: string;
    status: string;
    debug_id: string;
    details: [{ issue: string; field: string }];
    links: { href: string; rel: string }[];
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
    const answer = await fetch(sandbox.paypal.url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: JSON.parse(text || 'null') };
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

  return {
    call,
    create: (order: unknown, requestId: string = randomUUID(), prefer = 'return=representation') =>
      call('POST', '/v2/checkout/orders', order, { 'PayPal-Request-Id': requestId, prefer }),
    order: (id: string) => call('GET', `/v2/checkout/orders/${id}`),
    capture: (id: string, requestId: string = randomUUID(), prefer = 'return=representation') =>
      call(
        'POST',
        `/v2/checkout/orders/${id}/capture`,
        {},
        {
          'PayPal-Request-Id': requestId,
          prefer,
        },
      ),
    /** Presses a button of the approval page. */
    decide: (id: string, decision: 'approve' | 'cancel') =>
      call('POST', `/checkoutnow/${id}/${decision}`),
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
