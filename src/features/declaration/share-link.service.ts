import { randomInt } from 'node:crypto';
import { SHARE_ALPHABET, SHARE_CODE_LENGTH } from './share-link.rules.ts';

/** A share code that nobody has, as far as chance lets it: there are 800 billion. */
export const newShareCode = (): string =>
  Array.from(
    { length: SHARE_CODE_LENGTH },
    () => SHARE_ALPHABET[randomInt(SHARE_ALPHABET.length)],
  ).join('');
