import { describe, expect, test } from 'vitest';
import { chooseLanguage, choosing, directionOf, inLanguage } from './language.ts';

describe('the language of an answer', () => {
  test.each([
    [{ asked: 'fr', saved: 'en', accepted: 'en' }, 'fr'],
    [{ asked: 'xx', saved: 'fr', accepted: 'en' }, 'fr'],
    [{ saved: 'xx', accepted: 'fr' }, 'fr'],
    [{ accepted: 'FR-sn, en;q=0.8' }, 'fr'],
    [{ accepted: 'en;q=0.3, fr;q=0.4' }, 'fr'],
    [{ accepted: 'fr;q=0, en;q=0.1' }, 'en'],
    [{ accepted: 'sw, pt' }, 'en'],
    [{ accepted: ';;;,,q=1' }, 'en'],
    [{}, 'en'],
  ])('of %j is %s', (wish, language) => {
    expect(chooseLanguage(wish)).toBe(language);
  });
});

test('an address keeps its language where the language is not English', () => {
  expect(inLanguage('/', 'fr')).toBe('/?lang=fr');
  expect(inLanguage('/#vision', 'fr')).toBe('/?lang=fr#vision');
  expect(inLanguage('/x?a=1', 'fr')).toBe('/x?a=1&lang=fr');
  expect(inLanguage('/x', 'en')).toBe('/x');
});

test('choosing a language keeps the rest of an address', () => {
  expect(choosing('/x', 'fr')).toBe('/x?lang=fr&keep=1');
  expect(choosing('/x?a=1&lang=en#key=k', 'fr')).toBe('/x?a=1&lang=fr&keep=1#key=k');
});

test('an address of another site or within the page is left alone', () => {
  expect(inLanguage('https://example.org/', 'fr')).toBe('https://example.org/');
  expect(inLanguage('#vision', 'fr')).toBe('#vision');
});

test('Arabic is written from right to left', () => {
  expect([directionOf('ar'), directionOf('ar-EG'), directionOf('fr')]).toEqual([
    'rtl',
    'rtl',
    'ltr',
  ]);
});
