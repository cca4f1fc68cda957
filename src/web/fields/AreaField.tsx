import { Field } from '../forms/Field.tsx';
import { TextArea } from '../forms/TextArea.tsx';
import { useWords } from '../words.tsx';
import type { AskedField } from './TextField.tsx';

interface AreaFieldProps extends AskedField {
  rows: number;
  maxLength?: number;
  /** In the place of `maxLength`, where what is pasted must not be cut off. */
  characterLimit?: number;
  /** Where any script may be written. */
  dir?: 'auto';
  autoComplete?: string;
}

/** Several lines of text in a form, with what is left of the room for them. */
export function AreaField({ of, name, label, hint, required, ...area }: AreaFieldProps) {
  const t = useWords();
  const error = of.errors[name];
  return (
    <Field label={label} hint={hint} required={required} error={error && t(error)}>
      <TextArea name={name} defaultValue={of.filled[name]} {...area} />
    </Field>
  );
}
