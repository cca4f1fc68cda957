import { giveToken, hasValidToken } from './access.ts';
import { apiRoute, jsonOf, sentBy } from './api-call.ts';
import { type Authority, FOREIGN_CERTIFICATE, foreignCertificate } from './authority.ts';
import type { Bank } from './bank.ts';
import { captureById, showCapture } from './captures.ts';
import type { Contract } from './contract.ts';
import { disputeRoutes } from './dispute.routes.ts';
import { isGenuine } from './genuine.ts';
import { remember, remembered, requestIdOf } from './idempotency.ts';
import { showOrder } from './order-view.ts';
import { captureOrder, createOrder, orderById } from './orders.ts';
import { notFound } from './problem.ts';
import { patchOrder } from './patch.ts';
import type { Order } from './record.ts';
import { refund, requireNoRefundFault, showRefund } from './refunds.ts';
import { reportBalances, reportTransactions } from './report.ts';
import { OrderRequest, RefundRequest, read, VerifyRequest } from './request.ts';
import { INVALID_TOKEN, type RestCall, type RestRoute, say } from './rest.ts';
import { requireRequestId, requireWholeSource } from './rules.ts';
import { forgetAccount, showToken, tokenById } from './vault.ts';

/** PayPal's REST calls, as far as our site uses them. */
export function apiRoutes(
  bank: Bank,
  authority: Authority,
  contract: Contract | undefined,
): RestRoute[] {
  const route = apiRoute(bank, contract);
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
        requireRequestId(requestIdOf(call), body);
        requireWholeSource(body);
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
      requireWholeSource(jsonOf(call));
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
      if (before) return say(200, showRefund(bank, before, isWhole(call)));
      const asked = read(RefundRequest, jsonOf(call));
      requireNoRefundFault(bank);
      const made = refund(bank, String(call.params.id), asked);
      remember(bank, call, made.id);
      return say(201, showRefund(bank, made, isWhole(call)));
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
    ...disputeRoutes(bank, route),
    route('GET', '/v1/reporting/transactions', 'report', ({ url }) =>
      say(200, reportTransactions(bank, url)),
    ),
    route('GET', '/v1/reporting/balances', 'report', ({ url }) =>
      say(200, reportBalances(bank, url)),
    ),
    route('PATCH', '/v2/checkout/orders/:id', 'patch', (call) => {
      patchOrder(bank, String(call.params.id), jsonOf(call));
      return say(204);
    }),
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
        const signer = await authority.leaf();
        const body = params.id === FOREIGN_CERTIFICATE ? foreignCertificate(signer) : signer.chain;
        if (![FOREIGN_CERTIFICATE, signer.certificateId].includes(String(params.id)))
          return say(404, { error: 'No such certificate' });
        return { headers: { 'content-type': 'application/x-x509-ca-cert' }, body };
      },
    },
  ];
}

const isWhole = ({ headers }: RestCall) =>
  /\breturn=representation\b/.test(String(headers.prefer ?? ''));
