import type { Permission } from '../../shared/access.ts';
import type { PersonRecord } from '../../shared/person-address.ts';
import { keysOf } from '../../shared/record.ts';

/** The permission that opens a person from each kind of record: that of its list. */
export const RECORD_RIGHTS = {
  signature: 'submissions:read',
  paper: 'submissions:read',
  application: 'submissions:read',
  contact: 'submissions:read',
  volunteer: 'submissions:read',
  partner: 'submissions:read',
  account: 'users:read',
  donation: 'donations:read',
  mail: 'mail:read',
} as const satisfies Readonly<Record<PersonRecord, Permission>>;

/** LIST of the parts that not everybody may see, and who may: whoever may read the tab of each. */
export const PARTS = {
  account: 'users:read',
  payments: 'payments:read',
  donations: 'donations:read',
  mails: 'mail:read',
  reports: 'users:moderate',
} as const satisfies Readonly<Record<string, Permission>>;
export type PersonPart = keyof typeof PARTS;
export const PERSON_PARTS = keysOf(PARTS);

/** LIST of the kinds of events in the timeline of a person. */
export const TIMELINE_KINDS = [
  'signed',
  'confirmed',
  'signed_on_paper',
  'invalidated',
  'contact',
  'volunteer',
  'partner',
  'note',
  'answered',
  'application_begun',
  'application_step',
  'payment_step',
  'donated',
  'joined',
  'verified',
  'suspended',
  'reported',
  'mailed',
  'mail_failed',
] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

/** LIST of what may be to do for a person, what weighs most first. */
export const NEXT_STEPS = [
  'claim',
  'send',
  'approve',
  'review',
  'contact',
  'volunteer',
  'partner',
  'reports',
] as const;
export type NextStepKind = (typeof NEXT_STEPS)[number];

/** Shorter words would find half of the campaign. */
export const SHORTEST_SEARCH = 2;

/** So many people a search shows. */
export const MOST_FOUND = 20;
