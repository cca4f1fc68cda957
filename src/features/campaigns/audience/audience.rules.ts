import type { Language } from '../../../shared/language.ts';
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
  country?: string | undefined;
  language?: Language | undefined;
  status?: AudienceStatus | undefined;
  /** Also those who have not asked for news. */
  unasked?: boolean | undefined;
}

/** Named in one request; a batch for more people names an audience. */
export const MOST_RECIPIENTS = 50_000;
