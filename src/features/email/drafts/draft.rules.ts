import type { DraftContent, DraftKind } from './draft.contract.ts';

/** What the form of a mail of one kind holds. */
export type ContentOf<K extends DraftKind> = Extract<DraftContent, { kind: K }>;

/** How the form of each kind begins. */
export const EMPTY_DRAFTS: { readonly [K in DraftKind]: ContentOf<K> } = {
  individual: { kind: 'individual', recipient: '', subject: '', message: '' },
  bulk: {
    kind: 'bulk',
    subject: '',
    message: '',
    kinds: [],
    country: '',
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

/** Whether nobody has entered anything: no words, nobody to write to, no moment. */
export const isEmptyDraft = (content: DraftContent): boolean =>
  Object.entries(EMPTY_DRAFTS[content.kind]).every(
    ([field, empty]) => bare(content[field as keyof DraftContent]) === bare(empty),
  );
