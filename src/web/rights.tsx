import { createContext, type ReactNode, useContext } from 'react';
import type { Permission } from '../shared/access.ts';

/**
 * What the person at the dashboard may do, filled by the page. It hides what the server would refuse and guards
 * nothing: where nobody says anything, nothing is hidden.
 */
export const Rights = createContext<readonly Permission[] | undefined>(undefined);

/** Answers of each permission whether the person holds it. */
export function useCan(): (may: Permission) => boolean {
  const rights = useContext(Rights);
  return (may) => rights?.includes(may) ?? true;
}

/** What only who holds the permission gets to see. */
export function IfCan({ may, children }: { may: Permission; children: ReactNode }) {
  return useCan()(may) ? children : null;
}
