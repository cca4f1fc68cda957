import type { FastifyServerOptions } from 'fastify';

/**
 * An error without personal data: drizzle puts the parameters of a failed query into its message and
 * fields (emails, names), so only its cause's code and the SQL's own words are kept.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code } = error as { code?: unknown };
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
    base: null,
    serializers: {
      err: describeError as never,
      error: describeError as never,
      req: (request) => ({ method: request.method, route: request.routeOptions?.url }) as never,
      res: (reply) => ({ statusCode: reply.statusCode }) as never,
    },
  };
}
