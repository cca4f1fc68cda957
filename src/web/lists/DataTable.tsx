import type { RowData } from '@tanstack/react-table';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useWords } from '../words.tsx';
import { Button } from '../ui/Button.tsx';
import './DataTable.css';
import { EmptyState } from './EmptyState.tsx';
import { Loading } from '../loading/Loading.tsx';
import { Notice } from '../ui/Notice.tsx';
import type { TableGridProps } from './table.ts';
import { TableGrid } from './TableGrid.tsx';

export type { Column, Selection, Sort } from './table.ts';

export type DataTableProps<Row extends RowData> = Omit<
  TableGridProps<Row>,
  'rows' | 'isBusy' | 'children'
> & {
  /** Undefined while the first rows are on their way. */
  rows: readonly Row[] | undefined;
  /** Rows are being fetched; those that are there stay, and a shuttle runs above them. */
  isLoading?: boolean;
  loadingLabel: string;
  /** Why the rows could not be fetched. */
  error?: string | undefined;
  onRetry?: () => void;
  /** The message of an empty list; a string becomes the title of an empty state. */
  empty: ReactNode;
  /** There are more rows than the total says. */
  isTotalLeast?: boolean;
  /** Given while there are more rows to fetch. */
  onLoadMore?: (() => void) | undefined;
  /** Fetches more by itself when the end comes into sight; the button stays for the keyboard. */
  isEndless?: boolean;
};

/** A list of rows with all its moods: on its way, failed, empty, some, more. */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { rows, isLoading = false, loadingLabel, error, onRetry, empty, ...rest } = props;
  const { onLoadMore, isEndless = false, isTotalLeast = false, ...grid } = rest;
  const t = useWords();
  const shown = rows?.length ?? 0;
  const count = Math.max(grid.total ?? 0, shown);

  const failure =
    error === undefined ? null : (
      <Notice role="alert" tone="danger">
        <p>{error}</p>
        {onRetry === undefined ? null : <Button onClick={onRetry}>{t('Try again')}</Button>}
      </Notice>
    );
  if (rows === undefined || (rows.length === 0 && isLoading)) {
    return failure ?? <Loading>{loadingLabel}</Loading>;
  }
  if (rows.length === 0)
    return failure ?? (typeof empty === 'string' ? <EmptyState title={empty} /> : empty);
  return (
    <div className="data">
      {failure}
      <TableGrid {...grid} rows={rows} isBusy={isLoading}>
        {isEndless && onLoadMore ? <EndOfRows onSeen={onLoadMore} count={rows.length} /> : null}
      </TableGrid>
      <div className="data-end">
        <p className="hint" aria-live="polite">
          {isLoading
            ? loadingLabel
            : isTotalLeast
              ? t('{shown, plural, other {#}} of more than {count, plural, other {# rows}}', {
                  shown,
                  count,
                })
              : t('{shown, plural, other {#}} of {count, plural, one {# row} other {# rows}}', {
                  shown,
                  count,
                })}
        </p>
        {onLoadMore === undefined ? null : (
          <Button pending={isLoading} onClick={onLoadMore}>
            {t('Load more')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** A mark after the last row that tells when it is seen, once for each number of rows. */
function EndOfRows({ onSeen, count }: { onSeen: () => void; count: number }) {
  const mark = useRef<HTMLDivElement>(null);
  const seen = useEffectEvent(onSeen);
  useEffect(() => {
    if (!mark.current || typeof IntersectionObserver === 'undefined') return;
    const look = (entries: readonly IntersectionObserverEntry[]) => {
      if (entries.some((entry) => entry.isIntersecting)) seen();
    };
    // A little ahead of the reader, who scrolls the table and not the page.
    const root = mark.current.closest('.table-scroll');
    const observer = new IntersectionObserver(look, {
      root,
      rootMargin: '0px 0px 400px',
    });
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, [count]);
  return <div ref={mark} />;
}
