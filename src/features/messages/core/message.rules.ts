import { days, hours, minutes } from '../../../shared/time.ts';

/** Characters. */
export const LONGEST_CONTENT = 5000;
export const LONGEST_SUBJECT = 200;

/** Issue of members, 3: limits per hour for accounts younger than this. */
export const YOUNG_ACCOUNT_MS = days(7);
export const YOUNG_MESSAGES = 20;
export const YOUNG_RECIPIENTS = 5;
/** Limits per hour for all other accounts: more than people write; an attacker with the account reaches few. */
export const MOST_MESSAGES = 200;
export const MOST_RECIPIENTS = 50;
export const SENDING_WINDOW_MS = hours(1);

/** Characters of a message that a list of conversations shows. */
export const BEGINNING_LENGTH = 140;

/** Rows of a list unless the call says otherwise (gaps.md §2 for the recipients). */
export const USUAL_PAGE = 50;
export const USUAL_RECIPIENTS = 200;

/** Digests: how long a message stays unread before a mail mentions it. */
export const UNREAD_BEFORE_DIGEST_MS = minutes(15);
/** The least time between two digests: for members seen since the last one, and for the others. */
export const NEXT_DIGEST_MS = hours(1);
export const NEXT_DIGEST_AWAY_MS = days(1);
/** A member seen this recently needs no mail. */
export const RECENTLY_SEEN_MS = minutes(5);
/** Older messages were in a digest already, or the site did not run for a week. */
export const OLDEST_IN_DIGEST_MS = days(7);
/** Senders that a digest names. */
export const MOST_NAMED = 5;

/** Where a person confirms that the mails should stop; the key follows `#key=`. */
export const MAIL_OFF_PAGE = '/account/mail-off';
