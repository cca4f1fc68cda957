import { type $ZodType, safeParse } from 'zod/v4/core';

/** A field that people do not see and programs fill in: filled in, a plain form is refused. */
export const HONEYPOT = 'websiteAddress';

/**
 * An HTML form's strings as what the schema expects: a checkbox becomes true or false,
 * an empty optional input is one that was not filled in. Fields the schema does not name are left out.
 */
export function fromForm(
  schema: $ZodType | undefined,
  form: Pick<URLSearchParams, 'get'> | FormData,
): Record<string, unknown> {
  const shape = (schema?._zod.def as { shape?: Record<string, $ZodType> } | undefined)?.shape ?? {};
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(shape)) {
    const text = form.get(name);
    if (isYesNo(field)) values[name] = text !== null && text !== '' && text !== 'false';
    else if (text !== null && !(text === '' && field._zod.optin === 'optional'))
      values[name] = text;
  }
  return values;
}

function isYesNo(field: $ZodType): boolean {
  const def = field._zod.def as { type: string; innerType?: $ZodType; values?: unknown[] };
  if (def.innerType) return isYesNo(def.innerType);
  return def.type === 'boolean' || (def.type === 'literal' && def.values?.[0] === true);
}

/** The first sentence for each field that does not pass, in the schema's order; empty when all do. */
export function errorsOf(schema: $ZodType | undefined, value: unknown): Record<string, string> {
  if (!schema) return {};
  const result = safeParse(schema, value);
  const fields: Record<string, string> = {};
  for (const issue of result.error?.issues ?? [])
    fields[issue.path.map(String).join('.')] ??= issue.message;
  return fields;
}
