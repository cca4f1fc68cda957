import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { go, useAddress, withQuery } from '../../web/address.ts';
import { call, callWithHeaders, nextCursor } from '../../web/api.ts';
import { type ListedUser, listUsers, USER_STATUSES } from './users.contract.ts';

export const USERS_PATH = '/admin/users';

const SORTS = ['createdAt', '-createdAt', 'email', '-email'] as const;

/** How many rows are fetched at a time. */
const pageSize = 100;

interface Asked {
  search?: string;
  status?: string;
  sort?: string;
}

/** The accounts that the address asks for, and what changes it. Typing leaves no steps for Back, choosing does. */
export function useAccountList() {
  const { path, query } = useAddress();
  const search = query.get('search') ?? '';
  const status = USER_STATUSES.find((one) => one === query.get('status'));
  const sort = SORTS.find((one) => one === query.get('sort'));
  const asked = { search, ...(status ? { status } : {}), ...(sort ? { sort } : {}) };
  const list = useInfiniteQuery({
    queryKey: [listUsers.name, asked],
    queryFn: async ({ pageParam, signal }) => {
      const given = { ...asked, limit: pageSize, cursor: pageParam };
      const { answer, headers } = await callWithHeaders(listUsers, { query: given, signal });
      const total = Number(headers.get('X-Total-Count') ?? answer.length);
      return { rows: answer, next: nextCursor(headers), total };
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });
  return {
    list,
    users: list.data?.pages.flatMap(({ rows }) => rows),
    total: list.data?.pages.at(-1)?.total ?? 0,
    asked: { search, status: status ?? '', sort: sort ?? '' },
    ask: (change: Asked, how?: { replace: boolean }) =>
      go(withQuery(path, { search, status, sort, ...change }), how),
  };
}

/**
 * The account that the address opens (`?open=<id>`): a reload keeps it, a link leads to it, Back closes it.
 * One that is not among those shown is asked for.
 */
export function useOpenedAccount(shown: readonly ListedUser[] | undefined) {
  const { path, query } = useAddress();
  const id = query.get('open') ?? undefined;
  const known = shown?.find((user) => user.id === id);
  const asked = useQuery({
    queryKey: [listUsers.name, 'opened', id],
    queryFn: async ({ signal }) =>
      (await call(listUsers, { query: { id, limit: 1 }, signal }))[0] ?? null,
    enabled: id !== undefined && shown !== undefined && !known,
  });
  // Whether Back leads to the same page with nothing opened.
  const isStep = useRef(false);
  const others = Object.fromEntries([...query].filter(([name]) => name !== 'open'));
  return {
    user: id === undefined ? undefined : (known ?? asked.data ?? undefined),
    /** The address opens an account that is not there, or not any more. */
    isMissing: id !== undefined && !known && (asked.data === null || asked.isError),
    open(user: ListedUser) {
      isStep.current = true;
      go(withQuery(path, { ...others, open: user.id }));
    },
    close() {
      if (isStep.current) history.back();
      else go(withQuery(path, others), { replace: true });
      isStep.current = false;
    },
  };
}
