import type { RowData } from '@tanstack/react-table';
import type { ReactNode } from 'react';

export type Column<Row> = {
  id: string;
  /** The column's words; on a phone they are before each value. */
  header: string;
  cell: (row: Row) => ReactNode;
  /** Makes the column sortable here, by this value. */
  sortBy?: (row: Row) => string | number;
  /** Makes the column sortable by the server: needs `onSort`. */
  sortable?: boolean;
  /** Right-aligned, figures of one width. */
  numeric?: boolean;
  /** A text that gives way where the columns do not fit beside each other: `long` takes the larger share. */
  yields?: 'text' | 'long';
  /** Not shown unless someone chooses it. */
  isExtra?: boolean;
  /** Where a phone shows it beside the name, in a list whose rows open. */
  onPhone?: PhonePlace;
};

/**
 * A phone's row has two lines: the name with something at its end, and below it one or two things beside each other with
 * another at the end.
 */
export type PhonePlace = 'end' | 'below' | 'beside' | 'below-end';

/**
 * The place of each column that a phone shows, by its id: those that say so, or the first that find a place. The row
 * opens to show the others.
 */
export function phonePlaces<Row>(columns: readonly Column<Row>[]): Map<string, PhonePlace> {
  const others = columns.slice(1);
  const named = others.flatMap(({ id, onPhone }): [string, PhonePlace][] =>
    onPhone ? [[id, onPhone]] : [],
  );
  if (named.length > 0) return new Map(named);
  const figure = others.find(({ numeric }) => numeric);
  const [first, second, third] = others.filter((column) => column !== figure);
  const found = [
    [figure, 'end'],
    [first, 'below'],
    [second, 'beside'],
    [third, 'below-end'],
  ] as const;
  return new Map(found.flatMap(([column, place]) => (column ? [[column.id, place]] : [])));
}

/** The class of a column's cells, its head included. */
export const classOf = ({ numeric, yields }: Pick<Column<never>, 'numeric' | 'yields'>) =>
  numeric ? 'numeric' : yields && `yields-${yields}`;

export type Sort = { id: string; desc: boolean };

/** Rows that can be chosen, to do something with many. */
export type Selection<Row> = {
  isChosen: (row: Row) => boolean;
  onChoose: (row: Row, isChosen: boolean) => void;
  /** The label of the checkbox before a row. */
  labelOf: (row: Row) => string;
  /** The checkbox in the head: all that the list matches, shown or not. */
  all: {
    label: string;
    isChosen: boolean;
    /** Some are chosen, and not all. */
    isPart: boolean;
    /** False while it is not known how many there are. */
    isKnown: boolean;
    onChoose: (isChosen: boolean) => void;
  };
};

export type TableGridProps<Row extends RowData> = {
  /** The table's name. */
  caption: string;
  /** The first column names the row. */
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
  /** The key of the row that is open beside the list. */
  openRow?: string | number | undefined;
  /** The details that a row unfolds; excludes `onRow`. */
  details?: (row: Row) => ReactNode;
  /** A box before each row. */
  selection?: Selection<Row> | undefined;
  isBusy: boolean;
  children: ReactNode;
};
