import type { ReactNode } from 'react';

/** Questions of a long form that belong together, under a name that is read out with each of them. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid min-w-0 gap-5">
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}
