import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { put, start } from '../../../../../sandbox/testing.ts';
import { jobs } from '../../../../server/jobs.ts';
import type { CardService } from '../../../../server/external-services.ts';
import { sandboxServicesOf } from '../../../../server/sandbox.ts';
import type { Visitor } from '../../../../server/testing.ts';
import { findPayment, type JoinedPayment, listPaymentsOf } from '../../core/payment.store.ts';
import { listPaymentEvents } from '../../core/payment-event.store.ts';
import { myApplications, openPaymentSite, person } from '../../core/testing.ts';
import { findByOrderId, type PaypalOrder } from './paypal-order.store.ts';

/** The faults that the sandbox's PayPal can simulate, by its own names. */
export type Faults = {
  mode: string;
  count?: number;
  on?: string[];
  replace?: object;
  delayMs?: number;
};

/** A site whose card payments go to a PayPal of its own in the sandbox; the jobs run when a test says so. */
export async function openCardSite(options: { mail?: boolean } = {}) {
  const sandbox = await start();
  const sandboxServices = sandboxServicesOf(sandbox);
  const site = await openPaymentSite({ ...options, sandboxServices });
  const { url } = sandbox.paypal;
  const card = site.context.externalServices.card() as CardService;

  async function call(method: string, address: string, body?: object, headers = {}) {
    const response = await fetch(address, {
      method,
      headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${text}`);
    return text ? JSON.parse(text) : undefined;
  }

  /** Runs a job as the queue does. */
  async function run(name: string, data: object = {}): Promise<void> {
    const found = jobs.find((job) => job.name === name);
    if (!found) throw new Error(`There is no job ${name}.`);
    await found.handle(data, { context: site.context, log: site.app.log });
  }

  const paypal = {
    /** What the payer does in PayPal's window. */
    approve: (id: string) => call('POST', `${url}/checkoutnow/${id}/approve`),
    /** Breaks PayPal, or mends it. */
    break: (...faults: Faults[]) =>
      call('PUT', `${url}/faults`, faults.length > 0 ? { faults } : { mode: 'none' }),
    /** What the people behind PayPal do: `act('captures', id, 'refund')`. */
    act: (kind: string, id: string, operation: string, details: object = {}) =>
      call('POST', `${sandbox.controlUrl}/paypal/${kind}/${id}/${operation}`, details, {
        'x-sandbox-token': sandbox.token,
      }),
    hook: (hook: object) => put(sandbox, '/paypal/webhook', hook),
    journal: () => call('GET', `${url}/journal`) as Promise<Journal>,
    outbox: (type = '') =>
      call('GET', `${url}/outbox${type ? `?type=${type}` : ''}`) as Promise<SentNotice[]>,
    /** A call of PayPal's own with our account: what another site with the same account could do. */
    async rest(method: string, path: string, body?: object) {
      const { access_token } = await fetch(`${url}/v1/oauth2/token`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(`${card.clientId}:${card.clientSecret}`).toString('base64')}`,
        },
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
      }).then((response) => response.json() as Promise<{ access_token: string }>);
      return call(method, url + path, body, {
        authorization: `Bearer ${access_token}`,
        prefer: 'return=representation',
      });
    },
  };

  return Object.assign(site, {
    sandbox,
    sandboxServices,
    card,
    paypal,
    run,
    /** Moves the time of the site and of PayPal. */
    async wait(ms: number): Promise<void> {
      site.clock.advance(ms);
      await sandbox.clock.advance(ms);
    },
    /** The row of an order and its payment. */
    async rows(orderId: string): Promise<{ order: PaypalOrder } & JoinedPayment> {
      const order = await findByOrderId(site.db, orderId);
      const found = order && (await findPayment(site.db, order.paymentId));
      if (!found) throw new Error(`There is no row of ${orderId}.`);
      return { order, ...found };
    },
    events: (paymentId: string) => listPaymentEvents(site.db, paymentId),
    /** The jobs of a name that were sent about something. */
    async jobsOf(name: string, id: string): Promise<object[]> {
      const { rows } = await site.db.execute<Record<string, unknown>>(
        sql`select data from pgboss.job where name = ${name} and data->>'id' = ${id}`,
      );
      return rows;
    },
    async payments(visitor: Visitor): Promise<JoinedPayment[]> {
      const ids = (await myApplications(visitor)).map(({ id }) => id);
      return listPaymentsOf(site.db, ids);
    },
    /** A browser that has begun an order, with its id. */
    async ordered(plan: 'onetime' | 'installment' = 'onetime', more: object = {}) {
      const visitor = site.visitor();
      const answer = await visitor.post('/paypal/order', order(plan, more));
      expect(answer.status, answer.text).toBe(201);
      return { visitor, id: (answer.body as { id: string }).id };
    },
    /** The same, approved and captured; answers the word of the capture too. */
    async paid(plan: 'onetime' | 'installment' = 'onetime', more: object = {}) {
      const begun = await this.ordered(plan, more);
      await paypal.approve(begun.id);
      const { status, text, body } = await capture(begun.visitor, begun.id);
      expect(status, text).toBe(200);
      return { ...begun, word: (body as { status: string }).status };
    },
  });
}

export type CardSite = Awaited<ReturnType<typeof openCardSite>>;

interface Journal {
  captures: { id: string; orderId: string; invoiceId: string; captured: string; status: string }[];
}

export interface SentNotice {
  id: string;
  type: string;
  headers: Record<string, string>;
  body: string;
}

let people = 0;
/** The body of `POST /paypal/order`, each for another person. */
export const order = (plan: 'onetime' | 'installment' = 'onetime', more: object = {}) => ({
  plan,
  applicationData: person({ email: `payer${people++}@example.org` }),
  ...more,
});

export const capture = (visitor: Visitor, id: string) =>
  visitor.post(`/paypal/order/${id}/capture`);

/** Delivers a notice of the sandbox's PayPal as it came, or altered. */
export const deliver = (
  visitor: Visitor,
  { headers, body }: Pick<SentNotice, 'headers' | 'body'>,
) => visitor.send('POST', '/paypal/webhook', body, { ...headers, 'sec-fetch-site': 'cross-site' });
