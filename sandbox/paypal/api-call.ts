import type { Reply } from '../control.ts';
import { hasValidToken } from './access.ts';
import type { Bank } from './bank.ts';
import type { Contract, Sent } from './contract.ts';
import type { Operation } from './faults.ts';
import { invalid } from './problem.ts';
import { INVALID_TOKEN, type RestCall, type RestRoute, say } from './rest.ts';

export type ApiRoute = (
  method: RestRoute['method'],
  path: string,
  operation: Operation | ((call: RestCall) => Operation),
  work: (call: RestCall) => Reply,
) => RestRoute;

/** Makes routes that need an access token, are held against the schemas and work as one transaction. */
export const apiRoute =
  (bank: Bank, contract: Contract | undefined): ApiRoute =>
  (method, path, operation, work) => ({
    method,
    path,
    operation: typeof operation === 'string' ? () => operation : operation,
    handle(call) {
      if (!hasValidToken(bank, call)) return say(401, INVALID_TOKEN);
      contract?.demand(sentBy(method, call));
      const reply = bank.ledger.transaction(() => work(call));
      bank.delivery.start();
      return reply;
    },
  });

export const sentBy = (method: string, { url, headers, text }: RestCall): Sent => ({
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

export function jsonOf({ headers, text }: RestCall): unknown {
  if (!text) return {};
  if (!/^application\/json\b/.test(headers['content-type'] ?? ''))
    throw invalid([
      { issue: 'MALFORMED_REQUEST_JSON', description: 'Send the body as application/json.' },
    ]);
  return parsed(text);
}

/** Throws 400 MALFORMED_REQUEST_JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid([
      { issue: 'MALFORMED_REQUEST_JSON', description: 'The request JSON is not well formed.' },
    ]);
  }
}
