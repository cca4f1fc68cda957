import type { DraftContent, StoredDraft } from '../drafts/draft.contract.ts';
import { isEmptyDraft } from '../drafts/draft.rules.ts';

/** Why the server has not kept what was written; the words are still here. */
export interface Refusal {
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
  /** No answer came to its sending: it may have left as it stands here. */
  isInDoubt?: boolean;
}

/** Whether nothing is lost when the page goes. */
export const isSafe = ({ state, version, content }: Writing): boolean =>
  state === 'saved' || (version === 0 && isEmptyDraft(content));

/** Whether it is not saved for now: somebody has to choose between two windows, or to repeat a sending that may have arrived. */
export const isHeld = ({ isInDoubt, refusal }: Writing): boolean =>
  isInDoubt === true || refusal?.theirs !== undefined;
