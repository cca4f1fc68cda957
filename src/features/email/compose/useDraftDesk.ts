import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { seconds } from '../../../shared/time.ts';
import { words } from '../../../shared/words.ts';
import { call, CallError, newKey, sentenceOf } from '../../../web/api.ts';
import { read } from '../../../web/queries.ts';
import {
  deleteMailDraft,
  type DraftContent,
  listMailDrafts,
  readMailDraft,
  saveMailDraft,
  type StoredDraft,
} from '../drafts/draft.contract.ts';
import { isEmptyDraft } from '../drafts/draft.rules.ts';

/** From the last key to the saving. */
const quietMs = seconds(2);
/** Bytes that a browser still sends for a page that is being left. */
const longestLast = 60_000;

/** Why the server has not kept what was written; the words are still here. */
interface Refusal {
  sentence: string;
  /** Somebody has to log in again before anything can be kept. */
  isLoggedOut: boolean;
  /** There are as many drafts as anybody may have: one that goes makes room. */
  isFull: boolean;
  /** What another window has saved; null where it has sent the draft or thrown it away. */
  theirs?: StoredDraft | null;
}

/** A mail that is being written here. */
export interface Writing {
  id: string;
  content: DraftContent;
  /** The one that is kept on the server; 0 for none. */
  version: number;
  savedAt: string | null;
  state: 'unsaved' | 'saving' | 'saved';
  refusal?: Refusal | undefined;
}

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

/** Lets the browser ask before it leaves the page with words that nobody keeps. */
const ask = (event: BeforeUnloadEvent) => event.preventDefault();

const isSafe = ({ state, version, content }: Writing) =>
  state === 'saved' || (version === 0 && isEmptyDraft(content));

/** An id in the shape of a random UUID; `randomUUID` exists on https and localhost only. */
function newId(): string {
  const hex = newKey();
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-');
}

const fresh = () => ({ id: newId(), version: 0, savedAt: null });

function refusalOf(error: unknown): Refusal {
  const sentence = sentenceOf(
    error,
    words('This draft could not be kept. Your words are still here.'),
  );
  if (!(error instanceof CallError)) return { sentence, isLoggedOut: false, isFull: false };
  const { status, detail } = error;
  return {
    sentence,
    isLoggedOut: status === 401,
    isFull: detail.reason === 'full',
    ...(status === 409 && 'theirs' in detail
      ? { theirs: detail.theirs as StoredDraft | null }
      : {}),
  };
}

const isShort = (content: DraftContent) =>
  new TextEncoder().encode(JSON.stringify(content)).length < longestLast;

type Through = <T>(deed: () => Promise<T>) => Promise<T>;
type Ending<T> = (ended: Writing | undefined) => Promise<T>;

/** The writings of one page, by who writes and where, and how they come to the server. */
function makeDesk(client: QueryClient) {
  const writings = new Map<string, Writing>();
  const listeners = new Set<() => void>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const savings = new Map<string, Promise<void>>();
  const endings = new Map<string, Promise<unknown>>();

  function put(key: string, writing: Writing | undefined) {
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
  }

  function saveAll() {
    for (const key of writings.keys()) void save(key);
  }

  function saveAllWhenHidden() {
    if (document.visibilityState === 'hidden') saveAll();
  }

  function rest(key: string) {
    clearTimeout(timers.get(key));
    timers.delete(key);
  }

  function later(key: string) {
    rest(key);
    timers.set(
      key,
      setTimeout(() => void save(key), quietMs),
    );
  }

  /** What is on its way for a writing; nothing else leaves before it has come back. */
  const onItsWay = (key: string) => endings.get(key) ?? savings.get(key);

  /** Brings what is written to the server, where that is not so yet; afterwards its state says how that went. */
  async function save(key: string, through: Through = (deed) => deed()): Promise<void> {
    rest(key);
    while (onItsWay(key)) await onItsWay(key);
    const writing = writings.get(key);
    if (!writing || isSafe(writing) || writing.refusal?.theirs !== undefined) return;
    const saving = send(key, writing, through).finally(() => savings.delete(key));
    savings.set(key, saving);
    await saving;
    // What was typed meanwhile follows.
    if (writings.get(key)?.state === 'unsaved' && !writings.get(key)?.refusal) later(key);
  }

  async function send(key: string, writing: Writing, through: Through): Promise<void> {
    const { id, content, version } = writing;
    put(key, { ...writing, state: 'saving' });
    let change: Partial<Writing>;
    try {
      const body = { content, version };
      const kept = await through(() =>
        call(saveMailDraft, { params: { id }, body, keepalive: isShort(content) }),
      );
      const isGone = kept.version === 0;
      change = { ...kept, ...(isGone ? fresh() : {}), state: 'saved', refusal: undefined };
      if (isGone) forget(id);
    } catch (error) {
      change = { state: 'unsaved', refusal: refusalOf(error) };
    }
    const now = writings.get(key);
    if (now?.id !== id) return;
    const isNewer = now.content !== content;
    put(key, { ...now, ...change, ...(isNewer ? { state: 'unsaved' } : {}) });
  }

  const refresh = () => client.invalidateQueries({ queryKey: [listMailDrafts.name] });

  /** A draft is none any more: it leaves the list, and what found no room is tried again. */
  function forget(id: string) {
    client.setQueryData(read(listMailDrafts).queryKey, (drafts) =>
      drafts?.filter((draft) => draft.id !== id),
    );
    void refresh();
    for (const [key, { refusal }] of writings) if (refusal?.isFull) void save(key);
  }

  /** Throws a kept draft away. Throws what the call throws. */
  async function discard(id: string) {
    const answer = await call(deleteMailDraft, { params: { id } });
    forget(id);
    return answer;
  }

  /** Saves until nothing newer is left; false where the server does not keep it. */
  async function isKept(key: string, through: Through): Promise<boolean> {
    await save(key, through);
    const writing = writings.get(key);
    if (!writing || isSafe(writing)) return true;
    return writing.refusal ? false : isKept(key, through);
  }

  /**
   * Does the deed with which a draft ends, while no saving can overtake it. What is typed meanwhile stays, as another
   * draft; what is refused is kept again. The deed is given what ends, with the version that is kept by then. Throws what
   * the deed throws.
   */
  async function end<T>(key: string, deed: Ending<T>): Promise<T> {
    rest(key);
    while (onItsWay(key)) await onItsWay(key);
    const ending = endWith(key, deed).finally(() => endings.delete(key));
    endings.set(key, Promise.allSettled([ending]));
    return ending;
  }

  async function endWith<T>(key: string, deed: Ending<T>): Promise<T> {
    const before = writings.get(key);
    try {
      const answer = await deed(before);
      const now = writings.get(key);
      const isNewer = now !== undefined && now.content !== before?.content;
      put(key, isNewer ? { ...fresh(), content: now.content, state: 'unsaved' } : undefined);
      if (before) forget(before.id);
      return answer;
    } catch (error) {
      const now = writings.get(key);
      const refusal = refusalOf(error);
      if (now && refusal.theirs !== undefined) put(key, { ...now, state: 'unsaved', refusal });
      throw error;
    } finally {
      const left = writings.get(key);
      if (left && !isSafe(left)) later(key);
    }
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    read: (key: string) => writings.get(key),
    write(key: string, content: DraftContent) {
      put(key, { ...(writings.get(key) ?? fresh()), content, state: 'unsaved' });
      later(key);
    },
    save,
    discard,
    end,
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
      end(key, async () => {
        const { id, version } = writings.get(key) ?? fresh();
        if (version === 0) return;
        try {
          await call(deleteMailDraft, { params: { id } });
        } catch (error) {
          if (!(error instanceof CallError && error.status === 404)) throw error;
        }
      }),
    /** One’s own words over those of the other window, or as a draft of their own where that one is gone. */
    async keepMine(key: string) {
      const writing = writings.get(key);
      const theirs = writing?.refusal?.theirs;
      if (!writing || theirs === undefined) return;
      const place = theirs ? { version: theirs.version } : { id: newId(), version: 0 };
      put(key, { ...writing, ...place, state: 'unsaved', refusal: undefined });
      await save(key);
    },
    takeTheirs(key: string) {
      const writing = writings.get(key);
      const theirs = writing?.refusal?.theirs;
      if (writing && theirs) put(key, { id: writing.id, ...theirs, state: 'saved' });
    },
  };
}
