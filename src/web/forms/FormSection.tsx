import type { ReactNode } from 'react';

/** Questions of a long form that belong together, under a name that is read out with each of them. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid min-w-0 gap-5">
      <legend className="mb-4 w-full edged-b border-rule pb-1 text-[1.125rem] bold text-heading">
        {title}
      </legend>
      {children}
    </fieldset>
  );
}
