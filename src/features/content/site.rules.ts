import { section } from '../../shared/content.ts';
import { words } from '../../shared/words.ts';

/** What the whole site is called and where it is reached; an English text holds for every language that has none. */
export const SITE = section('site', {
  name: words('One Africa Passport'),
  tagline: words('Fifty-four threads. One cloth.'),
});
