import { type $ZodType, safeParse } from 'zod/v4/core';
import { Fault } from '../../shared/fault.ts';
import { words } from '../../shared/words.ts';

const MAX_DEPTH = 12;
const unexpected = words('The request is not in the expected form.');

/** Refuses text that PostgreSQL or UTF-8 cannot hold (NUL, lone surrogates), absurd nesting, and what is no plain value. */
function refuseUnstorable(value: unknown, depth = 0): void {
  if (depth > MAX_DEPTH) throw new Fault(400, words('The request is nested too deeply.'));
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) {
      throw new Fault(400, words('The request contains characters that cannot be stored.'));
    }
  } else if (Array.isArray(value)) {
    for (const item of value) refuseUnstorable(item, depth + 1);
  } else if (value !== null && typeof value === 'object') {
    // The library compares a `length` that it finds with numbers, and throws at what cannot become one.
    if (Object.hasOwn(value, 'toString') || Object.hasOwn(value, 'valueOf'))
      throw new Fault(400, unexpected);
    for (const [key, item] of Object.entries(value)) {
      refuseUnstorable(key, depth + 1);
      refuseUnstorable(item, depth + 1);
    }
  }
}

/**
 * Checks what came in against the contract's schema; answers the parsed value.
 * Throws 400 with the first sentence as message and every sentence by field.
 */
export function check(
  schema: $ZodType | undefined,
  value: unknown,
  part: 'body' | 'query' | 'params',
): unknown {
  refuseUnstorable(value);
  if (!schema) return undefined;
  // Zod's own English is for engineers; a contract's sentence goes before this one.
  const result = safeParse(schema, value, { error: () => unexpected });
  if (result.success) return result.data;
  // An id that cannot exist is an unknown id, not a malformed request.
  if (part === 'params') throw new Fault(404, words('Not found.'));
  const fields: Record<string, string> = {};
  for (const issue of result.error.issues) {
    const path = issue.path.map(String).join('.');
    const keys =
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => [path, key].filter(Boolean).join('.'))
        : [path];
    for (const key of keys) {
      if (key)
        fields[key] ??=
          issue.code === 'unrecognized_keys' ? words('This field is not accepted.') : issue.message;
    }
  }
  const [message = unexpected] = Object.values(fields);
  throw new Fault(400, message, { fields });
}
