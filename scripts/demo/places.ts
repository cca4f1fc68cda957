import {
  AFRICAN_COUNTRIES,
  DIASPORA_COUNTRIES,
  DIASPORA_REGIONS,
} from '../../src/shared/country.ts';
import type { Language } from '../../src/shared/language.ts';
import type { Region } from './names.ts';

/** Where people sign: how many by comparison, in which language they read, how they are called and where they live. */
export interface Place {
  share: number;
  language: Language;
  regions: readonly Region[];
  cities: readonly string[];
}

const place =
  (language: Language) =>
  (share: number, regions: readonly Region[], cities: string): Place => ({
    share,
    language,
    regions,
    cities: cities.split(', '),
  });
const en = place('en');
const fr = place('fr');

/** By the country's English name, as the application has it: all of its list, which a test holds against this one. */
export const PLACES: Readonly<Record<string, Place>> = {
  Algeria: fr(14, ['maghreb'], 'Algiers, Oran, Constantine, Tizi Ouzou'),
  Angola: en(12, ['angola'], 'Luanda, Huambo, Lobito, Benguela'),
  Benin: fr(14, ['gbe', 'yoruba'], 'Cotonou, Porto-Novo, Parakou, Abomey'),
  Botswana: en(8, ['sotho'], 'Gaborone, Francistown, Maun'),
  'Burkina Faso': fr(20, ['mossi', 'mande'], 'Ouagadougou, Bobo-Dioulasso, Koudougou'),
  Burundi: fr(7, ['greatLakes'], 'Bujumbura, Gitega, Ngozi'),
  'Cabo Verde': en(5, ['islands'], 'Praia, Mindelo, Assomada'),
  Cameroon: fr(26, ['cameroon'], 'Yaoundé, Douala, Bamenda, Garoua'),
  'Central African Republic': fr(4, ['bangui'], 'Bangui, Bambari, Berbérati'),
  Chad: fr(7, ['chad'], 'N’Djamena, Moundou, Sarh'),
  Comoros: fr(4, ['comoros'], 'Moroni, Mutsamudu, Fomboni'),
  'Democratic Republic of the Congo': fr(30, ['congo'], 'Kinshasa, Lubumbashi, Goma, Kisangani'),
  Djibouti: fr(3, ['somali'], 'Djibouti, Ali Sabieh, Tadjoura'),
  Egypt: en(16, ['nile'], 'Cairo, Alexandria, Aswan, Mansoura'),
  'Equatorial Guinea': en(2, ['equatorial'], 'Malabo, Bata'),
  Eritrea: en(4, ['eritrea'], 'Asmara, Keren, Massawa'),
  Eswatini: en(4, ['nguni'], 'Mbabane, Manzini'),
  Ethiopia: en(24, ['ethiopia', 'ethiopia', 'somali'], 'Addis Ababa, Adama, Bahir Dar, Hawassa'),
  Gabon: fr(6, ['gabon'], 'Libreville, Port-Gentil, Franceville'),
  'The Gambia': en(9, ['gambia'], 'Banjul, Serekunda, Brikama'),
  Ghana: en(62, ['akan', 'akan', 'gbe', 'hausa'], 'Accra, Kumasi, Tamale, Cape Coast, Ho'),
  Guinea: fr(15, ['guinea'], 'Conakry, Labé, Kankan, Nzérékoré'),
  'Guinea-Bissau': en(3, ['bissau'], 'Bissau, Bafatá, Cacheu'),
  'Ivory Coast': fr(32, ['ivory', 'ivory', 'mande'], 'Abidjan, Bouaké, Yamoussoukro, Korhogo'),
  Kenya: en(58, ['kenya', 'kenya', 'somali'], 'Nairobi, Mombasa, Kisumu, Nakuru, Eldoret'),
  Lesotho: en(4, ['sotho'], 'Maseru, Leribe, Mafeteng'),
  Liberia: en(9, ['liberia'], 'Monrovia, Gbarnga, Buchanan'),
  Libya: en(4, ['maghreb'], 'Tripoli, Benghazi, Misrata'),
  Madagascar: fr(10, ['madagascar'], 'Antananarivo, Toamasina, Antsirabe'),
  Malawi: en(12, ['zambezi'], 'Lilongwe, Blantyre, Mzuzu'),
  Mali: fr(22, ['mande'], 'Bamako, Sikasso, Kayes, Ségou'),
  Mauritania: fr(5, ['mauritania'], 'Nouakchott, Nouadhibou, Kaédi'),
  Mauritius: en(4, ['mauritius'], 'Port Louis, Curepipe, Quatre Bornes'),
  Morocco: fr(20, ['maghreb'], 'Casablanca, Rabat, Fez, Agadir, Tangier'),
  Mozambique: en(11, ['mozambique'], 'Maputo, Beira, Nampula'),
  Namibia: en(8, ['namibia'], 'Windhoek, Oshakati, Walvis Bay'),
  Niger: fr(9, ['niger', 'hausa'], 'Niamey, Zinder, Maradi'),
  Nigeria: en(96, ['yoruba', 'igbo', 'hausa'], 'Lagos, Abuja, Kano, Ibadan, Enugu, Port Harcourt'),
  'Republic of the Congo': fr(8, ['congo'], 'Brazzaville, Pointe-Noire, Dolisie'),
  Rwanda: en(22, ['greatLakes'], 'Kigali, Huye, Musanze, Rubavu'),
  'São Tomé and Príncipe': en(2, ['islands'], 'São Tomé, Santo António'),
  Senegal: fr(48, ['senegambia'], 'Dakar, Saint-Louis, Thiès, Ziguinchor, Kaolack'),
  Seychelles: en(2, ['seychelles'], 'Victoria, Anse Royale'),
  'Sierra Leone': en(13, ['leone'], 'Freetown, Bo, Kenema, Makeni'),
  Somalia: en(10, ['somali'], 'Mogadishu, Hargeisa, Bosaso, Kismayo'),
  'South Africa': en(
    66,
    ['nguni', 'nguni', 'sotho'],
    'Johannesburg, Cape Town, Durban, Pretoria, Gqeberha',
  ),
  'South Sudan': en(6, ['southSudan'], 'Juba, Wau, Malakal'),
  Sudan: en(9, ['nile'], 'Khartoum, Port Sudan, Kassala'),
  Tanzania: en(30, ['tanzania'], 'Dar es Salaam, Dodoma, Arusha, Mwanza, Zanzibar'),
  Togo: fr(13, ['gbe'], 'Lomé, Sokodé, Kara, Kpalimé'),
  Tunisia: fr(10, ['maghreb'], 'Tunis, Sfax, Sousse'),
  Uganda: en(26, ['uganda'], 'Kampala, Gulu, Mbarara, Jinja'),
  Zambia: en(18, ['zambezi'], 'Lusaka, Ndola, Kitwe, Livingstone'),
  Zimbabwe: en(22, ['shona'], 'Harare, Bulawayo, Mutare, Gweru'),
  'United States': en(
    70,
    ['america', 'america', 'america', 'yoruba', 'akan', 'ethiopia', 'haiti', 'liberia'],
    'Atlanta, Houston, New York, Chicago, Washington, Minneapolis',
  ),
  Canada: en(14, ['haiti', 'yoruba', 'somali', 'caribbean'], 'Toronto, Montreal, Ottawa, Calgary'),
  'United Kingdom': en(
    34,
    ['yoruba', 'akan', 'caribbean', 'somali', 'shona', 'leone'],
    'London, Birmingham, Manchester, Leeds, Bristol',
  ),
  France: fr(
    30,
    ['mande', 'senegambia', 'maghreb', 'congo', 'ivory', 'comoros'],
    'Paris, Marseille, Lyon, Montreuil, Bordeaux',
  ),
  Germany: en(14, ['akan', 'eritrea', 'cameroon', 'somali'], 'Berlin, Hamburg, Cologne, Frankfurt'),
  Italy: en(9, ['senegambia', 'igbo', 'eritrea'], 'Milan, Rome, Turin, Brescia'),
  Spain: en(8, ['senegambia', 'equatorial', 'mande'], 'Madrid, Barcelona, Valencia'),
  Portugal: en(8, ['islands', 'angola', 'bissau'], 'Lisbon, Amadora, Porto, Setúbal'),
  Netherlands: en(7, ['akan', 'somali', 'islands'], 'Amsterdam, Rotterdam, The Hague'),
  Belgium: fr(9, ['congo', 'greatLakes', 'cameroon'], 'Brussels, Liège, Antwerp'),
  Sweden: en(5, ['somali', 'eritrea', 'gambia'], 'Stockholm, Gothenburg, Malmö'),
  Brazil: en(16, ['brazil'], 'Salvador, Rio de Janeiro, São Paulo, Recife'),
  Colombia: en(4, ['pacific'], 'Cali, Quibdó, Cartagena'),
  Jamaica: en(9, ['caribbean'], 'Kingston, Montego Bay, Portmore'),
  Haiti: fr(8, ['haiti'], 'Port-au-Prince, Cap-Haïtien, Jacmel'),
  'Trinidad and Tobago': en(5, ['caribbean'], 'Port of Spain, San Fernando'),
  Barbados: en(3, ['caribbean'], 'Bridgetown, Speightstown'),
};

export function placeOf(country: string): Place {
  const found = PLACES[country];
  if (!found) throw new Error(`Nobody is drawn from ${country}.`);
  return found;
}

/** ISO 3166-1. */
export function codeOf(country: string) {
  const found = [...AFRICAN_COUNTRIES, ...DIASPORA_COUNTRIES].find(([, name]) => name === country);
  if (!found) throw new Error(`${country} is none of our countries.`);
  return found[0];
}

const african: readonly string[] = AFRICAN_COUNTRIES.map(([, name]) => name);

/** How the declaration and the requests call it: the diaspora has five regions there. */
export function campaignCountryOf(name: string): string {
  if (african.includes(name)) return name;
  const region = DIASPORA_REGIONS.find((one) => one === `${name} (Diaspora)`);
  return region ?? 'Other Diaspora Location';
}
