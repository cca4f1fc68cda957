import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../../web/api.ts';
import { readMailPool } from '../mailing/pool.contract.ts';
import type { Audience } from '../mailing.rules.ts';

/** People of one page: the list shows three or four of them at a time. */
const pageSize = 100;

/** Whom a mail could go to, page after page; who was shown stays while the next answer is on its way. */
export function useMailPool(audience: Audience, search: string) {
  const pool = useInfiniteQuery({
    queryKey: [readMailPool.name, audience, search],
    queryFn: ({ pageParam, signal }) =>
      call(readMailPool, {
        query: { ...audience, search, after: pageParam, limit: pageSize },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    // People sign all the time: whoever comes back sees how many there are now.
    refetchOnMount: 'always',
  });
  const newest = pool.data?.pages[0];
  return {
    ...pool,
    people: pool.data?.pages.flatMap(({ recipients }) => recipients),
    count: newest?.count ?? 0,
    suppressed: newest?.suppressed ?? 0,
    unasked: newest?.unasked ?? 0,
    /** False while the numbers are of another question. */
    isKnown: pool.isSuccess && !pool.isPlaceholderData,
  };
}

export type Pool = ReturnType<typeof useMailPool>;
