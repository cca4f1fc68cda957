import { section } from '../../../shared/content.ts';
import { words } from '../../../shared/words.ts';

/**
 * Voices of people who are part of history (docs/sources.md), and empty places for people who write to
 * us. Nobody is invented; living officials are not quoted near a price (gaps.md §5).
 */
export const TESTIMONIALS = section(
  'testimonials',
  {
    title: words('Voices before us'),
    note: words(
      'None of these people has any connection with our campaign. They came before it. Each name links to the source.',
    ),
    quote1_text: words(
      'The cause of freedom is not the cause of a race or a sect, a party or a class—it is the cause of humankind, the very birthright of humanity.',
    ),
    quote1_speaker: words('Anna Julia Cooper'),
    quote1_place: words('in her book “A Voice from the South”, 1892'),
    quote2_text: words(
      'The remedy for these ills is ready in our hands. It stares us in the face at every customs barrier, it shouts to us from every African heart.',
    ),
    quote2_speaker: words('Kwame Nkrumah'),
    quote2_place: words('on border disputes, Addis Ababa, 1963'),
    quote3_text: words(
      'We knew that we were one people, and that we had one destiny regardless of the artificial boundaries which colonialists had invented.',
    ),
    quote3_speaker: words('Julius Nyerere'),
    quote3_place: words('Accra, 1997'),
    quote4_text: words(
      'As the first African woman to receive this prize, I accept it on behalf of the people of Kenya and Africa, and indeed the world.',
    ),
    quote4_speaker: words('Wangari Maathai'),
    quote4_place: words('Nobel Lecture, Oslo, 2004'),
    people_title: words('Voices with us'),
    quote5_text: '',
    quote5_speaker: '',
    quote5_place: '',
    quote6_text: '',
    quote6_speaker: '',
    quote6_place: '',
    quote7_text: '',
    quote7_speaker: '',
    quote7_place: '',
    quote8_text: '',
    quote8_speaker: '',
    quote8_place: '',
  },
  [
    'quote1_text',
    'quote1_place',
    'quote2_text',
    'quote2_place',
    'quote3_text',
    'quote3_place',
    'quote4_text',
    'quote4_place',
  ],
);
