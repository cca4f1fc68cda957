import { APPLICATION_COUNTRIES, CAMPAIGN_COUNTRIES } from '../../../shared/country.ts';
import { words } from '../../../shared/words.ts';
import { APPLICATION_STATUSES } from '../../application/application.rules.ts';
import { listUsers } from '../../members/administrators/accounts.contract.ts';
import type { Fact } from './FactValue.tsx';
import { type Kind, kind } from './Kind.tsx';
import {
  listContactSubmissions,
  listPartnerSubmissions,
  listPassportApplications,
  listUnityDeclarations,
  listVolunteerSubmissions,
  SIGNATURE_STATUSES,
} from './submissions.contract.ts';
import { TRIAGE_FILTERS } from '../triage/triage.rules.ts';
import { DECLARATIONS_PATH } from '../signatures/paths.rules.ts';

const nameOf = (person: { firstName: string | null; lastName: string | null; email: string }) =>
  [person.firstName, person.lastName].filter(Boolean).join(' ') || person.email;

const email: Fact = { id: 'email', label: words('Email'), sortable: true };
const country: Fact = { id: 'country', label: words('Country'), show: 'word', sortable: true };
const received = (id: string, label: string): Fact => ({
  id,
  label,
  show: 'timestamp',
  sortable: true,
});
const campaignCountries = { label: words('Country'), names: CAMPAIGN_COUNTRIES };

const statusOf = (signature: {
  confirmedAt: string | null;
  invalidatedAt: string | null;
}): (typeof SIGNATURE_STATUSES)[number] =>
  signature.invalidatedAt ? 'invalidated' : signature.confirmedAt ? 'confirmed' : 'unconfirmed';

export const CONTACT_PATH = '/admin/contact';

/** LIST of what has come in, in the specification's order. */
export const KINDS: readonly Kind[] = [
  kind({
    type: 'contact-submissions',
    path: CONTACT_PATH,
    label: words('Contact'),
    counted: words('{count, plural, one {# message} other {# messages}}'),
    list: listContactSubmissions,
    summary: 'contact',
    newest: ({ recent }) => recent.contact,
    entryOf: (row) => ({ ...row, name: nameOf(row), hasMail: row.mailed, at: row.createdAt }),
    nameColumn: { id: 'lastName', sortable: true },
    facts: [
      email,
      country,
      received('createdAt', words('Received')),
      { id: 'message', label: words('Message'), show: 'long' },
    ],
    columns: ['email', 'country', 'createdAt', 'message'],
    onPhone: { createdAt: 'end', triage: 'below', message: 'beside' },
    countries: campaignCountries,
    statuses: TRIAGE_FILTERS,
    triage: 'contact',
  }),
  kind({
    type: 'passport-applications',
    label: words('Passport applications'),
    counted: words('{count, plural, one {# application} other {# applications}}'),
    list: listPassportApplications,
    summary: 'passportApplications',
    newest: ({ recent }) => recent.passportApplications,
    entryOf: (row) => ({
      ...row,
      // Of one whose person has been removed there is the number alone.
      name: nameOf(row) || row.reference,
      hasMail: row.mailed,
      at: row.createdAt,
    }),
    nameColumn: { id: 'lastName', sortable: true },
    facts: [
      { id: 'reference', label: words('Reference'), show: 'word', sortable: true },
      { id: 'applicationStatus', label: words('Application'), show: 'status' },
      { id: 'paymentStatus', label: words('Payment'), show: 'paid', sortable: true },
      email,
      { id: 'telephone', label: words('Telephone') },
      { id: 'dateOfBirth', label: words('Date of birth (MM/DD/YYYY)') },
      { id: 'placeOfBirth', label: words('Place of birth') },
      { id: 'currentNationality', label: words('Nationality'), show: 'word' },
      { id: 'homeAddress', label: words('Home address') },
      {
        id: 'paymentPlan',
        label: words('Plan'),
        show: 'word',
        words: { onetime: words('One-time payment'), installment: words('Payment plan') },
      },
      { id: 'paymentAmount', label: words('Amount'), show: 'dollars', permission: 'payments:read' },
      {
        id: 'paymentMethod',
        label: words('Method'),
        show: 'word',
        words: {
          paypal: words('Card'),
          zelle: words('Zelle'),
          bank: words('Bank wire'),
          crypto: words('Crypto'),
        },
      },
      { id: 'paypalOrderId', label: words('Card order'), permission: 'payments:read' },
      { id: 'noticeVersion', label: words('Notice version acknowledged'), show: 'notice' },
      received('createdAt', words('Received')),
      { id: 'updatedAt', label: words('Last changed'), show: 'timestamp' },
    ],
    columns: [
      'reference',
      'currentNationality',
      'applicationStatus',
      'paymentStatus',
      'paymentAmount',
      'createdAt',
    ],
    onPhone: {
      paymentAmount: 'end',
      applicationStatus: 'below',
      reference: 'beside',
      paymentStatus: 'below-end',
    },
    countries: { label: words('Nationality'), names: APPLICATION_COUNTRIES },
    statuses: APPLICATION_STATUSES,
  }),
  kind({
    type: 'unity-declarations',
    path: DECLARATIONS_PATH,
    label: words('Unity declarations'),
    counted: words('{count, plural, one {# signature} other {# signatures}}'),
    list: listUnityDeclarations,
    summary: 'unityDeclarations',
    newest: ({ recent }) => recent.unityDeclarations,
    entryOf: (row) => ({
      ...row,
      name: row.fullName,
      hasMail: row.mailed,
      at: row.signedAt,
      status: statusOf(row),
    }),
    nameColumn: { id: 'fullName', sortable: true, label: words('Full name') },
    facts: [
      email,
      country,
      // Specification §2 asks for the date and the time.
      { id: 'signedAt', label: words('Signed'), show: 'dateTime', sortable: true },
      { id: 'status', label: words('Status'), show: 'status' },
      { id: 'confirmedAt', label: words('Confirmed'), show: 'dateTime' },
    ],
    columns: ['email', 'country', 'signedAt', 'status'],
    onPhone: { signedAt: 'end', status: 'below', country: 'beside' },
    countries: campaignCountries,
    statuses: SIGNATURE_STATUSES,
    hasDays: true,
  }),
  kind({
    type: 'volunteer-submissions',
    label: words('Volunteers'),
    counted: words('{count, plural, one {# volunteer} other {# volunteers}}'),
    list: listVolunteerSubmissions,
    summary: 'volunteers',
    newest: ({ recent }) => recent.volunteers,
    entryOf: (row) => ({ ...row, name: nameOf(row), hasMail: row.mailed, at: row.createdAt }),
    nameColumn: { id: 'lastName', sortable: true },
    facts: [
      email,
      { id: 'phone', label: words('Phone') },
      country,
      { id: 'availability', label: words('Availability'), show: 'word', sortable: true },
      { id: 'skills', label: words('Skills'), show: 'long' },
      { id: 'experience', label: words('Experience'), show: 'long' },
      { id: 'motivation', label: words('Motivation'), show: 'long' },
      received('createdAt', words('Received')),
    ],
    columns: ['email', 'country', 'availability', 'skills', 'createdAt'],
    onPhone: { createdAt: 'end', triage: 'below', availability: 'beside' },
    countries: campaignCountries,
    statuses: TRIAGE_FILTERS,
    triage: 'volunteer',
  }),
  kind({
    type: 'partner-submissions',
    label: words('Partners'),
    counted: words('{count, plural, one {# proposal} other {# proposals}}'),
    list: listPartnerSubmissions,
    summary: 'partners',
    newest: ({ recent }) => recent.partners,
    entryOf: (row) => ({
      ...row,
      name: row.organizationName,
      email: row.contactEmail,
      hasMail: row.mailed,
      at: row.createdAt,
    }),
    nameColumn: { id: 'organizationName', sortable: true },
    facts: [
      { id: 'organizationType', label: words('Organization type'), show: 'word', sortable: true },
      { id: 'organizationSize', label: words('Organization size'), show: 'word' },
      country,
      { id: 'website', label: words('Website') },
      { id: 'contactFirstName', label: words('Contact person’s first name') },
      { id: 'contactLastName', label: words('Contact person’s last name') },
      { ...email, id: 'contactEmail' },
      { id: 'partnershipType', label: words('Partnership type'), show: 'word', sortable: true },
      { id: 'proposedContribution', label: words('Proposed contribution'), show: 'long' },
      { id: 'message', label: words('Message'), show: 'long' },
      received('createdAt', words('Received')),
    ],
    columns: ['contactEmail', 'country', 'organizationType', 'partnershipType', 'createdAt'],
    onPhone: { createdAt: 'end', triage: 'below', partnershipType: 'beside' },
    countries: campaignCountries,
    statuses: TRIAGE_FILTERS,
    triage: 'partner',
  }),
  kind({
    type: 'users',
    label: words('User registrations'),
    counted: words('{count, plural, one {# account} other {# accounts}}'),
    permission: 'users:read',
    list: listUsers,
    summary: 'users',
    newest: ({ recent }) => recent.users,
    entryOf: (row) => ({ ...row, name: nameOf(row), hasMail: row.mailed, at: row.createdAt }),
    nameColumn: { id: 'name', sortable: false },
    facts: [
      email,
      { id: 'isAdmin', label: words('Administrator'), show: 'yesNo' },
      received('createdAt', words('Joined')),
    ],
    columns: ['email', 'isAdmin', 'createdAt'],
    onPhone: { createdAt: 'end', email: 'below' },
  }),
];
