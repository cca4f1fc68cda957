import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { go, useAddress, withQuery } from '../../../../../web/address.ts';
import { callWithHeaders, nextCursor } from '../../../../../web/api.ts';
import { CHAIN_REVIEW_PATH } from '../crypto.rules.ts';
import { type ChainReviewRow, listChainReview } from './chain-review.contract.ts';

const SORTS = ['-block', 'block', '-seenAt'] as const;
export type ChainSort = (typeof SORTS)[number];

/** What the list is narrowed to; empty is everything. */
export interface ChainQuery {
  search: string;
  /** A reason. */
  status: string;
  sort: ChainSort;
}

interface Page {
  rows: ChainReviewRow[];
  /** Cursor of the page after it. */
  next: string | undefined;
  total: number;
}

/** The list's query as the address holds it. Typing leaves no steps for Back, choosing does. */
export function useReviewQuery() {
  const { query: given } = useAddress();
  const query: ChainQuery = {
    search: given.get('search') ?? '',
    status: given.get('status') ?? '',
    sort: SORTS.find((sort) => sort === given.get('sort')) ?? '-block',
  };
  function change(part: Partial<ChainQuery>, how?: { replace: boolean }) {
    const { sort, ...rest } = { ...query, ...part };
    go(withQuery(CHAIN_REVIEW_PATH, { ...rest, sort: sort === '-block' ? undefined : sort }), how);
  }
  return { query, change };
}

/** Money that waits, page after page; what is shown stays while the next query is on its way. */
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
