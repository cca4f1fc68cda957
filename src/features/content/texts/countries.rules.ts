import { section } from '../../../shared/content.ts';
import { words } from '../../../shared/words.ts';

/** The page that shows who has signed from where. */
export const COUNTRIES = section(
  'countries',
  {
    title: words('Signatures by country'),
    intro: words(
      'Our loom has fifty-four threads, one for each nation. Names from the diaspora are woven in with all the others. We show numbers only, never names.',
    ),
    cloth_hint: words('Tap a thread to see its country and number.'),
    empty_title: words('The loom is ready'),
    empty_text: words('Nobody has signed yet. The first name starts the cloth.'),
  },
  ['intro', 'cloth_hint'],
);
