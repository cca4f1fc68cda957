import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Combobox } from './Combobox.tsx';
import { groupsOf, type Options } from './options.tsx';
import { Select } from './Select.tsx';
import { useHydrated } from '../ui/useHydrated.ts';

export type CountrySelectProps = {
  /** Posted with the chosen value, with and without scripts. */
  name: string;
  options: Options;
  /** Controlled when given, together with `onChange`. */
  value?: string;
  defaultValue?: string;
  onChange?: (value: string) => void;
  placeholder?: string;
  id?: string;
  required?: boolean;
  autoComplete?: string;
};

/**
 * A long list to choose from: a native select until scripts run, then a field to type into.
 * It never changes under a finger: a native select that is in use stays until it is left.
 */
export function CountrySelect(props: CountrySelectProps) {
  const isHydrated = useHydrated();
  const native = useRef<HTMLSelectElement>(null);
  const [isNative, setNative] = useState(!isHydrated);
  const [own, setOwn] = useState(props.defaultValue ?? '');
  const { options, defaultValue = '', onChange, placeholder, ...rest } = props;

  function choose(value: string) {
    setOwn(value);
    onChange?.(value);
  }

  function upgrade() {
    const chosen = native.current?.value ?? '';
    if (chosen !== (props.value ?? own)) choose(chosen);
    setNative(false);
  }

  const upgradeUnlessInUse = useEffectEvent(() => {
    if (native.current && native.current !== document.activeElement) upgrade();
  });

  useEffect(() => upgradeUnlessInUse(), []);

  if (isNative) {
    return (
      <Select
        {...rest}
        {...(props.value === undefined
          ? { defaultValue }
          : { onChange: (e) => choose(e.target.value) })}
        ref={native}
        options={options}
        placeholder={placeholder ?? ''}
        onBlur={upgrade}
      />
    );
  }
  const chosen = props.value ?? own;
  const label = groupsOf(options)
    .flatMap((group) => group.options)
    .find((option) => option.value === chosen)?.label;
  return (
    <Combobox
      {...rest}
      options={options}
      placeholder={placeholder}
      value={chosen}
      label={label ?? ''}
      resetTo={defaultValue}
      onChoose={choose}
    />
  );
}
