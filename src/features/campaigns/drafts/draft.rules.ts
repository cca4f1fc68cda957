import { isKeyOf } from '../../../shared/record.ts';
import type { DraftContent, DraftKind, StoredDraft } from './draft.contract.ts';

/** Why the server did not save a draft; its text is still on the page. */
export interface SaveFailure {
  sentence: string;
  /** Nothing can be saved before its author logs in again. */
  isLoggedOut: boolean;
  /** The author has as many drafts as allowed. */
  isFull: boolean;
  /** What another window saved; null where it sent or deleted the draft. */
  theirs?: StoredDraft | null;
}

/** A draft that is being written on this page. */
export interface OpenDraft {
  id: string;
  content: DraftContent;
  /** The version saved on the server; 0 for none. */
  version: number;
  savedAt: string | null;
  state: 'unsaved' | 'saving' | 'saved';
  refusal?: SaveFailure | undefined;
  /** No answer came when it was sent: it may have left as it is. */
  isInDoubt?: boolean;
}

/** Whether nothing is lost when the page goes. */
export const isSafe = ({ state, version, content }: OpenDraft): boolean =>
  state === 'saved' || (version === 0 && isEmptyDraft(content));

/** Whether saving waits for its author: to choose between two windows, or to send again what may have been sent. */
export const isOnHold = ({ isInDoubt, refusal }: OpenDraft): boolean =>
  isInDoubt === true || refusal?.theirs !== undefined;

/** What the form of a mail of one kind holds. */
export type ContentOf<K extends DraftKind> = Extract<DraftContent, { kind: K }>;

/** The empty form of each kind. */
export const EMPTY_DRAFTS: { readonly [K in DraftKind]: ContentOf<K> } = {
  individual: { kind: 'individual', recipient: '', subject: '', message: '' },
  bulk: {
    kind: 'bulk',
    subject: '',
    message: '',
    kinds: [],
    country: '',
    countries: [],
    source: '',
    confirmed: false,
    since: '',
    until: '',
    language: '',
    status: '',
    unasked: false,
    to: 'picked',
    picked: {},
    isLater: false,
    scheduledFor: '',
  },
};

const bare = (value: unknown) => JSON.stringify(typeof value === 'string' ? value.trim() : value);

/** Whether nothing was entered. */
export const isEmptyDraft = (content: DraftContent): boolean =>
  Object.entries(EMPTY_DRAFTS[content.kind]).every(
    ([field, empty]) => isKeyOf(content, field) && bare(content[field]) === bare(empty),
  );
