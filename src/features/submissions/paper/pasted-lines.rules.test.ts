import { expect, test } from 'vitest';
import { BLANK_LINE, isTable, linesIn, withPasted } from './pasted-lines.rules.ts';

const awa = { fullName: 'Awa Diop', country: 'Senegal', email: 'awa@example.org' };
const kofi = { fullName: 'Kofi Boateng', country: 'Ghana', email: '' };

test.each([
  ['tabs', 'Awa Diop\tSenegal\tawa@example.org\r\nKofi Boateng\tGhana\t\r\n'],
  ['commas', 'Awa Diop, Senegal, awa@example.org\nKofi Boateng,Ghana\n\n'],
  ['quotes', '"Awa Diop","Senegal",awa@example.org\n"Kofi Boateng","Ghana",""'],
])('lines between %s are those of a sheet', (_, text) => {
  expect(linesIn(text)).toEqual([
    { ...awa, line: undefined },
    { ...kofi, line: undefined },
  ]);
});

test('a comma and a quote belong to a cell that is in quotes', () => {
  expect(linesIn('"Diop, Awa ""Ma""",Senegal')[0]?.fullName).toBe('Diop, Awa "Ma"');
});

test('pasted lines go where they were pasted, numbered ones to their own place, and the rest stays', () => {
  expect(withPasted([awa, BLANK_LINE], 'Kofi Boateng\tGhana\nZola\tKenya', 1)).toEqual([
    awa,
    kofi,
    { fullName: 'Zola', country: 'Kenya', email: '' },
  ]);
  expect(withPasted([awa], '3\tKofi Boateng\tGhana', 0)).toEqual([awa, BLANK_LINE, kofi]);
});

test.each([
  ['Diop, Awa', false],
  ['Awa Diop\n', false],
  ['Awa\tSenegal', true],
  ['Awa,Senegal\nKofi,Ghana', true],
])('%j is a piece of a table: %s', (text, expected) => expect(isTable(text)).toBe(expected));
