import { describe, expect, test } from 'vitest';
import { idOf } from '../../../shared/content.ts';
import { localeOf } from '../../../web/locales.ts';
import { KNOWN_TEXTS } from './known-texts.rules.ts';
import { SOURCES } from './sources.rules.ts';

/**
 * What the document must never be said to be (gaps.md §5, content.md §6), by language: recognition,
 * issue by a state, entry without a visa, seals, and the words of advertising.
 */
const CLAIMS: Readonly<Record<'en' | 'fr', RegExp>> = {
  en: /\b(official|recogni[sz]|authori[sz]|approv|endors|certif|accredit|guarantee|government\b|government-|issue|valid|passport|travel|visa|citizen|biometric|machine-readable|chip\b|seal\b|trusted|secure(d)?\b|100 ?%|best\b|unique|world-class|revolution|unprecedented|unlock|empower|seamless|journey of|tapestry|testament)/i,
  fr: /(?<!\p{L})(officiel|reconn|autoris|agréé|approuv|certifi|accrédit|garanti|gouvernement(?!s)|délivr|émis|émet|valable|valide|passeport|voyag|visa|citoyen|biométrique|puce(?!\p{L})|sceau|label|sécuris|100 ?%|meilleur|révolution|sans précédent|incomparable)/iu,
};

/** LIST of the built-in sentences that hold such a word and claim nothing with it; each was judged. */
const JUDGED = new Set([
  // The campaign's name.
  'One Africa Passport',
  // What the kit is not, and what to use instead.
  'In law, it is neither a passport nor a travel document.',
  'No state has to let you in because of it, and no visa can be put in it.',
  'It proves neither your identity nor your age, and gives no citizenship and no right to live anywhere.',
  'Keep using the passport that your state has given you.',
  'We issue no travel documents and give no advice on visas.',
  'Please ask your country’s passport office or the embassy of the country you want to visit.',
  // What states did or have not done yet; each has a source.
  'In 2025, about 28 in 100 journeys between African countries needed no visa.',
  'The West African states of ECOWAS agree on free movement: up to ninety days without a visa.',
  'The African Union presents an African passport and leaves it to each state to issue it.',
  'Rwanda announces that Africans need no visa to enter, after Benin, The Gambia and Seychelles.',
  'About 28 in 100 journeys between African countries need no visa, the highest share since the Africa Visa Openness Index began.',
  // The campaign's kit, named after it; the notice follows in every card.
  'Sign the Unity Declaration, ask us anything, or apply for the campaign’s passport kit.',
  // What the kit cannot give, under a heading that says so.
  'The end of visas between African countries.',
  'The African passport that states had planned for every citizen by 2018.',
]);

/** The same for French, with plain spaces. */
const JUDGED_IN_FRENCH = new Set([
  // What the kit is not, and what to use instead.
  'Au regard de la loi, ce n’est ni un passeport ni un document de voyage.',
  'Aucun État n’est tenu de vous laisser entrer grâce à lui, et aucun visa ne peut y être apposé.',
  'Il ne prouve ni votre identité ni votre âge, et ne donne ni citoyenneté ni droit de vivre où que ce soit.',
  'Continuez d’utiliser le passeport que votre État vous a donné.',
  'Nous ne fournissons ni documents de voyage ni conseils sur les visas.',
  'Demandez au service des passeports ou à l’ambassade du pays où vous allez.',
  // What states did or have not done yet; each has a source.
  'En 2025, environ 28 trajets sur 100 entre pays africains se faisaient sans visa.',
  'Les États ouest-africains de la CEDEAO conviennent de la libre circulation : jusqu’à 90 jours sans visa.',
  'L’Union africaine présente un passeport africain, que chaque État est libre de délivrer.',
  'Le Rwanda annonce dispenser les Africains de visa, après le Bénin, la Gambie et les Seychelles.',
  'Environ 28 trajets sur 100 entre pays africains se font sans visa : un record de l’Indice d’ouverture sur les visas.',
  // What the kit cannot give, under a heading that says so.
  'La fin des visas entre pays africains.',
  'Le passeport africain que les États avaient prévu pour tous leurs citoyens en 2018.',
]);

/** Nowhere on the site, not even in a label or a mail, however it is meant. */
const NEVER: Readonly<Record<'en' | 'fr', RegExp>> = {
  en: /\b(official|government-issued|state-issued|visa-free|travels? freely|trusted by|certified|accredited|money-back|world-class|revolutionary)\b/i,
  fr: /(?<!\p{L})(officiel|sans visa|voyager librement|certifié|accrédité|garanti)/iu,
};

const sentencesOf = (text: string) =>
  text.split(/(?<=[.!?])\s+|\n+/).filter((sentence) => sentence.length > 0);
const claimsIn = (text: string, language: keyof typeof CLAIMS) =>
  sentencesOf(text).filter((sentence) => CLAIMS[language].test(sentence));

const { catalogue } = localeOf('fr');
/** Typographic spaces are not the question here. */
const claimsInFrench = (english: string) =>
  claimsIn(catalogue[english] ?? english, 'fr').map((sentence) => sentence.replaceAll(/\s/g, ' '));
const texts = KNOWN_TEXTS.filter(({ fallback }) => fallback).map(
  (text) => [idOf(text), text.fallback] as const,
);

describe('the built-in texts', () => {
  test.each(texts)('%s claims nothing that a state would have to say', (_id, english) => {
    expect(claimsIn(english, 'en').filter((sentence) => !JUDGED.has(sentence))).toEqual([]);
  });

  test.each(texts)('%s claims nothing of the kind in French', (_id, english) => {
    expect(claimsInFrench(english).filter((sentence) => !JUDGED_IN_FRENCH.has(sentence))).toEqual(
      [],
    );
  });

  test('every judged sentence is still in use', () => {
    const built = new Set(texts.flatMap(([, english]) => claimsIn(english, 'en')));
    expect([...JUDGED].filter((sentence) => !built.has(sentence))).toEqual([]);
  });

  test('every sentence judged in French is still in use', () => {
    const built = new Set(texts.flatMap(([, english]) => claimsInFrench(english)));
    expect([...JUDGED_IN_FRENCH].filter((sentence) => !built.has(sentence))).toEqual([]);
  });
});

describe('the whole catalogue', () => {
  /** Built-in texts are judged above, sentence by sentence; sources speak of what others did. */
  const judged = new Set([
    ...texts.map(([, english]) => english),
    ...SOURCES.map(({ claim }) => claim),
  ]);
  const others = Object.entries(catalogue).filter(([english]) => !judged.has(english));

  test('makes no claim in English', () => {
    expect(others.map(([english]) => english).filter((said) => NEVER.en.test(said))).toEqual([]);
  });

  test('makes no claim in French', () => {
    expect(others.map(([, french]) => french).filter((said) => NEVER.fr.test(said))).toEqual([]);
  });
});

test.each([
  ['en', 'Our official booklet lets you travel freely.'],
  ['en', 'Recognised by 54 states.'],
  ['en', 'Issued with the approval of the government.'],
  ['fr', 'Notre livret est reconnu par les États.'],
  ['fr', 'Un passeport officiel, sans visa.'],
] as const)('a claim in %s would be seen: %s', (language, sentence) => {
  expect(claimsIn(sentence, language)).toEqual([sentence]);
});
