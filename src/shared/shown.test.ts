import { describe, expect, test } from 'vitest';
import { isolated, shown, shownName } from './shown.ts';

describe('a person’s text', () => {
  test.each([
    ['a turned direction', 'Awa\u202Egpj.exe', 'Awagpj.exe'],
    ['an isolate that never ends', '\u2067Awa', 'Awa'],
    ['a zero width space', 'A\u200Bw\u2060a\uFEFF', 'Awa'],
    ['a joiner between letters that never join', 'A\u200Dw\u200Ca', 'Awa'],
    ['a Hangul filler', 'Awa\u3164', 'Awa'],
    ['tag letters', 'Awa\u{E0041}\u{E0042}', 'Awa'],
    ['a soft hyphen', 'A\u00ADwa', 'Awa'],
    ['a control', 'Awa\u0007', 'Awa'],
  ])('loses %s', (_what, text, seen) => {
    expect(shown(text)).toBe(seen);
  });

  test.each([
    ['Arabic', 'عائشة بنت محمد'],
    ['Amharic', 'አበበ ቢቂላ'],
    ['N’Ko', 'ߛߟߏߡߊ߫ ߞߊ߲ߕߍ߫'],
    ['Persian with its joiner', 'می\u200Cخواهم'],
    ['a family in one emoji', '👩🏿\u200D👩🏿\u200D👧🏿 ❤\uFE0F'],
    ['accents, an apostrophe, a hyphen', 'Zoë N’Diaye-Œuvré'],
    ['lines and tabs', 'one\n\ttwo'],
  ])('keeps %s', (_what, text) => {
    expect(shown(text)).toBe(text);
  });
});

describe('a name', () => {
  test('is both names, or the one that there is', () => {
    expect(shownName({ firstName: 'Awa', lastName: 'Diop' })).toBe('Awa Diop');
    expect(shownName({ firstName: null, lastName: 'Diop' })).toBe('Diop');
  });

  test.each(['', '\u200B', '\u200D', '\u202E\u3164', '\u0301'])(
    'in which nothing is seen (%j) is empty, so that the page can say so',
    (nothing) => {
      expect(shownName({ firstName: nothing, lastName: nothing })).toBe('');
    },
  );
});

test('a text within a sentence is set apart, so that its direction turns nothing else', () => {
  expect(`${isolated('عائشة')} (9)`).toBe('\u2068عائشة\u2069 (9)');
});
