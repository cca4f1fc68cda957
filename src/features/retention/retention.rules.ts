import { keysOf, recordOf } from '../../shared/record.ts';
import { words } from '../../shared/words.ts';

/** What happens to a record whose time is over. */
type End = 'deleted' | 'stripped';

interface Rule {
  title: string;
  /** Which records, since when their time runs, and what goes with them. */
  about: string;
  end: End;
  /** Shown as advice; until an owner chooses a period nothing goes (decision 0020). */
  advisedMonths: number;
  /** Sooner would hurt what the records are still for. */
  leastMonths: number;
}

/** LIST of the records of people that may go by themselves, in the order in which they are shown and removed. */
export const RETENTION = {
  contact: {
    title: words('Messages to the team'),
    about: words(
      'Those answered or closed, counted from the last change of status, owner or tags. Replies, notes and tags are deleted with them.',
    ),
    end: 'deleted',
    advisedMonths: 24,
    leastMonths: 1,
  },
  volunteer: {
    title: words('Volunteer applications'),
    about: words(
      'Those answered or closed, counted from the last change of status, owner or tags. Replies, notes and tags are deleted with them.',
    ),
    end: 'deleted',
    advisedMonths: 24,
    leastMonths: 1,
  },
  partner: {
    title: words('Partnership applications'),
    about: words(
      'Those answered or closed, counted from the last change of status, owner or tags. Replies, notes and tags are deleted with them.',
    ),
    end: 'deleted',
    advisedMonths: 24,
    leastMonths: 1,
  },
  signatures: {
    title: words('Signatures that do not count'),
    about: words(
      'Invalidated signatures, counted from the day they were invalidated. They cannot be restored afterwards, and their addresses may sign again.',
    ),
    end: 'deleted',
    advisedMonths: 12,
    leastMonths: 3,
  },
  drafts: {
    title: words('Applications that were never sent'),
    about: words(
      'Drafts that nobody has touched for that long. If a payment was tried, its record stays, without a name.',
    ),
    end: 'deleted',
    advisedMonths: 12,
    leastMonths: 3,
  },
  cancelled: {
    title: words('Cancelled applications'),
    about: words(
      'Those for which we no longer hold money. The application number and the payment attempts stay in our records.',
    ),
    end: 'stripped',
    advisedMonths: 24,
    leastMonths: 6,
  },
  delivered: {
    title: words('Details of delivered kits'),
    about: words(
      'Birth details, nationality, telephone and home address, once everything is paid. Name and email stay with the payments.',
    ),
    end: 'stripped',
    advisedMonths: 12,
    leastMonths: 3,
  },
  reports: {
    title: words('Decided reports'),
    about: words('Reported messages between members, with their text, counted from the decision.'),
    end: 'deleted',
    advisedMonths: 24,
    leastMonths: 6,
  },
  letters: {
    title: words('Messages from closed accounts'),
    about: words(
      'Those that have been read, counted from that day. Their recipients lose them too.',
    ),
    end: 'deleted',
    advisedMonths: 36,
    leastMonths: 12,
  },
  mails: {
    title: words('Emails from the site'),
    about: words('Who each email went to, and when. Its text was erased when it was sent.'),
    end: 'deleted',
    advisedMonths: 36,
    // A plan runs for a year, and the records prevent sending a mail twice.
    leastMonths: 18,
  },
  addressees: {
    title: words('Recipients of bulk emails'),
    about: words(
      'Of bulk emails that are finished or cancelled. The message and its numbers stay, but failed emails can no longer be retried.',
    ),
    end: 'deleted',
    advisedMonths: 12,
    leastMonths: 3,
  },
  history: {
    title: words('Email history'),
    about: words('What was sent to whom. The tick beside people who got an email disappears too.'),
    end: 'deleted',
    advisedMonths: 36,
    leastMonths: 3,
  },
} as const satisfies Record<string, Rule>;

export type RetentionKind = keyof typeof RETENTION;
export const RETENTION_KINDS = keysOf(RETENTION);

/** How long a payer's bank can reverse a payment (180 days at PayPal): until then we must know who paid. */
export const DISPUTABLE_MONTHS = 6;

/** The periods that can be chosen, in months; the accounts of most countries are kept for ten years at most. */
export const PERIODS = [1, 3, 6, 12, 18, 24, 36, 60, 120] as const;
export type Period = (typeof PERIODS)[number];

/** Those that can be chosen for a kind. */
export const periodsOf = (kind: RetentionKind): readonly Period[] =>
  PERIODS.filter((months) => months >= RETENTION[kind].leastMonths);

/** Of each kind its period; null keeps it. */
export type Periods = Readonly<Record<RetentionKind, Period | null>>;

/** The periods until an owner has chosen: an upgrade removes nothing. */
export const KEEP_ALL: Periods = recordOf(RETENTION_KINDS, () => null);

/** So many months before a time, at the same time of day; cut at the month's end. */
export function monthsBefore(now: Date, months: number): Date {
  const then = new Date(now);
  then.setUTCDate(1);
  then.setUTCMonth(then.getUTCMonth() - months);
  const lastDay = new Date(Date.UTC(then.getUTCFullYear(), then.getUTCMonth() + 1, 0)).getUTCDate();
  then.setUTCDate(Math.min(now.getUTCDate(), lastDay));
  return then;
}

/** More than so many are not counted for a preview. */
export const MOST_COUNTED = 100_000;
