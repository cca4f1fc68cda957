import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/** False on the server and while its markup is taken over, true ever after. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
