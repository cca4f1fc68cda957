import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { go, useAddress, withQuery } from '../../web/address.ts';
import { call, callWithHeaders, nextCursor } from '../../web/api.ts';
import { type AuditEntry, listAudit } from './audit.contract.ts';
import { AUDIT_AREAS } from './audit.rules.ts';

/** How many rows are fetched at a time. */
const pageSize = 100;

interface Asked {
  search?: string;
  status?: string;
  /** Calendar days of the reader, `YYYY-MM-DD`, both of them in the period. */
  from?: string;
  until?: string;
  sort?: string;
}

/**
 * Midnight before a calendar day of the reader, `days` later; undefined for what is no day, and outside the
 * years that the log is asked about: a year that is still being typed narrows nothing yet.
 */
function startOf(day: string, days = 0): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined;
  const moment = new Date(`${day}T00:00`);
  if (Number.isNaN(moment.getTime())) return undefined;
  moment.setDate(moment.getDate() + days);
  const text = moment.toISOString();
  return text.startsWith('2') ? text : undefined;
}

/** What the address asks of the log, and what changes it. Typing leaves no steps for Back, choosing does. */
export function useAuditLog() {
  const { path, query } = useAddress();
  const [search = '', from = '', until = ''] = ['search', 'from', 'until'].map(
    (name) => query.get(name) ?? '',
  );
  const status = AUDIT_AREAS.find((area) => area === query.get('status'));
  const sort = query.get('sort') === 'at' ? ('at' as const) : undefined;
  const given = { search, status, sort, from: startOf(from), before: startOf(until, 1) };
  const list = useInfiniteQuery({
    queryKey: [listAudit.name, given],
    queryFn: async ({ pageParam, signal }) => {
      const question = { ...given, limit: pageSize, cursor: pageParam };
      const { answer, headers } = await callWithHeaders(listAudit, { query: question, signal });
      const total = Number(headers.get('X-Total-Count') ?? answer.length);
      return { rows: answer, next: nextCursor(headers), total };
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    // Others write it all the time: whoever comes back sees what was added.
    refetchOnMount: 'always',
  });
  return {
    list,
    entries: list.data?.pages.flatMap(({ rows }) => rows),
    total: list.data?.pages.at(-1)?.total ?? 0,
    asked: { search, status: status ?? '', from, until, sort: sort ?? '' },
    ask: (change: Asked, how?: { replace: boolean }) =>
      go(withQuery(path, { search, status, from, until, sort, ...change }), how),
  };
}

/** The act that the address opens (`?open=<id>`): a reload keeps it, a link leads to it, Back closes it. */
export function useOpenedAct(shown: readonly AuditEntry[] | undefined) {
  const { path, query } = useAddress();
  const id = query.get('open') ?? undefined;
  const known = shown?.find((entry) => String(entry.id) === id);
  const asked = useQuery({
    queryKey: [listAudit.name, 'opened', id],
    queryFn: async ({ signal }) =>
      (await call(listAudit, { query: { id, limit: 1 }, signal }))[0] ?? null,
    enabled: id !== undefined && shown !== undefined && !known,
  });
  // Whether Back leads to the same page with nothing opened.
  const isStep = useRef(false);
  const others = Object.fromEntries([...query].filter(([name]) => name !== 'open'));
  return {
    entry: id === undefined ? undefined : (known ?? asked.data ?? undefined),
    /** The address opens an act that is not in the log. */
    isMissing: id !== undefined && !known && (asked.data === null || asked.isError),
    open(entry: AuditEntry) {
      isStep.current = true;
      go(withQuery(path, { ...others, open: String(entry.id) }));
    },
    close() {
      if (isStep.current) history.back();
      else go(withQuery(path, others), { replace: true });
      isStep.current = false;
    },
  };
}
