import type { ContentOf } from '../drafts/draft.rules.ts';
import { type Audience, type AudienceCondition, countriesOf } from '../audience/audience.rules.ts';
import { useMailDraft } from './useMailDraft.ts';

/** A bulk mail that is being written. */
export type BulkDraft = ContentOf<'bulk'>;

export type WriteBulk = (change: Partial<BulkDraft>) => void;

export const useBulkDraft = () => useMailDraft('bulk');

/** Whom a draft is for, with the fields that narrow it alone. */
export function audienceOf(draft: BulkDraft): Audience {
  const { kinds, language, status, source, confirmed, since, until, unasked } = draft;
  const countries = countriesOf(draft);
  return {
    ...(kinds.length > 0 ? { kinds: [...kinds] } : {}),
    ...(countries.length > 0 ? { countries } : {}),
    ...(language ? { language } : {}),
    ...(status ? { status } : {}),
    ...(source ? { source } : {}),
    ...(confirmed ? { confirmed } : {}),
    ...(since ? { since } : {}),
    ...(until ? { until } : {}),
    ...(unasked ? { unasked } : {}),
  };
}

/** What a draft holds without each condition. */
export const WITHOUT: Readonly<Record<AudienceCondition, Partial<BulkDraft>>> = {
  kinds: { kinds: [] },
  countries: { country: '', countries: [] },
  language: { language: '' },
  status: { status: '' },
  source: { source: '' },
  confirmed: { confirmed: false },
  since: { since: '' },
  until: { until: '' },
  asked: { unasked: true },
};

/** What makes a draft one to all who signed in a country. */
export const signersOf = (country: string): Partial<BulkDraft> => ({
  ...Object.assign({}, ...Object.values(WITHOUT)),
  unasked: false,
  kinds: ['declaration'],
  countries: [country],
  to: 'all',
  picked: {},
});

/** To how many people a draft goes; `matching` is how many the audience has. */
export const recipientCountOf = ({ to, picked }: BulkDraft, matching: number) =>
  to === 'all' ? matching : Object.keys(picked).length;

/** The parts of a draft that are sent; without recipients it names none. */
export function bodyOf(draft: BulkDraft, matching: number) {
  const { subject, message, to, picked, isLater, scheduledFor } = draft;
  const time = isLater && scheduledFor ? new Date(scheduledFor) : undefined;
  return {
    ...(to === 'all' && matching > 0
      ? { audience: audienceOf(draft), expectedCount: matching }
      : { recipients: to === 'all' ? [] : Object.keys(picked) }),
    ...(to === 'picked' && Object.values(picked).includes(false) ? { includeUnasked: true } : {}),
    subject,
    message,
    ...(time ? { scheduledFor: time.toISOString() } : {}),
  };
}
