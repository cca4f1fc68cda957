import { useState } from 'react';

/** Which rows are ticked; a row that is gone is ticked no more. */
export function useSelection<Row extends { id: string }>(
  rows: readonly Row[],
  start: readonly string[] = [],
) {
  const [ids, setIds] = useState<ReadonlySet<string>>(() => new Set(start));
  const chosen = rows.filter(({ id }) => ids.has(id));
  return {
    chosen,
    isAll: rows.length > 0 && chosen.length === rows.length,
    has: (id: string) => ids.has(id),
    choose(which: readonly Row[], isChosen: boolean) {
      setIds((before) => {
        const after = new Set(before);
        for (const { id } of which)
          if (isChosen) after.add(id);
          else after.delete(id);
        return after;
      });
    },
    clear: () => setIds(new Set()),
  };
}
