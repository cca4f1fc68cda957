import { type $ZodType, type output, safeParse } from 'zod/v4/core';
import { CallError } from './api.ts';

/** The server's current state, if it refused a change because of that; undefined for every other error. */
export function conflictIn<S extends $ZodType>(
  shape: S,
  error: unknown,
): { now: output<S> } | undefined {
  if (!(error instanceof CallError && error.status === 409)) return undefined;
  const { success, data } = safeParse(shape, error.detail.now);
  return success ? { now: data } : undefined;
}
