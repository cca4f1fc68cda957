import type { QueryClient } from '@tanstack/react-query';
import { seconds } from '../../../shared/time.ts';
import { words } from '../../../shared/words.ts';
import { call, CallError, newIdempotencyKey, sentenceOf } from '../../../web/api.ts';
import { read } from '../../../web/queries.ts';
import {
  type DraftContent,
  listMailDrafts,
  saveMailDraft,
  type StoredDraft,
} from '../drafts/draft.contract.ts';
import { isOnHold, isSafe, type SaveFailure, type OpenDraft } from '../drafts/draft.rules.ts';

/** Lets the browser ask before it leaves the page with unsaved text. */
const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();

/** The open drafts of this page, by author and kind of mail; `saveAll` is called when unsaved text may be lost. */
function makeUnsavedDrafts(saveAll: () => void) {
  const openDrafts = new Map<string, OpenDraft>();
  const listeners = new Set<() => void>();

  function saveAllWhenHidden() {
    if (document.visibilityState === 'hidden') saveAll();
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    read: (key: string) => openDrafts.get(key),
    entries: () => openDrafts.entries(),
    put(key: string, openDraft: OpenDraft | undefined) {
      if (openDraft) openDrafts.set(key, openDraft);
      else openDrafts.delete(key);
      const isUnsafe = [...openDrafts.values()].some((one) => !isSafe(one));
      if (isUnsafe) {
        addEventListener('beforeunload', askBeforeLeaving);
        addEventListener('online', saveAll);
        document.addEventListener('visibilitychange', saveAllWhenHidden);
      } else {
        removeEventListener('beforeunload', askBeforeLeaving);
        removeEventListener('online', saveAll);
        document.removeEventListener('visibilitychange', saveAllWhenHidden);
      }
      for (const listener of listeners) listener();
    },
  };
}

/** From the last key to the autosave. */
const autosaveDelayMs = seconds(2);
/** Bytes that a browser still sends for a page that is being left. */
const keepaliveLimitBytes = 60_000;

/** An id in the shape of a random UUID; `randomUUID` exists on https and localhost only. */
export function newId(): string {
  const hex = newIdempotencyKey();
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-');
}

/** A draft that the server does not know yet. */
export const fresh = () => ({ id: newId(), version: 0, savedAt: null });

function refusalOf(error: unknown): SaveFailure {
  const sentence = sentenceOf(
    error,
    words('This draft could not be saved. What you typed is still here.'),
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

/** Whether it may have been done all the same: no answer came, or one that is not from our server. */
const isInDoubt = (error: unknown) =>
  !(error instanceof CallError) || (error.status >= 500 && error.shown === undefined);

/** Something else was sent under this idempotency key. */
const isSentOtherwise = (error: unknown) =>
  error instanceof CallError && error.detail.reason === 'key-used';

const sentAlready = () => {
  const message = words(
    'An earlier version of this email has already been sent. What you typed is still here.',
  );
  return new CallError(409, JSON.stringify({ message, theirs: null }));
};

const isShort = (content: DraftContent) =>
  new TextEncoder().encode(JSON.stringify(content)).length < keepaliveLimitBytes;

export type RetryWithLogin = <T>(action: () => Promise<T>) => Promise<T>;
type AttemptResult<T> = (ended: OpenDraft | undefined) => Promise<T>;

/** Saves each draft when nothing was typed for a moment. */
function makeTimers(save: (key: string) => void) {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();

  function cancelTimer(key: string) {
    clearTimeout(timers.get(key));
    timers.delete(key);
  }

  function later(key: string) {
    cancelTimer(key);
    timers.set(
      key,
      setTimeout(() => save(key), autosaveDelayMs),
    );
  }

  return { cancelTimer, later };
}

/** What ending a draft needs of the page that holds it. */
interface Page {
  openDrafts: ReturnType<typeof makeUnsavedDrafts>;
  later(key: string): void;
  forget(id: string): void;
}

/** Runs the action that ends a draft, and keeps or drops what is on the page by how it went. */
async function endWith<T>(
  { openDrafts, later, forget }: Page,
  key: string,
  taken: DraftContent | undefined,
  action: AttemptResult<T>,
): Promise<T> {
  const before = openDrafts.read(key);
  try {
    const answer = await action(before);
    const now = openDrafts.read(key);
    const isNewer = now !== undefined && now.content !== taken;
    // Another draft that was opened meanwhile has nothing to do with it.
    if (now?.id === before?.id)
      openDrafts.put(
        key,
        isNewer ? { ...fresh(), content: now.content, state: 'unsaved' } : undefined,
      );
    if (before) forget(before.id);
    return answer;
  } catch (problem) {
    const error = isSentOtherwise(problem) ? sentAlready() : problem;
    const current = openDrafts.read(key);
    const now = current?.id === before?.id ? current : undefined;
    const refusal = refusalOf(error);
    if (now && refusal.theirs !== undefined)
      openDrafts.put(key, { ...now, state: 'unsaved', refusal, isInDoubt: false });
    else if (now && isInDoubt(error) && now.content === taken)
      openDrafts.put(key, { ...now, isInDoubt: true });
    throw error;
  } finally {
    const left = openDrafts.read(key);
    if (left && !isSafe(left) && !isOnHold(left)) later(key);
  }
}

/** Saves the open drafts of a page on the server; the calls for one draft run one after the other. */
export function makeAutosave(client: QueryClient) {
  const openDrafts = makeUnsavedDrafts(saveAll);
  const { cancelTimer, later } = makeTimers((key) => void save(key));
  const saves = new Map<string, Promise<void>>();
  const endings = new Map<string, Promise<unknown>>();

  function saveAll() {
    for (const [key] of openDrafts.entries()) void save(key);
  }

  /** The call under way for a draft; the next one waits for it. */
  const callUnderWay = (key: string) => endings.get(key) ?? saves.get(key);

  /** Saves a draft that is not saved yet; its state tells how that went. */
  async function save(key: string, through: RetryWithLogin = (action) => action()): Promise<void> {
    cancelTimer(key);
    while (callUnderWay(key)) await callUnderWay(key);
    const openDraft = openDrafts.read(key);
    if (!openDraft || isSafe(openDraft) || isOnHold(openDraft)) return;
    const saving = send(key, openDraft, through).finally(() => saves.delete(key));
    saves.set(key, saving);
    await saving;
    // Text that was typed meanwhile is saved next.
    if (openDrafts.read(key)?.state === 'unsaved' && !openDrafts.read(key)?.refusal) later(key);
  }

  async function send(key: string, openDraft: OpenDraft, through: RetryWithLogin): Promise<void> {
    const { id, content, version } = openDraft;
    openDrafts.put(key, { ...openDraft, state: 'saving' });
    let change: Partial<OpenDraft>;
    try {
      const body = { content, version };
      const saved = await through(() =>
        call(saveMailDraft, { params: { id }, body, keepalive: isShort(content) }),
      );
      const isGone = saved.version === 0;
      change = { ...saved, ...(isGone ? fresh() : {}), state: 'saved', refusal: undefined };
      if (isGone) forget(id);
    } catch (error) {
      change = { state: 'unsaved', refusal: refusalOf(error) };
    }
    const now = openDrafts.read(key);
    if (now?.id !== id) return;
    const isNewer = now.content !== content;
    openDrafts.put(key, { ...now, ...change, ...(isNewer ? { state: 'unsaved' } : {}) });
  }

  const refresh = () => client.invalidateQueries({ queryKey: [listMailDrafts.name] });

  /** A draft is gone: it leaves the list, and drafts that exceeded the limit are saved again. */
  function forget(id: string) {
    client.setQueryData(read(listMailDrafts).queryKey, (drafts) =>
      drafts?.filter((draft) => draft.id !== id),
    );
    void refresh();
    for (const [key, { refusal }] of openDrafts.entries()) if (refusal?.isFull) void save(key);
  }

  /** Saves until nothing newer is left; false when the server does not save it. */
  async function isSaved(key: string, through: RetryWithLogin): Promise<boolean> {
    await save(key, through);
    const openDraft = openDrafts.read(key);
    if (!openDraft || isSafe(openDraft)) return true;
    return openDraft.refusal || isOnHold(openDraft) ? false : isSaved(key, through);
  }

  /**
   * Runs the action that ends a draft, while no save can overtake it. Text that was typed since `taken` stays, as another
   * draft. A refused draft is saved again, unless no answer came: a draft of a mail that was sent must not come back. The
   * action gets the draft with its saved version. Throws what the action throws.
   */
  async function end<T>(
    key: string,
    taken: DraftContent | undefined,
    action: AttemptResult<T>,
  ): Promise<T> {
    // A saving whose answer was lost may have been kept: the next one tells the version.
    if (openDrafts.read(key)?.refusal) await save(key);
    cancelTimer(key);
    while (callUnderWay(key)) await callUnderWay(key);
    const ending = endWith(page, key, taken, action).finally(() => endings.delete(key));
    endings.set(key, Promise.allSettled([ending]));
    return ending;
  }

  const page = { openDrafts, later, forget };
  return { ...page, save, isSaved, end, refresh };
}
