import { expect, test } from 'vitest';
import { differencesOf } from './differences.rules.ts';

const shown = (before: string, after: string) =>
  differencesOf(before, after)
    .map(({ kind, text }) => ({ same: text, added: `+${text}+`, removed: `-${text}-` })[kind])
    .join('');

test.each([
  ['One cloth.', 'One cloth.', 'One cloth.'],
  ['One cloth.', 'One large cloth.', 'One +large +cloth.'],
  ['54 threads.', 'Fifty-four threads.', '-54 -+Fifty-four +threads.'],
  ['', 'New', '+New+'],
  ['Gone', '', '-Gone-'],
  ['a b c d', 'a c d e', 'a -b -c d +e+'],
])('from %j to %j the words that changed are marked: %j', (before, after, marked) => {
  expect(shown(before, after)).toBe(marked);
});

test('the marked words make up both texts again', () => {
  const before = 'We weave a cloth\n\nof many names.';
  const after = 'We all weave one cloth of names.';
  const without = (left: string) =>
    differencesOf(before, after)
      .filter(({ kind }) => kind !== left)
      .flatMap(({ text }) => text.split(/\s+/).filter(Boolean));
  expect(without('added')).toEqual(before.split(/\s+/));
  expect(without('removed')).toEqual(after.split(/\s+/));
});

test('texts of thousands of words are compared line by line', () => {
  const line = 'word '.repeat(2000).trim();
  const differences = differencesOf(`${line}\nold end`, `${line}\nnew end`);
  expect(differences.map(({ kind, text }) => [kind, text.trim()])).toEqual([
    ['same', line],
    ['removed', 'old end'],
    ['added', 'new end'],
  ]);
});
