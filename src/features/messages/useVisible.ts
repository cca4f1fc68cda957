import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void) {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** Whether somebody can see this page: what nobody sees, nobody has read. */
export const useVisible = () => useSyncExternalStore(subscribe, () => !document.hidden);
