import { useContext, useMemo } from 'react';
import type { Permission } from '../../../shared/access.ts';
import { PermissionsContext } from '../../../web/permissions.tsx';
import type { Kind } from './Kind.tsx';
import { KINDS } from './Kinds.tsx';

/** The kinds, and of each the facts, that the person at the dashboard may see. */
export function useKinds(): readonly Kind[] {
  const permissions = useContext(PermissionsContext);
  return useMemo(() => {
    const isTheirs = ({ permission }: { permission?: Permission }) =>
      !permission || (permissions?.includes(permission) ?? true);
    return KINDS.filter(isTheirs).map((kind) => ({ ...kind, facts: kind.facts.filter(isTheirs) }));
  }, [permissions]);
}
