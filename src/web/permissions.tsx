import { createContext, type ReactNode, useContext } from 'react';
import type { Permission } from '../shared/access.ts';

/**
 * The administrator's permissions, provided by the page. It hides what the server would refuse and guards
 * nothing: where no one says anything, nothing is hidden.
 */
export const PermissionsContext = createContext<readonly Permission[] | undefined>(undefined);

/** Returns whether the person holds a permission. */
export function useCan(): (permission: Permission) => boolean {
  const permissions = useContext(PermissionsContext);
  return (permission) => permissions?.includes(permission) ?? true;
}

/** Children that are shown only to holders of the permission. */
export function IfCan({ permission, children }: { permission: Permission; children: ReactNode }) {
  return useCan()(permission) ? children : null;
}
