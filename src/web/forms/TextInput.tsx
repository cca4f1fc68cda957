import type { ComponentProps } from 'react';
import { useField } from './Field.tsx';

/** One line of text; inside a Field it needs no id. */
export function TextInput({ className = '', ...input }: ComponentProps<'input'>) {
  return <input type="text" {...useField()} {...input} className={`input ${className}`.trim()} />;
}
