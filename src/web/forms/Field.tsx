import { createContext, type ReactNode, useContext, useId } from 'react';
import { useWords } from '../words.tsx';
import { Icon } from '../ui/Icon.tsx';

/** Attributes that a control takes from the field around it. */
export type Wiring = {
  id?: string;
  required?: boolean;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
};

const FieldContext = createContext<Wiring>({});

export type FieldProps = {
  label: ReactNode;
  /** Of the control; give one where an address such as `#email` must lead to it. */
  id?: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** True tells the control; false says "optional" beside the label: most fields are needed. */
  required?: boolean;
  /** A control of this kit, or a function for any other: `(wiring) => <input {...wiring} />`. */
  children: ReactNode | ((wiring: Wiring) => ReactNode);
  className?: string;
};

/** A label, a control, a hint and an error that know each other. */
export function Field(props: FieldProps) {
  const t = useWords();
  // Without the marks around it, which weigh in every document.
  const ownId = useId().slice(1, -1);
  const id = props.id ?? ownId;
  const wiring = wire(id, props);
  const { children, required } = props;
  const label = <label htmlFor={id}>{props.label}</label>;
  return (
    <div className={`field ${props.className ?? ''}`.trim()}>
      {required === false ? (
        <div className="field-label">
          {label}
          <span className="hint">{t('optional')}</span>
        </div>
      ) : (
        label
      )}
      <Hint id={id}>{props.hint}</Hint>
      <FieldContext value={wiring}>
        {typeof children === 'function' ? children(wiring) : children}
      </FieldContext>
      <FieldError id={id}>{props.error}</FieldError>
    </div>
  );
}

/** The attributes that tie a control to its hint and error. */
export function wire(id: string, of: Pick<FieldProps, 'hint' | 'error' | 'required'>): Wiring {
  const described = [of.hint && `${id}-hint`, of.error && `${id}-error`].filter(Boolean).join(' ');
  return {
    id,
    ...(of.required && { required: true }),
    ...(described && { 'aria-describedby': described }),
    ...(of.error && { 'aria-invalid': true }),
  };
}

/** The wiring of the surrounding field; a control's own attributes come after it and win. */
export function useField(): Wiring {
  return useContext(FieldContext);
}

export function Hint({ id, children }: { id: string; children: ReactNode }) {
  return children ? (
    <p className="hint" id={`${id}-hint`}>
      {children}
    </p>
  ) : null;
}

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return children ? (
    <p className="error" id={`${id}-error`}>
      <Icon name="warning" />
      <span>{children}</span>
    </p>
  ) : null;
}
