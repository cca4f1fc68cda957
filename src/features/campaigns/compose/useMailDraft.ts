import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { whoAmI } from '../../members/sessions/session.contract.ts';
import {
  deleteMailDraft,
  type DraftContent,
  type DraftKind,
  type OrderedDraft,
  readMailDraft,
} from '../drafts/draft.contract.ts';
import { type ContentOf, EMPTY_DRAFTS } from '../drafts/draft.rules.ts';
import { fresh, makeAutosave, newId, type RetryWithLogin } from './useAutosave.ts';
import { call, CallError } from '../../../web/api.ts';

type Drafts = ReturnType<typeof makeDrafts>;

/**
 * Open drafts live as long as the page, so that neither another tab of the dashboard nor the end of a session loses
 * them. They are not put into the browser's storage, which others could open; the server saves them for their author.
 */
const draftsByClient = new WeakMap<QueryClient, Drafts>();

function useDrafts(): Drafts {
  const client = useQueryClient();
  const drafts = draftsByClient.get(client) ?? makeDrafts(client);
  draftsByClient.set(client, drafts);
  return drafts;
}

/** What can be done with the open drafts of one page. */
function makeDrafts(client: QueryClient) {
  const { openDrafts, later, save, isSaved, end, refresh, forget } = makeAutosave(client);
  const { subscribe, read, put } = openDrafts;

  return {
    subscribe,
    read,
    write(key: string, content: DraftContent) {
      put(key, { ...(read(key) ?? fresh()), content, state: 'unsaved', isInDoubt: false });
      later(key);
    },
    save,
    end,
    /** Deletes a saved draft. Throws what the call throws. */
    async discard(id: string) {
      const answer = await call(deleteMailDraft, { params: { id } });
      forget(id);
      return answer;
    },
    /** Saves and closes an open draft; false, and it stays open, when the server did not save it. */
    async setAside(key: string, through: RetryWithLogin): Promise<boolean> {
      if (!(await isSaved(key, through))) return false;
      put(key, undefined);
      void refresh();
      return true;
    },
    /** Opens a saved draft, after the one that is open was saved. Throws what the call throws. */
    async open(key: string, id: string, through: RetryWithLogin): Promise<boolean> {
      const found = await through(() => call(readMailDraft, { params: { id } }));
      if (!(await isSaved(key, through))) return false;
      put(key, { id, ...found, state: 'saved' });
      void refresh();
      return true;
    },
    /** Deletes the open draft. Throws what the call throws, unless the draft is gone already. */
    discardOpen: (key: string): Promise<void> =>
      end(key, read(key)?.content, async () => {
        const { id, version } = read(key) ?? fresh();
        if (version === 0) return;
        try {
          await call(deleteMailDraft, { params: { id } });
        } catch (error) {
          if (!(error instanceof CallError && error.status === 404)) throw error;
        }
      }),
    /** Saves this window's version over the other window's, or as a new draft where that one is gone. */
    async keepMine(key: string) {
      const openDraft = read(key);
      const theirs = openDraft?.refusal?.theirs;
      if (!openDraft || theirs === undefined) return;
      const place = theirs ? { version: theirs.version } : { id: newId(), version: 0 };
      put(key, { ...openDraft, ...place, state: 'unsaved', refusal: undefined });
      await save(key);
    },
    takeTheirs(key: string) {
      const openDraft = read(key);
      const theirs = openDraft?.refusal?.theirs;
      if (openDraft && theirs) put(key, { id: openDraft.id, ...theirs, state: 'saved' });
    },
  };
}

/** Subject and message of a mail that is being written. */
export interface Message {
  subject: string;
  message: string;
}

/** The same from the fields of a form. Some browsers end lines with two characters. */
export const messageIn = (form: FormData): Message => ({
  subject: String(form.get('subject') ?? ''),
  message: String(form.get('message') ?? '').replaceAll('\r\n', '\n'),
});

/** The open draft of the logged-in administrator for one kind of mail, and what changes it. */
export function useMailDraft<K extends DraftKind>(kind: K) {
  const client = useQueryClient();
  const drafts = useDrafts();
  const writer = client.getQueryData<{ id: string } | null>([whoAmI.name]);
  const key = `${writer?.id} ${kind}`;
  const empty: ContentOf<K> = EMPTY_DRAFTS[kind];
  const openDraft = useSyncExternalStore(drafts.subscribe, () => drafts.read(key));
  // Leaving the panel saves at once.
  useEffect(() => () => void drafts.save(key), [drafts, key]);
  return {
    draft: { ...empty, ...openDraft?.content } as ContentOf<K>,
    /** Several changes at once add up. */
    write: (change: Partial<ContentOf<K>>) =>
      drafts.write(key, { ...empty, ...drafts.read(key)?.content, ...change } as ContentOf<K>),
    /**
     * Sends the draft as it is now, and closes it unless it is refused. The draft's id is the idempotency key, so that
     * one draft leaves as one mail, also when no answer came and its text has changed since. `through` may ask for the
     * password and try again.
     */
    sendDraft<T>(
      through: RetryWithLogin,
      sending: (named?: { draft: OrderedDraft }, name?: string) => Promise<T>,
    ): Promise<T> {
      const taken = drafts.read(key)?.content;
      return through(() =>
        drafts.end(key, taken, (ended) =>
          ended
            ? sending({ draft: { id: ended.id, version: ended.version } }, ended.id)
            : sending(),
        ),
      );
    },
    /** Why the mail cannot be sent yet: another window has changed or sent this draft. */
    conflict: openDraft?.refusal?.theirs === undefined ? undefined : openDraft.refusal.sentence,
    /** Whether text was typed while the mail was sent. */
    hasNewerText: () => drafts.read(key) !== undefined,
    openDraft,
    drafts,
    key,
  };
}

export type DraftEditor = Pick<ReturnType<typeof useMailDraft>, 'openDraft' | 'drafts' | 'key'>;
