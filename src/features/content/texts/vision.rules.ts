import { section } from '../../../shared/content.ts';
import { words } from '../../../shared/words.ts';

/** What the campaign wants, in one long sentence and three short paragraphs. */
export const VISION = section(
  'vision',
  {
    title: words('Our vision'),
    lead: words(
      'We want the day when a nurse from Lusaka starts work in Dakar, a weaver from Kumasi sells in Kigali, a student from Salvador walks on her ancestors’ shore, and nobody asks by what right they came.',
    ),
    text1: words(
      'That day has not come. In 2025 about 28 in 100 journeys between African countries needed no visa. The others needed one, before the journey or on arrival.',
    ),
    text2: words(
      'The road is drawn, though. In January 2018 the African Union adopted a protocol on free movement; it waits for enough governments to ratify it. The Unity Declaration asks ours to.',
    ),
    text3: words(
      'We are a private campaign. We cannot open a border, and our booklet opens none. What we can do is stand together where everybody sees it: name by name, thread by thread.',
    ),
    source_link: words('Where the numbers come from'),
    who_title: words('Who we are'),
    // Facts that the campaign alone knows: nothing is shown of one that nobody has written.
    who_people: '',
    who_legal_form: '',
    who_country: '',
    who_price: '',
  },
  ['text1', 'text2', 'text3'],
);
