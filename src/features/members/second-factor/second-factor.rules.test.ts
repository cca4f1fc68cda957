import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  newRecoveryCode,
  RECOVERY_ALPHABET,
  parseRecoveryCode,
  formatRecoveryCode,
  parseTotpCode,
} from './second-factor.rules.ts';

test.each([
  ['123456', '123456'],
  [' 123 456 ', '123456'],
  ['123-456', '123456'],
  ['12345', undefined],
  ['1234567', undefined],
  ['12345a', undefined],
  ['１２３４５６', undefined],
])('the digits of an app in %j are %j', (typed, digits) => {
  expect(parseTotpCode(typed)).toBe(digits);
});

test.each([
  ['ABCDE-FGHJK', 'ABCDEFGHJK'],
  ['abcde fghjk', 'ABCDEFGHJK'],
  ['ooooo-iilll', '0000011111'],
  ['ABCDE-FGHJ', undefined],
  ['ABCDE-FGHJKM', undefined],
  ['ABCDE-FGHJU', undefined],
  ['123456', undefined],
  ['', undefined],
])('the recovery code in %j is %j', (typed, code) => {
  expect(parseRecoveryCode(typed)).toBe(code);
});

const bytes = fc.uint8Array({ minLength: 10, maxLength: 10 });

test('every recovery code is read back from how it is shown, and is no code of an app', () => {
  fc.assert(
    fc.property(bytes, (random) => {
      const code = newRecoveryCode(() => random);
      expect(parseRecoveryCode(formatRecoveryCode(code))).toBe(code);
      expect(parseTotpCode(formatRecoveryCode(code))).toBeUndefined();
    }),
  );
});

test('every sign of a recovery code is as likely as any other', () => {
  const all = Array.from({ length: 256 }, (_, byte) => newRecoveryCode(() => Uint8Array.of(byte)));
  const times = [...RECOVERY_ALPHABET].map((sign) => all.filter((one) => one === sign).length);
  expect(times).toEqual(Array.from({ length: 32 }, () => 8));
});
