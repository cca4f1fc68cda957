/**
 * The 54 African countries: ISO 3166-1 code and the English name that is stored and sent.
 * Names from CLDR 48 with the specification's words for Cabo Verde, Ivory Coast and São Tomé and Príncipe.
 */
export const AFRICAN_COUNTRIES = [
  ['DZ', 'Algeria'],
  ['AO', 'Angola'],
  ['BJ', 'Benin'],
  ['BW', 'Botswana'],
  ['BF', 'Burkina Faso'],
  ['BI', 'Burundi'],
  ['CV', 'Cabo Verde'],
  ['CM', 'Cameroon'],
  ['CF', 'Central African Republic'],
  ['TD', 'Chad'],
  ['KM', 'Comoros'],
  ['CD', 'Democratic Republic of the Congo'],
  ['DJ', 'Djibouti'],
  ['EG', 'Egypt'],
  ['GQ', 'Equatorial Guinea'],
  ['ER', 'Eritrea'],
  ['SZ', 'Eswatini'],
  ['ET', 'Ethiopia'],
  ['GA', 'Gabon'],
  ['GM', 'The Gambia'],
  ['GH', 'Ghana'],
  ['GN', 'Guinea'],
  ['GW', 'Guinea-Bissau'],
  ['CI', 'Ivory Coast'],
  ['KE', 'Kenya'],
  ['LS', 'Lesotho'],
  ['LR', 'Liberia'],
  ['LY', 'Libya'],
  ['MG', 'Madagascar'],
  ['MW', 'Malawi'],
  ['ML', 'Mali'],
  ['MR', 'Mauritania'],
  ['MU', 'Mauritius'],
  ['MA', 'Morocco'],
  ['MZ', 'Mozambique'],
  ['NA', 'Namibia'],
  ['NE', 'Niger'],
  ['NG', 'Nigeria'],
  ['CG', 'Republic of the Congo'],
  ['RW', 'Rwanda'],
  ['ST', 'São Tomé and Príncipe'],
  ['SN', 'Senegal'],
  ['SC', 'Seychelles'],
  ['SL', 'Sierra Leone'],
  ['SO', 'Somalia'],
  ['ZA', 'South Africa'],
  ['SS', 'South Sudan'],
  ['SD', 'Sudan'],
  ['TZ', 'Tanzania'],
  ['TG', 'Togo'],
  ['TN', 'Tunisia'],
  ['UG', 'Uganda'],
  ['ZM', 'Zambia'],
  ['ZW', 'Zimbabwe'],
] as const satisfies readonly (readonly [code: string, name: string])[];

/** The five choices beside them in the contact, volunteer, partner and declaration forms. */
export const DIASPORA_REGIONS = [
  'United States (Diaspora)',
  'United Kingdom (Diaspora)',
  'Canada (Diaspora)',
  'Brazil (Diaspora)',
  'Other Diaspora Location',
] as const;

/** The diaspora countries of the passport application. */
export const DIASPORA_COUNTRIES = [
  ['US', 'United States'],
  ['CA', 'Canada'],
  ['GB', 'United Kingdom'],
  ['FR', 'France'],
  ['DE', 'Germany'],
  ['IT', 'Italy'],
  ['ES', 'Spain'],
  ['PT', 'Portugal'],
  ['NL', 'Netherlands'],
  ['BE', 'Belgium'],
  ['SE', 'Sweden'],
  ['BR', 'Brazil'],
  ['CO', 'Colombia'],
  ['JM', 'Jamaica'],
  ['HT', 'Haiti'],
  ['TT', 'Trinidad and Tobago'],
  ['BB', 'Barbados'],
] as const satisfies readonly (readonly [code: string, name: string])[];

const african = AFRICAN_COUNTRIES.map(([, name]) => name as string);

/** 54 + 5: what the contact, volunteer, partner and declaration forms offer. */
export const CAMPAIGN_COUNTRIES: readonly string[] = [...african, ...DIASPORA_REGIONS];
/** 54 + 17: what the passport application offers. */
export const APPLICATION_COUNTRIES: readonly string[] = [
  ...african,
  ...DIASPORA_COUNTRIES.map(([, name]) => name),
];

/** Other words by which people look for a country; the type-ahead finds them too. */
export const COUNTRY_SEARCH: Readonly<Record<string, string>> = {
  'Ivory Coast': "Côte d'Ivoire",
  'Cabo Verde': 'Cape Verde',
  'Democratic Republic of the Congo': 'Congo Kinshasa DRC Zaire',
  'Republic of the Congo': 'Congo Brazzaville',
  Eswatini: 'Swaziland',
  'The Gambia': 'Gambia',
  'United States': 'USA America',
  'United States (Diaspora)': 'USA America',
  'United Kingdom': 'UK Britain England',
  'United Kingdom (Diaspora)': 'UK Britain England',
};
