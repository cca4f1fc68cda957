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
  return {
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
