import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { go, useAddress, withQuery } from '../../../web/address.ts';
import { callWithHeaders, nextCursor } from '../../../web/api.ts';
import { listReports, type ReportStatus } from './moderation.contract.ts';

export const REPORTS_PATH = '/admin/users/reports';

/** How many are fetched at a time; each carries a whole message. */
const pageSize = 20;

/** The reports that the address asks for: who has waited longest first, of the decided the newest. */
export function useReports() {
  const { path, query } = useAddress();
  const status: ReportStatus = query.get('status') === 'resolved' ? 'resolved' : 'open';
  const search = query.get('search') ?? '';
  const sort = status === 'open' ? 'createdAt' : '-createdAt';
  const list = useInfiniteQuery({
    queryKey: [listReports.name, status, search],
    queryFn: async ({ pageParam, signal }) => {
      const given = { status, search, sort, limit: pageSize, cursor: pageParam } as const;
      const { answer, headers } = await callWithHeaders(listReports, { query: given, signal });
      const total = Number(headers.get('X-Total-Count') ?? answer.length);
      return { rows: answer, next: nextCursor(headers), total, asked: `${status} ${search}` };
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });
  return {
    status,
    search,
    list,
    reports: list.data?.pages.flatMap(({ rows }) => rows),
    total: list.data?.pages.at(-1)?.total ?? 0,
    /** What those that are shown are an answer to; they stay until the next ones are there. */
    answered: list.data?.pages[0]?.asked ?? '',
    ask: (change: { status?: ReportStatus; search?: string }, how?: { replace: boolean }) =>
      go(withQuery(path, { search, status, ...change }), how),
  };
}
