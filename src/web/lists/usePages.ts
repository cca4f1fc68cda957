import { useInfiniteQuery } from '@tanstack/react-query';
import type { $ZodType, output } from 'zod/v4/core';
import type { Endpoint } from '../../shared/endpoint.ts';
import { callWithHeaders, type CallOptions, nextCursor } from '../api.ts';

/** What a list's endpoint answers, with what its headers say of the whole list. */
export async function fetchPage<
  P extends $ZodType,
  Q extends $ZodType,
  B extends $ZodType,
  A extends $ZodType,
>(endpoint: Endpoint<P, Q, B, A>, options: CallOptions<P, Q, B>) {
  const { answer, headers } = await callWithHeaders(endpoint, options);
  return {
    answer,
    /** Cursor of the page after it. */
    next: nextCursor(headers),
    /** Of all pages, as far as was counted. */
    total: Number(headers.get('X-Total-Count') ?? (Array.isArray(answer) ? answer.length : 0)),
    /** There are more than that. */
    isMore: headers.has('X-Total-More'),
  };
}

/** A list that goes on behind a cursor, page after page; `answers` are those fetched so far. */
export function usePages<P extends $ZodType, B extends $ZodType, A extends $ZodType>(
  endpoint: Endpoint<P, $ZodType<{ cursor?: string | undefined }>, B, A>,
  params?: output<P>,
) {
  const pages = useInfiniteQuery({
    queryKey: [endpoint.name, { params }],
    queryFn: ({ pageParam, signal }) => {
      const query = { cursor: pageParam || undefined };
      return fetchPage(endpoint, { params, query, signal });
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  });
  return {
    ...pages,
    answers: pages.data?.pages.map(({ answer }) => answer),
    total: pages.data?.pages.at(-1)?.total ?? 0,
  };
}
