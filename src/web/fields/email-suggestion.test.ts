import { expect, test } from 'vitest';
import { suggestedAddress } from './email-suggestion.ts';

test.each([
  ['amina@gmial.com', 'amina@gmail.com'],
  ['amina@gmal.com', 'amina@gmail.com'],
  ['amina@gmail.con', 'amina@gmail.com'],
  [' Amina@GMAILL.com ', 'Amina@gmail.com'],
  ['amina@yahooo.fr', 'amina@yahoo.fr'],
  ['amina@hotmial.com', 'amina@hotmail.com'],
])('%j was probably meant to be %j', (typed, meant) => {
  expect(suggestedAddress(typed)).toBe(meant);
});

test.each([
  'amina@gmail.com',
  'Amina@Gmail.com',
  'amina@ymail.com',
  'amina@mail.com',
  'amina@example.org',
  'amina@yahoo.co.uk',
  'amina@gamil.net',
  'amina@gmail.co',
  'amina',
  'amina@',
  '@gmial.com',
  'a@b@gmial.com',
  '',
])('%j is left as it is', (typed) => {
  expect(suggestedAddress(typed)).toBeUndefined();
});
