import type { MouseEvent } from 'react';

/**
 * A link that opens a dialog: React handles the plain click, everything else (new tab, no scripts)
 * follows its address. `data-live` lets the bootstrap repeat a click that came before React.
 */
export function live(href: string, act: (link: Element) => void) {
  return {
    href,
    'data-live': '',
    onClick: (event: MouseEvent<HTMLAnchorElement>) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      act(event.currentTarget);
    },
  };
}
