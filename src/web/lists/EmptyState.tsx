import type { ReactNode } from 'react';

type EmptyStateProps = { title: ReactNode; children?: ReactNode; action?: ReactNode };

const warp = Array.from({ length: 27 }, (_, thread) => `M${4 + thread * 6} 4v56`).join('');

/** Nothing here yet: a loom with its warp strung and the first weft row begun. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="empty">
      <svg
        aria-hidden="true"
        width="164"
        height="64"
        viewBox="0 0 164 64"
        fill="none"
        strokeWidth="2"
      >
        <path stroke="var(--color-line)" d={warp} />
        <path stroke="var(--color-heading)" strokeWidth="3" d="M0 3h164M0 61h164" />
        <path stroke="var(--color-terracotta)" strokeWidth="5" strokeDasharray="8 4" d="M1 54h72" />
        <path stroke="var(--color-ochre)" strokeWidth="5" strokeDasharray="8 4" d="M7 48h30" />
      </svg>
      <strong>{title}</strong>
      {children === undefined ? null : <p className="hint [overflow-wrap:anywhere]">{children}</p>}
      {action}
    </div>
  );
}
