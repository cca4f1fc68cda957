import type { ReactNode } from 'react';

/**
 * A part of the page that the server alone draws: the browser keeps the markup that came and never
 * loads the code behind it (docs/decisions/0006). Nothing in it may need React; its links are links.
 * The server gives the children; in the browser there are none.
 */
export function Kept({ name, children }: { name: string; children?: ReactNode }) {
  const place = { 'data-kept': name, className: 'contents' };
  if (children !== undefined) return <div {...place}>{children}</div>;
  return <div {...place} dangerouslySetInnerHTML={{ __html: markupOf(name) }} />;
}

/** What the server drew, read once: React compares it with itself and leaves it alone. */
const kept = new Map<string, string>();
function markupOf(name: string): string {
  const known = kept.get(name);
  if (known !== undefined) return known;
  const markup = document.querySelector(`[data-kept="${name}"]`)?.innerHTML ?? '';
  kept.set(name, markup);
  return markup;
}
