import type { Column } from '../table.ts';

/**
 * Which columns a list shows, and in what order: the ids that were chosen, or null for the usual ones. The first column
 * names the row and stays where it is; those marked as `isExtra` are shown once someone chooses them.
 */
export function columnChoice<Row>(
  columns: readonly Column<Row>[],
  chosen: readonly string[] | null,
  onChoose: (ids: string[] | null) => void,
) {
  const [first, ...others] = columns;
  const usual = others.filter(({ isExtra }) => !isExtra).map(({ id }) => id);
  // Columns that the list no longer has are left out.
  const ids = (chosen ?? usual).filter((id) => others.some((column) => column.id === id));
  const inOrder = ids.flatMap((id) => others.filter((column) => column.id === id));
  return {
    shown: first ? [first, ...inOrder] : inOrder,
    ids,
    others,
    isUsual: ids.join() === usual.join(),
    toggle: (id: string) =>
      onChoose(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]),
    /** One place towards the front (-1) or the back (1). */
    move(id: string, by: -1 | 1) {
      const next = ids.filter((one) => one !== id);
      next.splice(Math.max(0, ids.indexOf(id) + by), 0, id);
      onChoose(next);
    },
    reset: () => onChoose(null),
  };
}

export type ColumnChoices<Row> = ReturnType<typeof columnChoice<Row>>;
