import { days, hours } from '../../shared/time.ts';

/** Characters. */
export const LONGEST_CONTENT = 5000;
export const LONGEST_SUBJECT = 200;

/** Issue of members, 3: what an account that is younger than this may do in an hour. */
export const YOUNG_ACCOUNT_MS = days(7);
export const YOUNG_WINDOW_MS = hours(1);
export const YOUNG_MESSAGES = 20;
export const YOUNG_RECIPIENTS = 5;

/** Characters of a message that a list of conversations shows. */
export const BEGINNING_LENGTH = 140;
