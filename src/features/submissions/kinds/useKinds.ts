import { useContext, useMemo } from 'react';
import type { Permission } from '../../../shared/access.ts';
import { PermissionsContext } from '../../../web/permissions.tsx';
import type { Kind } from './Kind.tsx';
import { KINDS } from './Kinds.tsx';

/** The kinds, and of each the facts, that the person at the dashboard may see. */
export function useKinds(): readonly Kind[] {
  const rights = useContext(PermissionsContext);
  return useMemo(() => {
    const isTheirs = ({ may }: { may?: Permission }) => !may || (rights?.includes(may) ?? true);
    return KINDS.filter(isTheirs).map((kind) => ({ ...kind, facts: kind.facts.filter(isTheirs) }));
  }, [rights]);
}
