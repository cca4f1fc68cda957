import { type $ZodType, safeParse } from 'zod/v4/core';

/** Whether a schema takes a value; what makes the library itself throw (see server/check.ts) is none that it takes. */
export function isValid(schema: $ZodType, value: unknown): boolean {
  try {
    return safeParse(schema, value).success;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
