import { existsSync, readFileSync } from 'node:fs';
import { type Operation, operationsOf, type Sent } from './operation.ts';
import { invalid } from './problem.ts';
import { type Document, withNewer } from './schemas.ts';

export type { Sent };

const FILES = [
  'checkout_orders_v2',
  'payments_payment_v2',
  'vault_payment_tokens_v3',
  'notifications_webhooks_v1',
];
const fileOf = (name: string) => new URL(`./openapi/${name}.json`, import.meta.url);

/** PayPal's published schemas; undefined where the files are absent. */
export function openContract(): Contract | undefined {
  if (!FILES.every((name) => existsSync(fileOf(name)))) return undefined;
  return new Contract(
    FILES.flatMap((name) => {
      const document = JSON.parse(readFileSync(fileOf(name), 'utf8')) as Document;
      return operationsOf(name, withNewer(document));
    }),
  );
}

/** Holds requests and answers against PayPal's published schemas. Properties that it does not know are refused. */
export class Contract {
  readonly operations: readonly Operation[];

  constructor(operations: readonly Operation[]) {
    this.operations = operations;
  }

  /** Throws when a schema does not compile: one that cannot refuse would accept everything. */
  compileAll(): void {
    for (const operation of this.operations) operation.compile();
  }

  /** The id of the operation that a request is for; undefined for calls that no file describes. */
  operationOf({ method, path }: Pick<Sent, 'method' | 'path'>): string | undefined {
    return this.#find(method, path)?.operation.id;
  }

  /** Throws 400 INVALID_REQUEST, as PayPal does. What no file describes passes. */
  demand(sent: Sent): void {
    const found = this.#find(sent.method, sent.path);
    const details = found?.operation.check(sent, found.parameters) ?? [];
    if (details.length) throw invalid(details);
  }

  /** The differences between an answer and its schema. */
  checkAnswer(
    { method, path }: Pick<Sent, 'method' | 'path'>,
    status: number,
    body: string,
  ): string[] {
    return this.#find(method, path)?.operation.checkAnswer(status, body) ?? [];
  }

  #find(method: string, path: string) {
    const { pathname } = new URL(path, 'http://localhost');
    for (const operation of this.operations) {
      const match = operation.method === method && operation.pattern.exec({ pathname });
      if (match) return { operation, parameters: match.pathname.groups };
    }
    return undefined;
  }
}
