import { words } from './words.ts';

/**
 * The 54 African countries: ISO 3166-1 code and the English name that is stored and sent.
 * Names from CLDR 48 with the specification's words for Cabo Verde, Ivory Coast and São Tomé and Príncipe.
 */
export const AFRICAN_COUNTRIES = [
  ['DZ', words('Algeria')],
  ['AO', words('Angola')],
  ['BJ', words('Benin')],
  ['BW', words('Botswana')],
  ['BF', words('Burkina Faso')],
  ['BI', words('Burundi')],
  ['CV', words('Cabo Verde')],
  ['CM', words('Cameroon')],
  ['CF', words('Central African Republic')],
  ['TD', words('Chad')],
  ['KM', words('Comoros')],
  ['CD', words('Democratic Republic of the Congo')],
  ['DJ', words('Djibouti')],
  ['EG', words('Egypt')],
  ['GQ', words('Equatorial Guinea')],
  ['ER', words('Eritrea')],
  ['SZ', words('Eswatini')],
  ['ET', words('Ethiopia')],
  ['GA', words('Gabon')],
  ['GM', words('The Gambia')],
  ['GH', words('Ghana')],
  ['GN', words('Guinea')],
  ['GW', words('Guinea-Bissau')],
  ['CI', words('Ivory Coast')],
  ['KE', words('Kenya')],
  ['LS', words('Lesotho')],
  ['LR', words('Liberia')],
  ['LY', words('Libya')],
  ['MG', words('Madagascar')],
  ['MW', words('Malawi')],
  ['ML', words('Mali')],
  ['MR', words('Mauritania')],
  ['MU', words('Mauritius')],
  ['MA', words('Morocco')],
  ['MZ', words('Mozambique')],
  ['NA', words('Namibia')],
  ['NE', words('Niger')],
  ['NG', words('Nigeria')],
  ['CG', words('Republic of the Congo')],
  ['RW', words('Rwanda')],
  ['ST', words('São Tomé and Príncipe')],
  ['SN', words('Senegal')],
  ['SC', words('Seychelles')],
  ['SL', words('Sierra Leone')],
  ['SO', words('Somalia')],
  ['ZA', words('South Africa')],
  ['SS', words('South Sudan')],
  ['SD', words('Sudan')],
  ['TZ', words('Tanzania')],
  ['TG', words('Togo')],
  ['TN', words('Tunisia')],
  ['UG', words('Uganda')],
  ['ZM', words('Zambia')],
  ['ZW', words('Zimbabwe')],
] as const satisfies readonly (readonly [code: string, name: string])[];

export const ELSEWHERE = words('Other Diaspora Location');

/** The five choices beside them in the contact, volunteer, partner and declaration forms. */
export const DIASPORA_REGIONS = [
  words('United States (Diaspora)'),
  words('United Kingdom (Diaspora)'),
  words('Canada (Diaspora)'),
  words('Brazil (Diaspora)'),
  ELSEWHERE,
] as const;

/** The diaspora countries of the passport application. */
export const DIASPORA_COUNTRIES = [
  ['US', words('United States')],
  ['CA', words('Canada')],
  ['GB', words('United Kingdom')],
  ['FR', words('France')],
  ['DE', words('Germany')],
  ['IT', words('Italy')],
  ['ES', words('Spain')],
  ['PT', words('Portugal')],
  ['NL', words('Netherlands')],
  ['BE', words('Belgium')],
  ['SE', words('Sweden')],
  ['BR', words('Brazil')],
  ['CO', words('Colombia')],
  ['JM', words('Jamaica')],
  ['HT', words('Haiti')],
  ['TT', words('Trinidad and Tobago')],
  ['BB', words('Barbados')],
] as const satisfies readonly (readonly [code: string, name: string])[];

const african = AFRICAN_COUNTRIES.map(([, name]): string => name);

/** 54 + 5: what the contact, volunteer, partner and declaration forms offer. */
export const CAMPAIGN_COUNTRIES: readonly string[] = [...african, ...DIASPORA_REGIONS];
/** 54 + 17: what the passport application offers. */
export const APPLICATION_COUNTRIES: readonly string[] = [
  ...african,
  ...DIASPORA_COUNTRIES.map(([, name]) => name),
];

/** Other words by which people look for a country; the type-ahead finds them too. */
export const COUNTRY_SEARCH: Readonly<Record<string, string>> = {
  'Ivory Coast': 'Côte d’Ivoire Ivoirien',
  Botswana: 'Motswana Batswana',
  Lesotho: 'Mosotho Basotho',
  Madagascar: 'Malagasy Malgache',
  France: 'French',
  Netherlands: 'Dutch Holland',
  Spain: 'Spanish',
  'Cabo Verde': 'Cape Verde Cap-Vert',
  'Democratic Republic of the Congo': 'Congo Kinshasa DRC RDC Zaire',
  'Republic of the Congo': 'Congo Brazzaville',
  Eswatini: 'Swaziland',
  'The Gambia': 'Gambia',
  'United States': 'USA American Américain Amérique',
  'United States (Diaspora)': 'USA American Américain Amérique',
  'United Kingdom': 'UK British Britain England Grande-Bretagne Angleterre',
  'United Kingdom (Diaspora)': 'UK British Britain England Grande-Bretagne Angleterre',
};
