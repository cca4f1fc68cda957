import type { $ZodType, input } from 'zod/v4/core';
import type { AnswerFile, AnyEndpoint, Endpoint } from '../../shared/endpoint.ts';
import type { RequestContext } from '../context.ts';
import type { Database } from '../database/database.ts';
import type { Listener } from '../live/live.ts';

/** Runs the effect in one transaction together with the idempotency row, and answers with its result. */
export type Commit<Answer> = (effect: (tx: Database) => Promise<Answer>) => Promise<Answer>;

/** A handler's result: the answer's schema trims it and turns dates into text. */
type Given<E> = E extends Endpoint<$ZodType, $ZodType, $ZodType, infer A> ? input<A> : never;

export interface Route {
  endpoint: AnyEndpoint;
  /** `own`: the handler works outside of a transaction (hashing, the outside world) and calls `commit` itself. */
  transaction: 'whole' | 'own';
  handle(context: RequestContext<AnyEndpoint>, commit: Commit<unknown>): Promise<unknown>;
  /** For what many do at once: handles requests that waited for each other, in one transaction. */
  handleTogether?(contexts: readonly RequestContext<AnyEndpoint>[]): Promise<unknown[]>;
}

/** Binds a contract to its handler. Writes run in one transaction; `db` is that transaction. */
export function route<E extends AnyEndpoint>(
  endpoint: E,
  handle: (
    context: RequestContext<E>,
  ) => Promise<
    E['answer'] extends 'csv'
      ? AsyncIterable<string | Buffer>
      : E['answer'] extends 'file'
        ? AnswerFile
        : E['answer'] extends 'events'
          ? Listener
          : Given<E>
  >,
): Route;
export function route(endpoint: AnyEndpoint, handle: Route['handle']): Route {
  return { endpoint, transaction: 'whole', handle };
}

/**
 * A write that many visitors send at the same time: those that wait for each other share one transaction, which is
 * `db` of each. `handle` answers them in their order. When it throws, nothing of the group is written and each half is
 * handled by itself, down to one request alone: one that is refused spoils no other.
 */
export function routeTogether<E extends AnyEndpoint>(
  endpoint: E,
  handle: (contexts: readonly RequestContext<E>[]) => Promise<Given<E>[]>,
): Route;
export function routeTogether(
  endpoint: AnyEndpoint,
  handleTogether: NonNullable<Route['handleTogether']>,
): Route {
  const handle = async (context: RequestContext<AnyEndpoint>) =>
    (await handleTogether([context]))[0];
  return { endpoint, transaction: 'whole', handle, handleTogether };
}

/**
 * For actions that must not hold a transaction while they hash or speak to the outside:
 * `db` is the plain database and everything written goes through `commit`, exactly once.
 */
export function routeWithCommit<E extends AnyEndpoint>(
  endpoint: E,
  handle: (context: RequestContext<E>, commit: Commit<Given<E>>) => Promise<Given<E>>,
): Route;
export function routeWithCommit(endpoint: AnyEndpoint, handle: Route['handle']): Route {
  return { endpoint, transaction: 'own', handle };
}
