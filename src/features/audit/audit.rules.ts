import { words } from '../../shared/words.ts';

/** LIST of the areas that the log can be narrowed to. */
export const AUDIT_AREAS = [
  'accounts',
  'administrators',
  'site',
  'content',
  'submissions',
  'applications',
  'payments',
  'ways-to-pay',
  'donations',
  'email',
  'downloads',
] as const;
export type AuditArea = (typeof AUDIT_AREAS)[number];

/** Of each area the nouns with which its acts begin. */
export const AREA_NOUNS: Readonly<Record<AuditArea, readonly string[]>> = {
  accounts: ['account', 'second_factor', 'message_report'],
  administrators: ['administrator'],
  site: ['site', 'retention'],
  content: ['content'],
  submissions: [
    'contact_submission',
    'volunteer_submission',
    'partner_submission',
    'unity_declarations',
    'paper_signatures',
    'person',
  ],
  applications: ['application', 'shipment', 'labels'],
  payments: ['payment', 'card_payment', 'chain_receipt', 'statement'],
  'ways-to-pay': ['payment_config'],
  donations: ['donation', 'donation_link'],
  email: [
    'email_config',
    'failure_digest',
    'held_mail',
    'notification_email',
    'bulk_mail',
    'individual_mail',
    'mail_limits',
    'mail_suppression',
  ],
  downloads: ['submissions', 'ledger'],
};

export const AREA_LABELS: Readonly<Record<AuditArea, string>> = {
  accounts: words('Accounts'),
  administrators: words('Administrators'),
  site: words('The whole site'),
  content: words('Content'),
  submissions: words('Submissions'),
  applications: words('Applications and kits'),
  payments: words('Payments'),
  'ways-to-pay': words('Ways to pay'),
  donations: words('Donations'),
  email: words('Email'),
  downloads: words('Downloads'),
};

/** What each known act was, in a sentence; another one is shown as it is written down. */
export const ACT_SENTENCES: Readonly<Partial<Record<string, string>>> = {
  'account.deleted': words('Account deleted by its owner'),
  'account.email_changed': words('Address of an account changed'),
  'account.locked_down': words('Account locked with the link “It was not me”'),
  'account.password_changed': words('Password changed'),
  'account.password_reset': words('Password reset with a mailed link'),
  'account.restored': words('Account opened again'),
  'account.suspended': words('Account suspended'),
  'administrator.appointed': words('Member made an administrator'),
  'administrator.created': words('Administrator created'),
  'administrator.dismissed': words('Administrator made a member again'),
  'administrator.role_changed': words('Role of an administrator changed'),
  'administrator.password_reset': words(
    'Password of an administrator reset by who runs the server',
  ),
  'application.approved': words('Application approved'),
  'application.cancelled': words('Application cancelled'),
  'application.delivered': words('Kit marked as delivered'),
  'application.dispatched': words('Kit dispatched'),
  'application.in_review': words('Application taken into review'),
  'application.needs_information': words('Applicant asked for more'),
  'bulk_mail.cancelled': words('Bulk email cancelled'),
  'bulk_mail.paused': words('Bulk email paused'),
  'bulk_mail.queued': words('Bulk email queued'),
  'bulk_mail.resumed': words('Bulk email resumed'),
  'bulk_mail.retried': words('Failed mails of a bulk email tried once more'),
  'card_payment.booked': words('Card payment booked by hand'),
  'card_payment.failed': words('Card payment ended as failed'),
  'chain_receipt.assigned': words('Money on the network booked for an application'),
  'chain_receipt.dismissed': words('Money on the network laid aside'),
  'contact_submission.answered': words('Message answered by mail'),
  'contact_submission.noted': words('Note written beside a message'),
  'contact_submission.triage_undone': words('Change of many messages taken back'),
  'contact_submission.triaged': words('Status, owner or tags of a message changed'),
  'contact_submission.triaged_many': words('Many messages changed at once'),
  'content.picture_added': words('Picture uploaded'),
  'content.published': words('Text published'),
  'content.seeded': words('Built-in texts published'),
  'content.withdrawn': words('Text withdrawn'),
  'donation.deleted': words('Donation deleted'),
  'donation.entered': words('Donation entered by hand'),
  'donation_link.changed': words('Donation link changed'),
  'donation_link.created': words('Donation link created'),
  'donation_link.deleted': words('Donation link deleted'),
  'email_config.activated': words('Way to send mail activated'),
  'email_config.saved': words('Way to send mail saved'),
  'failure_digest.switched': words('Daily mail about failures turned on or off'),
  'held_mail.dropped': words('Mails held since a restore dropped'),
  'held_mail.sent': words('Mails held since a restore sent'),
  'individual_mail.queued': words('Email to one person queued'),
  'labels.printed': words('Labels printed'),
  'ledger.exported': words('Ledger downloaded'),
  'mail_limits.changed': words('Limits of outgoing mail changed'),
  'mail_suppression.added': words('Addresses taken off bulk mail'),
  'mail_suppression.removed': words('Address let into bulk mail again'),
  'message_report.resolved': words('Report decided'),
  'notification_email.changed': words('Address for notifications changed'),
  'paper_signatures.deleted': words('Sheet of paper signatures deleted'),
  'paper_signatures.entered': words('Sheet of paper signatures entered'),
  'paper_signatures.exported': words('Paper signatures downloaded'),
  'partner_submission.answered': words('Partnership request answered by mail'),
  'partner_submission.noted': words('Note written beside a partnership request'),
  'partner_submission.triage_undone': words('Change of many partnership requests taken back'),
  'partner_submission.triaged': words('Status, owner or tags of a partnership request changed'),
  'partner_submission.triaged_many': words('Many partnership requests changed at once'),
  'payment.confirmed': words('Payment confirmed'),
  'payment.dispute_kept': words('Dispute ended, the money stayed'),
  'payment.dispute_lost': words('Dispute lost'),
  'payment.disputed': words('Dispute recorded'),
  'payment.refunded': words('Refund recorded'),
  'payment.rejected': words('Payment rejected'),
  'payment_config.changed': words('Way to pay changed'),
  'payment_config.created': words('Way to pay created'),
  'payment_config.deleted': words('Way to pay deleted'),
  'person.viewed': words('Everything known of a person looked at'),
  'retention.changed': words('Rules for old records changed'),
  'retention.removed': words('Old records removed by the rules'),
  'second_factor.all_removed': words('Second factor taken off by an administrator'),
  'second_factor.passkey_added': words('Passkey added'),
  'second_factor.passkey_removed': words('Passkey removed'),
  'second_factor.recovery_code_used': words('Recovery code used'),
  'second_factor.recovery_codes_renewed': words('Recovery codes made anew'),
  'second_factor.totp_added': words('Authenticator app added'),
  'second_factor.totp_removed': words('Authenticator app removed'),
  'shipment.changed': words('Courier or tracking number corrected'),
  'site.pause_reworded': words('Words about a pause changed'),
  'site.paused': words('Signing, applying or registering paused'),
  'site.second_factor_optional': words('Second factor no longer asked of administrators'),
  'site.second_factor_required': words('Second factor asked of every administrator'),
  'site.resumed': words('Signing, applying or registering opened again'),
  'statement.applied': words('Lines of a bank statement confirmed'),
  'statement.discarded': words('Bank statement thrown away'),
  'statement.imported': words('Bank statement added'),
  'statement.undone': words('Confirmed lines of a bank statement taken back'),
  'submissions.exported': words('Submissions downloaded'),
  'unity_declarations.invalidated': words('Signatures invalidated'),
  'unity_declarations.restored': words('Invalidated signatures count again'),
  'volunteer_submission.answered': words('Volunteer answered by mail'),
  'volunteer_submission.noted': words('Note written beside a volunteer'),
  'volunteer_submission.triage_undone': words('Change of many volunteers taken back'),
  'volunteer_submission.triaged': words('Status, owner or tags of a volunteer changed'),
  'volunteer_submission.triaged_many': words('Many volunteers changed at once'),
};

/** One thing that an act wrote down, as it was and as it is; undefined where it was not written down. */
export interface Change {
  name: string;
  before: string | undefined;
  after: string | undefined;
}

/** What was written down before and after an act, side by side, named by its place such as `configData.email`. */
export function changesOf(before: unknown, after: unknown): Change[] {
  const [was, is] = [textsOf(before), textsOf(after)];
  return [...new Set([...was.keys(), ...is.keys()])].map((name) => ({
    name,
    before: was.get(name),
    after: is.get(name),
  }));
}

function textsOf(value: unknown, place = ''): Map<string, string> {
  if (value === null || value === undefined) return new Map(place ? [[place, '–']] : []);
  if (typeof value !== 'object' || Array.isArray(value)) return new Map([[place, textOf(value)]]);
  return new Map(
    Object.entries(value).flatMap(([key, part]) => [
      ...textsOf(part, place ? `${place}.${key}` : key),
    ]),
  );
}

function textOf(value: unknown): string {
  if (!Array.isArray(value)) return String(value);
  return value
    .map((one) => (typeof one === 'object' ? JSON.stringify(one) : String(one)))
    .join(', ');
}
