import { useQuery } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
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
  /** Set by what shows the row, while it does. */
  shownRef?: RefObject<ShownRow | undefined>;
}

interface ShownRow {
  /** Asks first when leaving the row would lose something. */
  canLeave: () => Promise<boolean>;
  focus: () => void;
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
  // A list that is narrowed meanwhile may not have it any more: it stays until it is known that there is no such row.
  const [last, setLast] = useState<Row>();
  const seen = String(last?.id) === id ? last : undefined;
  const isMissing = id !== undefined && !known && (asked.data === null || (asked.isError && !seen));
  const row = id === undefined || isMissing ? undefined : (known ?? asked.data ?? seen);
  if (row?.id !== last?.id) setLast(row);
  const shownRef = useRef<ShownRow>(undefined);
  // The list from which it was opened, to which Back leads.
  const openedFrom = useRef<string>(undefined);
  const others = Object.fromEntries(
    [...query].filter(([name]) => name !== 'open' && !parts.includes(name)),
  );
  const list = withQuery(path, others);
  const at = known ? (shown?.indexOf(known) ?? -1) : -1;
  // Back leads to the list, not through the rows that were looked at.
  const openAt = (place: number) => {
    const there = at < 0 ? undefined : shown?.[place];
    if (!there) return undefined;
    const beside = Object.fromEntries([...query].filter(([name]) => parts.includes(name)));
    return () =>
      go(withQuery(path, { ...others, ...beside, open: String(there.id) }), { replace: true });
  };
  return {
    at: at < 0 ? undefined : at + 1,
    of: Math.max(total ?? 0, shown?.length ?? 0),
    next: openAt(at + 1),
    previous: openAt(at - 1),
    row,
    isMissing,
    shownRef,
    async open(one, beside = {}) {
      const place = { ...beside, open: String(one.id) };
      const to = withQuery(path, { ...others, ...place });
      const panel = shownRef.current;
      if (Object.entries(place).every(([name, value]) => query.get(name) === value)) {
        panel?.focus();
      } else if (id === undefined) {
        openedFrom.current = list;
        go(to);
      } else if (!panel || (await panel.canLeave())) go(to, { replace: true });
    },
    close() {
      if (openedFrom.current === list) history.back();
      else go(list, { replace: true });
      openedFrom.current = undefined;
    },
  };
}
