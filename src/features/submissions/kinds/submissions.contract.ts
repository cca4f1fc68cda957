import * as z from 'zod/mini';
import { adminOrKey } from '../../../shared/access.ts';
import { endpoint } from '../../../shared/endpoint.ts';
import { listQuery } from '../../../shared/list.ts';
import { instant } from '../../../shared/schema.ts';
import { words } from '../../../shared/words.ts';
import { BURST_REASONS } from '../signatures/burst.rules.ts';
import { Triage, triagedQuery } from '../triage/triage.contract.ts';

/** What the list of signatures can be narrowed to: those that count no more. */
export const SIGNATURE_STATUSES = ['confirmed', 'unconfirmed', 'invalidated'] as const;

/** Years that can be asked for: the database knows no year 0, and none after 9999 is written like these. */
export const supportedYears = z.regex(/^2/, words('Choose a day between 2000 and 2999.'));
export const signatureDay = z.iso
  .date(words('Write the day like this: 2026-11-21'))
  .check(supportedYears);

/** What makes the day unusual: those of its signatures for which it holds. */
export const signatureReason = z.optional(
  z.enum(BURST_REASONS, words('Choose a reason of the list')),
);
export const reasonOfDay = z.refine<{ day?: string | undefined; reason?: string | undefined }>(
  ({ day, reason }) => !reason || Boolean(day),
  { path: ['day'], error: words('Choose the day of which you ask the reason') },
);

/** `listQuery` of signatures; `day` is one of the UTC calendar. */
export const signatureQuery = z
  .extend(listQuery(['signedAt', 'fullName', 'email', 'country']), {
    status: z.optional(
      z.enum(SIGNATURE_STATUSES, words('Choose confirmed, unconfirmed or invalidated')),
    ),
    day: z.optional(signatureDay),
    reason: signatureReason,
  })
  .check(reasonOfDay);

/** The person's email has a successful entry in the email log that is no test mail (specification §2). */
const mailed = z.boolean();

export const ContactSubmission = z.object({
  id: z.uuid(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  country: z.string(),
  message: z.string(),
  createdAt: instant,
  mailed,
  triage: Triage,
});

export const UnityDeclaration = z.object({
  id: z.uuid(),
  fullName: z.string(),
  email: z.string(),
  country: z.string(),
  signedAt: instant,
  /** When its signer confirmed it; null until then. */
  confirmedAt: z.nullable(instant),
  invalidatedAt: z.nullable(instant),
  mailed,
});

export const VolunteerSubmission = z.object({
  id: z.uuid(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  country: z.string(),
  phone: z.nullable(z.string()),
  skills: z.string(),
  experience: z.nullable(z.string()),
  availability: z.string(),
  motivation: z.string(),
  createdAt: instant,
  mailed,
  triage: Triage,
});

export const PartnerSubmission = z.object({
  id: z.uuid(),
  organizationName: z.string(),
  contactFirstName: z.string(),
  contactLastName: z.string(),
  contactEmail: z.string(),
  country: z.string(),
  organizationType: z.string(),
  organizationSize: z.nullable(z.string()),
  website: z.nullable(z.string()),
  partnershipType: z.string(),
  proposedContribution: z.string(),
  message: z.string(),
  createdAt: instant,
  mailed,
  triage: Triage,
});

export const RegisteredUser = z.object({
  id: z.uuid(),
  email: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  isAdmin: z.boolean(),
  createdAt: instant,
  mailed,
});

/** One attempt to pay; amounts are decimal strings in USD, `number` is what the payer claims. */
const ListedPayment = z.object({
  id: z.uuid(),
  method: z.string(),
  number: z.nullable(z.string()),
  status: z.string(),
  flag: z.string(),
  amount: z.string(),
  /** What arrived, once something has. */
  received: z.nullable(z.string()),
  createdAt: instant,
});

/** What is money of it is null for who may not read payments (decision 0017). */
export const PassportApplication = z.object({
  id: z.uuid(),
  reference: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  dateOfBirth: z.string(),
  placeOfBirth: z.string(),
  currentNationality: z.string(),
  telephone: z.string(),
  email: z.string(),
  homeAddress: z.string(),
  paymentPlan: z.string(),
  /** Of one payment, a decimal string in USD. */
  paymentAmount: z.nullable(z.string()),
  paymentMethod: z.string(),
  paypalOrderId: z.nullable(z.string()),
  paymentStatus: z.string(),
  applicationStatus: z.string(),
  noticeVersion: z.nullable(z.string()),
  createdAt: instant,
  updatedAt: instant,
  payments: z.nullable(z.array(ListedPayment)),
  /** Of the schedule in force: how many payments are made, and how many there are. */
  paymentsMade: z.nullable(z.number()),
  paymentsInAll: z.nullable(z.number()),
  mailed,
});

export const listContactSubmissions = endpoint({
  name: 'listContactSubmissions',
  summary: 'Requests for information, newest first',
  method: 'GET',
  path: '/api/admin/contact',
  access: adminOrKey('submissions:read'),
  query: triagedQuery(['createdAt', 'lastName', 'email', 'country']),
  answer: z.array(ContactSubmission),
});

export const listUnityDeclarations = endpoint({
  name: 'listUnityDeclarations',
  summary:
    'Signatures of the declaration, newest first: all that are not invalidated, or those of a status',
  method: 'GET',
  path: '/api/admin/unity-declarations',
  access: adminOrKey('submissions:read'),
  query: signatureQuery,
  answer: z.array(UnityDeclaration),
});

export const listVolunteerSubmissions = endpoint({
  name: 'listVolunteerSubmissions',
  summary: 'Applications to volunteer, newest first',
  method: 'GET',
  path: '/api/admin/volunteer-submissions',
  access: adminOrKey('submissions:read'),
  query: triagedQuery(['createdAt', 'lastName', 'email', 'country', 'availability']),
  answer: z.array(VolunteerSubmission),
});

export const listPartnerSubmissions = endpoint({
  name: 'listPartnerSubmissions',
  summary: 'Proposals of partnership, newest first',
  method: 'GET',
  path: '/api/admin/partner-submissions',
  access: adminOrKey('submissions:read'),
  query: triagedQuery([
    'createdAt',
    'organizationName',
    'contactEmail',
    'country',
    'organizationType',
    'partnershipType',
  ]),
  answer: z.array(PartnerSubmission),
});

export const listPassportApplications = endpoint({
  name: 'listPassportApplications',
  summary:
    'Passport applications with their payments, newest first; drafts only when status=draft asks for them',
  method: 'GET',
  path: '/api/admin/passport-applications',
  access: adminOrKey('submissions:read'),
  query: listQuery(['createdAt', 'lastName', 'email', 'reference', 'paymentStatus']),
  answer: z.array(PassportApplication),
});

export const summarizeSubmissions = endpoint({
  name: 'summarizeSubmissions',
  summary:
    'How many of each kind, the five newest of each, and how many claimed payments wait; what the caller may not see is null',
  method: 'GET',
  path: '/api/admin/summary',
  access: adminOrKey('submissions:read'),
  answer: z.object({
    counts: z.object({
      contact: z.number(),
      passportApplications: z.number(),
      unityDeclarations: z.number(),
      volunteers: z.number(),
      partners: z.number(),
      users: z.nullable(z.number()),
    }),
    recent: z.object({
      contact: z.array(ContactSubmission),
      passportApplications: z.array(PassportApplication),
      unityDeclarations: z.array(UnityDeclaration),
      volunteers: z.array(VolunteerSubmission),
      partners: z.array(PartnerSubmission),
      users: z.nullable(z.array(RegisteredUser)),
    }),
    claimsWaiting: z.nullable(z.number()),
  }),
});

export const EXPORT_TYPES = [
  'contact-submissions',
  'passport-applications',
  'unity-declarations',
  'volunteer-submissions',
  'partner-submissions',
  'users',
] as const;
export type ExportType = (typeof EXPORT_TYPES)[number];

export const UNKNOWN_EXPORT = words('Invalid submission type for export.');

const asked = z.optional(z.string());

export const exportSubmissions = endpoint({
  name: 'exportSubmissions',
  summary:
    'The rows of one kind as a CSV file, all of them or those that its list shows when it is asked the same; without the columns that the caller may not see; users only for who may see them',
  method: 'GET',
  path: '/api/admin/export/:type',
  access: adminOrKey('submissions:export'),
  // Any text: an unknown type is 400 with a sentence of its own, not an unknown address.
  params: z.object({ type: z.string() }),
  // What the list of the kind takes, which checks it.
  query: z.object({
    search: asked,
    sort: asked,
    country: asked,
    status: asked,
    owner: asked,
    tag: asked,
    day: asked,
    reason: asked,
  }),
  answer: 'csv',
});
