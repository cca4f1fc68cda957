import { Ajv2019, type ErrorObject, type ValidateFunction } from 'ajv/dist/2019.js';
import type { Detail } from './problem.ts';
import {
  closed,
  type Document,
  FORMATS,
  type OperationObject,
  type Parameter,
  type Schema,
} from './schemas.ts';

/** A request as it goes over the wire. */
export type Sent = {
  method: string;
  /** Path and query. */
  path: string;
  headers: Record<string, string | undefined>;
  body: string;
};

/** An operation of PayPal's, which compiles its schemas when it is first used. */
export type Operation = {
  id: string;
  method: string;
  pattern: URLPattern;
  /** The faults of a request, in PayPal's words; empty when there is none. */
  check(sent: Sent, pathParameters: Record<string, string | undefined>): Detail[];
  checkAnswer(status: number, body: string): string[];
  compile(): void;
};

/** The operations of one of PayPal's files. */
export function operationsOf(name: string, document: Document): Operation[] {
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

/** A schema of an operation refers to its own file, which is known by its name. */
const rebased = (schema: Schema, name: string): Schema =>
  typeof schema.$ref === 'string' ? { ...schema, $ref: `${name}${schema.$ref}` } : schema;

function later<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
