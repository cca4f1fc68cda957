import { useId, useState } from 'react';
import { Button } from '../../../web/ui/Button.tsx';
import { Field } from '../../../web/forms/Field.tsx';
import { SearchFilter, SelectFilter } from '../../../web/lists/Filters.tsx';
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

/** One below the other on a phone: half of its width cuts off the names of countries and states. */
const columnsOf = ({ triage, hasDays }: Kind) => {
  if (hasDays) return 'sm:grid-cols-2 lg:grid-cols-4';
  return triage ? 'sm:grid-cols-2 lg:grid-cols-5' : 'sm:grid-cols-3';
};

/** Narrows a list: words, country, status, who cares for it. On a phone all but the words wait behind a button. */
export function ListFilters({ kind, list }: ListFiltersProps) {
  const t = useWords();
  const { asked, ask } = list;
  const { countries, statuses } = kind;
  const id = useId();
  const chosen = [asked.country, asked.day, asked.status, asked.owner, asked.tag].filter(Boolean);
  // What narrows the list as it opens is in sight.
  const [isOpen, setOpen] = useState(chosen.length > 0);
  const places = useCountryOptions(countries?.names ?? []);
  return (
    <div className={`grid gap-4 ${columnsOf(kind)}`}>
      <SearchFilter key={kind.type} list={list} />
      <Button
        className="sm:hidden"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {chosen.length > 0 ? t('Filters ({count})', { count: chosen.length }) : t('Filters')}
      </Button>
      <div id={id} className={`${isOpen ? 'grid' : 'hidden'} gap-4 sm:contents`}>
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
            options={statuses.map((value) => ({ value, label: t(statusLabel(value)) }))}
          />
        ) : null}
        {kind.triage ? <TriageFilters list={list} /> : null}
      </div>
    </div>
  );
}
