import type { Language } from '../../shared/language.ts';
import { days, minutes, seconds } from '../../shared/time.ts';
import { words } from '../../shared/words.ts';
import type { ApplicationStatus } from '../application/application.rules.ts';
import type { TriageStatus } from '../submissions/triage.rules.ts';

/** Where an address of ours can come from (specification §5). */
export const AUDIENCE_KINDS = [
  'contact',
  'passport',
  'volunteer',
  'partner',
  'declaration',
  'user',
] as const;
export type AudienceKind = (typeof AUDIENCE_KINDS)[number];

/** An application's while it is none of a draft, or how far the answer to somebody who wrote is. */
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

/** Whom a mail is for. Without a field nothing is narrowed by it. */
export interface Audience {
  kinds?: AudienceKind[] | undefined;
  country?: string | undefined;
  language?: Language | undefined;
  status?: AudienceStatus | undefined;
  /** Also those who have not asked for news. */
  unasked?: boolean | undefined;
}

/** How far a batch is. It waits by itself: for tomorrow's share of a provider, or for a server that is away. */
export const BATCH_STATES = [
  'scheduled',
  'running',
  'waiting',
  'paused',
  'done',
  'cancelled',
] as const;
export type BatchState = (typeof BATCH_STATES)[number];
/** As it is kept; whether it waits is seen when somebody looks. */
export type KeptState = Exclude<BatchState, 'waiting'>;

export const BATCH_STEPS = ['pause', 'resume', 'cancel', 'retry'] as const;
export type BatchStep = (typeof BATCH_STEPS)[number];

/** From which states a step leads on; what is not listed is refused. */
export const STEPS_FROM: Readonly<Record<BatchStep, readonly KeptState[]>> = {
  pause: ['scheduled', 'running'],
  resume: ['paused'],
  cancel: ['scheduled', 'running', 'paused'],
  // What failed is tried once more; of what is uncertain nobody knows whether it arrived, so it never is.
  retry: ['done', 'paused'],
};

export const SUPPRESSION_REASONS = ['unsubscribed', 'bounced', 'complaint', 'by hand'] as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

/** Google's limit for a mailbox of gmail.com: 500 recipients in any 24 hours. */
export const GMAIL_DAILY_CAP = 500;
/** Each tenth mail of a day is kept for what people wait for: receipts, links, answers. */
const SHARE_OF_BULK = 0.9;

/** How many of a provider's mails of 24 hours bulk mail may use; null: as many as it likes. */
export const bulkShareOf = (dailyCap: number | null) =>
  dailyCap === null ? null : Math.floor(dailyCap * SHARE_OF_BULK);

export const capWindowMs = days(1);

/** A batch stops by itself once so many failed of those that were tried since somebody last let it run. */
const fewestTried = 20;
const mostFailed = 0.05;

/** Whether too much fails for a batch to go on: more than 5 % of at least 20. */
export const failsTooOften = ({ tried, failed }: { tried: number; failed: number }) =>
  tried >= fewestTried && failed > tried * mostFailed;

export const LONGEST_MAIL_SUBJECT = 200;
export const LONGEST_MAIL_MESSAGE = 20_000;
/** In one request; more are an audience. */
export const MOST_RECIPIENTS = 50_000;
export const LONGEST_PASTE = 500_000;

/** Specification §5. */
export const NO_SUBJECT_OR_MESSAGE = words('Please enter both subject and message.');
export const NO_RECIPIENTS = words('Please select at least one recipient.');
export const BAD_RECIPIENT = words('Please enter a valid email address.');

/** The page where somebody who follows the link in a bulk mail is asked once more. */
export const UNSUBSCRIBE_PAGE = '/account/unsubscribe';

/** Who has not shown for so long that it works on bulk mail is dead, and another goes on. */
export const leaseMs = seconds(4);
export const leaseRenewalMs = seconds(1);

/** For how long a server that is away is left alone, at the first, the second … time in a row. */
const RESTS_MS = [seconds(15), seconds(30), minutes(1), minutes(2), minutes(5), minutes(15)];
export const restMs = (timesAway: number) =>
  RESTS_MS[Math.min(timesAway, RESTS_MS.length) - 1] ?? seconds(15);
