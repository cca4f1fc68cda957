import { createHmac, timingSafeEqual, X509Certificate, verify } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { crc32 } from 'node:zlib';
import type { Reply } from '../control.ts';
import type { Authority } from './authority.ts';
import { type Bank, DAY_MS } from './bank.ts';
import { link } from './link.ts';
import { captureById, refund, showCapture, showRefund } from './captures.ts';
import type { Contract, Sent } from './contract.ts';
import { disputeById, showDispute } from './disputes.ts';
import type { Operation } from './faults.ts';
import { WEBHOOK_ID } from './notices.ts';
import { captureOrder, createOrder, orderById, showOrder } from './orders.ts';
import { invalid, notFound } from './problem.ts';
import type { Order } from './record.ts';
import { OrderRequest, RefundRequest, read, VerifyRequest } from './request.ts';
import { demandRequestId } from './rules.ts';
import { INVALID_TOKEN, type RestCall, type RestRoute, say } from './rest.ts';
import { forgetAccount, showToken, tokenById } from './vault.ts';

export const CLIENT = { id: 'sandbox-client', secret: 'sandbox-secret' } as const;
const TOKEN_LIFETIME_S = 32_400;
/** How long PayPal remembers request ids: orders six hours, refunds 45 days. */
const REMEMBERED_MS = { order: DAY_MS / 4, refund: 45 * DAY_MS };

/** PayPal's REST calls, as far as our site uses them. */
export function apiRoutes(
  bank: Bank,
  authority: Authority,
  contract: Contract | undefined,
): RestRoute[] {
  /** A call that needs an access token and works as one transaction. */
  const route = (
    method: RestRoute['method'],
    path: string,
    operation: Operation | ((call: RestCall) => Operation),
    work: (call: RestCall) => Reply,
  ): RestRoute => ({
    method,
    path,
    operation: typeof operation === 'string' ? () => operation : operation,
    handle(call) {
      if (!hasValidToken(bank, call)) return say(401, INVALID_TOKEN);
      contract?.demand(sentBy(method, call));
      const reply = bank.ledger.transaction(() => work(call));
      bank.notices.wake();
      return reply;
    },
  });

  return [
    {
      method: 'POST',
      path: '/v1/oauth2/token',
      operation: () => 'token',
      handle: (call) => giveToken(bank, call),
    },
    route(
      'POST',
      '/v2/checkout/orders',
      (call) => (/"vault_id"/.test(call.text) ? 'charge' : 'create'),
      (call) => {
        const body = jsonOf(call);
        demandRequestId(requestIdOf(call), body);
        const show = (order: Order, status: number) => {
          const isCharge = order.chargedTokenId !== undefined;
          return say(
            status,
            showOrder(bank, order, isWhole(call) ? 'whole' : isCharge ? 'captured' : 'id'),
          );
        };
        const known = remembered(bank, call, 'order');
        if (known) return show(orderById(bank, known), 200);
        const order = createOrder(bank, read(OrderRequest, body));
        remember(bank, call, order.id);
        return show(order, 201);
      },
    ),
    route('GET', '/v2/checkout/orders/:id', 'get', ({ params }) =>
      say(200, showOrder(bank, orderById(bank, String(params.id)))),
    ),
    route('POST', '/v2/checkout/orders/:id/capture', 'capture', (call) => {
      const id = String(call.params.id);
      jsonOf(call);
      const show = (order: Order, status: number) =>
        say(status, showOrder(bank, order, isWhole(call) ? 'whole' : 'captured', true));
      const known = remembered(bank, call, 'order');
      if (known) return show(orderById(bank, known), 200);
      const order = captureOrder(bank, id);
      remember(bank, call, order.id);
      return show(order, 201);
    }),
    route('GET', '/v2/payments/captures/:id', 'get-capture', ({ params }) =>
      say(200, showCapture(bank, captureById(bank, String(params.id)), true)),
    ),
    route('POST', '/v2/payments/captures/:id/refund', 'refund', (call) => {
      const known = remembered(bank, call, 'refund');
      const before = known === undefined ? undefined : bank.ledger.get('refund', known);
      if (before) return say(200, showRefund(bank, before));
      const asked = read(RefundRequest, jsonOf(call));
      const made = refund(bank, String(call.params.id), asked);
      remember(bank, call, made.id);
      return say(201, showRefund(bank, made));
    }),
    route('GET', '/v2/payments/refunds/:id', 'get-refund', ({ params }) => {
      const made = bank.ledger.get('refund', String(params.id));
      if (!made) throw notFound();
      return say(200, showRefund(bank, made));
    }),
    route('GET', '/v3/vault/payment-tokens/:id', 'get-token', ({ params }) =>
      say(200, showToken(bank, tokenById(bank, String(params.id)))),
    ),
    route('DELETE', '/v3/vault/payment-tokens/:id', 'delete-token', ({ params }) => {
      forgetAccount(bank, String(params.id));
      return say(204);
    }),
    route('GET', '/v1/customer/disputes', 'get-dispute', ({ url }) => {
      const about = url.searchParams.get('disputed_transaction_id');
      const disputes = about ? bank.ledger.find('dispute', about) : bank.ledger.list('dispute');
      return say(200, {
        items: disputes.map((dispute) => showDispute(bank, dispute)),
        links: [link(`${bank.url}/v1/customer/disputes`, 'self')],
      });
    }),
    route('GET', '/v1/customer/disputes/:id', 'get-dispute', ({ params }) =>
      say(200, showDispute(bank, disputeById(bank, String(params.id)))),
    ),
    {
      method: 'POST',
      path: '/v1/notifications/verify-webhook-signature',
      operation: () => 'verify',
      async handle(call) {
        if (!hasValidToken(bank, call)) return say(401, INVALID_TOKEN);
        contract?.demand(sentBy('POST', call));
        const isOurs = await isGenuine(bank, authority, read(VerifyRequest, jsonOf(call)));
        return say(200, { verification_status: isOurs ? 'SUCCESS' : 'FAILURE' });
      },
    },
    {
      method: 'GET',
      path: '/v1/notifications/certs/:id',
      async handle({ params }) {
        const { certificateId, chain } = await authority.leaf();
        if (params.id !== certificateId) return say(404, { error: 'No such certificate' });
        return { headers: { 'content-type': 'application/x-x509-ca-cert' }, body: chain };
      },
    },
  ];
}

// ── access ───────────────────────────────────────────────────────────────────────────────────────

function giveToken(bank: Bank, { headers, text }: RestCall): Reply {
  const basic = Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64');
  if (!isEqual(String(headers.authorization ?? ''), `Basic ${basic}`))
    return say(401, {
      error: 'invalid_client',
      error_description: 'Client Authentication failed',
    });
  if (new URLSearchParams(text).get('grant_type') !== 'client_credentials')
    return say(400, {
      error: 'unsupported_grant_type',
      error_description: 'Grant Type is NULL',
    });
  const endsAt = Math.floor(Date.parse(bank.now()) / 1000) + TOKEN_LIFETIME_S;
  return say(200, {
    scope: 'https://uri.paypal.com/services/payments/payment',
    access_token: `A21AA${endsAt}.${seal(endsAt)}`,
    token_type: 'Bearer',
    app_id: 'APP-SANDBOX',
    expires_in: TOKEN_LIFETIME_S,
    nonce: `${bank.now()}sandbox`,
  });
}

function hasValidToken(bank: Bank, { headers }: RestCall): boolean {
  const [, endsAt, sealed] =
    /^Bearer A21AA(\d+)\.(\w+)$/.exec(String(headers.authorization ?? '')) ?? [];
  return (
    endsAt !== undefined &&
    isEqual(String(sealed), seal(Number(endsAt))) &&
    Date.parse(bank.now()) < Number(endsAt) * 1000
  );
}

/** Tokens name their end and are sealed, so that they outlive a restart without being kept. */
const seal = (endsAt: number) =>
  createHmac('sha256', CLIENT.secret).update(`access ${endsAt}`).digest('hex');

function isEqual(shown: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(shown), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}

// ── what a call says beside its body ─────────────────────────────────────────────────────────────

const sentBy = (method: string, { url, headers, text }: RestCall): Sent => ({
  method,
  path: url.pathname + url.search,
  // A header that is sent twice and may not be is joined by Node already.
  headers: Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      value === undefined ? value : String(value),
    ]),
  ),
  body: text,
});

function jsonOf({ headers, text }: RestCall): unknown {
  if (!text) return {};
  if (!/^application\/json\b/.test(headers['content-type'] ?? ''))
    throw invalid([
      { issue: 'MALFORMED_REQUEST_JSON', description: 'Send the body as application/json.' },
    ]);
  try {
    return JSON.parse(text);
  } catch {
    throw invalid([
      { issue: 'MALFORMED_REQUEST_JSON', description: 'The request JSON is not well formed.' },
    ]);
  }
}

const isWhole = ({ headers }: RestCall) =>
  /\breturn=representation\b/.test(String(headers.prefer ?? ''));

const requestIdOf = ({ headers }: RestCall) => {
  const id = headers['paypal-request-id'];
  return id === undefined ? undefined : String(id);
};

// ── request ids ──────────────────────────────────────────────────────────────────────────────────

const keyOf = (call: RestCall) => `${call.url.pathname} ${requestIdOf(call)}`;

/** What the same call with the same request id made, while PayPal remembers it. */
function remembered(bank: Bank, call: RestCall, made: keyof typeof REMEMBERED_MS) {
  if (requestIdOf(call) === undefined) return undefined;
  const known = bank.ledger.get('request', keyOf(call));
  const ageMs = known && Date.parse(bank.now()) - Date.parse(known.at);
  return ageMs !== undefined && ageMs <= REMEMBERED_MS[made] ? known?.made : undefined;
}

/** Only what was done is remembered: a refusal may turn out otherwise the next time. */
function remember(bank: Bank, call: RestCall, made: string): void {
  if (requestIdOf(call) === undefined) return;
  bank.ledger.put('request', keyOf(call), { made, at: bank.now() });
}

// ── notices ──────────────────────────────────────────────────────────────────────────────────────

/** Whether a notice is one of ours, unaltered, with the signature that we gave it. */
async function isGenuine(
  { ledger }: Bank,
  authority: Authority,
  shown: ReturnType<typeof VerifyRequest.parse>,
): Promise<boolean> {
  const notice = ledger.get('notice', shown.webhook_event.id);
  if (!notice || shown.webhook_id !== WEBHOOK_ID || shown.auth_algo !== 'SHA256withRSA')
    return false;
  const { chain, certificateId } = await authority.leaf();
  const signed = `${shown.transmission_id}|${shown.transmission_time}|${WEBHOOK_ID}|${crc32(notice.body)}`;
  return (
    shown.cert_url.endsWith(`/${certificateId}`) &&
    isDeepStrictEqual(JSON.parse(notice.body), shown.webhook_event) &&
    verify(
      'sha256',
      Buffer.from(signed),
      new X509Certificate(chain).publicKey,
      Buffer.from(shown.transmission_sig, 'base64'),
    )
  );
}
