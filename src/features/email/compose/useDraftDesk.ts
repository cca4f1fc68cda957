import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { call, CallError } from '../../../web/api.ts';
import { deleteMailDraft, type DraftContent, readMailDraft } from '../drafts/draft.contract.ts';
import { fresh, makeSavings, newId, type Through } from './useSavings.ts';

export type DraftDesk = ReturnType<typeof makeDesk>;

/**
 * What is being written lives as long as the page, longer than any screen: neither another tab nor the end of a
 * session takes it. It is in no storage of the browser, which others could open; the server keeps it for its writer.
 */
const all = new WeakMap<QueryClient, DraftDesk>();

export function useDraftDesk(): DraftDesk {
  const client = useQueryClient();
  const desk = all.get(client) ?? makeDesk(client);
  all.set(client, desk);
  return desk;
}

/** The deeds with the writings of one page. */
function makeDesk(client: QueryClient) {
  const { writings, later, save, isKept, end, refresh, forget } = makeSavings(client);
  const { subscribe, read, put } = writings;

  return {
    subscribe,
    read,
    write(key: string, content: DraftContent) {
      put(key, { ...(read(key) ?? fresh()), content, state: 'unsaved', isInDoubt: false });
      later(key);
    },
    save,
    end,
    /** Throws a kept draft away. Throws what the call throws. */
    async discard(id: string) {
      const answer = await call(deleteMailDraft, { params: { id } });
      forget(id);
      return answer;
    },
    /** Saves what is written and takes it off the desk; false, and it stays there, when the server does not keep it. */
    async putAside(key: string, through: Through): Promise<boolean> {
      if (!(await isKept(key, through))) return false;
      put(key, undefined);
      void refresh();
      return true;
    },
    /** Goes on with a kept draft; what is written until it comes is put aside first. Throws what the call throws. */
    async open(key: string, id: string, through: Through): Promise<boolean> {
      const found = await through(() => call(readMailDraft, { params: { id } }));
      if (!(await isKept(key, through))) return false;
      put(key, { id, ...found, state: 'saved' });
      void refresh();
      return true;
    },
    /** Throws away what is written here. Throws what the call throws, unless it is gone already. */
    throwAway: (key: string): Promise<void> =>
      end(key, read(key)?.content, async () => {
        const { id, version } = read(key) ?? fresh();
        if (version === 0) return;
        try {
          await call(deleteMailDraft, { params: { id } });
        } catch (error) {
          if (!(error instanceof CallError && error.status === 404)) throw error;
        }
      }),
    /** One’s own words over those of the other window, or as a draft of their own where that one is gone. */
    async keepMine(key: string) {
      const writing = read(key);
      const theirs = writing?.refusal?.theirs;
      if (!writing || theirs === undefined) return;
      const place = theirs ? { version: theirs.version } : { id: newId(), version: 0 };
      put(key, { ...writing, ...place, state: 'unsaved', refusal: undefined });
      await save(key);
    },
    takeTheirs(key: string) {
      const writing = read(key);
      const theirs = writing?.refusal?.theirs;
      if (writing && theirs) put(key, { id: writing.id, ...theirs, state: 'saved' });
    },
  };
}
