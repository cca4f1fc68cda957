import { type ReactNode, useId } from 'react';
import { FieldError, Hint, wire } from './Field.tsx';

type Choice<V extends string> = {
  value: V;
  label: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
};

type RadioGroupProps<V extends string> = {
  label: ReactNode;
  name: string;
  choices: readonly Choice<V>[];
  /** Controlled when given, together with `onChange`. */
  value?: V | '';
  defaultValue?: V;
  onChange?: (value: V) => void;
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean;
};

/** A few choices that are all seen at once. */
export function RadioGroup<V extends string>(props: RadioGroupProps<V>) {
  const { label, name, choices, value, defaultValue, onChange, hint, error, required } = props;
  const id = useId();
  const { 'aria-describedby': describedBy } = wire(id, { hint, error });
  return (
    <fieldset className="field" aria-describedby={describedBy}>
      <legend className="field-label">{label}</legend>
      <Hint id={id}>{hint}</Hint>
      <div>
        {choices.map((choice) => (
          <label key={choice.value} className="check">
            <input
              type="radio"
              name={name}
              value={choice.value}
              required={required}
              disabled={choice.disabled}
              {...(value === undefined
                ? { defaultChecked: choice.value === defaultValue }
                : { checked: choice.value === value })}
              onChange={() => onChange?.(choice.value)}
            />
            <span>
              {choice.label}
              {choice.hint === undefined ? null : <span className="hint"> {choice.hint}</span>}
            </span>
          </label>
        ))}
      </div>
      <FieldError id={id}>{error}</FieldError>
    </fieldset>
  );
}
