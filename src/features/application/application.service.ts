import { isPossiblePhoneNumber } from 'libphonenumber-js/min';
import { AFRICAN_COUNTRIES, DIASPORA_COUNTRIES } from '../../shared/country.ts';
import { Fault } from '../../shared/fault.ts';
import { words } from '../../shared/words.ts';
import { birthDateProblem, type Person } from './application.rules.ts';

const CODES = new Map<string, (typeof AFRICAN_COUNTRIES | typeof DIASPORA_COUNTRIES)[number][0]>(
  [...AFRICAN_COUNTRIES, ...DIASPORA_COUNTRIES].map(([code, name]) => [name, code]),
);

/**
 * What only the server can say of an applicant's details: it has the time and the numbering plans.
 * Throws 400 with the field's sentence.
 */
export function demandPlausible(
  person: Pick<Person, 'dateOfBirth' | 'telephone' | 'currentNationality'>,
  now: Date,
): void {
  const fields: Record<string, string> = {};
  const problem = birthDateProblem(person.dateOfBirth, now);
  if (problem) fields['applicationData.dateOfBirth'] = problem;
  if (!isPossibleTelephone(person.telephone, person.currentNationality)) {
    fields['applicationData.telephone'] = words('Please enter a valid phone number');
  }
  const [first] = Object.values(fields);
  if (first) throw new Fault(400, first, { fields });
}

/** A possible length is enough (gaps.md §2). Without "+" it may be a number at home, or one whose plus was left out. */
export function isPossibleTelephone(telephone: string, nationality: string): boolean {
  const country = CODES.get(nationality);
  return (
    isPossiblePhoneNumber(telephone) ||
    (!telephone.startsWith('+') &&
      ((country !== undefined && isPossiblePhoneNumber(telephone, country)) ||
        isPossiblePhoneNumber(`+${telephone}`)))
  );
}
