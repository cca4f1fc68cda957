import { days } from '../../../shared/time.ts';
import { words } from '../../../shared/words.ts';

/** So many submissions are changed in one go at the most, which takes a second. */
export const MOST_AT_ONCE = 10_000;

/** How many can be chosen one by one: as many as a page of the list may have. */
export const MOST_CHOSEN = 500;
export const TOO_MANY = words('You can select at most 500 one by one.');

/** For so long a change of many can be taken back. */
export const undoneWithinMs = days(1);
