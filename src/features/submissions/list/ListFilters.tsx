import { Field } from '../../../web/forms/Field.tsx';
import { FilterBar, SearchFilter, SelectFilter } from '../../../web/lists/Filters.tsx';
import { TextInput } from '../../../web/forms/TextInput.tsx';
import { useCountryOptions } from '../../../web/forms/useCountryOptions.ts';
import { useWords } from '../../../web/words.tsx';
import type { Kind } from '../kinds/Kind.tsx';
import { statusLabel } from '../StatusWord.tsx';
import { TriageFilters } from './TriageFilters.tsx';
import type { Entries } from '../kinds/useEntries.ts';

interface ListFiltersProps {
  kind: Kind;
  list: Entries;
}

/** Narrows a list: words, country, status, who cares for it. */
export function ListFilters({ kind, list }: ListFiltersProps) {
  const t = useWords();
  const { asked, ask } = list;
  const { countries, statuses } = kind;
  const chosen = [asked.country, asked.day, asked.status, asked.owner, asked.tag].filter(Boolean);
  const places = useCountryOptions(countries?.names ?? []);
  return (
    <FilterBar search={<SearchFilter key={kind.type} list={list} />} chosen={chosen.length}>
      {countries ? (
        <SelectFilter
          list={list}
          name="country"
          label={t(countries.label)}
          placeholder={t('All countries')}
          options={places}
        />
      ) : null}
      {kind.hasDays ? (
        <Field label={t('Day')}>
          <TextInput
            type="date"
            value={asked.day}
            onChange={(event) => ask({ day: event.target.value, reason: '' })}
          />
        </Field>
      ) : null}
      {statuses ? (
        <SelectFilter
          list={list}
          name="status"
          label={t('Status')}
          placeholder={kind.hasDays ? t('Not invalidated') : t('All statuses')}
          options={statuses.map((value) => ({
            value,
            label: t(statusLabel(value)),
          }))}
        />
      ) : null}
      {kind.triage ? <TriageFilters list={list} /> : null}
    </FilterBar>
  );
}
