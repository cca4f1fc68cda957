import { days } from '../../../shared/time.ts';

/** Days that the trend shows, today with them. */
export const TREND_DAYS = 42;

/** Days before a day that say what is usual. */
const USUAL_DAYS = 14;

/** Fewer signatures in a day are nobody's attack. */
export const SMALLEST_BURST = 20;

/** So many times the usual is more than a good day. */
export const BURST_FACTOR = 5;

/** First calendar day (UTC) that is needed to judge every day of the trend. */
export const firstDayOf = (now: Date): string =>
  dayOf(now.getTime() - days(TREND_DAYS + USUAL_DAYS - 1));

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

export interface TrendDay {
  /** UTC, "2026-11-21". */
  day: string;
  count: number;
  /** Worth a look before it is believed. */
  isBurst: boolean;
}

/**
 * The days up to today, oldest first, of the counts of those days that have any. A day is a burst when it has at
 * least 20 signatures and more than five times the median of the fourteen days before it (one, where that is less):
 * the median, so that a burst does not hide the next one.
 */
export function trendOf(counts: ReadonlyMap<string, number>, now: Date): TrendDay[] {
  const all = Array.from({ length: TREND_DAYS + USUAL_DAYS }, (_, n) => {
    const day = dayOf(now.getTime() - days(TREND_DAYS + USUAL_DAYS - 1 - n));
    return { day, count: counts.get(day) ?? 0 };
  });
  return all.slice(USUAL_DAYS).map(({ day, count }, n) => {
    const usual = medianOf(all.slice(n, n + USUAL_DAYS).map((before) => before.count));
    const isBurst = count >= SMALLEST_BURST && count > BURST_FACTOR * Math.max(usual, 1);
    return { day, count, isBurst };
  });
}

function medianOf(counts: readonly number[]): number {
  const sorted = counts.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}
