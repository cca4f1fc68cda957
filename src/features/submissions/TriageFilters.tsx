import { Field } from '../../web/ui/Field.tsx';
import { Select } from '../../web/ui/Select.tsx';
import { useWords } from '../../web/words.tsx';
import { NOBODY } from './triage.rules.ts';
import type { ListQuery } from './useListAddress.ts';
import { useTriageChoices } from './useTriageChoices.ts';

interface TriageFiltersProps {
  query: ListQuery;
  onChange: (part: Partial<ListQuery>) => void;
}

/** Narrows a list to who cares for it and to a tag. */
export function TriageFilters({ query, onChange }: TriageFiltersProps) {
  const t = useWords();
  const { administrators, tags } = useTriageChoices();
  const people = administrators.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <Field label={t('Owner')}>
        <Select
          placeholder={t('All owners')}
          options={[{ value: NOBODY, label: t('Nobody yet') }, ...people]}
          value={query.owner}
          onChange={(event) => onChange({ owner: event.target.value })}
        />
      </Field>
      {tags.length > 0 || query.tag ? (
        <Field label={t('Tag')}>
          <Select
            placeholder={t('All tags')}
            // A tag of the address that nothing bears any more can still be taken away.
            options={[...new Set([...tags, query.tag])].filter(Boolean)}
            value={query.tag}
            onChange={(event) => onChange({ tag: event.target.value })}
          />
        </Field>
      ) : null}
    </>
  );
}
