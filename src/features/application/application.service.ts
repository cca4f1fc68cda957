import { isPossibleTelephone } from '../../server/telephone.ts';
import { Fault } from '../../shared/fault.ts';
import { words } from '../../shared/words.ts';
import { birthDateProblem, type Person } from './application.rules.ts';

/**
 * What only the server can say of an applicant's details: it has the time and the numbering plans.
 * Throws 400 with the field's sentence.
 */
export function requirePlausible(
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
