import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { $ZodType, output } from 'zod/v4/core';
import type { Endpoint } from '../../shared/endpoint.ts';
import { fetchPage } from './usePages.ts';

export interface RowPage<Row> {
  rows: Row[];
  /** Cursor of the page after it. */
  next: string | undefined;
  /** Of all pages, as far as was counted. */
  total: number;
  /** There are more than that. */
  isMore: boolean;
}

/** Where a list's rows come from. */
export interface RowSource<Row, Query> {
  /** The endpoint's, by which the list is fetched anew after a change. */
  name: string;
  fetchPage(query: Query, signal: AbortSignal): Promise<RowPage<Row>>;
}

/** The rows that an endpoint of a list answers. */
export const rowsOf = <P extends $ZodType, Q extends $ZodType, B extends $ZodType, Row>(
  endpoint: Endpoint<P, Q, B, $ZodType<Row[]>>,
): RowSource<Row, Partial<output<Q>>> => ({
  name: endpoint.name,
  async fetchPage(query, signal) {
    const { answer, ...page } = await fetchPage(endpoint, { query, signal });
    return { rows: answer, ...page };
  },
});

/** Parameters of every list beside its own query. */
export interface Paging {
  limit?: number | undefined;
  cursor?: string | undefined;
  counted?: 'part' | undefined;
}

export interface UseRowsOptions {
  /** How many rows are fetched at a time. */
  pageSize?: number;
  /** Others write it all the time: anyone who comes back sees what was added. */
  isNeverOld?: boolean;
}

/**
 * A list page after page; what is shown stays while the answer to the next question is on its way. A long list is
 * counted to its end beside the first page, which does not wait for that.
 */
export function useRows<Row, Query extends Paging>(
  source: RowSource<Row, Query>,
  question: NoInfer<Query>,
  { pageSize = 100, isNeverOld = false }: UseRowsOptions = {},
) {
  const pages = useInfiniteQuery({
    queryKey: [source.name, question],
    queryFn: ({ pageParam, signal }) =>
      source.fetchPage(
        { ...question, limit: pageSize, cursor: pageParam, counted: 'part' },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    refetchOnMount: isNeverOld ? 'always' : true,
  });
  const last = pages.data?.pages.at(-1);
  const isLong = last?.isMore === true && !pages.isPlaceholderData;
  const whole = useQuery({
    queryKey: [source.name, 'counted', question],
    queryFn: ({ signal }) => source.fetchPage({ ...question, limit: 1 }, signal),
    enabled: isLong,
  });
  const counted = isLong ? whole.data : last;
  return {
    ...pages,
    /** Undefined while the first page is on its way. */
    rows: pages.data?.pages.flatMap(({ rows }) => rows),
    /** How many there are, or at least that many while they are not counted. */
    total: counted?.total ?? last?.total ?? 0,
    isCounted: counted !== undefined && !counted.isMore,
  };
}
