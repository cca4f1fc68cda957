import { type MouseEvent, useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('popstate', listener);
  };
}

export interface Address {
  /** Without a slash at the end. */
  path: string;
  query: URLSearchParams;
}

/** Where this document is; follows `go` and the browser's own Back and Forward. */
export function useAddress(): Address {
  const address = useSyncExternalStore(subscribe, () => location.pathname + location.search);
  const { pathname, searchParams } = new URL(address, location.origin);
  return { path: pathname.replace(/\/{1,9}$/, '') || '/', query: searchParams };
}

/** Moves within this document; `replace` leaves no step for Back. */
export function go(to: string, { replace = false } = {}) {
  if (to === location.pathname + location.search) return;
  history[replace ? 'replaceState' : 'pushState'](null, '', to);
  for (const listener of listeners) listener();
}

/** A path with those parts of a query that are filled. */
export function withQuery(path: string, query: Record<string, string | undefined>): string {
  const filled = Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1]));
  return filled.length > 0 ? `${path}?${new URLSearchParams(filled)}` : path;
}

/** Props of an `<a>` that moves within this document: on a plain click; a new tab still works. */
export function linkTo(href: string) {
  return {
    href,
    onClick: (event: MouseEvent<HTMLAnchorElement>) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      go(href);
    },
  };
}
