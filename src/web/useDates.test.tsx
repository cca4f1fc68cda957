import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { datesIn, useDates } from './useDates.ts';
import { WordsProvider } from './words.tsx';

const at = '2026-11-05T14:05:00.000Z';

test.for([
  ['en', '5 Nov 2026', '31 March 1990', '5 November 2026 at 14:05 UTC'],
  ['fr', '5 nov. 2026', '31 mars 1990', '5 novembre 2026 à 14:05 UTC'],
])('dates in %s have the day first and the month in letters', ([tag = '', day, long, text]) => {
  const { dayOf, dayInWords, dateTimeInWords } = datesIn(tag);
  expect(dayOf(at)).toBe(day);
  expect(dayInWords('1990-03-31')).toBe(long);
  expect(dateTimeInWords(at)).toBe(text);
});

test('French counts the first of a month and no other day', () => {
  const { dayInWords } = datesIn('fr');
  expect(['1960-08-01', '1960-08-11'].map(dayInWords)).toEqual(['1er août 1960', '11 août 1960']);
});

function Born() {
  return useDates().dayInWords('1990-03-31');
}

test('dates follow the language of their part of the page', () => {
  render(
    <>
      <p>
        <Born />
      </p>
      <WordsProvider locale={{ tag: 'fr', catalogue: {} }}>
        <Born />
      </WordsProvider>
    </>,
  );
  expect(screen.getByText('31 March 1990')).toBeDefined();
  expect(screen.getByText('31 mars 1990')).toBeDefined();
});
