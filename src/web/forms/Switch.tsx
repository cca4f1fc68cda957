import { type ComponentProps, type ReactNode, useId } from 'react';
import { Hint, wire } from './Field.tsx';
import './Switch.css';

type SwitchProps = ComponentProps<'input'> & { label: ReactNode; hint?: ReactNode };

/** On or off at once, without a save button. */
export function Switch({ label, hint, className = '', ...input }: SwitchProps) {
  const ownId = useId();
  const id = input.id ?? ownId;
  return (
    <div className={`field ${className}`.trim()}>
      <label className="switch">
        {/* A native checkbox says itself whether it is checked. */}
        {/* oxlint-disable-next-line jsx-a11y/role-has-required-aria-props */}
        <input type="checkbox" role="switch" {...wire(id, { hint })} {...input} id={id} />
        <span>{label}</span>
      </label>
      <Hint id={id}>{hint}</Hint>
    </div>
  );
}
