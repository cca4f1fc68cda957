import { go, useAddress, withQuery } from '../../web/address.ts';
import type { Sort } from '../../web/ui/DataTable.tsx';

/** What a list is narrowed to; the address holds it, so that Back and a reload keep it. */
export interface ListQuery {
  search: string;
  country: string;
  status: string;
  /** Who cares for it: an administrator’s id, or nobody. */
  owner: string;
  tag: string;
  /** Of the UTC calendar, "2026-11-21". */
  day: string;
  /** A column's id, with a minus in front for the last ones first; empty is newest first. */
  sort: string;
}

const FILTERS = ['search', 'country', 'status', 'owner', 'tag', 'day', 'sort'] as const;

/** The list's query and what changes it. Typing leaves no steps for Back, choosing does. */
export function useListAddress() {
  const { path, query: given } = useAddress();
  const filled = FILTERS.map((name) => [name, given.get(name) ?? '']);
  const query = Object.fromEntries(filled) as Record<keyof ListQuery, string>;

  function change(part: Partial<ListQuery>, how?: { replace: boolean }) {
    go(withQuery(path, { ...query, ...part }), how);
  }
  return { query, change };
}

export const sortOf = (text: string): Sort | undefined =>
  text === '' ? undefined : { id: text.replace('-', ''), desc: text.startsWith('-') };

export const textOf = ({ id, desc }: Sort) => `${desc ? '-' : ''}${id}`;
