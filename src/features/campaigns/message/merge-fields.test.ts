import { describe, expect, test } from 'vitest';
import {
  FIELD_IN_ADDRESS,
  fieldProblem,
  hasFields,
  markFields,
  mergedFor,
  NO_FALLBACK,
  UNKNOWN_FIELD,
} from './merge-fields.rules.ts';

describe('a text with fields', () => {
  test.each([
    ['Dear {firstName|friend}, {name | dear reader}!', undefined],
    ['No braces, and one that is open: {', undefined],
    ['Dear {firstName},', NO_FALLBACK],
    ['Dear {firstName|},', NO_FALLBACK],
    ['Dear {firstName| },', NO_FALLBACK],
    ['Dear {firstName|friend,', NO_FALLBACK],
    ['Dear {firstName', NO_FALLBACK],
    ['Dear {surname|friend},', UNKNOWN_FIELD],
    ['Dear {first name|friend},', UNKNOWN_FIELD],
    ['Dear {FirstName|friend},', UNKNOWN_FIELD],
    ['Dear {},', UNKNOWN_FIELD],
    ['See https://example.org/{firstName|friend}', FIELD_IN_ADDRESS],
    ['See https://example.org/ {firstName|friend}', undefined],
  ])('%j: %s', (text, problem) => expect(fieldProblem(text)).toBe(problem));

  test('is known by a field that is complete', () => {
    expect(hasFields('Dear {name|friend}')).toBe(true);
    expect(hasFields('Dear {surname|friend} {name}')).toBe(false);
  });

  test.each([
    ['Awa Diop', 'Awa', 'Awa Diop'],
    [' Élodie ', 'Élodie', 'Élodie'],
    ['', 'friend', 'reader'],
    ['Dr. Awa Diop', 'friend', 'Dr. Awa Diop'],
    ['Mme Diop', 'friend', 'Mme Diop'],
    ['A. Diop', 'friend', 'A. Diop'],
    ['A Diop', 'friend', 'A Diop'],
    ['Win at https://spam.example', 'friend', 'reader'],
    ['spam.example Diop', 'friend', 'reader'],
  ])('says to %j “%s” and “%s”', (name, first, full) => {
    const mail = { subject: '{firstName|friend}', message: 'Dear {name|reader}, {unknown|x}' };
    expect(mergedFor(mail, name)).toEqual({
      subject: first,
      message: `Dear ${full}, {unknown|x}`,
    });
  });

  test('has one character of its own in place of each field, which the text does not have', () => {
    const mail = {
      subject: '\uE000 {firstName|friend}',
      message: '{firstName|friend}{firstName|sister}{name|friend}',
    };
    const { subject, message, places } = markFields(mail);
    expect(subject).toBe('\uE000 \uE001');
    expect(message).toBe('\uE001\uE002\uE003');
    expect(places.map(({ field, fallback }) => [field, fallback])).toEqual([
      ['firstName', 'friend'],
      ['firstName', 'sister'],
      ['name', 'friend'],
    ]);
  });
});
