import { Field } from '../forms/Field.tsx';
import { Select } from '../forms/Select.tsx';
import { useWords } from '../words.tsx';
import type { AskedField } from './TextField.tsx';

interface SelectFieldProps extends AskedField {
  /** Stored values, which the catalogue has in the page's language. */
  choices: readonly string[];
  placeholder: string;
}

/** One of a short list in a form. */
export function SelectField(props: SelectFieldProps) {
  const { of, name, label, hint, required, choices, placeholder } = props;
  const t = useWords();
  const error = of.errors[name];
  return (
    <Field label={label} hint={hint} required={required} error={error && t(error)}>
      <Select
        name={name}
        placeholder={placeholder}
        options={choices.map((value) => ({ value, label: t(value) }))}
        defaultValue={of.filled[name]}
      />
    </Field>
  );
}
