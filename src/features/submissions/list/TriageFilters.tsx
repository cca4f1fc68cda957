import { SelectFilter } from '../../../web/lists/Filters.tsx';
import { useWords } from '../../../web/words.tsx';
import { NOBODY } from '../triage/triage.rules.ts';
import type { Entries } from '../kinds/useEntries.ts';
import { useTriageChoices } from '../triage/useTriageChoices.ts';

/** Narrows a list to who cares for it and to a tag. */
export function TriageFilters({ list }: { list: Entries }) {
  const t = useWords();
  const { owners, tags } = useTriageChoices();
  const { tag } = list.asked;
  const people = owners.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <SelectFilter
        list={list}
        name="owner"
        label={t('Owner')}
        placeholder={t('All owners')}
        options={[{ value: NOBODY, label: t('Nobody yet') }, ...people]}
      />
      {tags.length > 0 || tag ? (
        <SelectFilter
          list={list}
          name="tag"
          label={t('Tag')}
          placeholder={t('All tags')}
          // A tag of the address that nothing bears any more can still be taken away.
          options={[...new Set([...tags, tag])].filter(Boolean)}
        />
      ) : null}
    </>
  );
}
