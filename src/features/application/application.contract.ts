import * as z from 'zod/mini';
import { APPLICATION_COUNTRIES } from '../../shared/country.ts';
import { email, line, paragraph } from '../../shared/schema.ts';
import { words } from '../../shared/words.ts';
import { birthDay, isPostBox, MASK } from './application.rules.ts';

/** Details shown masked after an hour must be typed again, not stored as dots. */
const typed = z.refine<string>(
  (text) => !text.includes(MASK),
  words('Please enter this in full again.'),
);

const dateOfBirth = z.string(words('Date of birth is required')).check(
  z.trim(),
  z.minLength(1, words('Date of birth is required')),
  z.refine(
    (text) => text === '' || birthDay(text) !== undefined,
    words('Enter a date that exists, as month/day/year: MM/DD/YYYY'),
  ),
);

/**
 * Specification §5. The browser checks the telephone's length only; the server also asks libphonenumber
 * (application.service.ts): its smallest bundle is 35 KB in brotli, more than a dialog's whole budget.
 * Future dates need the time and are refused by `birthDateProblem` on both sides.
 */
export const ApplicationData = z.object({
  firstName: line({
    min: 2,
    max: 100,
    message: words('First name must be at least 2 characters'),
  }).check(typed),
  lastName: line({
    min: 2,
    max: 100,
    message: words('Last name must be at least 2 characters'),
  }).check(typed),
  dateOfBirth,
  placeOfBirth: line({
    min: 2,
    max: 200,
    message: words('Place of birth must be at least 2 characters'),
  }).check(typed),
  currentNationality: z.string(words('Current nationality is required')).check(
    z.trim(),
    z.refine(
      (name) => APPLICATION_COUNTRIES.includes(name),
      words('Current nationality is required'),
    ),
  ),
  telephone: line({ min: 10, max: 40, message: words('Please enter a valid phone number') }).check(
    typed,
  ),
  email: email(words('Please enter a valid email address')),
  homeAddress: paragraph({
    min: 10,
    max: 500,
    message: words('Please enter your complete home address (P.O. Box not allowed)'),
  }).check(
    z.refine(
      (address) => !isPostBox(address),
      words('P.O. Box addresses are not allowed. Please provide your home address.'),
    ),
    typed,
  ),
  /** The version of the notice that was ticked; absent is stored as null and shown to the administrators. */
  noticeVersion: z.optional(
    line({ max: 40, message: words('This version of the notice is unknown.') }),
  ),
  wantsNews: z.optional(z.boolean()),
});
export type ApplicationData = z.output<typeof ApplicationData>;
