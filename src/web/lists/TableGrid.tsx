import type { RowData } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { phonePlaces, type Selection, type TableGridProps } from './table.ts';
import { TableRow } from './TableRow.tsx';
import { Icon } from '../ui/Icon.tsx';
import { useWords } from '../words.tsx';
import { useSortedRows } from './useSortedRows.ts';

/** Beyond this many, only the rows in sight are in the page. */
const drawAllUpTo = 100;

/** In pixels; narrower lists have two lines a row. */
const phoneWidth = 640;

export function TableGrid<Row extends RowData>(props: TableGridProps<Row>) {
  const { caption, columns, onRow, openRow, details, selection, isBusy, children } = props;
  const t = useWords();
  const scroller = useRef<HTMLElement>(null);
  const { rows, headers } = useSortedRows(props);
  const places = phonePlaces(columns);
  const isVirtual = rows.length > drawAllUpTo;
  // It changes without new props; nothing here is memoised by a compiler.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: rows.length,
    enabled: isVirtual,
    getScrollElement: () => scroller.current,
    estimateSize: () => ((scroller.current?.clientWidth ?? 0) < phoneWidth ? 56 : 37),
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 20,
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
      // Its rows are opened to read all of them: in the list each is one line.
      data-opens={onRow ? '' : undefined}
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
                <ChoiceOfAll {...selection.all} />
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
              id={row.id}
              isOpen={row.id === String(openRow)}
              row={row.original}
              columns={columns}
              places={places}
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

function ChoiceOfAll({ label, isChosen, isPart, isKnown, onChoose }: Selection<unknown>['all']) {
  return (
    <label className="choice">
      <input
        ref={(box) => {
          if (box) box.indeterminate = isPart;
        }}
        type="checkbox"
        aria-label={label}
        disabled={!isKnown}
        checked={isChosen}
        onChange={(event) => onChoose(event.target.checked)}
      />
    </label>
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
  className: string | undefined;
  sorted: 'asc' | 'desc' | false;
  onSort: (() => void) | undefined;
};

function HeaderCell({ words, className, sorted, onSort }: HeaderProps) {
  const order = { asc: 'ascending', desc: 'descending' } as const;
  return (
    <th scope="col" className={className} aria-sort={sorted ? order[sorted] : onSort && 'none'}>
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
