import { section } from '../../../shared/content.ts';
import { words } from '../../../shared/words.ts';

/** The page that shows who has signed from where. */
export const COUNTRIES = section(
  'countries',
  {
    title: words('Signatures by country'),
    intro: words(
      'Fifty-four threads stand in the loom, one for each nation. The diaspora’s names are woven across them with all the others. We show numbers only, never a name.',
    ),
    cloth_hint: words('Touch a thread to read its country and its number.'),
    empty_title: words('The loom is strung, the weft waits'),
    empty_text: words('Nobody has signed yet. The first name is the first thread across.'),
  },
  ['intro', 'cloth_hint'],
);
