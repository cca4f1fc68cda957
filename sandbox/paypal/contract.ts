import { existsSync, readFileSync } from 'node:fs';
import { type ErrorObject, Ajv2019, type ValidateFunction } from 'ajv/dist/2019.js';
import { type Detail, invalid } from './problem.ts';

/** A request as it goes over the wire. */
export type Sent = {
  method: string;
  /** Path and query. */
  path: string;
  headers: Record<string, string | undefined>;
  body: string;
};
/** An operation of PayPal's, which compiles its schemas when it is first used. */
type Operation = {
  id: string;
  method: string;
  pattern: URLPattern;
  /** What is wrong with a request, in PayPal's words; empty when nothing is. */
  check(sent: Sent, pathParameters: Record<string, string | undefined>): Detail[];
  checkAnswer(status: number, body: string): string[];
  compile(): void;
};

type Schema = { [key: string]: unknown };
type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: Schema;
};
type Document = {
  paths: Record<string, Record<string, OperationObject>>;
  components: { schemas: Record<string, Schema>; parameters?: Record<string, Parameter> };
};
type OperationObject = {
  operationId: string;
  parameters?: { $ref: string }[];
  requestBody?: { required?: boolean; content: { 'application/json': { schema: Schema } } };
  responses: Record<string, { content?: { 'application/json': { schema: Schema } } }>;
};

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

  /** What of an answer is not as its schema says. */
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

function operationsOf(name: string, document: Document): Operation[] {
  // PayPal writes patterns that are none under the `u` flag.
  const options = { strict: false, unicodeRegExp: false, allErrors: true, formats: FORMATS };
  const requests = new Ajv2019(options);
  requests.addSchema({ $id: name, components: closed(document, document.components) });
  const answers = new Ajv2019(options);
  answers.addSchema({ $id: name, components: document.components });
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) =>
      operationOf(name, document, { path, method, operation, requests, answers }),
    ),
  );
}

function operationOf(
  name: string,
  document: Document,
  at: {
    path: string;
    method: string;
    operation: OperationObject;
    requests: Ajv2019;
    answers: Ajv2019;
  },
): Operation {
  const { path, method, operation, requests, answers } = at;
  const here = (schema: Schema) => rebased(schema, name);
  const parameters = (operation.parameters ?? []).map(({ $ref }) => {
    const parameter = document.components.parameters?.[String($ref.split('/').at(-1))];
    if (!parameter) throw new Error(`Nothing is at ${$ref}`);
    return { ...parameter, validate: later(() => requests.compile(here(parameter.schema))) };
  });
  const bodySchema = operation.requestBody?.content['application/json'].schema;
  const body =
    bodySchema &&
    later(() => requests.compile({ ...here(bodySchema), unevaluatedProperties: false }));
  const responses = Object.fromEntries(
    Object.entries(operation.responses).map(([status, { content }]) => [
      status,
      content && later(() => answers.compile(here(content['application/json'].schema))),
    ]),
  );
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    pattern: new URLPattern({ pathname: path.replaceAll(/\{(\w+)\}/g, ':$1') }),
    compile() {
      for (const { validate } of parameters) validate();
      body?.();
      for (const response of Object.values(responses)) response?.();
    },
    check(sent, pathParameters) {
      const { searchParams } = new URL(sent.path, 'http://localhost');
      const places = {
        path: pathParameters,
        query: Object.fromEntries(searchParams),
        header: sent.headers,
      };
      const known = parameters.filter((parameter) => parameter.in === 'query');
      return [
        ...[...searchParams.keys()]
          .filter((key) => !known.some((parameter) => parameter.name === key))
          .map((key) => detail('INVALID_PARAMETER_VALUE', key, 'query', 'Not a known parameter.')),
        ...parameters.flatMap((parameter) => {
          const key = parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name;
          return checkParameter(parameter, places[parameter.in][key], parameter.validate());
        }),
        ...checkBody(sent, operation, body),
      ];
    },
    checkAnswer(status, text) {
      if (!(status in responses)) return [`the status ${status} is not documented`];
      const validate = responses[status]?.();
      if (!validate) return text ? ['a body where none is documented'] : [];
      return validate(JSON.parse(text))
        ? []
        : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
    },
  };
}

function checkParameter(
  { name, in: location, required }: Parameter,
  value: string | undefined,
  validate: ValidateFunction,
): Detail[] {
  if (value === undefined)
    return required ? [detail('MISSING_REQUIRED_PARAMETER', name, location)] : [];
  return validate(value)
    ? []
    : (validate.errors ?? []).map((error) => detailOf(error, location, name));
}

function checkBody(
  { headers, body }: Sent,
  { requestBody }: OperationObject,
  validate: (() => ValidateFunction) | undefined,
): Detail[] {
  if (!validate)
    return body ? [detail('NOT_SUPPORTED', '/', 'body', 'This call has no body.')] : [];
  if (!body)
    return requestBody?.required ? [detail('MISSING_REQUIRED_PARAMETER', '/', 'body')] : [];
  if (!headers['content-type']?.startsWith('application/json'))
    return [detail('MALFORMED_REQUEST_JSON', '/', 'body', 'Send the body as application/json.')];
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return [detail('MALFORMED_REQUEST_JSON', '/', 'body', 'The request JSON is not well formed.')];
  }
  const valid = validate();
  return valid(value) ? [] : (valid.errors ?? []).map((error) => detailOf(error, 'body', ''));
}

const ISSUES: Record<string, string> = {
  required: 'MISSING_REQUIRED_PARAMETER',
  minLength: 'INVALID_STRING_LENGTH',
  maxLength: 'INVALID_STRING_LENGTH',
  pattern: 'INVALID_PARAMETER_SYNTAX',
  format: 'INVALID_PARAMETER_SYNTAX',
  minItems: 'INVALID_ARRAY_MIN_ITEMS',
  maxItems: 'INVALID_ARRAY_MAX_ITEMS',
};

function detailOf(
  { keyword, instancePath, message, params }: ErrorObject,
  location: NonNullable<Detail['location']>,
  name: string,
): Detail {
  const property = params.missingProperty ?? params.unevaluatedProperty;
  const field = name || (property ? `${instancePath}/${property}` : instancePath);
  return detail(ISSUES[keyword] ?? 'INVALID_PARAMETER_VALUE', field, location, message);
}

const detail = (
  issue: string,
  field: string,
  location: NonNullable<Detail['location']>,
  description = 'A required field / parameter is missing.',
): Detail => ({ issue, field, location, description });

// ── the schemas ──────────────────────────────────────────────────────────────────────────────────

/** The formats that mean something beyond the pattern beside them; PayPal's own have one. */
const FORMATS = {
  uri: (text: string) => URL.canParse(text),
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i,
  ...Object.fromEntries(
    'payer_v1 merchant_common_email_address_v2 ppaas_payer_id_v3 ppaas_date_notime_v2 ppaas_common_country_code_v2 ppaas_common_currency_code_v2 ppaas_common_language_v3 ppaas_common_email_address_v2 ppaas_ip_address_v1 ppaas_date_time_v3'
      .split(' ')
      .map((format) => [format, true as const]),
  ),
};

const USAGE_PATTERNS = ['INSTALLMENT', 'SUBSCRIPTION', 'UNSCHEDULED', 'RECURRING', 'THRESHOLD']
  .flatMap((pattern) => [`${pattern}_PREPAID`, `${pattern}_POSTPAID`])
  .concat('IMMEDIATE', 'DEFERRED');

/**
 * What PayPal has documented since its files of 2024-02-03: the newer usage patterns, and the `stored_credential` of a
 * wallet with which a shop charges it (developer.paypal.com/docs/api/orders/v2, "paypal_wallet").
 */
function withNewer(document: Document): Document {
  const { schemas } = document.components;
  const wallet = schemas.paypal_wallet as { properties: Schema } | undefined;
  const vault = schemas.vault_paypal_wallet_base as
    | { allOf: [Schema, { properties: { usage_pattern: Schema } }] }
    | undefined;
  if (!wallet || !vault) return document;
  vault.allOf[1].properties.usage_pattern.enum = USAGE_PATTERNS;
  wallet.properties.stored_credential = {
    type: 'object',
    properties: {
      payment_initiator: { type: 'string', enum: ['CUSTOMER', 'MERCHANT'] },
      usage: { type: 'string', enum: ['FIRST', 'SUBSEQUENT', 'DERIVED'] },
      usage_pattern: { type: 'string', enum: USAGE_PATTERNS },
    },
    required: ['payment_initiator'],
  };
  return document;
}

/**
 * The same components, refusing properties that no schema names. `unevaluatedProperties` stands where a schema is used
 * for a value, not where it is a part of an `allOf`: there it would refuse the properties of the other parts.
 */
function closed(document: Document, value: unknown, isUsed = false): unknown {
  if (Array.isArray(value)) return value.map((one) => closed(document, one));
  if (typeof value !== 'object' || value === null) return value;
  const schema = value as Schema;
  const result: Schema = {};
  for (const [key, one] of Object.entries(schema)) {
    if (key === 'properties')
      result[key] = Object.fromEntries(
        Object.entries(one as Schema).map(([name, part]) => [name, closed(document, part, true)]),
      );
    else result[key] = closed(document, one, key === 'items');
  }
  if (isUsed && namesProperties(document, schema)) result.unevaluatedProperties = false;
  return result;
}

function namesProperties(document: Document, schema: Schema): boolean {
  if (typeof schema.$ref === 'string') {
    const target = document.components.schemas[String(schema.$ref.split('/').at(-1))];
    return target !== undefined && namesProperties(document, target);
  }
  const parts = Array.isArray(schema.allOf) ? (schema.allOf as Schema[]) : [];
  return 'properties' in schema || parts.some((part) => namesProperties(document, part));
}

/** A schema of an operation refers to its own file, which is known by its name. */
const rebased = (schema: Schema, name: string): Schema =>
  typeof schema.$ref === 'string' ? { ...schema, $ref: `${name}${schema.$ref}` } : schema;

function later<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
