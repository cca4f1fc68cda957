import type { RowData } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';
import { TableRow } from './TableRow.tsx';
import { Icon } from './Icon.tsx';
import { useSortedRows } from './useSortedRows.ts';

export type Column<Row> = {
  id: string;
  /** The column's words; on a phone they stand before each value. */
  header: string;
  cell: (row: Row) => ReactNode;
  /** Makes the column sortable here, by this value. */
  sortBy?: (row: Row) => string | number;
  /** Makes the column sortable by the server: needs `onSort`. */
  sortable?: boolean;
  /** Right-aligned, figures of one width. */
  numeric?: boolean;
};

export type Sort = { id: string; desc: boolean };

export type TableGridProps<Row extends RowData> = {
  /** The table's name. */
  caption: string;
  /** The first column names the row. Keep the array stable. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** How many rows there are in all, fetched or not. */
  total?: number;
  /** The order that the server gave the rows; without `onSort` the order to begin with. */
  sort?: Sort;
  /** Given where the server sorts. */
  onSort?: (sort: Sort) => void;
  /** Opens a row: a click anywhere on it, or the button that its first cell becomes. */
  onRow?: (row: Row) => void;
  /** What a row unfolds; excludes `onRow`. */
  details?: (row: Row) => ReactNode;
  isBusy: boolean;
  children: ReactNode;
};

/** Beyond this many, only the rows in sight are in the page. */
const drawAllUpTo = 100;

export function TableGrid<Row extends RowData>(props: TableGridProps<Row>) {
  const { caption, columns, onRow, details, isBusy, children } = props;
  const scroller = useRef<HTMLElement>(null);
  const { rows, headers } = useSortedRows(props);
  const isVirtual = rows.length > drawAllUpTo;
  // It changes without new props; nothing here is memoised by a compiler.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: rows.length,
    enabled: isVirtual,
    getScrollElement: () => scroller.current,
    estimateSize: () => 48,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 12,
    initialRect: { width: 800, height: 600 },
  });

  const inSight = isVirtual ? virtual.getVirtualItems().map((item) => item.index) : rows.keys();
  const above = isVirtual ? (virtual.getVirtualItems()[0]?.start ?? 0) : 0;
  const below = isVirtual
    ? virtual.getTotalSize() - (virtual.getVirtualItems().at(-1)?.end ?? 0)
    : 0;
  const count = Math.max(props.total ?? 0, rows.length);

  return (
    <section
      ref={scroller}
      className="table-scroll"
      aria-label={caption}
      data-virtual={isVirtual || undefined}
      // What scrolls must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <table aria-label={caption} aria-busy={isBusy} aria-rowcount={count + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {headers.map((header) => (
              <HeaderCell key={header.id} {...header} />
            ))}
          </tr>
        </thead>
        <Gap height={above} />
        {[...inSight].map((index) => {
          const row = rows[index];
          return row === undefined ? null : (
            <TableRow
              key={row.id}
              ref={isVirtual ? virtual.measureElement : undefined}
              index={index}
              row={row.original}
              columns={columns}
              onRow={onRow}
              details={details}
            />
          );
        })}
        <Gap height={below} />
      </table>
      {children}
    </section>
  );
}

/** Stands for the rows out of sight. */
function Gap({ height }: { height: number }) {
  return height > 0 ? (
    <tbody aria-hidden="true">
      <tr style={{ height }} />
    </tbody>
  ) : null;
}

type HeaderProps = {
  words: string;
  numeric: boolean;
  sorted: 'asc' | 'desc' | false;
  onSort: (() => void) | undefined;
};

function HeaderCell({ words, numeric, sorted, onSort }: HeaderProps) {
  const order = { asc: 'ascending', desc: 'descending' } as const;
  return (
    <th
      scope="col"
      className={numeric ? 'numeric' : undefined}
      aria-sort={sorted ? order[sorted] : onSort && 'none'}
    >
      {onSort === undefined ? (
        words
      ) : (
        <button type="button" onClick={onSort}>
          {words}
          {sorted ? <Icon name={sorted === 'asc' ? 'up' : 'down'} /> : null}
        </button>
      )}
    </th>
  );
}
