import type { RowData } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import type { TableGridProps } from './table.ts';
import { TableRow } from './TableRow.tsx';
import { Icon } from '../ui/Icon.tsx';
import { useWords } from '../words.tsx';
import { useSortedRows } from './useSortedRows.ts';

/** Beyond this many, only the rows in sight are in the page. */
const drawAllUpTo = 100;

export function TableGrid<Row extends RowData>(props: TableGridProps<Row>) {
  const { caption, columns, onRow, details, selection, isBusy, children } = props;
  const t = useWords();
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
      // A scrolling element must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <table aria-label={caption} aria-busy={isBusy} aria-rowcount={count + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {selection ? (
              <th scope="col" className="row-choice">
                <span className="sr-only">{t('Selected')}</span>
              </th>
            ) : null}
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
              selection={selection}
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
