import { type MouseEvent, type ReactNode, type Ref, useId, useState } from 'react';
import { Icon } from '../ui/Icon.tsx';
import { classOf, type Column, type PhonePlace, type Selection } from './table.ts';

type TableRowProps<Row> = {
  ref: Ref<HTMLTableSectionElement> | undefined;
  index: number;
  id: string;
  /** All of it is shown beside the list. */
  isOpen: boolean;
  row: Row;
  columns: readonly Column<Row>[];
  /** Of the columns that a phone shows. */
  places: ReadonlyMap<string, PhonePlace>;
  onRow: ((row: Row) => void) | undefined;
  details: ((row: Row) => ReactNode) | undefined;
  selection: Selection<Row> | undefined;
};

/** A row with what it unfolds, in a body of its own so that both are measured together. */
export function TableRow<Row>(props: TableRowProps<Row>) {
  const { ref, index, id, isOpen, row, columns, places, onRow, details, selection } = props;
  const detailsId = useId();
  const [isUnfolded, setUnfolded] = useState(false);
  const act = details ? () => setUnfolded(!isUnfolded) : onRow && (() => onRow(row));

  /** A press on the row's own links and controls, or the end of marking text, is no press on the row. */
  function clickRow(event: MouseEvent<HTMLElement>) {
    const isControl =
      event.target instanceof Element &&
      event.target.closest('a, button, input, select, textarea, label');
    if (!isControl && !getSelection()?.toString()) act?.();
  }

  const value = (column: Column<Row>, isFirst: boolean) =>
    isFirst && act ? (
      <button
        type="button"
        className="row-action"
        onClick={act}
        data-row={id}
        aria-current={isOpen || undefined}
        aria-expanded={details ? isUnfolded : undefined}
        aria-controls={details && isUnfolded ? detailsId : undefined}
      >
        {column.cell(row)}
        {details ? <Icon name="chevron" /> : null}
      </button>
    ) : (
      column.cell(row)
    );

  return (
    <tbody ref={ref} data-index={index}>
      <tr aria-rowindex={index + 2} onClick={act && clickRow} className={act && 'row-acts'}>
        {selection ? (
          <td className="row-choice">
            <Choice row={row} selection={selection} />
          </td>
        ) : null}
        {columns.map((column, at) => {
          const Cell = at === 0 ? 'th' : 'td';
          return (
            <Cell
              key={column.id}
              scope={at === 0 ? 'row' : undefined}
              data-label={column.header}
              data-on-phone={places.get(column.id)}
              className={classOf(column)}
            >
              {value(column, at === 0)}
            </Cell>
          );
        })}
      </tr>
      {details && isUnfolded ? (
        <tr id={detailsId} className="row-details">
          <td colSpan={columns.length + (selection ? 1 : 0)}>{details(row)}</td>
        </tr>
      ) : null}
    </tbody>
  );
}

function Choice<Row>({ row, selection }: { row: Row; selection: Selection<Row> }) {
  return (
    <label className="choice">
      <input
        type="checkbox"
        aria-label={selection.labelOf(row)}
        checked={selection.isChosen(row)}
        onChange={(event) => selection.onChoose(row, event.target.checked)}
      />
    </label>
  );
}
