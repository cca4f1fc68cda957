import { createHash } from 'node:crypto';
import { type Bank, DAY_MS } from './bank.ts';
import { unprocessable } from './problem.ts';
import type { RestCall } from './rest.ts';

/** How long PayPal remembers request ids: orders six hours, refunds 45 days. */
const REMEMBERED_MS = { order: DAY_MS / 4, refund: 45 * DAY_MS };

/** The id under which a call may be repeated. */
export const requestIdOf = ({ headers }: RestCall) => {
  const id = headers['paypal-request-id'];
  return id === undefined ? undefined : String(id);
};

const keyOf = (call: RestCall) => `${call.url.pathname} ${requestIdOf(call)}`;

const digestOf = ({ text }: RestCall) => createHash('sha256').update(text).digest('base64url');

/**
 * The result of the same call with the same request id, while PayPal remembers it
 * (developer.paypal.com/api/rest/reference/idempotency/). Throws 422 when its body was another. PayPal documents that
 * answer for Payment Method Tokens v3 (developer.paypal.com/api/payment-tokens/v3/errors/paypal_request_id_previously_used)
 * and is silent about it for orders and refunds.
 */
export function remembered(bank: Bank, call: RestCall, made: keyof typeof REMEMBERED_MS) {
  if (requestIdOf(call) === undefined) return undefined;
  const known = bank.ledger.get('request', keyOf(call));
  const ageMs = known && Date.parse(bank.now()) - Date.parse(known.at);
  if (!known || ageMs === undefined || ageMs > REMEMBERED_MS[made]) return undefined;
  if (known.digest !== digestOf(call))
    throw unprocessable(
      'PAYPAL_REQUEST_ID_PREVIOUSLY_USED',
      'The PayPal-Request-ID has already been used for another request.',
    );
  return known.made;
}

/** Only what was done is remembered: a refusal may turn out otherwise the next time. */
export function remember(bank: Bank, call: RestCall, made: string): void {
  if (requestIdOf(call) === undefined) return;
  bank.ledger.put('request', keyOf(call), { made, digest: digestOf(call), at: bank.now() });
}
