import { section } from '../../../shared/content.ts';
import { words } from '../../../shared/words.ts';

/** The way here, as one thread with a knot for each date. Every date has a row in sources.rules. */
export const HERITAGE = section(
  'heritage',
  {
    title: words('Our heritage, knot by knot'),
    intro: words('The idea is older than our campaign. Each date links to its source.'),
    event1_date: words('1900'),
    event1_text: words(
      'London. Henry Sylvester Williams, a barrister from Trinidad, calls the first Pan-African Conference. Anna Julia Cooper and W. E. B. Du Bois are there.',
    ),
    event2_date: words('1945'),
    event2_text: words(
      'Manchester. The Fifth Pan-African Congress brings Kwame Nkrumah, Jomo Kenyatta and Amy Ashwood Garvey into one hall.',
    ),
    event3_date: words('1963'),
    event3_text: words(
      'Addis Ababa. On 25 May thirty-two independent states agree to found the Organization of African Unity. The day is celebrated as Africa Day.',
    ),
    event4_date: words('1979'),
    event4_text: words(
      'The West African states of ECOWAS agree on free movement: up to ninety days without a visa.',
    ),
    event5_date: words('1991'),
    event5_text: words(
      'Abuja. Heads of state sign the treaty for an African Economic Community, with a chapter on free movement.',
    ),
    event6_date: words('2002'),
    event6_text: words('Durban. On 9 July the African Union is launched.'),
    event7_date: words('2016'),
    event7_text: words(
      'Kigali. The African Union presents an African passport and leaves it to each state to issue it. It is not our booklet.',
    ),
    event8_date: words('2018'),
    event8_text: words(
      'The African Union adopts the protocol on free movement. Fifteen states have to ratify it; in July 2025 four had.',
    ),
    event9_date: words('2023'),
    event9_text: words(
      'Rwanda announces that Africans need no visa to enter, after Benin, The Gambia and Seychelles.',
    ),
    event10_date: words('2025'),
    event10_text: words(
      'About 28 in 100 journeys between African countries need no visa, the highest share since the Africa Visa Openness Index began.',
    ),
    next_date: words('Next'),
    next_text: words('The protocol takes effect. That is up to us.'),
  },
  [
    'event1_text',
    'event2_text',
    'event3_text',
    'event4_text',
    'event5_text',
    'event6_text',
    'event7_text',
    'event8_text',
    'event9_text',
    'event10_text',
    'next_text',
  ],
);
