import {
  createColumnHelper,
  createSortedRowModel,
  type RowData,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import { useLanguage } from '../words.tsx';
import { classOf, type Column, type TableGridProps } from './table.ts';

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });

/** The rows of a table in their order, and its headers with what a press on them does. */
export function useSortedRows<Row extends RowData>(props: TableGridProps<Row>) {
  const { columns, rows, rowKey, sort, onSort } = props;
  const language = useLanguage();
  const [own, setOwn] = useState<SortingState>(sort ? [sort] : []);
  const sorting = useMemo(() => (onSort ? (sort ? [sort] : []) : own), [onSort, sort, own]);

  const table = useTable({
    features,
    data: rows,
    columns: definitions(columns, language),
    getRowId: (row) => String(rowKey(row)),
    state: { sorting },
    manualSorting: onSort !== undefined,
    enableSortingRemoval: false,
    onSortingChange: (change) => {
      const next = typeof change === 'function' ? change(sorting) : change;
      setOwn(next);
      if (next[0]) onSort?.(next[0]);
    },
  });

  const isSortable = (column: Column<Row>) =>
    (onSort ? column.sortable : column.sortBy) !== undefined;
  const headers = columns.map((column) => ({
    id: column.id,
    words: column.header,
    className: classOf(column),
    sorted: table.getColumn(column.id)?.getIsSorted() ?? (false as const),
    onSort: isSortable(column) ? () => table.getColumn(column.id)?.toggleSorting() : undefined,
  }));
  return { rows: table.getRowModel().rows, headers };
}

/** Figures by size, words in the order of the language. */
function comparer(language: string): (a: unknown, b: unknown) => number {
  const inWords = new Intl.Collator(language, { numeric: true, sensitivity: 'base' });
  return (a, b) =>
    typeof a === 'number' && typeof b === 'number' ? a - b : inWords.compare(String(a), String(b));
}

function definitions<Row extends RowData>(columns: readonly Column<Row>[], language: string) {
  const compare = comparer(language);
  const helper = createColumnHelper<typeof features, Row>();
  return columns.map((column) =>
    helper.accessor((row): unknown => column.sortBy?.(row) ?? '', {
      id: column.id,
      sortDescFirst: false,
      sortFn: (a, b, id) => compare(a.getValue(id), b.getValue(id)),
    }),
  );
}
