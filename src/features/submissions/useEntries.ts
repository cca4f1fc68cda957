import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { Kind } from './Kind.tsx';
import type { ListQuery } from './useListAddress.ts';

/** How many rows are fetched at a time: enough for the table to draw only those in sight from the start. */
const pageSize = 200;

/** The entries of a kind, page after page; what is shown stays while the next query is on its way. */
export function useEntries(kind: Kind, query: ListQuery) {
  const pages = useInfiniteQuery({
    queryKey: [kind.type, query],
    queryFn: ({ pageParam, signal }) =>
      kind.fetchPage({ ...query, limit: pageSize, cursor: pageParam }, signal),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });
  return {
    ...pages,
    entries: pages.data?.pages.flatMap((page) => page.entries),
    total: pages.data?.pages.at(-1)?.total ?? 0,
  };
}
