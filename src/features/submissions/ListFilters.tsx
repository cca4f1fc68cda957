import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Field } from '../../web/ui/Field.tsx';
import { Select } from '../../web/ui/Select.tsx';
import { TextInput } from '../../web/ui/TextInput.tsx';
import { useCountryOptions } from '../../web/useCountryOptions.ts';
import { useWords } from '../../web/words.tsx';
import type { Kind } from './Kind.tsx';
import { statusLabel } from './StatusWord.tsx';
import type { ListQuery } from './useListAddress.ts';

/** A search begins when the typing pauses for this long. */
const pauseMs = 300;

interface ListFiltersProps {
  kind: Kind;
  query: ListQuery;
  onChange: (part: Partial<ListQuery>, how?: { replace: boolean }) => void;
}

/** Narrows a list: words, country, status. */
export function ListFilters({ kind, query, onChange }: ListFiltersProps) {
  const t = useWords();
  const { countries, statuses } = kind;
  const places = useCountryOptions(countries?.names ?? []);
  return (
    <div className="grid gap-4 sm:grid-cols-3">
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
      {statuses ? (
        <Field label={t('Status')}>
          <Select
            placeholder={t('All statuses')}
            options={statuses.map((value) => ({ value, label: t(statusLabel(value)) }))}
            value={query.status}
            onChange={(event) => onChange({ status: event.target.value })}
          />
        </Field>
      ) : null}
    </div>
  );
}

type SearchFieldProps = { search: string; onSearch: (search: string) => void };

function SearchField({ search, onSearch }: SearchFieldProps) {
  const t = useWords();
  const [typed, setTyped] = useState(search);
  const [known, setKnown] = useState(search);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Back, Forward and links change the words too.
  if (known !== search) {
    setKnown(search);
    setTyped(search);
  }
  useEffect(() => () => clearTimeout(pause.current), []);

  function type(text: string) {
    setTyped(text);
    clearTimeout(pause.current);
    pause.current = setTimeout(() => onSearch(text.trim()), pauseMs);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    clearTimeout(pause.current);
    onSearch(typed.trim());
  }

  return (
    <form role="search" onSubmit={submit}>
      <Field label={t('Search')}>
        <TextInput
          type="search"
          maxLength={100}
          autoComplete="off"
          value={typed}
          onChange={(event) => type(event.target.value)}
        />
      </Field>
    </form>
  );
}
