import { expect, test } from 'vitest';
import { idOf } from '../../../shared/content.ts';
import { HERO } from '../texts/hero.rules.ts';
import { KNOWN_TEXTS } from '../texts/known-texts.rules.ts';
import { SITE } from '../texts/site.rules.ts';
import { UPDATE_PICTURES } from '../texts/updates.rules.ts';
import { markedTexts, textAt } from './marked-texts.rules.ts';
import { marked, piecesOf, withoutMarks } from './marks.rules.ts';

test('a marked text is found again with its number, between what is around it', () => {
  expect(piecesOf(`${marked(107, 'Apply')}, $1,000`)).toEqual({
    pieces: [
      { text: 'Apply', number: 107 },
      { text: ', $1,000', number: undefined },
    ],
    open: undefined,
  });
});

test('a text over several strings is open until its end', () => {
  const [first = '', second = ''] = marked(4, 'One.\n\nTwo.').split('\n\n');
  const begun = piecesOf(first);
  expect(begun).toEqual({ pieces: [{ text: 'One.', number: 4 }], open: 4 });
  expect(piecesOf(second, begun.open)).toEqual({
    pieces: [{ text: 'Two.', number: 4 }],
    open: undefined,
  });
});

test('a text that brings marks of its own is marked as what it is', () => {
  const forged = marked(1, `Safe ${marked(2, 'forged')}`);
  expect(piecesOf(forged).pieces).toEqual([{ text: 'Safe forged', number: 1 }]);
  expect(withoutMarks(forged)).toBe('Safe forged');
});

const builtIn = (sentence: string) => sentence;
const numberOf = (id: string) => KNOWN_TEXTS.findIndex((text) => idOf(text) === id);

test('each text that is shown is marked with its number, built-in and written alike', () => {
  const content = markedTexts({ 'hero.title_line2': 'Mine' }, builtIn);
  for (const [id, text] of [
    ['hero.title_line1', HERO.title_line1.fallback],
    ['hero.title_line2', 'Mine'],
  ] as const) {
    const [piece] = piecesOf(content[id] ?? '').pieces;
    expect(piece).toEqual({ text, number: numberOf(id) });
    expect(idOf(textAt(piece?.number ?? -1) ?? HERO.description)).toBe(id);
  }
});

test('hidden texts, addresses and texts without words stay as they are', () => {
  const given = {
    'hero.passport_caption_1': '-',
    'site.social_x': 'https://x.example/us',
    'site.contact_email': 'us@example.org',
  };
  expect(markedTexts(given, builtIn)).toMatchObject(given);
  const content = markedTexts({}, builtIn);
  expect(content['vision.who_people']).toBeUndefined();
  // The page draws the built-in name.
  expect(content[idOf(SITE.name)]).toBeUndefined();
});

test('of a picture the words are marked, and its file is not', () => {
  const file = `${'a'.repeat(43)}-960x640.webp`;
  const [picture] = UPDATE_PICTURES;
  if (!picture) throw new Error('There is no picture.');
  const value = markedTexts({ [idOf(picture)]: `${file} A market` }, builtIn)[idOf(picture)] ?? '';
  expect(value.startsWith(`${file} `)).toBe(true);
  expect(piecesOf(value).pieces.at(-1)).toEqual({
    text: 'A market',
    number: numberOf(idOf(picture)),
  });
});
