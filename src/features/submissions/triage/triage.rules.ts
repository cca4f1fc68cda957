import { days } from '../../../shared/time.ts';
import { words } from '../../../shared/words.ts';

/** What somebody sent who waits for an answer of ours. */
export const TRIAGED = ['contact', 'volunteer', 'partner'] as const;
export type TriagedKind = (typeof TRIAGED)[number];

/** How far the answer is. What nobody has touched is new. */
export const TRIAGE_STATUSES = ['new', 'in_progress', 'answered', 'closed'] as const;
export type TriageStatus = (typeof TRIAGE_STATUSES)[number];

/** Somebody waits while it is one of these. */
export const UNANSWERED: readonly TriageStatus[] = ['new', 'in_progress'];

/** What a list can be narrowed to: a status, whatever is not answered, or what has waited too long. */
export const TRIAGE_FILTERS = [...TRIAGE_STATUSES, 'unanswered', 'waiting'] as const;

/** The owner to ask for when it is to be nobody’s. */
export const NOBODY = 'nobody';

/** Whoever waits for longer is marked. */
export const longestWaitMs = days(3);

/** How many whole days somebody has waited, once it is longer than it should be; null before, and when they were answered. */
export function daysWaited(
  { status, receivedAt }: { status: TriageStatus; receivedAt: Date },
  now: Date,
): number | null {
  const waitedMs = now.getTime() - receivedAt.getTime();
  const isLong = UNANSWERED.includes(status) && waitedMs > longestWaitMs;
  return isLong ? Math.floor(waitedMs / days(1)) : null;
}

export const MOST_TAGS = 10;
export const LONGEST_TAG = 30;
export const LONGEST_NOTE = 2000;

/** Said where words or values are refused, by the form and by the server. */
export const TAG_TOO_LONG = words('Please shorten the tag to one line of at most 30 characters');
