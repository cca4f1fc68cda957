import type { ComponentProps } from 'react';
import { useField } from './Field.tsx';
import { Icon } from '../ui/Icon.tsx';
import { type Options, OptionList } from './options.tsx';

type SelectProps = ComponentProps<'select'> & {
  /** Strings stand for themselves; pass `<option>` children instead where that is not enough. */
  options?: Options;
  /** The empty first choice, such as "Choose a size". */
  placeholder?: string;
};

/** The phone's own list of choices. */
export function Select({ options, placeholder, className = '', children, ...select }: SelectProps) {
  return (
    <span className="select">
      <select {...useField()} {...select} className={`input ${className}`.trim()}>
        {placeholder === undefined ? null : <option value="">{placeholder}</option>}
        {options === undefined ? children : <OptionList options={options} />}
      </select>
      <Icon name="chevron" />
    </span>
  );
}
