import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { go, useAddress, withQuery } from '../../../../../web/address.ts';
import { callWithHeaders, nextCursor } from '../../../../../web/api.ts';
import { CHAIN_REVIEW_PATH } from '../crypto.rules.ts';
import { type ChainReviewRow, listChainReview } from './chain-review.contract.ts';

const SORTS = ['-block', 'block', '-seenAt'] as const;
export type ChainSort = (typeof SORTS)[number];

export const sortOf = (text: string | null): ChainSort =>
  SORTS.find((sort) => sort === text) ?? '-block';

/** The filter of the list; empty strings match everything. */
export interface ChainQuery {
  search: string;
  status: string;
  sort: ChainSort;
}

interface Page {
  rows: ChainReviewRow[];
  /** Cursor of the page after it. */
  next: string | undefined;
  total: number;
}

/** The list's query in the address. Typing adds no history entries, choosing does. */
export function useReviewQuery() {
  const { query: given } = useAddress();
  const query: ChainQuery = {
    search: given.get('search') ?? '',
    status: given.get('status') ?? '',
    sort: sortOf(given.get('sort')),
  };
  function change(part: Partial<ChainQuery>, how?: { replace: boolean }) {
    const { sort, ...rest } = { ...query, ...part };
    go(withQuery(CHAIN_REVIEW_PATH, { ...rest, sort: sort === '-block' ? undefined : sort }), how);
  }
  return { query, change };
}

/** Receipts that need review, in pages; the shown ones stay while the next query is fetched. */
export function useChainReview(query: ChainQuery) {
  const pages = useInfiniteQuery({
    queryKey: [listChainReview.name, query],
    queryFn: ({ pageParam, signal }) => fetchPage({ ...query, cursor: pageParam }, signal),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });
  return {
    ...pages,
    rows: pages.data?.pages.flatMap((page) => page.rows),
    total: pages.data?.pages.at(-1)?.total ?? 0,
  };
}

async function fetchPage(
  query: ChainQuery & { cursor: string },
  signal: AbortSignal,
): Promise<Page> {
  const { answer, headers } = await callWithHeaders(listChainReview, { query, signal });
  return {
    rows: answer,
    next: nextCursor(headers),
    total: Number(headers.get('X-Total-Count') ?? answer.length),
  };
}
