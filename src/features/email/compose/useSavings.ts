import type { QueryClient } from '@tanstack/react-query';
import { seconds } from '../../../shared/time.ts';
import { words } from '../../../shared/words.ts';
import { call, CallError, newKey, sentenceOf } from '../../../web/api.ts';
import { read } from '../../../web/queries.ts';
import {
  type DraftContent,
  listMailDrafts,
  saveMailDraft,
  type StoredDraft,
} from '../drafts/draft.contract.ts';
import { makeWritings } from './useWritings.ts';
import { isHeld, isSafe, type Refusal, type Writing } from './writing.rules.ts';

/** From the last key to the saving. */
const quietMs = seconds(2);
/** Bytes that a browser still sends for a page that is being left. */
const longestLast = 60_000;

/** An id in the shape of a random UUID; `randomUUID` exists on https and localhost only. */
export function newId(): string {
  const hex = newKey();
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-');
}

/** A place for words that are none of the server’s drafts yet. */
export const fresh = () => ({ id: newId(), version: 0, savedAt: null });

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

/** Whether it may have been done all the same: no answer came, or one that is not the server’s own. */
const isInDoubt = (error: unknown) =>
  !(error instanceof CallError) || (error.status >= 500 && error.shown === undefined);

/** What left under a draft’s name had other words, or went to another number of people. */
const isSentOtherwise = (error: unknown) =>
  error instanceof CallError && error.detail.reason === 'key-used';

const sentAlready = () => {
  const message = words(
    'This mail has been sent already, as it stood before. Your words are still here.',
  );
  return new CallError(409, JSON.stringify({ message, theirs: null }));
};

const isShort = (content: DraftContent) =>
  new TextEncoder().encode(JSON.stringify(content)).length < longestLast;

export type Through = <T>(deed: () => Promise<T>) => Promise<T>;
type Ending<T> = (ended: Writing | undefined) => Promise<T>;

/** How what is written on a page comes to the server, each writing's calls one after the other. */
export function makeSavings(client: QueryClient) {
  const writings = makeWritings(saveAll);
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const savings = new Map<string, Promise<void>>();
  const endings = new Map<string, Promise<unknown>>();

  function saveAll() {
    for (const [key] of writings.entries()) void save(key);
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
    const writing = writings.read(key);
    if (!writing || isSafe(writing) || isHeld(writing)) return;
    const saving = send(key, writing, through).finally(() => savings.delete(key));
    savings.set(key, saving);
    await saving;
    // What was typed meanwhile follows.
    if (writings.read(key)?.state === 'unsaved' && !writings.read(key)?.refusal) later(key);
  }

  async function send(key: string, writing: Writing, through: Through): Promise<void> {
    const { id, content, version } = writing;
    writings.put(key, { ...writing, state: 'saving' });
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
    const now = writings.read(key);
    if (now?.id !== id) return;
    const isNewer = now.content !== content;
    writings.put(key, { ...now, ...change, ...(isNewer ? { state: 'unsaved' } : {}) });
  }

  const refresh = () => client.invalidateQueries({ queryKey: [listMailDrafts.name] });

  /** A draft is none any more: it leaves the list, and what found no room is tried again. */
  function forget(id: string) {
    client.setQueryData(read(listMailDrafts).queryKey, (drafts) =>
      drafts?.filter((draft) => draft.id !== id),
    );
    void refresh();
    for (const [key, { refusal }] of writings.entries()) if (refusal?.isFull) void save(key);
  }

  /** Saves until nothing newer is left; false where the server does not keep it. */
  async function isKept(key: string, through: Through): Promise<boolean> {
    await save(key, through);
    const writing = writings.read(key);
    if (!writing || isSafe(writing)) return true;
    return writing.refusal || isHeld(writing) ? false : isKept(key, through);
  }

  /**
   * Does the deed with which a draft ends, while no saving can overtake it. What was typed since these words were taken
   * for it stays, as another draft; what is refused is kept again, unless no answer came: a draft of what has left must
   * not come back. The deed is given what ends, with the version that is kept by then. Throws what the deed throws.
   */
  async function end<T>(key: string, taken: DraftContent | undefined, deed: Ending<T>): Promise<T> {
    // A saving whose answer was lost may have been kept: the next one tells the version.
    if (writings.read(key)?.refusal) await save(key);
    rest(key);
    while (onItsWay(key)) await onItsWay(key);
    const ending = endWith(key, taken, deed).finally(() => endings.delete(key));
    endings.set(key, Promise.allSettled([ending]));
    return ending;
  }

  async function endWith<T>(
    key: string,
    taken: DraftContent | undefined,
    deed: Ending<T>,
  ): Promise<T> {
    const before = writings.read(key);
    try {
      const answer = await deed(before);
      const now = writings.read(key);
      const isNewer = now !== undefined && now.content !== taken;
      // Another draft that was opened meanwhile has nothing to do with it.
      if (now?.id === before?.id)
        writings.put(
          key,
          isNewer ? { ...fresh(), content: now.content, state: 'unsaved' } : undefined,
        );
      if (before) forget(before.id);
      return answer;
    } catch (problem) {
      const error = isSentOtherwise(problem) ? sentAlready() : problem;
      const standing = writings.read(key);
      const now = standing?.id === before?.id ? standing : undefined;
      const refusal = refusalOf(error);
      if (now && refusal.theirs !== undefined)
        writings.put(key, { ...now, state: 'unsaved', refusal, isInDoubt: false });
      else if (now && isInDoubt(error) && now.content === taken)
        writings.put(key, { ...now, isInDoubt: true });
      throw error;
    } finally {
      const left = writings.read(key);
      if (left && !isSafe(left) && !isHeld(left)) later(key);
    }
  }

  return { writings, later, save, isKept, end, refresh, forget };
}
