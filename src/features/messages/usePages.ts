import { useInfiniteQuery } from '@tanstack/react-query';
import type { $ZodType, output } from 'zod/v4/core';
import type { Endpoint } from '../../shared/endpoint.ts';
import { callWithHeaders, nextCursor } from '../../web/api.ts';

interface Asked {
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** A list that goes on behind a cursor, page after page; `answers` are those fetched so far, newest first. */
export function usePages<P extends $ZodType, B extends $ZodType, A extends $ZodType>(
  list: Endpoint<P, $ZodType<Asked>, B, A>,
  params?: output<P>,
) {
  const query = useInfiniteQuery({
    queryKey: [list.name, { params }],
    queryFn: async ({ pageParam, signal }) => {
      const asked = { params, query: { cursor: pageParam || undefined }, signal };
      const { answer, headers } = await callWithHeaders(list, asked as never);
      return { answer, next: nextCursor(headers) };
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  });
  return { ...query, answers: query.data?.pages.map((page) => page.answer) };
}
