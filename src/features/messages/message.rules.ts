import { days, hours, minutes } from '../../shared/time.ts';

/** Characters. */
export const LONGEST_CONTENT = 5000;
export const LONGEST_SUBJECT = 200;

/** Issue of members, 3: what an account that is younger than this may do in an hour. */
export const YOUNG_ACCOUNT_MS = days(7);
export const YOUNG_MESSAGES = 20;
export const YOUNG_RECIPIENTS = 5;
/** What anybody else may do in an hour: more than people write, and whoever takes an account over reaches few. */
export const MOST_MESSAGES = 200;
export const MOST_RECIPIENTS = 50;
export const SENDING_WINDOW_MS = hours(1);

/** Characters of a message that a list of conversations shows. */
export const BEGINNING_LENGTH = 140;

/** Rows of a list unless the call says otherwise (gaps.md §2 for the recipients). */
export const USUAL_PAGE = 50;
export const USUAL_RECIPIENTS = 200;

/** Digests of unread messages: how long one waits to be read before a mail tells of it. */
export const PATIENCE_MS = minutes(15);
/** The least time between two digests, for who has been here since the last one, and for who has not. */
export const NEXT_DIGEST_MS = hours(1);
export const NEXT_DIGEST_AWAY_MS = days(1);
/** Who was seen this lately is here and needs no mail. */
export const HERE_MS = minutes(5);
/** What is older was told of, or the site did not run for a week. */
export const OLDEST_TOLD_MS = days(7);
/** Senders that a digest names. */
export const MOST_NAMED = 5;

/** Where a person confirms that the mails shall stop; the key stands behind `#key=`. */
export const MAIL_OFF_PAGE = '/account/mail-off';
