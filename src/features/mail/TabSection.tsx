import { type ReactNode, useId } from 'react';

/** A part of the tab under its heading, which names it. */
export function TabSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id={id} className="text-[1.5rem]">
        {title}
      </h2>
      {children}
    </section>
  );
}
