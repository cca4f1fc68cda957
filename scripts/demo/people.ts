import type { Language } from '../../src/shared/language.ts';
import type { Chance } from './chance.ts';
import { NAMES } from './names.ts';
import { campaignCountryOf, PLACES, placeOf } from './places.ts';

/** In every address, so that an administrator sees on any list what is invented. Reserved by RFC 2606: no mail arrives. */
export const DEMO_HOST = 'demo.example.org';
/** Ends every text that someone seems to have written. */
export const DEMO_MARK: Readonly<Record<Language, string>> = {
  en: '(Demonstration: this person and these words are invented.)',
  fr: '(Démonstration : cette personne et ces mots sont inventés.)',
};

export interface DemoPerson {
  firstName: string;
  lastName: string;
  email: string;
  country: string;
  /** As the declaration and the requests call the country. */
  campaignCountry: string;
  city: string;
  locale: Language;
}

const shares = Object.fromEntries(Object.entries(PLACES).map(([name, { share }]) => [name, share]));

/** People who do not exist, each with an address of their own. */
export function peopleOf(chance: Chance) {
  let drawn = 0;
  const drawCountry = chance.drawing(shares);
  /** From a country when one is named, else from anywhere. */
  return (from?: string): DemoPerson => {
    const country = from ?? drawCountry();
    const { regions, cities, language } = placeOf(country);
    const names = NAMES[chance.pick(regions)];
    const [firstName, lastName] = [chance.pick(names.given), chance.pick(names.family)];
    drawn += 1;
    return {
      firstName,
      lastName,
      email: `${plain(firstName)}.${plain(lastName)}.${drawn}@${DEMO_HOST}`,
      country,
      campaignCountry: campaignCountryOf(country),
      city: chance.pick(cities),
      // Some read the other language all the same.
      locale: chance.happens(0.94) ? language : language === 'en' ? 'fr' : 'en',
    };
  };
}

/** "N’Guessan" as an address has it: "nguessan". */
const plain = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');
