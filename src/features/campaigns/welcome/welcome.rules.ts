import { days } from '../../../shared/time.ts';

/** More would be a newsletter that nobody ordered. */
export const MOST_WELCOME_MAILS = 3;
export const LONGEST_WAIT_DAYS = 90;

/** A mail that is later by more than this, say after a long outage, is no welcome any more and is left out. */
export const latestMs = days(30);
