import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { safeParse } from 'zod/v4/core';
import { APPLICATION_COUNTRIES } from '../../shared/country.ts';
import { errorsOf } from '../../shared/form.ts';
import { ApplicationData } from './application.contract.ts';
import {
  APPLICATION_STATUSES,
  APPLICATION_STEPS,
  birthDateProblem,
  birthDay,
  fromDayFirst,
  canStepApplication,
  maskPerson,
} from './application.rules.ts';

const ama = {
  firstName: 'Ama',
  lastName: 'Mensah',
  dateOfBirth: '02/29/1988',
  placeOfBirth: 'Kumasi',
  currentNationality: 'Ghana',
  telephone: '+233 24 123 4567',
  email: 'Ama@Example.org ',
  homeAddress: '12 Osu Badu Street, Accra',
};

describe('the application form', () => {
  test('takes whole details, trims them and drops what it does not know', () => {
    const result = safeParse(ApplicationData, {
      ...ama,
      firstName: '  Ama ',
      passportNumber: '1',
      paymentStatus: 'completed',
    });
    expect(result.data).toEqual({ ...ama, email: 'ama@example.org' });
  });

  test.each([
    [{ firstName: 'A' }, 'First name must be at least 2 characters'],
    [{ lastName: ' B ' }, 'Last name must be at least 2 characters'],
    [{ dateOfBirth: '' }, 'Date of birth is required'],
    [{ placeOfBirth: 'X' }, 'Place of birth must be at least 2 characters'],
    [{ currentNationality: '' }, 'Current nationality is required'],
    [{ currentNationality: 'Atlantis' }, 'Current nationality is required'],
    [{ telephone: '+23324123' }, 'Please enter a valid phone number'],
    [{ email: 'ama' }, 'Please enter a valid email address'],
    [{ homeAddress: 'Accra' }, 'Please enter your complete home address (P.O. Box not allowed)'],
    [
      { homeAddress: 'P.O. Box 1234, Accra' },
      'P.O. Box addresses are not allowed. Please provide your home address.',
    ],
    [
      { homeAddress: 'po BOX 1234, Accra' },
      'P.O. Box addresses are not allowed. Please provide your home address.',
    ],
    [
      { homeAddress: 'p.o box 1234, Accra' },
      'P.O. Box addresses are not allowed. Please provide your home address.',
    ],
  ])('says of %j exactly “%s”', (change, message) => {
    expect(Object.values(errorsOf(ApplicationData, { ...ama, ...change }))).toEqual([message]);
  });

  test.each(Object.keys(ama))('requires %s', (field) => {
    expect(Object.keys(errorsOf(ApplicationData, { ...ama, [field]: undefined }))).toEqual([field]);
  });

  test('offers 54 African and 17 diaspora countries and takes each', () => {
    expect(APPLICATION_COUNTRIES).toHaveLength(71);
    for (const currentNationality of APPLICATION_COUNTRIES)
      expect(errorsOf(ApplicationData, { ...ama, currentNationality })).toEqual({});
  });

  test('takes no masked details back', () => {
    const masked = maskPerson({ ...ama, email: 'ama@example.org' });
    expect(Object.keys(errorsOf(ApplicationData, masked)).sort()).toEqual([
      'dateOfBirth',
      'email',
      'firstName',
      'homeAddress',
      'lastName',
      'placeOfBirth',
      'telephone',
    ]);
  });
});

describe('a date of birth', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  test.each([
    '02/30/1990',
    '13/01/1990',
    '00/10/1990',
    '02/29/1990',
    '1990-01-01',
    '1/2/1990',
    '01/01/90',
    'abc',
  ])('refuses %s as a day that does not exist', (text) => {
    expect(birthDay(text)).toBeUndefined();
    expect(birthDateProblem(text, now)).toBe(
      'Enter a date that exists, as month/day/year: MM/DD/YYYY',
    );
  });

  test.each([
    ['11/22/2026', 'The date of birth cannot be in the future'],
    ['11/21/2026', undefined],
    ['11/21/1906', undefined],
    ['11/20/1906', 'Check the year of birth'],
    ['01/01/0050', 'Check the year of birth'],
  ])('%s on 21 November 2026: %s', (text, problem) => {
    expect(birthDateProblem(text, now)).toBe(problem);
  });

  test.each([
    ['31/12/1990', '12/31/1990'],
    ['12/31/1990', undefined],
    ['03/04/1990', '04/03/1990'],
    ['04/04/1990', undefined],
    ['31/02/1990', undefined],
    ['31.12.1990', undefined],
    ['31/12/2090', undefined],
  ])('%s, when it was written day first, is %s', (text, monthFirst) => {
    expect(fromDayFirst(text, now)).toBe(monthFirst);
  });

  test('takes every day of the last 120 years', () => {
    const day = fc
      .date({ min: new Date('1906-11-22'), max: now, noInvalidDate: true })
      .map((d) => d.toISOString().slice(0, 10));
    fc.assert(
      fc.property(
        day,
        (iso) => birthDay(`${iso.slice(5, 7)}/${iso.slice(8)}/${iso.slice(0, 4)}`) === iso,
      ),
    );
  });
});

test('an application takes the steps of its table and no other', () => {
  const steps = APPLICATION_STATUSES.flatMap((from) =>
    APPLICATION_STATUSES.filter((to) => canStepApplication(from, to)).map((to) => [from, to]),
  );
  expect(steps).toEqual(
    Object.entries(APPLICATION_STEPS).flatMap(([from, targets]) =>
      APPLICATION_STATUSES.filter((to) => targets.includes(to)).map((to) => [from, to]),
    ),
  );
  expect(canStepApplication('submitted', 'draft')).toBe(false);
  expect(canStepApplication('dispatched', 'cancelled')).toBe(false);
  expect(canStepApplication('draft', 'approved')).toBe(false);
});
