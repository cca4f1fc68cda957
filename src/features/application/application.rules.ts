import { hours } from '../../shared/time.ts';
import { words } from '../../shared/words.ts';

export const APPLICATION_STATUSES = [
  'draft',
  'submitted',
  'in_review',
  'needs_information',
  'approved',
  'dispatched',
  'delivered',
  'cancelled',
] as const;
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number];

/** Which step may follow which (gaps.md §4). What is not listed is refused. */
export const APPLICATION_STEPS: Readonly<Record<ApplicationStatus, readonly ApplicationStatus[]>> =
  {
    draft: ['submitted', 'cancelled'],
    submitted: ['in_review', 'cancelled'],
    in_review: ['needs_information', 'approved', 'cancelled'],
    needs_information: ['in_review', 'cancelled'],
    approved: ['dispatched', 'cancelled'],
    dispatched: ['delivered'],
    delivered: [],
    cancelled: [],
  };

/** The steps back with which an administrator undoes a step. What ended payments is not undone. */
const APPLICATION_STEPS_BACK: Readonly<
  Partial<Record<ApplicationStatus, readonly ApplicationStatus[]>>
> = {
  in_review: ['submitted', 'needs_information'],
  needs_information: ['in_review'],
  approved: ['in_review'],
  dispatched: ['approved'],
  delivered: ['dispatched'],
};

/** The statuses in which the applicant can correct the details. */
export const CORRECTABLE: readonly ApplicationStatus[] = ['draft', 'needs_information'];

/** The statuses in which we can send the kit without waiting for the applicant. */
export const NOT_SENT: readonly ApplicationStatus[] = ['submitted', 'in_review', 'approved'];

/** Words of `paymentStatus` with which money that had come is in question or gone. */
export const IN_QUESTION: readonly string[] = ['disputed', 'refunded'];

export const canStepApplication = (from: ApplicationStatus, to: ApplicationStatus) =>
  APPLICATION_STEPS[from].includes(to);

export const canStepBack = (from: ApplicationStatus, to: ApplicationStatus) =>
  APPLICATION_STEPS_BACK[from]?.includes(to) ?? false;

/** A history without the steps that were undone, and without the steps that undid them. */
export function stepsInForce<E extends { from: ApplicationStatus; to: ApplicationStatus }>(
  events: readonly E[],
): E[] {
  const steps: E[] = [];
  for (const event of events)
    if (canStepApplication(event.from, event.to)) steps.push(event);
    else steps.pop();
  return steps;
}

/** No one has lived longer than 122 years; beyond this the year was mistyped. */
const oldestAgeYears = 120;

/** The calendar day of an MM/DD/YYYY text as "YYYY-MM-DD", or undefined when there is no such day. */
export function birthDay(text: string): string | undefined {
  const [, month = '', day = '', year = ''] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text) ?? [];
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  if (!year || Number.isNaN(date.getTime())) return undefined;
  const iso = date.toISOString().slice(0, 10);
  // 02/30 rolls over into March.
  return iso === `${year}-${month}-${day}` ? iso : undefined;
}

/**
 * A date of birth written day first, DD/MM/YYYY, as it must be written; undefined where that is the same, or no date of
 * birth on the day of `now`.
 */
export function fromDayFirst(text: string, now: Date): string | undefined {
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text) ?? [];
  const monthFirst = `${month}/${day}/${year}`;
  return monthFirst === text || birthDateProblem(monthFirst, now) ? undefined : monthFirst;
}

/** What is wrong with a date of birth written MM/DD/YYYY on the day of `now`, as a sentence; undefined when nothing is. */
export function birthDateProblem(text: string, now: Date): string | undefined {
  const born = birthDay(text);
  if (!born) return words('Enter a date that exists, as month/day/year: MM/DD/YYYY');
  if (born > now.toISOString().slice(0, 10))
    return words('The date of birth cannot be in the future');
  const oldest = new Date(now);
  oldest.setUTCFullYear(oldest.getUTCFullYear() - oldestAgeYears);
  if (born < oldest.toISOString().slice(0, 10)) return words('Check the year of birth');
  return undefined;
}

/** Specification §5, to the letter, in any letter case. */
export const isPostBox = (address: string) => /p\.o\.|po box|p\.o box/i.test(address);

/** How long a browser that typed personal details still sees them (gaps.md §2). */
export const showDetailsMs = hours(1);

/** Replaces hidden characters; refused in input, so that no mask is ever stored as a name. */
export const MASK = '•••';

/** The details of a person, hidden but for what distinguishes two applications. */
export function maskPerson<P extends Record<PersonField, string>>(
  person: P,
): Record<PersonField, string> {
  const [first = ''] = person.email;
  return {
    firstName: initialOf(person.firstName),
    lastName: initialOf(person.lastName),
    dateOfBirth: MASK,
    placeOfBirth: MASK,
    currentNationality: person.currentNationality,
    telephone: `${MASK}${person.telephone.slice(-2)}`,
    email: `${first}${MASK}${person.email.slice(person.email.lastIndexOf('@'))}`,
    homeAddress: MASK,
  };
}

/** A letter and not half of one: names may begin outside of the basic plane. */
const initialOf = (name: string) => `${[...name][0] ?? ''}${MASK}`;

export const PERSON_FIELDS = [
  'firstName',
  'lastName',
  'dateOfBirth',
  'placeOfBirth',
  'currentNationality',
  'telephone',
  'email',
  'homeAddress',
] as const;
export type PersonField = (typeof PERSON_FIELDS)[number];
export type Person = Record<PersonField, string>;

/** Whether two sets of details name the same applicant word for word. */
export const isSamePerson = (a: Person, b: Person) =>
  PERSON_FIELDS.every((field) => a[field] === b[field]);

/** Whom a mail about an application goes to, and in which language. */
export const readerOf = ({
  firstName,
  lastName,
  email,
  locale,
}: Pick<Person, 'firstName' | 'lastName' | 'email'> & { locale: string }) => ({
  to: { name: `${firstName} ${lastName}`, address: email },
  locale,
});
