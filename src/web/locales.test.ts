import { describe, expect, test } from 'vitest';
import { KNOWN_TEXTS } from '../features/content/texts/known-texts.rules.ts';
import { AFRICAN_COUNTRIES, APPLICATION_COUNTRIES, CAMPAIGN_COUNTRIES } from '../shared/country.ts';
import { NOTICE } from '../shared/notice.ts';
import { shortKey, translate } from '../shared/words.ts';
import { loadLocale, loadTexts, loadWords, localeOf } from './locales.ts';

const french = localeOf('fr');
const inFrench = (sentence: string) => translate(sentence, {}, french);

describe('a locale', () => {
  test('of a language without a catalogue is English', async () => {
    for (const tag of ['en', 'sw', '', 'toString']) {
      expect(localeOf(tag)).toEqual({ tag: 'en', catalogue: {} });
      expect(await loadLocale(tag)).toEqual({ tag: 'en', catalogue: {} });
    }
  });

  test.for([
    ['public', 0.4],
    ['members', 0.8],
  ] as const)(
    'is whole for the server, and a part of it for %s pages',
    // Cutting reads every module of the pages.
    { timeout: 30_000 },
    async ([part, most]) => {
      const fetched = await loadLocale('fr', part);
      expect(fetched.tag).toBe('fr');
      const whole = Object.keys(french.catalogue);
      const here = whole.filter((sentence) => shortKey(sentence) in fetched.catalogue);
      expect(here.length).toBeGreaterThan(0);
      expect(here).toHaveLength(Object.keys(fetched.catalogue).length);
      expect(here.length).toBeLessThan(whole.length * most);
      // `toMatchObject` would print the whole catalogue.
      expect(here.filter((one) => translate(one, {}, fetched) !== inFrench(one))).toEqual([]);
    },
  );
});

describe('the built-in texts of a language', { timeout: 30_000 }, () => {
  test('are all there for who writes in it', async () => {
    const written = await loadTexts('fr');
    expect(written.tag).toBe('fr');
    const built = KNOWN_TEXTS.map(({ fallback }) => fallback).filter((text) => text !== '');
    expect(built.length).toBeGreaterThan(50);
    expect(built.filter((text) => translate(text, {}, written) !== inFrench(text))).toEqual([]);
  });

  test('change nothing of what the page itself speaks', async () => {
    const page = await loadLocale('fr', 'members');
    const before = Object.keys(page.catalogue).length;
    await loadTexts('fr');
    expect(Object.keys(page.catalogue)).toHaveLength(before);
    await loadWords('account');
    expect(Object.keys(page.catalogue).length).toBeGreaterThan(before);
  });
});

test('the notice of what the kit is not is as strong in French', () => {
  expect(inFrench(NOTICE)).toBe(
    'Le kit est un document de campagne d’une initiative privée. Il n’est ni délivré ni reconnu par aucun État ni par l’Union africaine, et il n’est valable ni pour voyager, ni pour justifier de son identité, ni pour les visas.',
  );
});

/** Claims that only a state could make about a document; we make them about other documents, or deny them. */
const claims =
  /officiel|reconnu|délivr|librement|sans visa|(?<!non |pas )valable pour|document de voyage/i;
const denied =
  /ni délivré ni reconnu|ne le délivre ni ne le reconnaît|(?:non|pas) un document de voyage|ne délivrons aucun|[Cc]e n’est ni un passeport/;
const ofOthers = /CEDEAO|Rwanda|trajets? sur|types de trajets|Agenda 2063|Kigali|lancée à Durban/;
const ofTheAim =
  /^(?:Une campagne(?: privée)? pour le jour où|Nous sommes une campagne privée\. Nous voulons qu’un jour les Africains|Elle montre qu’une personne de plus veut une Afrique que) /;

test('no French sentence claims for our kit what only a state can give', () => {
  const suspicious = Object.values(french.catalogue).filter(
    (sentence) =>
      claims.test(sentence) &&
      !denied.test(sentence) &&
      !ofOthers.test(sentence) &&
      !ofTheAim.test(sentence),
  );
  expect(suspicious).toEqual([]);
});

describe('the countries in French', () => {
  test('are as many as in English, each with a name of its own', () => {
    for (const names of [CAMPAIGN_COUNTRIES, APPLICATION_COUNTRIES])
      expect(new Set(names.map(inFrench)).size).toBe(names.length);
  });

  test.for([
    ['CG', 'République du Congo'],
    ['CD', 'République démocratique du Congo'],
    ['CV', 'Cabo Verde'],
    ['CI', 'Côte d’Ivoire'],
    ['SZ', 'Eswatini'],
    ['ST', 'Sao Tomé-et-Principe'],
    ['GM', 'Gambie'],
  ])('%s is %s', ([code, name]) => {
    const [, english = ''] = AFRICAN_COUNTRIES.find(([one]) => one === code) ?? [];
    expect(inFrench(english)).toBe(name);
  });
});
