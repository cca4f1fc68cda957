import type { Language } from '../../../shared/language.ts';
import { words } from '../../../shared/words.ts';
import type { ApplicationStatus } from '../../application/application.rules.ts';
import type { TriageStatus } from '../../submissions/triage/triage.rules.ts';

/** Where an address can come from (specification §5). */
export const AUDIENCE_KINDS = [
  'contact',
  'passport',
  'volunteer',
  'partner',
  'declaration',
  'user',
] as const;
export type AudienceKind = (typeof AUDIENCE_KINDS)[number];

/** The status of a submitted application, or of the answer to a message. */
export const AUDIENCE_STATUSES = [
  'submitted',
  'in_review',
  'needs_information',
  'approved',
  'dispatched',
  'delivered',
  'cancelled',
  'new',
  'in_progress',
  'answered',
  'closed',
] as const satisfies readonly (ApplicationStatus | TriageStatus)[];
export type AudienceStatus = (typeof AUDIENCE_STATUSES)[number];

/** The audience of a mail; every field that is given narrows it. */
export interface Audience {
  kinds?: AudienceKind[] | undefined;
  /** One of them; with `countries` a further one. */
  country?: string | undefined;
  countries?: string[] | undefined;
  language?: Language | undefined;
  status?: AudienceStatus | undefined;
  /** Signatures that came from there, such as "direct". */
  source?: string | undefined;
  /** Signatures that their signers have confirmed. */
  confirmed?: boolean | undefined;
  /** Signed, applied or written on this day (UTC, "2026-10-01") or later. */
  since?: string | undefined;
  /** … and on this day or earlier. */
  until?: string | undefined;
  /** Also those who have not asked for news. */
  unasked?: boolean | undefined;
}

/** The countries of an audience, each once. */
export const countriesOf = ({
  country,
  countries = [],
}: Pick<Audience, 'country' | 'countries'>): string[] => [
  ...new Set([...countries, ...(country ? [country] : [])]),
];

export const LAST_DAY_FIRST = words('The last day must not be before the first day.');

/** Whether no day is in the range. */
export const isEmptyRange = ({ since, until }: Pick<Audience, 'since' | 'until'>): boolean =>
  Boolean(since && until && until < since);

/** LIST of what can narrow an audience, in the order in which it is said. `asked`: having asked for news. */
export const AUDIENCE_CONDITIONS = [
  'kinds',
  'countries',
  'language',
  'status',
  'source',
  'confirmed',
  'since',
  'until',
  'asked',
] as const;
export type AudienceCondition = (typeof AUDIENCE_CONDITIONS)[number];

/** What narrows this audience. */
export const conditionsOf = (audience: Audience): AudienceCondition[] =>
  AUDIENCE_CONDITIONS.filter((condition) => {
    if (condition === 'asked') return !audience.unasked;
    if (condition === 'kinds') return Boolean(audience.kinds?.length);
    if (condition === 'countries') return countriesOf(audience).length > 0;
    return Boolean(audience[condition]);
  });

/** The audience that one condition less would give. */
export function withoutCondition(audience: Audience, condition: AudienceCondition): Audience {
  if (condition === 'asked') return { ...audience, unasked: true };
  if (condition === 'countries') return { ...audience, country: undefined, countries: undefined };
  return { ...audience, [condition]: undefined };
}

/** Named in one request; a batch for more people names an audience. */
export const MOST_RECIPIENTS = 50_000;

/** More than all countries of our lists. */
export const MOST_COUNTRIES = 100;
