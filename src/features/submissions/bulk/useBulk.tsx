import type { ReactNode } from 'react';
import { useCan } from '../../../web/permissions.tsx';
import type { Selection } from '../../../web/lists/DataTable.tsx';
import { useWords } from '../../../web/words.tsx';
import type { Entry, Kind } from '../kinds/Kind.tsx';
import type { Entries } from '../kinds/useEntries.ts';
import { BulkTriage } from './BulkTriage.tsx';
import { useChosen } from './useChosen.ts';

/** Boxes before the rows of a kind that is triaged, and what can be done with those that are ticked. */
export function useBulk(
  { triage }: Kind,
  list: Entries,
): { bar: ReactNode; selection: Selection<Entry> | undefined } {
  const t = useWords();
  const can = useCan();
  const chosen = useChosen(list.asked);
  if (!triage || !can('submissions:triage')) return { bar: null, selection: undefined };
  return {
    bar: <BulkTriage kind={triage} list={list} chosen={chosen} />,
    selection: {
      isChosen: chosen.isChosen,
      onChoose: (entry, isChosen) => chosen.choose(entry, isChosen, list.rows ?? []),
      labelOf: ({ name }) => t('Select {name}', { name }),
      all: {
        label: t('Select all {count, plural, other {#}}', { count: list.total }),
        isChosen: chosen.isAll,
        isPart: chosen.ids.size > 0,
        isKnown: list.isKnown,
        onChoose: (isChosen) => (isChosen ? chosen.chooseAll() : chosen.chooseNone()),
      },
    },
  };
}
