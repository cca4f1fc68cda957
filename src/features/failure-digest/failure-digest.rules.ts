import { days, minutes } from '../../shared/time.ts';

/** The hour of UTC from which a day's digest may leave; all days here are those of UTC. */
const digestHour = 6;

/** So many of each kind are named; the digest gives the total beside them. */
export const mostNamed = 20;

/** Waits from so long on are reported, as in the overview. */
export const longWaitMs = days(3);

/** Older failures are left out, even after a month without a digest. */
const longestSpanMs = days(7);
/** Rows being written now carry an earlier time; this delay leaves them to the next digest. */
const settlingMs = minutes(1);

/** The day whose digest is due, "2026-11-21"; undefined before its hour and when it was looked after. */
export function dueDayOf(now: Date, lastDay: string | undefined): string | undefined {
  const day = now.toISOString().slice(0, 10);
  const isDue = now.getUTCHours() >= digestHour && (lastDay === undefined || lastDay < day);
  return isDue ? day : undefined;
}

/** From the last digest to now, a day when there was none. */
export function spanOf(now: Date, last: Date | undefined): { since: Date; until: Date } {
  const earliest = now.getTime() - longestSpanMs;
  const since = last?.getTime() ?? now.getTime() - days(1);
  return {
    since: new Date(Math.max(since, earliest)),
    until: new Date(now.getTime() - settlingMs),
  };
}

/** An email address in a sentence of a mail server. */
const ADDRESS = /(?<![^\s<>()[\]"',;:=])[^\s<>()[\]"',;:=]+@([^\s<>()[\]"',;:=]+)/g;

/**
 * A sentence without the names in its email addresses: "…@example.org". Digests lie in mailboxes that no erasure
 * reaches, at providers of their own; the domain says what is wrong with a server, and the whole address is in
 * the send history, behind a login.
 */
export const withoutNames = (text: string) => text.replaceAll(ADDRESS, '…@$1');

export const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1);
