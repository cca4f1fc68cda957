import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { passportApplications } from '../../application/application.store.ts';
import { contactSubmissions } from '../../contact/contact.store.ts';
import { isValid, unityDeclarations } from '../../declaration/declaration.store.ts';
import { users } from '../../../server/user.store.ts';
import { userProfiles } from '../../members/profile/profile.store.ts';
import { partnerSubmissions } from '../../partner/partner.store.ts';
import {
  contactTriage,
  partnerTriage,
  volunteerTriage,
} from '../../submissions/triage/triage.store.ts';
import { volunteerSubmissions } from '../../volunteer/volunteer.store.ts';
import type { AudienceKind } from './audience.rules.ts';

/** The people of one feature as SQL fragments, so that all sources of an audience are read in one query. */
export interface AudienceSource {
  table: SQLWrapper;
  /** Trimmed and lower-cased in every table, so that equal means the same person. */
  email: SQLWrapper;
  name: SQL;
  country: SQLWrapper;
  locale: SQLWrapper;
  /** Whether they asked for news there. */
  asked: SQLWrapper;
  at: SQLWrapper;
  /** When they signed, applied or wrote, where that is not `at`. */
  sentAt?: SQLWrapper;
  /** Which rows count at all. */
  condition?: SQL | undefined;
  /** Absent where the feature has none. */
  status?: SQL;
  /** Absent where the feature keeps none. */
  source?: SQLWrapper;
  /** Absent where nothing is confirmed. */
  confirmed?: SQL;
}

const fullName = (first: SQLWrapper, last: SQLWrapper) => sql`concat_ws(' ', ${first}, ${last})`;

/** A submission without a triage row is new. */
const triageStatus = (triage: typeof contactTriage, id: SQLWrapper) =>
  sql`coalesce((select ${triage.status} from ${triage} where ${triage.submissionId} = ${id}), 'new')`;

const contacts: AudienceSource = {
  table: contactSubmissions,
  email: contactSubmissions.email,
  name: fullName(contactSubmissions.firstName, contactSubmissions.lastName),
  country: contactSubmissions.country,
  locale: contactSubmissions.locale,
  asked: contactSubmissions.wantsNews,
  at: contactSubmissions.createdAt,
  status: triageStatus(contactTriage, contactSubmissions.id),
};

const applications: AudienceSource = {
  table: passportApplications,
  email: passportApplications.email,
  name: fullName(passportApplications.firstName, passportApplications.lastName),
  country: passportApplications.currentNationality,
  locale: passportApplications.locale,
  asked: passportApplications.wantsNews,
  at: passportApplications.createdAt,
  sentAt: sql`coalesce(${passportApplications.submittedAt}, ${passportApplications.createdAt})`,
  condition: sql`${passportApplications.applicationStatus} <> 'draft'`,
  status: sql`${passportApplications.applicationStatus}`,
};

const volunteers: AudienceSource = {
  table: volunteerSubmissions,
  email: volunteerSubmissions.email,
  name: fullName(volunteerSubmissions.firstName, volunteerSubmissions.lastName),
  country: volunteerSubmissions.country,
  locale: volunteerSubmissions.locale,
  asked: volunteerSubmissions.wantsNews,
  at: volunteerSubmissions.createdAt,
  status: triageStatus(volunteerTriage, volunteerSubmissions.id),
};

const partners: AudienceSource = {
  table: partnerSubmissions,
  email: partnerSubmissions.contactEmail,
  name: fullName(partnerSubmissions.contactFirstName, partnerSubmissions.contactLastName),
  country: partnerSubmissions.country,
  locale: partnerSubmissions.locale,
  asked: partnerSubmissions.wantsNews,
  at: partnerSubmissions.createdAt,
  status: triageStatus(partnerTriage, partnerSubmissions.id),
};

const signatures: AudienceSource = {
  table: unityDeclarations,
  email: unityDeclarations.email,
  name: sql`${unityDeclarations.fullName}`,
  country: unityDeclarations.country,
  locale: unityDeclarations.locale,
  asked: unityDeclarations.wantsNews,
  at: unityDeclarations.signedAt,
  source: unityDeclarations.source,
  confirmed: sql`${unityDeclarations.confirmedAt} is not null`,
  // Who never confirmed may not have typed the address.
  condition: sql`${isValid} and (${unityDeclarations.confirmedAt} is not null or not ${unityDeclarations.wasAsked})`,
};

const members: AudienceSource = {
  table: users,
  email: users.email,
  name: fullName(users.firstName, users.lastName),
  country: sql`(select ${userProfiles.country} from ${userProfiles} where ${userProfiles.userId} = ${users.id})`,
  locale: users.locale,
  // Registration does not ask for news; a member who wants news has asked for it in a form.
  asked: sql`false`,
  at: users.createdAt,
  condition: sql`${users.suspendedAt} is null`,
};

/** LIST of the features whose people a mail can go to. */
export const AUDIENCE_SOURCES: Readonly<Record<AudienceKind, AudienceSource>> = {
  contact: contacts,
  passport: applications,
  volunteer: volunteers,
  partner: partners,
  declaration: signatures,
  user: members,
};
