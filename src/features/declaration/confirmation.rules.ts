import { words } from '../../shared/words.ts';

/** So many emails with a link go to an address in a day. */
export const LINKS_PER_DAY = 3;

export const FAILED = words('Failed to sign declaration. Please try again.');

/** To who has just signed. */
export const SIGNED = words('Your name is woven in. A confirmation is on its way to your inbox.');

/** To who has just signed, where signatures count once they are confirmed. */
export const ONE_LEFT = words('One thing left: confirm your email');
export const COUNTED_LATER = words(
  '{count, plural, =0 {Yours is the first, once you confirm.} one {# person has confirmed. Confirm yours and you’ll be counted too.} other {# people have confirmed. Confirm yours and you’ll be counted too.}}',
);
