import { days, minutes, seconds } from '../../../shared/time.ts';
import { type Values, words } from '../../../shared/words.ts';

/** Why a batch paused itself. */
export interface Pause {
  tried: number;
  troubled: number;
}

/** Why no bulk mail leaves for a while: the server takes none, in its own words, or the daily quota is used up. */
export type BackOffReason = { what: 'server'; words: string } | { what: 'share'; share: number };

/** A sentence with values, to be translated for its reader. */
export type Reason = [sentence: string, values: Values];

export const describePause = ({ tried, troubled }: Pause): Reason => [
  words(
    'Sending has stopped: {troubled} of the last {tried} emails could not be delivered. Please check what the servers said before you resume.',
  ),
  { tried, troubled },
];

export const describeBackOff = (rest: BackOffReason): Reason =>
  rest.what === 'server'
    ? [words('The mail server is not accepting emails right now: {words}'), { words: rest.words }]
    : [
        words(
          'The {share} bulk emails allowed in 24 hours have been sent. The rest will follow automatically.',
        ),
        { share: rest.share },
      ];

export const leaseEnd = (now: Date) => new Date(now.getTime() + leaseMs);

/** The job that sends bulk mail. */
export const BULK_MAIL_JOB = 'mail-bulk';

/** What the send history calls a mail of a batch. */
export const BULK_MAIL = 'bulk';

/** `waiting`: it resumes by itself, when the provider's quota or a server that is away allows it. */
export const BATCH_STATES = [
  'scheduled',
  'running',
  'waiting',
  'paused',
  'done',
  'cancelled',
] as const;
export type BatchState = (typeof BATCH_STATES)[number];
/** Whether a batch waits is worked out when it is shown. */
export type StoredBatchState = Exclude<BatchState, 'waiting'>;

export const BATCH_STEPS = ['pause', 'resume', 'cancel', 'retry'] as const;
export type BatchStep = (typeof BATCH_STEPS)[number];

/** The states in which each step is allowed. */
export const STEPS_FROM: Readonly<Record<BatchStep, readonly StoredBatchState[]>> = {
  pause: ['scheduled', 'running'],
  resume: ['paused'],
  cancel: ['scheduled', 'running', 'paused'],
  // Only what failed is tried again: a mail of uncertain end may have arrived.
  retry: ['done', 'paused'],
};

/** Google's limit for a mailbox of gmail.com: 500 recipients in any 24 hours. */
export const GMAIL_DAILY_CAP = 500;
/** A tenth of the daily quota is kept for receipts, links and answers. */
const BULK_QUOTA_RATIO = 0.9;

/** How many of the mails that a provider takes in 24 hours may be bulk mail; null: any number. */
export const bulkQuotaOf = (dailyCap: number | null) =>
  dailyCap === null ? null : Math.floor(dailyCap * BULK_QUOTA_RATIO);

export const quotaWindowMs = days(1);

/** A batch pauses itself once so many failed of those tried since it was last started. */
const fewestTried = 20;
const mostFailed = 0.05;

/** More than 5 % of at least 20. */
export const hasTooManyFailures = ({ tried, failed }: { tried: number; failed: number }) =>
  tried >= fewestTried && failed > tried * mostFailed;

/** Specification §5. */
export const NO_RECIPIENTS = words('Please select at least one recipient.');

/** A process that has not renewed its lease for so long counts as dead; another one takes over. */
export const leaseMs = seconds(4);
export const leaseRenewalMs = seconds(1);

/** How long a mail server that is away is left alone, the first, the second … time in a row. */
const BACK_OFFS_MS = [seconds(15), seconds(30), minutes(1), minutes(2), minutes(5), minutes(15)];
export const backOffMs = (failuresInRow: number) =>
  BACK_OFFS_MS[Math.min(failuresInRow, BACK_OFFS_MS.length) - 1] ?? seconds(15);
