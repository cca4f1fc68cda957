import { type ComponentProps, type ReactNode, useId } from 'react';
import { FieldError, Hint, wire } from './Field.tsx';

type CheckboxProps = ComponentProps<'input'> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
};

/** A box to tick, with its sentence as one large target. */
export function Checkbox({ label, hint, error, className = '', ...input }: CheckboxProps) {
  const ownId = useId();
  const id = input.id ?? ownId;
  return (
    <div className={`field ${className}`.trim()}>
      <label className="check">
        <input type="checkbox" {...wire(id, { hint, error })} {...input} id={input.id} />
        <span>{label}</span>
      </label>
      <Hint id={id}>{hint}</Hint>
      <FieldError id={id}>{error}</FieldError>
    </div>
  );
}
