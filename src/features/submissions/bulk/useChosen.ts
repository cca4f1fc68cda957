import { useState } from 'react';
import type { Entry } from '../kinds/Kind.tsx';
import type { Asked } from '../kinds/useEntries.ts';

interface Chosen {
  /** What the list was asked: of another question nothing is chosen. */
  question: string;
  ids: ReadonlySet<string>;
  /** All that the list shows, fetched or not. */
  isAll: boolean;
  /** How many were there to be seen when one was taken out of all: no others stayed chosen. */
  leftOf: number | undefined;
}

/** Which entries of a list were chosen, one by one or all that it shows; none once it is asked something else. */
export function useChosen({ sort: _, ...narrowed }: Asked) {
  const question = JSON.stringify(narrowed);
  const none: Chosen = { question, ids: new Set(), isAll: false, leftOf: undefined };
  const [state, setState] = useState(none);
  const { ids, isAll, leftOf } = state.question === question ? state : none;
  return {
    ids,
    isAll,
    leftOf,
    isChosen: ({ id }: Entry) => isAll || ids.has(id),
    choose(entry: Entry, isChosen: boolean, shown: readonly Entry[]) {
      // From all, one is taken out of those that are there to be seen.
      const next = new Set(isAll ? shown.map(({ id }) => id) : ids);
      if (isChosen) next.add(entry.id);
      else next.delete(entry.id);
      setState({ question, ids: next, isAll: false, leftOf: isAll ? shown.length : leftOf });
    },
    chooseAll: () => setState({ ...none, isAll: true }),
    chooseNone: () => setState(none),
  };
}
