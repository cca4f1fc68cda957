import { type Bank, DAY_MS } from './bank.ts';
import type { RestCall } from './rest.ts';

/** How long PayPal remembers request ids: orders six hours, refunds 45 days. */
const REMEMBERED_MS = { order: DAY_MS / 4, refund: 45 * DAY_MS };

/** The id under which a call may be repeated. */
export const requestIdOf = ({ headers }: RestCall) => {
  const id = headers['paypal-request-id'];
  return id === undefined ? undefined : String(id);
};

const keyOf = (call: RestCall) => `${call.url.pathname} ${requestIdOf(call)}`;

/** The result of the same call with the same request id, while PayPal remembers it. */
export function remembered(bank: Bank, call: RestCall, made: keyof typeof REMEMBERED_MS) {
  if (requestIdOf(call) === undefined) return undefined;
  const known = bank.ledger.get('request', keyOf(call));
  const ageMs = known && Date.parse(bank.now()) - Date.parse(known.at);
  return ageMs !== undefined && ageMs <= REMEMBERED_MS[made] ? known?.made : undefined;
}

/** Only what was done is remembered: a refusal may turn out otherwise the next time. */
export function remember(bank: Bank, call: RestCall, made: string): void {
  if (requestIdOf(call) === undefined) return;
  bank.ledger.put('request', keyOf(call), { made, at: bank.now() });
}
