import { hostname } from 'node:os';
import type { FastifyServerOptions } from 'fastify';
import { codeOf } from './error-code.ts';

/** What fastify's logger writes of an error. */
interface ErrorFields extends Record<string, unknown> {
  type: string;
  message: string;
  stack: string;
}

/**
 * An error without personal data: drizzle puts the parameters of a failed query into its message and
 * fields (emails, names), so only its cause's code and the SQL's own words are kept.
 */
export function describeError(error: Error): ErrorFields;
export function describeError(error: unknown): Record<string, unknown>;
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = codeOf(error);
  const isQuery = error.name === 'DrizzleQueryError' || error.message.startsWith('Failed query');
  const isDatabase = isQuery || ('severity' in error && 'routine' in error);
  return {
    type: error.name,
    // PostgreSQL's own messages quote values ("Key (email)=(…) already exists"): the code says enough.
    message: isDatabase ? 'a database statement failed' : error.message,
    ...(typeof code === 'string' ? { code } : {}),
    stack: error.stack
      ?.split('\n')
      .filter((lineText) => /^\s+at /.test(lineText))
      .join('\n'),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

/** Structured lines with an allow-list of fields: no bodies, no addresses, no query strings. */
export function loggerOptions(
  level: string,
): Exclude<FastifyServerOptions['logger'], boolean | undefined> {
  return {
    level,
    // Lines of several instances come together where they are read.
    base: { instance: hostname() },
    serializers: {
      err: describeError,
      error: describeError,
      req: (request) => ({ method: request.method, route: request.routeOptions?.url }),
      res: (reply) => ({ statusCode: reply.statusCode }),
    },
  };
}
