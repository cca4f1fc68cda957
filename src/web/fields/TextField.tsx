import type { ComponentProps, ReactNode } from 'react';
import type { FormPart } from '../forms/useForm.ts';
import { Field } from '../forms/Field.tsx';
import { TextInput } from '../forms/TextInput.tsx';
import { useWords } from '../words.tsx';

export interface AskedField {
  /** The form that it is in: its sentences and what was filled in before. */
  of: FormPart;
  name: string;
  label: string;
  hint?: ReactNode;
  /** False says "optional" beside the label. */
  required?: boolean;
}

type TextFieldProps = AskedField & Omit<ComponentProps<'input'>, keyof AskedField>;

/** One line of text in a form. */
export function TextField({ of, name, label, hint, required, ...input }: TextFieldProps) {
  const t = useWords();
  const error = of.errors[name];
  return (
    <Field label={label} hint={hint} required={required} error={error && t(error)}>
      <TextInput name={name} defaultValue={of.filled[name]} {...input} />
    </Field>
  );
}
