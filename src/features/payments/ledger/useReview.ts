import { useInfiniteQuery } from '@tanstack/react-query';
import { callWithHeaders, nextCursor } from '../../../web/api.ts';
import { listReview } from './reconciliation.contract.ts';

/** What a person should look at, page after page, and how much there is in all. */
export function useReview() {
  const list = useInfiniteQuery({
    queryKey: [listReview.name],
    queryFn: async ({ pageParam, signal }) => {
      const query = { cursor: pageParam || undefined };
      const { answer, headers } = await callWithHeaders(listReview, { query, signal });
      const total = Number(headers.get('X-Total-Count') ?? answer.length);
      return { rows: answer, next: nextCursor(headers), total };
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  });
  return {
    ...list,
    items: list.data?.pages.flatMap(({ rows }) => rows),
    total: list.data?.pages.at(-1)?.total ?? 0,
  };
}
