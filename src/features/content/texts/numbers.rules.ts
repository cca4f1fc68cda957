import { section } from '../../../shared/content.ts';
import { words } from '../../../shared/words.ts';

/** The three numbers of specification §1; what each one counts is one tap away (gaps.md §5). */
export const NUMBERS = section(
  'numbers',
  {
    nations: words('54'),
    nations_label: words('African nations'),
    nations_meaning: words(
      'The African Union has 55 member states; 54 of them are members of the United Nations.',
    ),
    people: words('1.4B+'),
    people_label: words('people'),
    people_meaning: words(
      'About 1.48 billion people lived in Africa in 2023, according to Our World in Data, which builds on United Nations figures.',
    ),
    diaspora: words('200M+'),
    diaspora_label: words('in the diaspora'),
    diaspora_meaning: words(
      'Around 200 million people of African descent live in the Americas alone (United Nations, 2011), and many millions elsewhere.',
    ),
  },
  ['nations', 'people', 'diaspora'],
);
