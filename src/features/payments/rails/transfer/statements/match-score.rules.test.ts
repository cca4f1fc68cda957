import { describe, expect, test } from 'vitest';
import { minScore, scoreMatch, type ClaimToMatch, swapVariants, wordsOf } from './match.rules.ts';

const claim: ClaimToMatch = {
  number: 'ZC-778812',
  reference: 'PX-7K4M2',
  amountCents: 100_000n,
  firstName: 'Éléonore',
  lastName: 'Koné Diallo',
  claimedAt: new Date('2026-11-20T10:00:00Z'),
};
const line = (text: string, change = {}) => ({
  bookedOn: '2026-11-19',
  amountCents: 100_000n,
  text,
  ...change,
});
const reasons = (text: string, change = {}) => scoreMatch(claim, line(text, change))?.reasons;

describe('a line is near to a claim', () => {
  test('by the same amount close to its day', () => {
    expect(reasons('TRANSFER')).toEqual([
      'The amount is the same.',
      'Its date is within days of the payer’s report.',
    ]);
  });

  test.each(['ZC778812', 'zc 778812', 'ZC-7788I2', 'ZC-7788L2'])('by its number as %s', (text) => {
    expect(reasons(text, { amountCents: 1n })).toContain(
      'Its text contains the number the payer gave.',
    );
  });

  test.each(['CZ778812', 'ZC-778821'])('by its number with two signs exchanged: %s', (text) => {
    expect(reasons(text, { amountCents: 1n })).toContain(
      'Its text contains a number very close to the one the payer gave.',
    );
  });

  test('by the name of the payer as a bank writes it', () => {
    expect(reasons('ZELLE FROM ELEONORE KONE-DIALLO', { amountCents: 1n })).toContain(
      'Its text contains the payer’s name.',
    );
  });

  test('by our reference, however much it is', () => {
    expect(reasons('PX7K4M2', { amountCents: 1n })?.[0]).toBe('Its text contains our reference.');
  });

  test('the more, the more of it fits', () => {
    const scores = ['X', 'ELEONORE', 'ELEONORE KONE DIALLO', 'ZC778812 ELEONORE KONE DIALLO'].map(
      (text) => scoreMatch(claim, line(text))?.score ?? 0,
    );
    expect(scores).toEqual([...scores].sort((a, b) => a - b));
    expect(scores[0]).toBeGreaterThanOrEqual(minScore);
  });
});

describe('a line is not near to a claim', () => {
  test.each([
    ['the amount alone', 'X', { bookedOn: '2026-11-02' }],
    ['the day alone', 'X', { amountCents: 1n }],
    ['one name alone', 'ELEONORE', { amountCents: 1n }],
    ['another number', 'ZC778899', { amountCents: 1n }],
    ['everything, months away', 'PX-7K4M2 ZC778812', { bookedOn: '2026-08-01' }],
  ])('by %s', (_why, text, change) => {
    expect(scoreMatch(claim, line(text, change))).toBeUndefined();
  });

  test('by a name that is empty of letters', () => {
    const nameless = { ...claim, firstName: '-', lastName: '.' };
    expect(scoreMatch(nameless, line('X', { amountCents: 1n }))).toBeUndefined();
  });
});

test('the variants of a number are itself and each exchange of neighbours, and few', () => {
  expect(swapVariants('1234')).toEqual(['1234', '2134', '1324', '1243']);
  expect(swapVariants('11')).toEqual(['11']);
  expect(swapVariants('')).toEqual(['']);
  expect(swapVariants('A1'.repeat(500)).length).toBeLessThanOrEqual(40);
});

test('words lose their accents and signs', () => {
  expect(wordsOf('Éléonore Koné-Diallo, N’Diaye')).toEqual(['ELEONORE', 'KONE', 'DIALLO', 'DIAYE']);
});
