import { section } from '../../../shared/content.ts';
import { words } from '../../../shared/words.ts';

/** Specification §2: the keys of the hero, and the text until somebody changes it. */
export const HERO = section(
  'hero',
  {
    title_line1: words('Fifty-four threads.'),
    title_line2: words('One cloth.'),
    title_line3: words('One Africa.'),
    description: words(
      'We are a private campaign for the day when Africans can cross Africa as freely as a river does.',
    ),
    apply_button_text: words('Apply for the kit'),
    learn_button_text: words('Read the vision'),
    headquarters_alt: words(
      'A drawing of a wide house with a roof of cloth. It does not exist yet.',
    ),
    passport_alt: words(
      'A drawing of the campaign’s booklet, indigo with an ochre wheel, lying on a woven cloth.',
    ),
    passport_caption_1: words('Our booklet: a sign of belonging.'),
    passport_caption_2: words('A house for one Africa, as we imagine it.'),
  },
  ['passport_caption_1', 'passport_caption_2'],
);
