import { section, type Text } from '../../../shared/content.ts';
import { words } from '../../../shared/words.ts';
import { BENEFITS } from './benefits.rules.ts';
import { HERITAGE } from './heritage.rules.ts';
import { NUMBERS } from './numbers.rules.ts';
import { RATIFICATION } from './ratification.rules.ts';
import { TESTIMONIALS } from './testimonials.rules.ts';
import { VISION } from './vision.rules.ts';

export const SOURCES_PAGE = section(
  'sources',
  {
    title: words('Sources'),
    intro: words(
      'Every date, number and quotation on our pages, and where we found it. A count is true for the day it was made. If you find a mistake, please write to us.',
    ),
  },
  ['intro'],
);

/** Where something that the pages say was found. */
export interface Source {
  /** Anchor on the page of sources; short, as the start page links to many. */
  id: string;
  /** What was found there. */
  claim: string;
  /** The day or year that it speaks of: of the event, the speech or the count. */
  date: string;
  /** The texts that rest on it. */
  supports: readonly Text[];
  addresses: readonly string[];
}

/** LIST of every source, in the order of the page. docs/sources.md carries the same. */
export const SOURCES: readonly Source[] = [
  {
    id: 's1',
    claim: words(
      'The African Union has 55 member states; the Africa Visa Openness Index counts 54 countries.',
    ),
    date: '2017-01-31',
    supports: [NUMBERS.nations, NUMBERS.nations_meaning],
    addresses: [
      'http://amo.au.int/en/member-states',
      'https://www.visaopenness.org/fr/methodology-and-limitations-1',
    ],
  },
  {
    id: 's2',
    claim: words('Africa’s population was 1,480,767,898 in 2023.'),
    date: '2023',
    supports: [NUMBERS.people, NUMBERS.people_meaning],
    addresses: ['https://github.com/owid/co2-data'],
  },
  {
    id: 's3',
    claim: words(
      'Around 200 million people who identify themselves as being of African descent live in the Americas.',
    ),
    date: '2011',
    supports: [NUMBERS.diaspora, NUMBERS.diaspora_meaning],
    addresses: ['https://www.un.org/en/events/iypad2011/index.shtml'],
  },
  {
    id: 's4',
    claim: words(
      'Africa Visa Openness Index: no visa is needed for 814 of 2,862 journeys between African countries, about 28%, the highest share since the index began.',
    ),
    date: '2025-12',
    supports: [VISION.text1_title, VISION.text1, HERITAGE.event10_date, HERITAGE.event10_text],
    addresses: [
      'https://www.visaopenness.org/fr/2025-visa-openness-remains-a-work-in-progress',
      'https://allafrica.com/stories/202512160082.html',
      'https://www.visaopenness.org/fr/methodology-and-limitations-1',
    ],
  },
  {
    id: 's5',
    claim: words(
      'The African Union adopted the Protocol on Free Movement of Persons, Right of Residence and Right of Establishment; 15 ratifications are needed.',
    ),
    date: '2018-01',
    supports: [
      VISION.text2,
      HERITAGE.event8_date,
      HERITAGE.event8_text,
      RATIFICATION.intro,
      RATIFICATION.needed,
    ],
    addresses: [
      'https://www.nepad.org/agenda-2063/flagship-project/free-movement-all-persons-and-african-passport',
    ],
  },
  {
    id: 's6',
    claim: words(
      'Four states had ratified the protocol, so it was not in force: Rwanda, Niger, Mali, and São Tomé and Príncipe.',
    ),
    date: '2025-07',
    supports: [HERITAGE.event8_text, RATIFICATION.title, RATIFICATION.ratified, RATIFICATION.as_of],
    addresses: [
      'https://zambianewsnetwork.com/au-renews-push-for-free-movement-protocol-amid-ratification-delays',
      'https://africa24tv.com/less-than-8-of-african-states-have-ratified-the-au-protocol-on-freedom-of-movement',
    ],
  },
  {
    id: 's7',
    claim: words(
      'Agenda 2063 planned an African passport issued by the member states, and no visas for Africans in African countries, by 2018.',
    ),
    date: '2015',
    supports: [BENEFITS.cause3],
    addresses: [
      'https://oau60.au.int/en/agenda-2063',
      'https://agp.africanlii.org/akn/aa-au/statement/recommendation/pap/2016/4-3-2',
    ],
  },
  {
    id: 's8',
    claim: words('First Pan-African Conference, Westminster Town Hall, London.'),
    date: '1900-07-23',
    supports: [HERITAGE.event1_date, HERITAGE.event1_text],
    addresses: [
      'https://en.wikipedia.org/wiki/First_Pan-African_Conference',
      'https://www.fletcherssolicitors.co.uk/general/news/first-pan-african-conference/',
    ],
  },
  {
    id: 's9',
    claim: words('Fifth Pan-African Congress, Chorlton-on-Medlock Town Hall, Manchester.'),
    date: '1945-10-15',
    supports: [HERITAGE.event2_date, HERITAGE.event2_text],
    addresses: [
      'http://lucas.leeds.ac.uk/article/remembering-the-fifth-pan-african-congress-christian-hogsbjerg/',
      'https://firstcutmedia.com/pac45/pac-1945/pan-african-congress-in-manchester-1945/',
    ],
  },
  {
    id: 's10',
    claim: words(
      '32 independent African states agreed in Addis Ababa to establish the Organization of African Unity; the day is kept as Africa Day.',
    ),
    date: '1963-05-25',
    supports: [HERITAGE.event3_date, HERITAGE.event3_text],
    addresses: [
      'http://amo.au.int/en/member-states',
      'https://face2faceafrica.com/article/read-kwame-nkrumahs-iconic-1963-speech-on-african-unity',
    ],
  },
  {
    id: 's11',
    claim: words(
      'ECOWAS adopted its first Protocol on Free Movement of Persons, Residence and Establishment, with entry without a visa for up to 90 days.',
    ),
    date: '1979-05',
    supports: [HERITAGE.event4_date, HERITAGE.event4_text],
    addresses: [
      'https://www.uneca.org/pages/ecowas-free-movement-persons',
      'http://knowyourrightsnigeria.com/i-am-going-to-ecowas-countries-i-learnt-that-i-dont-need-visas-any-useful-information/',
    ],
  },
  {
    id: 's12',
    claim: words(
      'Treaty Establishing the African Economic Community, Abuja; Chapter VI deals with free movement, residence and establishment.',
    ),
    date: '1991-06',
    supports: [HERITAGE.event5_date, HERITAGE.event5_text],
    addresses: [
      'https://agp.africanlii.org/akn/aa-au/statement/recommendation/pap/2016/4-3-2',
      'https://dirco1.azurewebsites.net/foreign/Multilateral/africa/aec.htm',
    ],
  },
  {
    id: 's13',
    claim: words('The African Union was formally launched in Durban.'),
    date: '2002-07-09',
    supports: [HERITAGE.event6_date, HERITAGE.event6_text],
    addresses: ['https://rd.springer.com/chapter/10.1007%2F978-1-349-59643-0_61'],
  },
  {
    id: 's14',
    claim: words(
      'The African passport was launched at the 27th African Union Assembly in Kigali; its issue to citizens was left to each state.',
    ),
    date: '2016-07-17',
    supports: [HERITAGE.event7_date, HERITAGE.event7_text],
    addresses: [
      'http://newtimes.co.rw/article/131878/News/african-passport-launched-at-au-kigali-summit/amp',
      'https://au.int/ar/node/31173',
    ],
  },
  {
    id: 's15',
    claim: words(
      'Rwanda announced visa-free entry for all Africans, after Benin, The Gambia and Seychelles.',
    ),
    date: '2023-11-02',
    supports: [HERITAGE.event9_date, HERITAGE.event9_text],
    addresses: [
      'https://yen.com.gh/world/africa/245164-no-visa-needed-rwanda-removes-visa-restrictions-africans/',
    ],
  },
  {
    id: 's16',
    claim: words('Anna Julia Cooper, “A Voice from the South”.'),
    date: '1892',
    supports: [TESTIMONIALS.quote1_text, TESTIMONIALS.quote1_place],
    addresses: ['https://www.womeninpeace.org/c-names/2017/6/13/anna-j-cooper'],
  },
  {
    id: 's17',
    claim: words(
      'Kwame Nkrumah at the founding conference of the Organization of African Unity, Addis Ababa.',
    ),
    date: '1963-05-24',
    supports: [TESTIMONIALS.quote2_text, TESTIMONIALS.quote2_place],
    addresses: [
      'http://ghanaculturepolitics.com/kwame-nkrumahs-speech-at-the-founding-meeting-of-the-oau-in-addis-ababa-ethiopia-may-24-1963/4/',
    ],
  },
  {
    id: 's18',
    claim: words('Julius Nyerere at the 40th anniversary of Ghana’s independence, Accra.'),
    date: '1997-03-06',
    supports: [TESTIMONIALS.quote3_text, TESTIMONIALS.quote3_place],
    addresses: ['https://blog.jaluo.com/?p=37900'],
  },
  {
    id: 's19',
    claim: words('Wangari Maathai, Nobel Lecture, Oslo.'),
    date: '2004-12-10',
    supports: [TESTIMONIALS.quote4_text, TESTIMONIALS.quote4_place],
    addresses: ['https://usa.oceana.org/?p=10421'],
  },
];

/** The source that a text rests on first; undefined when it claims nothing that could be looked up. */
export const sourceOf = (text: Text): Source | undefined =>
  SOURCES.find(({ supports }) => supports.includes(text));
