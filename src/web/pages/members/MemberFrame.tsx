import type { ReactNode } from 'react';

/** The content of a members' document, below the header that all of them share. */
export function MemberFrame({ children }: { children: ReactNode }) {
  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto grid max-w-7xl grid-cols-[minmax(0,1fr)] gap-6 px-5 py-8"
    >
      {children}
    </main>
  );
}
