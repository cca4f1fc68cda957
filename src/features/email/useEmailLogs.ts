import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { go, useAddress, withQuery } from '../../web/address.ts';
import { callWithHeaders, nextCursor } from '../../web/api.ts';
import { listEmailLogs, LOG_STATUSES } from './email-log.contract.ts';

/** The history shows the last 100 (specification §9); a search goes on beyond them. */
const pageSize = 100;

interface Asked {
  search?: string;
  status?: string;
}

/** The mails that the address asks for, and what changes it. Typing leaves no steps for Back, choosing does. */
export function useEmailLogs() {
  const { path, query } = useAddress();
  const search = query.get('search') ?? '';
  const status = LOG_STATUSES.find((one) => one === query.get('status'));
  const isNarrowed = Boolean(search || status);
  const asked = { search, ...(status ? { status } : {}) };
  const list = useInfiniteQuery({
    queryKey: [listEmailLogs.name, asked],
    queryFn: async ({ pageParam, signal }) => {
      const given = { ...asked, limit: pageSize, cursor: pageParam };
      const { answer, headers } = await callWithHeaders(listEmailLogs, { query: given, signal });
      const total = Number(headers.get('X-Total-Count') ?? answer.length);
      return { rows: answer, next: nextCursor(headers), total };
    },
    initialPageParam: '',
    getNextPageParam: (page) => (isNarrowed ? page.next : undefined),
    placeholderData: keepPreviousData,
  });
  return {
    list,
    logs: list.data?.pages.flatMap(({ rows }) => rows),
    total: list.data?.pages.at(-1)?.total ?? 0,
    isNarrowed,
    asked: { search, status: status ?? '' },
    ask: (change: Asked, how?: { replace: boolean }) =>
      go(withQuery(path, { search, status, ...change }), how),
  };
}
