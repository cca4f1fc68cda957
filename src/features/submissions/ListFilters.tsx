import { Field } from '../../web/ui/Field.tsx';
import { SearchField } from '../../web/ui/SearchField.tsx';
import { Select } from '../../web/ui/Select.tsx';
import { TextInput } from '../../web/ui/TextInput.tsx';
import { useCountryOptions } from '../../web/useCountryOptions.ts';
import { useWords } from '../../web/words.tsx';
import type { Kind } from './Kind.tsx';
import { statusLabel } from './StatusWord.tsx';
import { TriageFilters } from './TriageFilters.tsx';
import type { ListQuery } from './useListAddress.ts';

interface ListFiltersProps {
  kind: Kind;
  query: ListQuery;
  onChange: (part: Partial<ListQuery>, how?: { replace: boolean }) => void;
}

const columnsOf = ({ triage, hasDays }: Kind) => {
  if (triage) return 'sm:grid-cols-2 lg:grid-cols-5';
  return hasDays ? 'sm:grid-cols-2 lg:grid-cols-4' : 'sm:grid-cols-3';
};

/** Narrows a list: words, country, status, who cares for it. */
export function ListFilters({ kind, query, onChange }: ListFiltersProps) {
  const t = useWords();
  const { countries, statuses } = kind;
  const places = useCountryOptions(countries?.names ?? []);
  return (
    <div className={`grid gap-4 ${columnsOf(kind)}`}>
      <SearchField
        key={kind.type}
        search={query.search}
        onSearch={(search) => onChange({ search }, { replace: true })}
      />
      {countries ? (
        <Field label={t(countries.label)}>
          <Select
            placeholder={t('All countries')}
            options={places}
            value={query.country}
            onChange={(event) => onChange({ country: event.target.value })}
          />
        </Field>
      ) : null}
      {kind.hasDays ? (
        <Field label={t('Day')}>
          <TextInput
            type="date"
            value={query.day}
            onChange={(event) => onChange({ day: event.target.value })}
          />
        </Field>
      ) : null}
      {statuses ? (
        <Field label={t('Status')}>
          <Select
            placeholder={kind.hasDays ? t('Those that count') : t('All statuses')}
            options={statuses.map((value) => ({ value, label: t(statusLabel(value)) }))}
            value={query.status}
            onChange={(event) => onChange({ status: event.target.value })}
          />
        </Field>
      ) : null}
      {kind.triage ? <TriageFilters query={query} onChange={onChange} /> : null}
    </div>
  );
}
