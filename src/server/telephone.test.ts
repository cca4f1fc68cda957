import { describe, expect, test } from 'vitest';
import { isPossibleTelephone } from './telephone.ts';

describe('a telephone number', () => {
  test.each([
    ['+233 24 123 4567', 'Ghana'],
    ['024 123 4567', 'Ghana'],
    ['233241234567', 'Ghana'],
    ['+1 202 555 0100', 'Ghana'],
    ['0803 123 4567', 'Nigeria'],
    ['(202) 555-0100', 'United States (Diaspora)'],
    ['+33 6 12 34 56 78', 'Other Diaspora Location'],
  ])('%s of a person from %s may exist', (telephone, country) => {
    expect(isPossibleTelephone(telephone, country)).toBe(true);
  });

  test.each(['+233 1', '+999 123 456 789', 'call me maybe', '+1 202 555 010', ''])(
    '%j cannot',
    (telephone) => {
      expect(isPossibleTelephone(telephone, 'Ghana')).toBe(false);
    },
  );
});
