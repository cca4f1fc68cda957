import { useEffect, useEffectEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { Signature } from '../../../../features/declaration/declaration.contract.ts';
import { errorsOf, fromForm } from '../../../../shared/form.ts';
import { FieldError } from '../../../forms/Field.tsx';
import { FormErrors } from '../../../forms/FormErrors.tsx';
import { labelsOf } from '../../../forms/ErrorSummary.tsx';
import { useWords } from '../../../words.tsx';

const problemsOf = (form: HTMLFormElement) =>
  errorsOf(Signature, fromForm(Signature, new FormData(form)));

/**
 * Says in the hero's form (QuickSign.tsx), which the server alone draws, what is wrong with it; the browser sends it when
 * nothing is.
 */
export function QuickSignErrors() {
  const t = useWords();
  const [refused, setRefused] = useState<{
    form: HTMLFormElement;
    errors: Record<string, string>;
    attempt: number;
  }>();

  const submit = useEffectEvent((event: Event) => {
    const form = event.target as HTMLFormElement;
    if (!form.matches('.quick-sign')) return;
    const errors = problemsOf(form);
    setRefused({ form, errors, attempt: (refused?.attempt ?? 0) + 1 });
    if (Object.keys(errors).length > 0) event.preventDefault();
  });
  /** A sentence goes as soon as its field is mended; no new one comes before the next try. */
  const recheck = useEffectEvent(() => {
    if (!refused) return;
    const left = Object.entries(problemsOf(refused.form)).filter(([name]) => refused.errors[name]);
    setRefused({ ...refused, errors: Object.fromEntries(left) });
  });
  useEffect(() => {
    const onSubmit = (event: Event) => submit(event);
    const onInput = () => recheck();
    document.addEventListener('submit', onSubmit);
    document.addEventListener('input', onInput);
    return () => {
      document.removeEventListener('submit', onSubmit);
      document.removeEventListener('input', onInput);
    };
  }, []);

  const controls = refused
    ? [...refused.form.querySelectorAll<HTMLInputElement>('[required]')]
    : [];
  useEffect(() => {
    for (const control of controls) {
      const isWrong = refused?.errors[control.name] !== undefined;
      if (isWrong) control.setAttribute('aria-describedby', `${control.id}-error`);
      else control.removeAttribute('aria-describedby');
      control.setAttribute('aria-invalid', String(isWrong));
    }
  });

  if (!refused) return null;
  return (
    <>
      {createPortal(
        <FormErrors
          state={{
            ...refused,
            labels: labelsOf(refused.form),
            isPending: false,
            failure: undefined,
          }}
        />,
        refused.form.firstElementChild as Element,
      )}
      {controls.map((control) => {
        const error = refused.errors[control.name];
        return createPortal(
          <FieldError id={control.id}>{error && t(error)}</FieldError>,
          control.closest('.field') as Element,
          control.name,
        );
      })}
    </>
  );
}
