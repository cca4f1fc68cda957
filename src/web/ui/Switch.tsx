import { type ComponentProps, type ReactNode, useId } from 'react';
import { Hint, wire } from './Field.tsx';

type SwitchProps = ComponentProps<'input'> & { label: ReactNode; hint?: ReactNode };

/** On or off at once, without a save button. */
export function Switch({ label, hint, className = '', ...input }: SwitchProps) {
  const ownId = useId();
  const id = input.id ?? ownId;
  return (
    <div className={`field ${className}`.trim()}>
      <label className="switch">
        <input type="checkbox" role="switch" {...wire(id, { hint })} {...input} id={id} />
        <span>{label}</span>
      </label>
      <Hint id={id}>{hint}</Hint>
    </div>
  );
}
