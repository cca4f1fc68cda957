import type { Permission } from '../../../shared/access.ts';
import { keysOf } from '../../../shared/record.ts';
import { days } from '../../../shared/time.ts';

/** LIST of what may wait for someone, what weighs most first, and who may know of it. */
export const WAITING = {
  claims: 'payments:read',
  money: 'payments:read',
  kits_approved: 'applications:fulfil',
  kits_in_review: 'applications:fulfil',
  kits_submitted: 'applications:fulfil',
  contact: 'submissions:read',
  volunteer: 'submissions:read',
  partner: 'submissions:read',
  reports: 'users:moderate',
  mails: 'mail:read',
} as const satisfies Readonly<Record<string, Permission>>;
export type WaitingKind = keyof typeof WAITING;
export const WAITING_KINDS = keysOf(WAITING);

/** Mails that failed before are history: whoever wanted to mend it has. */
export const failedMailsMs = days(7);

/** How far back the charts go: by days or by months. */
export const SPANS = ['days', 'months'] as const;
export type TrendSpan = (typeof SPANS)[number];

const PERIODS: Readonly<Record<TrendSpan, number>> = { days: 30, months: 12 };

/** From a moment (with it) to another (without it), named by its first day, "2026-11-01". */
export interface Period {
  name: string;
  from: Date;
  until: Date;
}

/** The days or months up to now, oldest first and of the UTC calendar as in every other trend; the last one goes on. */
export function periodsOf(span: TrendSpan, now: Date): Period[] {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const startOf = (back: number) =>
    new Date(span === 'days' ? Date.UTC(year, month, day - back) : Date.UTC(year, month - back, 1));
  return Array.from({ length: PERIODS[span] }, (_, n) => {
    const back = PERIODS[span] - 1 - n;
    const from = startOf(back);
    return { name: from.toISOString().slice(0, 10), from, until: startOf(back - 1) };
  });
}

/** For how many whole days something has waited. */
export const daysSince = (since: string, now: string): number =>
  Math.max(0, Math.floor((Date.parse(now) - Date.parse(since)) / days(1)));
