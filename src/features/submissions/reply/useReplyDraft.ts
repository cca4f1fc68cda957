import { useSyncExternalStore } from 'react';

/** The words of an answer that is being written. */
export interface ReplyDraft {
  subject: string;
  text: string;
}

/**
 * Drafts by the submission that they answer. They outlive the dialog, another tab and the end of a session, and are
 * in no storage of the browser, which others could open.
 */
const drafts = new Map<string, ReplyDraft>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Lets the browser ask before it leaves the page with words that are not sent. */
const ask = (event: BeforeUnloadEvent) => event.preventDefault();

function keep(key: string, draft: ReplyDraft | undefined) {
  if (draft) drafts.set(key, draft);
  else drafts.delete(key);
  const isUnsent = [...drafts.values()].some(({ text }) => text.trim() !== '');
  if (isUnsent) addEventListener('beforeunload', ask);
  else removeEventListener('beforeunload', ask);
  for (const listener of listeners) listener();
}

/** The draft of a key and how to change it; undefined before anything is written. The key names its writer too. */
export function useReplyDraft(key: string) {
  return {
    draft: useSyncExternalStore(subscribe, () => drafts.get(key)),
    write: (draft: ReplyDraft) => keep(key, draft),
    clear: () => keep(key, undefined),
  };
}
