import type { FormPart } from '../forms/useForm.ts';
import { useWords } from '../words.tsx';
import { TextField } from './TextField.tsx';

interface EmailFieldProps {
  of: FormPart;
  name?: string;
  /** The purpose of the address. */
  hint?: string;
}

/** An email address, with the keyboard that has an @. */
export function EmailField({ of, name = 'email', hint }: EmailFieldProps) {
  const t = useWords();
  return (
    <TextField
      of={of}
      name={name}
      label={t('Email')}
      hint={hint}
      required
      type="email"
      autoComplete="email"
      inputMode="email"
      maxLength={254}
    />
  );
}
