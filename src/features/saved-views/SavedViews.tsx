import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { type ChoiceList, type ListChoices, NOTHING_CHOSEN } from '../../shared/list-choices.ts';
import { words } from '../../shared/words.ts';
import { call, sentenceOf } from '../../web/api.ts';
import { Choices } from '../../web/lists/choices/listChoices.tsx';
import { read } from '../../web/queries.ts';
import { toast } from '../../web/ui/toasts.ts';
import { useWords } from '../../web/words.tsx';
import { readListChoices, saveListChoices } from './view.contract.ts';

interface Choice {
  list: ChoiceList;
  choices: ListChoices;
  /** What was kept when it was made: what another tab changed since stays. */
  seen: ListChoices;
}

/** Hands the lists inside what this administrator has chosen for them, and keeps what is chosen next. */
export function SavedViews({ children }: { children: ReactNode }) {
  const t = useWords();
  const client = useQueryClient();
  const { data, isError, refetch } = useQuery(read(readListChoices));
  const { mutate } = useMutation({
    mutationFn: ({ list, choices, seen }: Choice) =>
      call(saveListChoices, { params: { list }, body: { ...choices, seen } }),
    // One after the other: the last choice is the one that stays.
    scope: { id: saveListChoices.name },
    onSuccess: ({ choices }, { list }) => {
      // Known from here on, also where reading it again fails.
      client.setQueryData(
        read(readListChoices).queryKey,
        (known) => known && { ...known, [list]: choices },
      );
      return client.invalidateQueries({ queryKey: [readListChoices.name] });
    },
    onError: (error) => {
      const fallback = words('Your choices for this list could not be saved.');
      const description = t(sentenceOf(error, fallback));
      toast({ title: t('Update Failed'), description, variant: 'destructive' });
    },
  });
  const store = useMemo(
    () => ({
      of: (list: ChoiceList) => data && (data[list] ?? NOTHING_CHOSEN),
      again: isError ? () => void refetch() : undefined,
      save: (list: ChoiceList, choices: ListChoices) =>
        mutate({ list, choices, seen: data?.[list] ?? NOTHING_CHOSEN }),
    }),
    [data, isError, refetch, mutate],
  );
  return <Choices value={store}>{children}</Choices>;
}
