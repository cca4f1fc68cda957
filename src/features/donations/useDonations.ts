import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { go, useAddress, withQuery } from '../../web/address.ts';
import { call, callWithHeaders, nextCursor } from '../../web/api.ts';
import { type Donation, listDonations } from './donation.contract.ts';

const SORTS = ['receivedOn', '-receivedOn', 'donationAmount', '-donationAmount'] as const;

/** How many rows are fetched at a time. */
const pageSize = 100;

/** The donations that the address asks for, and what changes it. Typing leaves no steps for Back, choosing does. */
export function useDonations() {
  const { path, query } = useAddress();
  const search = query.get('search') ?? '';
  const sort = SORTS.find((one) => one === query.get('sort'));
  const asked = { search, ...(sort ? { sort } : {}) };
  const list = useInfiniteQuery({
    queryKey: [listDonations.name, asked],
    queryFn: async ({ pageParam, signal }) => {
      const given = { ...asked, limit: pageSize, cursor: pageParam };
      const { answer, headers } = await callWithHeaders(listDonations, { query: given, signal });
      const total = Number(headers.get('X-Total-Count') ?? answer.length);
      return { rows: answer, next: nextCursor(headers), total };
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });
  return {
    list,
    donations: list.data?.pages.flatMap(({ rows }) => rows),
    total: list.data?.pages.at(-1)?.total ?? 0,
    asked: { search, sort: sort ?? '' },
    ask: (change: { search?: string; sort?: string }, how?: { replace: boolean }) =>
      go(withQuery(path, { search, sort, ...change }), how),
  };
}

/**
 * The donation that the address opens (`?open=<id>`): a reload keeps it, a link leads to it, Back closes it.
 * One that is not among those shown is asked for.
 */
export function useOpenedDonation(shown: readonly Donation[] | undefined) {
  const { path, query } = useAddress();
  const id = query.get('open') ?? undefined;
  const known = shown?.find((donation) => donation.id === id);
  const asked = useQuery({
    queryKey: [listDonations.name, 'opened', id],
    queryFn: async ({ signal }) =>
      (await call(listDonations, { query: { id, limit: 1 }, signal }))[0] ?? null,
    enabled: id !== undefined && shown !== undefined && !known,
  });
  // Whether Back leads to the same page with nothing opened.
  const isStep = useRef(false);
  const others = Object.fromEntries([...query].filter(([name]) => name !== 'open'));
  return {
    donation: id === undefined ? undefined : (known ?? asked.data ?? undefined),
    /** The address opens a donation that is not there, or not any more. */
    isMissing: id !== undefined && !known && (asked.data === null || asked.isError),
    open(donation: Donation) {
      isStep.current = true;
      go(withQuery(path, { ...others, open: donation.id }));
    },
    close() {
      if (isStep.current) history.back();
      else go(withQuery(path, others), { replace: true });
      isStep.current = false;
    },
  };
}
