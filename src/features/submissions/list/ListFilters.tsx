import { useId, useState } from 'react';
import { Button } from '../../../web/ui/Button.tsx';
import { Field } from '../../../web/forms/Field.tsx';
import { SearchField } from '../../../web/lists/SearchField.tsx';
import { Select } from '../../../web/forms/Select.tsx';
import { TextInput } from '../../../web/forms/TextInput.tsx';
import { useCountryOptions } from '../../../web/forms/useCountryOptions.ts';
import { useWords } from '../../../web/words.tsx';
import type { Kind } from '../kinds/Kind.tsx';
import { statusLabel } from '../StatusWord.tsx';
import { TriageFilters } from './TriageFilters.tsx';
import type { Asked } from '../kinds/useEntries.ts';

interface ListFiltersProps {
  kind: Kind;
  asked: Asked;
  onAsk: (part: Partial<Asked>, how?: { replace: boolean }) => void;
}

/** One below the other on a phone: half of its width cuts off the names of countries and states. */
const columnsOf = ({ triage, hasDays }: Kind) => {
  if (hasDays) return 'sm:grid-cols-2 lg:grid-cols-4';
  return triage ? 'sm:grid-cols-2 lg:grid-cols-5' : 'sm:grid-cols-3';
};

/** Narrows a list: words, country, status, who cares for it. On a phone all but the words wait behind a button. */
export function ListFilters({ kind, asked, onAsk }: ListFiltersProps) {
  const t = useWords();
  const { countries, statuses } = kind;
  const id = useId();
  const chosen = [asked.country, asked.day, asked.status, asked.owner, asked.tag].filter(Boolean);
  // What narrows the list as it opens is in sight.
  const [isOpen, setOpen] = useState(chosen.length > 0);
  const places = useCountryOptions(countries?.names ?? []);
  return (
    <div className={`grid gap-4 ${columnsOf(kind)}`}>
      <SearchField
        key={kind.type}
        search={asked.search}
        onSearch={(search) => onAsk({ search }, { replace: true })}
      />
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
          <Field label={t(countries.label)}>
            <Select
              placeholder={t('All countries')}
              options={places}
              value={asked.country}
              onChange={(event) => onAsk({ country: event.target.value })}
            />
          </Field>
        ) : null}
        {kind.hasDays ? (
          <Field label={t('Day')}>
            <TextInput
              type="date"
              value={asked.day}
              onChange={(event) => onAsk({ day: event.target.value })}
            />
          </Field>
        ) : null}
        {statuses ? (
          <Field label={t('Status')}>
            <Select
              placeholder={kind.hasDays ? t('Those that count') : t('All statuses')}
              options={statuses.map((value) => ({ value, label: t(statusLabel(value)) }))}
              value={asked.status}
              onChange={(event) => onAsk({ status: event.target.value })}
            />
          </Field>
        ) : null}
        {kind.triage ? <TriageFilters asked={asked} onAsk={onAsk} /> : null}
      </div>
    </div>
  );
}
