import { words } from '../../shared/words.ts';
import { METHOD_NAME } from '../payments/receipts/receipt.rules.ts';
import { STANDS } from '../payments/stands.rules.ts';
import { PAYMENT_TOLD } from '../profile/records.rules.ts';
import { STANDING } from '../tracking/status-name.rules.ts';

export type Value = string | number | boolean | Date | null;
export type Row = Readonly<Record<string, Value>>;

/** The parts of a member's own data, in their order, with their headings. */
export const PARTS = {
  account: words('Account'),
  security: words('What guards the account'),
  passkeys: words('Passkeys'),
  sessions: words('Browsers that are logged in'),
  profile: words('Profile'),
  messages: words('Messages'),
  blocked: words('Members you have blocked'),
  reports: words('Messages you have reported'),
  applications: words('Applications'),
  payments: words('Payments'),
  signatures: words('Signatures of the Unity Declaration'),
  claims: words('Records you have taken into your account'),
  mails: words('Mails that we have sent you since you confirmed your address'),
} as const;
export type Part = keyof typeof PARTS;

/** What the fields of the parts are called. */
export const LABELS: Readonly<Record<string, string>> = {
  id: words('Number'),
  email: words('Email'),
  emailVerifiedAt: words('Address confirmed'),
  firstName: words('First name'),
  lastName: words('Last name'),
  language: words('Language'),
  isAdministrator: words('Administrator'),
  wantsMessageMail: words('Mails about waiting messages'),
  createdAt: words('Created'),
  updatedAt: words('Last changed'),
  lastSeenAt: words('Last seen'),
  suspendedAt: words('Suspended since'),
  suspendedFor: words('Reason of the suspension'),
  usesAuthenticatorApp: words('Authenticator app'),
  recoveryCodesLeft: words('Recovery codes left'),
  name: words('Name'),
  lastUsedAt: words('Last used'),
  browser: words('Browser'),
  system: words('System'),
  userAgent: words('What the browser says of itself'),
  expiresAt: words('Ends at the latest'),
  country: words('Country'),
  city: words('City'),
  bio: words('Bio'),
  interests: words('Interests'),
  isPublic: words('Found by other members'),
  direction: words('Written or received'),
  with: words('With'),
  subject: words('Subject'),
  content: words('Message'),
  isRead: words('Read'),
  blockedAt: words('Blocked since'),
  reason: words('Reason'),
  note: words('Your words'),
  sentAt: words('Sent'),
  reportedAt: words('Reported'),
  resolvedAt: words('Looked at'),
  reference: words('Reference'),
  dateOfBirth: words('Date of birth'),
  placeOfBirth: words('Place of birth'),
  nationality: words('Nationality'),
  telephone: words('Telephone'),
  homeAddress: words('Home address'),
  plan: words('Plan'),
  method: words('Method'),
  status: words('Status'),
  paymentStatus: words('Payment'),
  totalAmount: words('In all (US dollars)'),
  receivedAmount: words('Received (US dollars)'),
  amount: words('Amount (US dollars)'),
  instalment: words('Payment number'),
  wantsNews: words('News by mail'),
  submittedAt: words('Submitted'),
  fullName: words('Full name'),
  signedAt: words('Signed'),
  claimedAt: words('Taken into the account'),
  kind: words('Kind'),
  record: words('Number of the record'),
};

/** What stands in a field of a few words, by part and field, said as on our pages; other words are the member's. */
export const SAYINGS: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  'messages.direction': { written: words('Written'), received: words('Received') },
  'applications.status': STANDING,
  'applications.paymentStatus': STANDS,
  'applications.method': METHOD_NAME,
  'payments.method': METHOD_NAME,
  'payments.status': PAYMENT_TOLD,
  'claims.kind': { application: words('Application'), declaration: words('Unity Declaration') },
  'mails.status': { success: words('Sent'), failed: words('Not delivered') },
};
