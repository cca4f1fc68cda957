import type { ReactNode } from 'react';

/**
 * A part of the page that the server alone draws: the browser keeps the markup that came and never
 * loads the code behind it (docs/decisions/0006). Nothing in it may need React; its links are links.
 * The server gives the children; in the browser there are none.
 */
export function ServerMarkup({ name, children }: { name: string; children?: ReactNode }) {
  const attributes = { 'data-server-markup': name, className: 'contents' };
  if (children !== undefined) return <div {...attributes}>{children}</div>;
  // The server drew this markup itself, with every text escaped, and React finds it unchanged in its place.
  // oxlint-disable-next-line react/no-danger
  return <div {...attributes} dangerouslySetInnerHTML={{ __html: markupOf(name) }} />;
}

/** The server's markup, read once: React compares it with itself and leaves it alone. */
const markups = new Map<string, string>();
function markupOf(name: string): string {
  const known = markups.get(name);
  if (known !== undefined) return known;
  // Read only, so that React compares the markup with itself.
  // oxlint-disable-next-line no-restricted-properties
  const markup = document.querySelector(`[data-server-markup="${name}"]`)?.innerHTML ?? '';
  markups.set(name, markup);
  return markup;
}
