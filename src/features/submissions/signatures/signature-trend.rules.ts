import { days } from '../../../shared/time.ts';
import { SMALLEST_BURST } from './burst.rules.ts';

/** Days that the trend shows, today with them. */
export const TREND_DAYS = 42;

/** Days before a day that say what is usual. */
const USUAL_DAYS = 14;

/** So many times the usual is more than a good day. */
export const BUSY_FACTOR = 5;

/** First calendar day (UTC) that is needed to judge every day of the trend. */
export const firstDayOf = (now: Date): string =>
  dayOf(now.getTime() - days(TREND_DAYS + USUAL_DAYS - 1));

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

export interface TrendDay {
  /** UTC, "2026-11-21". */
  day: string;
  count: number;
  /** Signatures that a day of the two weeks before had. */
  usual: number;
  /** Many more than usual. */
  isBusy: boolean;
}

/**
 * The days up to today, oldest first, of the counts of those days that have any. A day is busy when it has at least 20
 * signatures and more than five times the median of the fourteen days before it (one, where that is less): the median,
 * so that a busy day does not hide the next one.
 */
export function trendOf(counts: ReadonlyMap<string, number>, now: Date): TrendDay[] {
  const all = Array.from({ length: TREND_DAYS + USUAL_DAYS }, (_, n) => {
    const day = dayOf(now.getTime() - days(TREND_DAYS + USUAL_DAYS - 1 - n));
    return { day, count: counts.get(day) ?? 0 };
  });
  return all.slice(USUAL_DAYS).map(({ day, count }, n) => {
    const usual = medianOf(all.slice(n, n + USUAL_DAYS).map((before) => before.count));
    const isBusy = count >= SMALLEST_BURST && count > BUSY_FACTOR * Math.max(usual, 1);
    return { day, count, usual, isBusy };
  });
}

function medianOf(counts: readonly number[]): number {
  const sorted = counts.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}
