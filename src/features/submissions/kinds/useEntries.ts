import { ANY_TEXT, useListAddress } from '../../../web/lists/useListAddress.ts';
import { useRows } from '../../../web/lists/useRows.ts';
import type { Kind } from './Kind.tsx';

/** What a list is narrowed to; empty where it is not. */
export interface Asked {
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

const ASKABLE = {
  search: ANY_TEXT,
  country: ANY_TEXT,
  status: ANY_TEXT,
  owner: ANY_TEXT,
  tag: ANY_TEXT,
  day: ANY_TEXT,
  sort: ANY_TEXT,
} satisfies Record<keyof Asked, typeof ANY_TEXT>;

/** How many rows are fetched at a time: enough for the table to draw only those in sight from the start. */
const pageSize = 200;

/** The entries of a kind that the address asks for. */
export function useEntries(kind: Kind) {
  const { asked, question, ask, askOnly } = useListAddress(ASKABLE);
  return { list: useRows(kind.list, question, { pageSize }), asked, ask, question, askOnly };
}
