import { ANY_TEXT, useList } from '../../../web/lists/useList.ts';
import type { Kind } from './Kind.tsx';

/** How many rows are fetched at a time: enough for the table to draw only those in sight from the start. */
const pageSize = 200;

/** The entries of a kind that the address asks for. */
export function useEntries(kind: Kind) {
  const list = useList(
    kind.list,
    {
      search: ANY_TEXT,
      country: ANY_TEXT,
      status: ANY_TEXT,
      /** The owner: an administrator’s id, or nobody. */
      owner: ANY_TEXT,
      tag: ANY_TEXT,
      /** Of the UTC calendar, "2026-11-21". */
      day: ANY_TEXT,
      /** What makes the day unusual: only the signatures for which it holds. */
      reason: ANY_TEXT,
      /** A column's id, with a minus in front for the last ones first; empty is newest first. */
      sort: ANY_TEXT,
    },
    { pageSize },
  );
  return {
    ...list,
    /** False while the answer is on its way: the total is of another question. */
    isKnown: !list.isFetching && !list.error && list.isCounted,
  };
}

export type Entries = ReturnType<typeof useEntries>;

/** What a list is narrowed to; empty where it is not. */
export type Asked = Entries['asked'];
