import type { ReactNode } from 'react';

/** The title of a page, on a strip of the cloth. */
export function PageTitle({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <div className="page-title">
      <h1 id={id} tabIndex={-1}>
        {children}
      </h1>
    </div>
  );
}
