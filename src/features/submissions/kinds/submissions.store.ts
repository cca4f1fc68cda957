import { and, gte, isNotNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import { listOf } from '../../../server/lists/list.store.ts';
import { days } from '../../../shared/time.ts';
import { applicationTexts, passportApplications } from '../../application/application.store.ts';
import { contactSubmissions } from '../../contact/contact.store.ts';
import { isValid, unityDeclarations } from '../../declaration/declaration.store.ts';
import { users } from '../../../server/user.store.ts';
import { partnerSubmissions } from '../../partner/partner.store.ts';
import { volunteerSubmissions } from '../../volunteer/volunteer.store.ts';

const contact = contactSubmissions;
const declaration = unityDeclarations;
const application = passportApplications;
const volunteer = volunteerSubmissions;
const partner = partnerSubmissions;

/** Each list shows the specification's fields (§3) of its table; a password never is one. */
export const contactList = listOf({
  table: contact,
  id: contact.id,
  columns: {
    id: contact.id,
    firstName: contact.firstName,
    lastName: contact.lastName,
    email: contact.email,
    country: contact.country,
    message: contact.message,
    createdAt: contact.createdAt,
  },
  sorts: {
    createdAt: contact.createdAt,
    lastName: contact.lastName,
    email: contact.email,
    country: contact.country,
  },
  search: [
    sql`${contact.firstName} || ' ' || ${contact.lastName}`,
    contact.email,
    contact.country,
    contact.message,
  ],
  country: contact.country,
});

export const declarationList = listOf({
  table: declaration,
  id: declaration.id,
  columns: {
    id: declaration.id,
    fullName: declaration.fullName,
    email: declaration.email,
    country: declaration.country,
    signedAt: declaration.signedAt,
  },
  sorts: {
    signedAt: declaration.signedAt,
    fullName: declaration.fullName,
    email: declaration.email,
    country: declaration.country,
  },
  search: [declaration.fullName, declaration.email, declaration.country],
  country: declaration.country,
  statuses: {
    confirmed: sql`${isValid} and ${declaration.confirmedAt} is not null`,
    unconfirmed: sql`${isValid} and ${declaration.confirmedAt} is null`,
    invalidated: isNotNull(declaration.invalidatedAt),
  },
  unlessStatus: isValid,
});

/** The same as the dashboard shows it, where an export has the specified fields alone. */
const shownList = {
  ...declarationList,
  columns: {
    ...declarationList.columns,
    confirmedAt: declaration.confirmedAt,
    invalidatedAt: declaration.invalidatedAt,
  },
};

/** Of a day of the UTC calendar. */
export function signedOn(day: string): SQL | undefined {
  const start = new Date(`${day}T00:00:00Z`);
  const end = new Date(start.getTime() + days(1));
  return and(gte(declaration.signedAt, start), lt(declaration.signedAt, end));
}

/** The list of signatures: of one day (UTC) and some of its signatures, where they are given. */
export function signatureList(day?: string, ids?: readonly string[]): typeof shownList {
  if (!day) return shownList;
  // As one value: thousands of them are too many parameters.
  const isOne = ids && sql`${declaration.id} = any(string_to_array(${ids.join(',')}, ',')::uuid[])`;
  return { ...shownList, where: and(signedOn(day), isOne) };
}

export const volunteerList = listOf({
  table: volunteer,
  id: volunteer.id,
  columns: {
    id: volunteer.id,
    firstName: volunteer.firstName,
    lastName: volunteer.lastName,
    email: volunteer.email,
    country: volunteer.country,
    phone: volunteer.phone,
    skills: volunteer.skills,
    experience: volunteer.experience,
    availability: volunteer.availability,
    motivation: volunteer.motivation,
    createdAt: volunteer.createdAt,
  },
  sorts: {
    createdAt: volunteer.createdAt,
    lastName: volunteer.lastName,
    email: volunteer.email,
    country: volunteer.country,
    availability: volunteer.availability,
  },
  search: [
    sql`${volunteer.firstName} || ' ' || ${volunteer.lastName}`,
    volunteer.email,
    volunteer.phone,
    volunteer.country,
    volunteer.skills,
    volunteer.experience,
    volunteer.motivation,
  ],
  country: volunteer.country,
});

export const partnerList = listOf({
  table: partner,
  id: partner.id,
  columns: {
    id: partner.id,
    organizationName: partner.organizationName,
    contactFirstName: partner.contactFirstName,
    contactLastName: partner.contactLastName,
    contactEmail: partner.contactEmail,
    country: partner.country,
    organizationType: partner.organizationType,
    organizationSize: partner.organizationSize,
    website: partner.website,
    partnershipType: partner.partnershipType,
    proposedContribution: partner.proposedContribution,
    message: partner.message,
    createdAt: partner.createdAt,
  },
  sorts: {
    createdAt: partner.createdAt,
    organizationName: partner.organizationName,
    contactEmail: partner.contactEmail,
    country: partner.country,
    organizationType: partner.organizationType,
    partnershipType: partner.partnershipType,
  },
  search: [
    partner.organizationName,
    sql`${partner.contactFirstName} || ' ' || ${partner.contactLastName}`,
    partner.contactEmail,
    partner.country,
    partner.website,
    partner.proposedContribution,
    partner.message,
  ],
  country: partner.country,
});

export const applicationList = listOf({
  table: application,
  id: application.id,
  columns: {
    id: application.id,
    reference: application.reference,
    firstName: application.firstName,
    lastName: application.lastName,
    dateOfBirth: application.dateOfBirth,
    placeOfBirth: application.placeOfBirth,
    currentNationality: application.currentNationality,
    telephone: application.telephone,
    email: application.email,
    homeAddress: application.homeAddress,
    paymentPlan: application.paymentPlan,
    paymentAmountCents: application.paymentAmountCents,
    paymentMethod: application.paymentMethod,
    paypalOrderId: application.paypalOrderId,
    paymentStatus: application.paymentStatus,
    applicationStatus: application.applicationStatus,
    noticeVersion: application.noticeVersion,
    createdAt: application.createdAt,
    updatedAt: application.updatedAt,
  },
  sorts: {
    createdAt: application.createdAt,
    lastName: application.lastName,
    email: application.email,
    reference: application.reference,
    paymentStatus: application.paymentStatus,
  },
  search: applicationTexts,
  country: application.currentNationality,
  status: application.applicationStatus,
  // A draft is nobody's submission yet (gaps.md §2).
  unlessStatus: ne(application.applicationStatus, 'draft'),
});

const { paymentAmountCents: _, paypalOrderId: __, ...withoutMoney } = applicationList.columns;

/** The same for who may not read payments. */
export const moneylessApplicationList = listOf({ ...applicationList, columns: withoutMoney });

export const userList = listOf({
  table: users,
  id: users.id,
  columns: {
    id: users.id,
    email: users.email,
    firstName: users.firstName,
    lastName: users.lastName,
    isAdmin: users.isAdmin,
    createdAt: users.createdAt,
  },
  sorts: { createdAt: users.createdAt, email: users.email },
  search: [
    sql`coalesce(${users.firstName}, '') || ' ' || coalesce(${users.lastName}, '')`,
    users.email,
  ],
});
