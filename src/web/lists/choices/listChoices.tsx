import { createContext, useContext, useState } from 'react';
import { type ChoiceList, type ListChoices, NOTHING_CHOSEN } from '../../../shared/list-choices.ts';

export interface ChoiceStore {
  /** Undefined as long as it is not known what was chosen: it is on its way, or could not be read. */
  of(list: ChoiceList): ListChoices | undefined;
  /** Reads it again; given where it could not be read. */
  again: (() => void) | undefined;
  save(list: ChoiceList, choices: ListChoices): void;
}

/** Where an administrator's columns and views are kept, filled by the page; without it they last as long as the list. */
export const Choices = createContext<ChoiceStore | undefined>(undefined);

/** The choices for a list and their setter; none where a list has no name. */
export function useListChoices(list: ChoiceList | undefined) {
  const store = useContext(Choices);
  const [own, setOwn] = useState<ListChoices>();
  const saved = list && store ? store.of(list) : NOTHING_CHOSEN;
  const isKnown = saved !== undefined;
  const choices = own ?? saved ?? NOTHING_CHOSEN;
  return {
    isKnown,
    choices,
    again: store?.again,
    change(part: Partial<ListChoices>) {
      // The whole is kept in place of the one before, which must not be lost unseen.
      if (!isKnown) return;
      const next = { ...choices, ...part };
      // It shows at once; what is kept is known by the next visit.
      setOwn(next);
      if (list) store?.save(list, next);
    },
  };
}
