import { section } from '../../../shared/content.ts';
import { words } from '../../../shared/words.ts';

/** What the campaign wants, in one long sentence and three short paragraphs. */
export const VISION = section(
  'vision',
  {
    title: words('Our vision'),
    lead: words(
      'We want to see the day when a nurse from Lusaka starts work in Dakar, a weaver from Kumasi sells in Kigali, a student from Salvador walks on her ancestors’ shore, and nobody asks by what right they came.',
    ),
    /** Its number is drawn beside it, of a hundred. */
    text1_title: words('28 in 100'),
    text1: words(
      'In 2025, about 28 in 100 journeys between African countries needed no visa. The others needed one, before the journey or on arrival.',
    ),
    text2_title: words('The protocol exists'),
    text2: words(
      'In January 2018 the African Union adopted a protocol on free movement. It takes effect once enough governments ratify it. The Unity Declaration asks ours to.',
    ),
    text3_title: words('What we can do'),
    text3: words(
      'We are a private campaign. We cannot open a border, and our booklet opens none. We can be counted, country by country.',
    ),
    source_link: words('Where the numbers come from'),
    who_title: words('Who we are'),
    // Facts that the campaign alone knows: nothing is shown of one that nobody has written.
    who_people: '',
    who_legal_form: '',
    who_country: '',
    who_price: '',
  },
  ['text1_title', 'text1', 'text2_title', 'text2', 'text3_title', 'text3'],
);
