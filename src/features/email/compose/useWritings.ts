import { isSafe, type Writing } from './writing.rules.ts';

/** Lets the browser ask before it leaves the page with words that nobody keeps. */
const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/** What is written on this page, by who writes and where; `saveAll` is called when it may be about to be lost. */
export function makeWritings(saveAll: () => void) {
  const writings = new Map<string, Writing>();
  const listeners = new Set<() => void>();

  function saveAllWhenHidden() {
    if (document.visibilityState === 'hidden') saveAll();
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    read: (key: string) => writings.get(key),
    entries: () => writings.entries(),
    put(key: string, writing: Writing | undefined) {
      if (writing) writings.set(key, writing);
      else writings.delete(key);
      const isUnsafe = [...writings.values()].some((one) => !isSafe(one));
      if (isUnsafe) {
        addEventListener('beforeunload', ask);
        addEventListener('online', saveAll);
        document.addEventListener('visibilitychange', saveAllWhenHidden);
      } else {
        removeEventListener('beforeunload', ask);
        removeEventListener('online', saveAll);
        document.removeEventListener('visibilitychange', saveAllWhenHidden);
      }
      for (const listener of listeners) listener();
    },
  };
}
