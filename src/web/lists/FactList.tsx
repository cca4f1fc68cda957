import type { ReactNode } from 'react';

/** What is known of one row, each fact with its name. */
export const FactList = ({ children }: { children: ReactNode }) => (
  <dl className="grid edged-t border-rule">{children}</dl>
);

export function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 edged-b border-rule py-2 sm:grid-cols-[12rem_minmax(0,1fr)]">
      <dt className="text-muted [overflow-wrap:anywhere]">{label}</dt>
      <dd className="whitespace-pre-line figures [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}
