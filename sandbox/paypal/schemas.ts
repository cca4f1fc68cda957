export type Schema = { [key: string]: unknown };
export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: Schema;
};
export type Document = {
  paths: Record<string, Record<string, OperationObject>>;
  components: { schemas: Record<string, Schema>; parameters?: Record<string, Parameter> };
};
export type OperationObject = {
  operationId: string;
  parameters?: { $ref: string }[];
  requestBody?: { required?: boolean; content: { 'application/json': { schema: Schema } } };
  responses: Record<string, { content?: { 'application/json': { schema: Schema } } }>;
};

/** The formats that mean something beyond the pattern beside them; PayPal's own have one. */
export const FORMATS = {
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
 * PayPal's documented additions to its files of 2024-02-03: the newer usage patterns, and the `stored_credential` of a
 * wallet with which a merchant charges it (developer.paypal.com/docs/api/orders/v2, "paypal_wallet").
 */
export function withNewer(document: Document): Document {
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
 * The same components, refusing properties that no schema names. `unevaluatedProperties` is set where a schema is used
 * for a value, not where it is a part of an `allOf`: there it would refuse the properties of the other parts.
 */
export function closed(document: Document, value: unknown, isUsed = false): unknown {
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
