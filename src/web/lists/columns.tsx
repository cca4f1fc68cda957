import type { Column } from './table.ts';

/** A day or a moment, which does not break. */
export const dateColumn = <Row,>(
  id: string,
  header: string,
  text: (row: Row) => string,
  more: Partial<Column<Row>> = {},
): Column<Row> => ({
  id,
  header,
  cell: (row) => <span className="whitespace-nowrap figures">{text(row)}</span>,
  ...more,
});

/** A column of people's own text, in its own direction; a long word breaks before it pushes the other columns out of sight. */
export const textColumn = <Row,>(
  id: string,
  header: string,
  text: (row: Row) => string | null,
): Column<Row> => ({
  id,
  header,
  cell: (row) => (
    <span dir="auto" className="block [overflow-wrap:anywhere] md:min-w-48">
      {text(row)}
    </span>
  ),
});
