import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { Field } from '../forms/Field.tsx';
import type { Options } from '../forms/options.tsx';
import { Select } from '../forms/Select.tsx';
import { Button } from '../ui/Button.tsx';
import { useWords } from '../words.tsx';
import { SearchField } from './SearchField.tsx';
import type { ListAddress } from './useList.ts';
import './DataTable.css';

interface FilterBarProps {
  search: ReactNode;
  /** The other filters. */
  children?: ReactNode;
  /** How many of them narrow the list. */
  chosen?: number;
}

/** What narrows a list, in one line of a wide window. A phone keeps it behind a button, with the order and the columns. */
export function FilterBar({ search, children, chosen = 0 }: FilterBarProps) {
  const t = useWords();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="filters">
      {search}
      <Button
        className="sm:hidden"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {chosen > 0 ? t('Filters ({count})', { count: chosen }) : t('Filters')}
      </Button>
      <div id={id} className={`${isOpen ? 'grid' : 'hidden'} w-full gap-3 sm:contents`}>
        {children}
      </div>
    </div>
  );
}

interface FilterProps<Name extends string> {
  list: Pick<ListAddress<Name>, 'asked' | 'ask'>;
  label: string;
  /** Which part of the question it fills. */
  name: NoInfer<Name>;
}

type SearchFilterProps = Pick<FilterProps<'search'>, 'list'> &
  Omit<ComponentProps<typeof SearchField>, 'search' | 'onSearch'>;

/** Searches a list. */
export function SearchFilter({ list, ...field }: SearchFilterProps) {
  return (
    <SearchField
      {...field}
      search={list.asked.search}
      onSearch={(search) => list.ask({ search }, { replace: true })}
    />
  );
}

interface SelectFilterProps<Name extends string> extends FilterProps<Name> {
  options: Options;
  /** The label of no choice, such as "All accounts". */
  placeholder: string;
}

/** Narrows a list to one of several values. */
export function SelectFilter<Name extends string>(props: SelectFilterProps<Name>) {
  const { list, label, name, options, placeholder } = props;
  return (
    <Field label={label}>
      <Select
        placeholder={placeholder}
        options={options}
        value={list.asked[name]}
        onChange={({ target }) => list.ask({ [name]: target.value })}
      />
    </Field>
  );
}
