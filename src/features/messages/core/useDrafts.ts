import { createContext, useContext, useState } from 'react';
import { useUnsavedWarning } from '../../../web/forms/useUnsavedWarning.ts';
import type { Person } from './message.contract.ts';

/** Words that are not sent yet. */
export interface Draft {
  recipient: Person | undefined;
  subject: string;
  content: string;
}

/** Drafts by conversation; that of the form is `NEW_MESSAGE`. */
type Drafts = Readonly<Record<string, Draft>>;

export const NEW_MESSAGE = 'new';
const EMPTY: Draft = { recipient: undefined, subject: '', content: '' };

/** A chosen recipient alone is nothing to lose. */
export const hasText = (draft: Draft | undefined): boolean =>
  Boolean(draft && (draft.subject.trim() || draft.content.trim()));

/** What is being written on this page. The browser asks before it leaves it with words that are not sent. */
export function useDraftStore() {
  const [drafts, setDrafts] = useState<Drafts>({});
  const isUnsent = Object.values(drafts).some(hasText);
  useUnsavedWarning(isUnsent);
  return {
    isUnsent,
    drafts,
    write: (key: string, change: Partial<Draft>) =>
      setDrafts((now) => ({ ...now, [key]: { ...EMPTY, ...now[key], ...change } })),
    clear: (key: string) => setDrafts(({ [key]: _, ...others }) => others),
  };
}

export type DraftStore = ReturnType<typeof useDraftStore>;
export const DraftContext = createContext<DraftStore | undefined>(undefined);

export function useDrafts(): DraftStore {
  const store = useContext(DraftContext);
  if (!store) throw new Error('useDrafts needs a DraftContext above it');
  return store;
}

/** One of the drafts, and how to change it. */
export function useDraft(key: string) {
  const { drafts, write, clear } = useDrafts();
  return {
    draft: drafts[key] ?? EMPTY,
    write: (change: Partial<Draft>) => write(key, change),
    clear: () => clear(key),
  };
}
