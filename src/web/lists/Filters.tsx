import type { ComponentProps } from 'react';
import { Field } from '../forms/Field.tsx';
import type { Options } from '../forms/options.tsx';
import { Select } from '../forms/Select.tsx';
import { SearchField } from './SearchField.tsx';
import type { ListAddress } from './useList.ts';

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
