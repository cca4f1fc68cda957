import type { ComponentProps } from 'react';
import { useField } from './Field.tsx';
import { Icon } from '../ui/Icon.tsx';
import { type Options, OptionList } from './options.tsx';

type SelectProps<V extends string> = Omit<ComponentProps<'select'>, 'value'> & {
  value?: V | number | undefined;
  /** Strings stand for themselves; pass `<option>` children instead where that is not enough. */
  options?: Options<V>;
  /** The empty first choice, such as "Choose a size". */
  placeholder?: string;
  /** The value of the choice that was made; '' of the empty one. */
  onChoose?: (value: V) => void;
};

/** The phone's own list of choices. */
export function Select<V extends string>(props: SelectProps<V>) {
  const { options, placeholder, onChoose, className = '', children, ...select } = props;
  return (
    <span className="select">
      <select
        {...useField()}
        // What is offered is what can be chosen.
        {...(onChoose && { onChange: ({ target }) => onChoose(target.value as V) })}
        {...select}
        className={`input ${className}`.trim()}
      >
        {placeholder === undefined ? null : <option value="">{placeholder}</option>}
        {options === undefined ? children : <OptionList options={options} />}
      </select>
      <Icon name="chevron" />
    </span>
  );
}
