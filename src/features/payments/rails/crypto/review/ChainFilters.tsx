import { type FormEvent, useEffect, useRef, useState } from 'react';
import { words } from '../../../../../shared/words.ts';
import { Field } from '../../../../../web/forms/Field.tsx';
import { Select } from '../../../../../web/forms/Select.tsx';
import { TextInput } from '../../../../../web/forms/TextInput.tsx';
import { useWords } from '../../../../../web/words.tsx';
import { REVIEW_REASON_NAMES } from '../settlement/matching.rules.ts';
import { REVIEW_LABELS } from './chain-review.rules.ts';
import { type ChainQuery, type ChainSort, sortOf } from './useChainReview.ts';

/** A search starts when typing pauses for this long. */
const pauseMs = 300;

const SORT_LABELS: Readonly<Record<ChainSort, string>> = {
  '-block': words('Newest first'),
  block: words('Oldest first'),
  '-seenAt': words('Noticed last, first'),
};

interface ChainFiltersProps {
  query: ChainQuery;
  onChange: (part: Partial<ChainQuery>, how?: { replace: boolean }) => void;
}

/** Search, reason and order of the list. */
export function ChainFilters({ query, onChange }: ChainFiltersProps) {
  const t = useWords();
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <SearchField
        search={query.search}
        onSearch={(search) => onChange({ search }, { replace: true })}
      />
      <Field label={t('Why it waits')}>
        <Select
          placeholder={t('All reasons')}
          options={REVIEW_REASON_NAMES.map((value) => ({ value, label: t(REVIEW_LABELS[value]) }))}
          value={query.status}
          onChange={({ target }) => onChange({ status: target.value })}
        />
      </Field>
      <Field label={t('Order')}>
        <Select
          options={Object.entries(SORT_LABELS).map(([value, label]) => ({
            value,
            label: t(label),
          }))}
          value={query.sort}
          onChange={({ target }) => onChange({ sort: sortOf(target.value) })}
        />
      </Field>
    </div>
  );
}

interface SearchFieldProps {
  search: string;
  onSearch: (search: string) => void;
}

function SearchField({ search, onSearch }: SearchFieldProps) {
  const t = useWords();
  const [typed, setTyped] = useState(search);
  const [known, setKnown] = useState(search);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Back, Forward and links change the search too.
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
      <Field label={t('Transaction or address')}>
        <TextInput
          type="search"
          maxLength={100}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={({ target }) => type(target.value)}
        />
      </Field>
    </form>
  );
}
