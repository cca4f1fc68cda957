import type { ReactNode } from 'react';

/** Says what is being fetched, such as "Loading the price". */
export function Loading({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="loading">
      <span aria-hidden="true" className="weft" />
      {children}
    </p>
  );
}
