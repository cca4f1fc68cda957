// Keeps of PayPal's OpenAPI files what the contract check and the sandbox need: our operations, without prose.
//
//   node scripts/trim-paypal.ts <folder with checkout_orders_v2.json and the others> <commit that they are of>
//
// The files are at https://github.com/paypal/paypal-rest-api-specifications, under the Apache License 2.0.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The operations that our client uses, by file. */
const OPERATIONS: Record<string, string[]> = {
  checkout_orders_v2: ['orders.create', 'orders.get', 'orders.patch', 'orders.capture'],
  payments_payment_v2: ['captures.get', 'captures.refund', 'refunds.get'],
  vault_payment_tokens_v3: ['payment-tokens.get', 'payment-tokens.delete'],
  notifications_webhooks_v1: ['verify-webhook-signature.post'],
};
const PROSE = ['description', 'title', 'summary', 'example', 'examples', 'externalDocs', 'tags'];

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Tree = { [key: string]: Json };
const isTree = (value: Json | undefined): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const tree = (value: Json | undefined): Tree => (isTree(value) ? value : {});

const [source, commit] = process.argv.slice(2);
if (!source || !commit) {
  console.error('Usage: node scripts/trim-paypal.ts <folder> <commit>');
  process.exit(1);
}
const target = fileURLToPath(new URL('../sandbox/paypal/openapi', import.meta.url));
for (const [name, operations] of Object.entries(OPERATIONS)) {
  const whole = JSON.parse(readFileSync(join(source, `${name}.json`), 'utf8')) as Tree;
  const text = JSON.stringify(trim(whole, operations, commit));
  writeFileSync(join(target, `${name}.json`), `${text}\n`);
  console.log(`${name}: ${operations.length} operations, ${text.length} bytes`);
}

function trim(whole: Tree, operations: string[], origin: string): Tree {
  const missing = new Set(operations);
  const paths: Tree = {};
  for (const [path, item] of Object.entries(tree(whole.paths)))
    for (const [method, operation] of Object.entries(tree(item)))
      if (missing.delete(String(tree(operation).operationId)))
        paths[path] = { ...tree(paths[path]), [method]: answersOnly(tree(operation), whole) };
  if (missing.size) throw new Error(`There is no operation ${[...missing].join(', ')}`);
  const components: Tree = {};
  gather(paths, whole, components);
  return {
    openapi: whole.openapi ?? null,
    info: { ...pick(tree(whole.info), ['title', 'version']), 'x-origin-commit': origin },
    paths: plain(paths),
    components: plain(components),
  };
}

/** Refusals are long lists of prose; what they look like is one schema for all. */
function answersOnly(operation: Tree, whole: Tree): Tree {
  const answers = Object.entries(tree(operation.responses)).filter(([status]) => status < '300');
  const { $ref } = tree(operation.requestBody);
  const name = String($ref).split('/').at(-1) ?? '';
  return {
    ...pick(operation, ['operationId', 'parameters', 'requestBody']),
    ...($ref !== undefined && {
      requestBody: tree(tree(tree(whole.components).requestBodies)[name]),
    }),
    responses: Object.fromEntries(answers),
  };
}

/** Copies every component that something refers to, and what those refer to. */
function gather(value: Json, whole: Tree, into: Tree): void {
  if (Array.isArray(value)) for (const one of value) gather(one, whole, into);
  if (!isTree(value)) return;
  const reference = value.$ref;
  if (typeof reference === 'string') {
    const [, , kind = '', name = ''] = reference.split('/');
    const copied = tree(into[kind]);
    if (!(name in copied)) {
      const component = tree(tree(whole.components)[kind])[name];
      if (component === undefined) throw new Error(`Nothing is at ${reference}`);
      into[kind] = { ...copied, [name]: component };
      gather(component, whole, into);
    }
  }
  for (const one of Object.values(value)) gather(one, whole, into);
}

/** Without prose; a property that happens to be called `description` stays. */
function plain(value: Json, isNames = false): Json {
  if (Array.isArray(value)) return value.map((one) => plain(one));
  if (!isTree(value)) return value;
  const entries = Object.entries(value).filter(([key]) => isNames || !PROSE.includes(key));
  return Object.fromEntries(
    entries.map(([key, one]) => [key, plain(one, !isNames && key === 'properties')]),
  );
}

function pick(from: Tree, keys: string[]): Tree {
  return Object.fromEntries(Object.entries(from).filter(([key]) => keys.includes(key)));
}
