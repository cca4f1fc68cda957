import { words } from '../../shared/words.ts';

/** To who has just signed, where signatures count once they are confirmed. */
export const TO_CONFIRM = words(
  'One thing is left: confirm your email. Open the link that we sent you; your signature counts from then on.',
);
export const COUNTED_LATER = words(
  '{count, plural, =0 {Yours is the first, once you confirm.} other {# confirmed, and yours once you confirm.}}',
);
