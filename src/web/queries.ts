import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryCache,
  QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import type { $ZodType } from 'zod/v4/core';
import type { Endpoint } from '../shared/endpoint.ts';
import { call, CallError, type CallOptions } from './api.ts';

/**
 * The cache of the server's answers, valid until something here changes it (specification §7: never stale, no
 * retries, no fetching on focus or by the clock). `onLoggedOut` is called when the session has ended.
 */
export function createQueryClient(onLoggedOut: (client: QueryClient) => void): QueryClient {
  const client: QueryClient = new AnswerClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (error instanceof CallError && error.status === 401) onLoggedOut(client);
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
      },
      // Without a connection an action fails at once and is reported, instead of being done unseen when the line is back.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;
}

class AnswerClient extends QueryClient {
  /**
   * TanStack Query joins a first fetch that is under way instead of repeating it (its `cancelRefetch` needs data), so
   * an answer from before the change would stay. Such a fetch begins anew here.
   */
  override invalidateQueries(
    filters: InvalidateQueryFilters = {},
    options: InvalidateOptions = {},
  ): Promise<void> {
    void this.cancelQueries(
      {
        ...filters,
        type: 'active',
        fetchStatus: 'fetching',
        predicate: (query) =>
          query.state.data === undefined && (filters.predicate?.(query) ?? true),
      },
      { silent: true },
    );
    return super.invalidateQueries(filters, options);
  }
}

/** A call as a query. Its key begins with the endpoint's name, by which lists are refreshed. */
export function read<
  P extends $ZodType,
  Q extends $ZodType,
  B extends $ZodType,
  A extends $ZodType,
>(endpoint: Endpoint<P, Q, B, A>, options: CallOptions<P, Q, B> = {}) {
  return queryOptions({
    queryKey: [endpoint.name, options],
    queryFn: ({ signal }) => call(endpoint, { ...options, signal }),
  });
}
