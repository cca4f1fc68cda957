import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { go, useAddress, withQuery } from '../address.ts';
import type { RowSource } from './useRows.ts';

export interface OpenedRow<Row> {
  /** Undefined while nothing is opened, and when it is missing. */
  row: Row | undefined;
  /** The address opens what does not exist, or not any more. */
  isMissing: boolean;
  close: () => void;
  /** Where the row is among those of the list, from 1; undefined when it is not among those shown. */
  at?: number | undefined;
  /** How many the list has. */
  of?: number | undefined;
  /** Opens the next row (1) or the one before (-1); undefined where there is none. */
  next?: (() => void) | undefined;
  previous?: (() => void) | undefined;
}

/** How many rows a list has in all, where it knows. */
interface Counted {
  total?: number;
}

/**
 * The row that the address opens (`?open=<id>`, with `parts` beside it where a page has several lists), so that a
 * reload keeps it, a link leads to it and Back closes it. One that is not among those shown is asked for; without a
 * source nothing is opened.
 */
export function useOpenedRow<Row extends { id: string | number }>(
  source: RowSource<Row, { id?: string | undefined; limit?: number | undefined }> | undefined,
  shown: readonly Row[] | undefined,
  parts: readonly string[] = [],
  { total }: Counted = {},
): OpenedRow<Row> & { open: (row: Row, beside?: Record<string, string>) => void } {
  const { path, query } = useAddress();
  const id = query.get('open') ?? undefined;
  const known = shown?.find((row) => String(row.id) === id);
  const asked = useQuery({
    queryKey: [source?.name, 'opened', id],
    queryFn: async ({ signal }) =>
      (await source?.fetchPage({ id, limit: 1 }, signal))?.rows[0] ?? null,
    enabled: source !== undefined && id !== undefined && shown !== undefined && !known,
  });
  // Whether Back leads to the same page with nothing opened.
  const isStep = useRef(false);
  const others = Object.fromEntries(
    [...query].filter(([name]) => name !== 'open' && !parts.includes(name)),
  );
  const at = known ? (shown?.indexOf(known) ?? -1) : -1;
  // Back leads to the list, not through the rows that were looked at.
  const openAt = (place: number) => {
    const row = at < 0 ? undefined : shown?.[place];
    if (!row) return undefined;
    const beside = Object.fromEntries([...query].filter(([name]) => parts.includes(name)));
    return () =>
      go(withQuery(path, { ...others, ...beside, open: String(row.id) }), { replace: true });
  };
  return {
    at: at < 0 ? undefined : at + 1,
    of: Math.max(total ?? 0, shown?.length ?? 0),
    next: openAt(at + 1),
    previous: openAt(at - 1),
    row: id === undefined ? undefined : (known ?? asked.data ?? undefined),
    isMissing: id !== undefined && !known && (asked.data === null || asked.isError),
    open(row, beside = {}) {
      isStep.current = true;
      go(withQuery(path, { ...others, ...beside, open: String(row.id) }));
    },
    close() {
      if (isStep.current) history.back();
      else go(withQuery(path, others), { replace: true });
      isStep.current = false;
    },
  };
}
