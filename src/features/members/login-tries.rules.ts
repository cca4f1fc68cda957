import { hours, minutes } from '../../shared/time.ts';

/** security.md §2: five tries in five minutes per account, then a growing delay, never a permanent lock. */
const triesPerWindow = 5;
const shortestWindowMs = minutes(5);
const longestWindowMs = hours(1);
/** After this long without a try the account starts afresh. */
export const forgottenAfterMs = hours(24);

/** The tries of one account since its last success. */
export interface Tries {
  count: number;
  windowEndsAt: Date;
  /** Windows that were used up; each doubles the next one. */
  strikes: number;
}

/** The tries including one more now, or when the next one may be made. */
export function countTry(past: Tries | undefined, now: Date): { tries: Tries } | { retryAt: Date } {
  if (!past || now.getTime() - past.windowEndsAt.getTime() >= forgottenAfterMs) {
    return { tries: newWindow(0, now) };
  }
  if (now < past.windowEndsAt) {
    if (past.count >= triesPerWindow) return { retryAt: past.windowEndsAt };
    return { tries: { ...past, count: past.count + 1 } };
  }
  const wasUsedUp = past.count >= triesPerWindow;
  return { tries: newWindow(past.strikes + (wasUsedUp ? 1 : 0), now) };
}

function newWindow(strikes: number, now: Date): Tries {
  const windowMs = Math.min(shortestWindowMs * 2 ** strikes, longestWindowMs);
  return { count: 1, windowEndsAt: new Date(now.getTime() + windowMs), strikes };
}
