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
  administrators: ['administrator', 'api_key'],
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
  payments: [
    'payment',
    'card_payment',
    'paypal_line',
    'dispute',
    'chain_receipt',
    'statement',
    'statement_line',
    'statement_rule',
    'month',
    'treasury_difference',
    'instalment',
    'plan',
    'approval',
  ],
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
  downloads: ['submissions', 'ledger', 'journal'],
};

export const AREA_LABELS: Readonly<Record<AuditArea, string>> = {
  accounts: words('Accounts'),
  administrators: words('Administrators'),
  site: words('The whole site'),
  content: words('Content'),
  submissions: words('Submissions'),
  applications: words('Applications and kits'),
  payments: words('Payments'),
  'ways-to-pay': words('Payment methods'),
  donations: words('Donations'),
  email: words('Email'),
  downloads: words('Downloads'),
};

/** What each known act was, in a sentence; another one is shown as it is written down. */
export const ACT_SENTENCES: Readonly<Partial<Record<string, string>>> = {
  'account.deleted': words('Account deleted by its owner'),
  'account.email_changed': words('Email address of an account changed'),
  'account.locked_down': words('Account locked with the link “It was not me”'),
  'account.password_changed': words('Password changed'),
  'account.password_reset': words('Password reset with an emailed link'),
  'account.restored': words('Account restored'),
  'account.suspended': words('Account suspended'),
  'administrator.appointed': words('Member made an administrator'),
  'administrator.created': words('Administrator created'),
  'administrator.dismissed': words('Administrator access removed'),
  'administrator.invitation_cancelled': words('Invitation of an administrator cancelled'),
  'administrator.invited': words('Administrator invited'),
  'administrator.role_changed': words('Role of an administrator changed'),
  'administrator.password_reset': words('Administrator password reset from the server'),
  'api_key.created': words('API key made'),
  'api_key.revoked': words('API key revoked'),
  'application.approved': words('Application approved'),
  'application.cancelled': words('Application cancelled'),
  'application.delivered': words('Kit marked as delivered'),
  'application.dispatched': words('Kit dispatched'),
  'application.in_review': words('Application review started'),
  'application.needs_information': words('Applicant asked for more information'),
  'approval.approved': words('Action on money approved by a second administrator'),
  'approval.asked': words('A second administrator asked to approve an action on money'),
  'approval.declined': words('Action on money declined by a second administrator'),
  'approval.expired': words('Action on money not approved in time'),
  'approval.skipped': words('Action on money done alone, as nobody else could approve it'),
  'approval.sum_changed': words('Sum that needs a second administrator changed'),
  'approval.withdrawn': words('Request for a second administrator withdrawn'),
  'bulk_mail.cancelled': words('Bulk email cancelled'),
  'bulk_mail.paused': words('Bulk email paused'),
  'bulk_mail.queued': words('Bulk email queued'),
  'bulk_mail.resumed': words('Bulk email resumed'),
  'bulk_mail.retried': words('Failed emails of a bulk email retried'),
  'card_payment.booked': words('Card payment recorded by hand'),
  'card_payment.failed': words('Card payment marked as failed'),
  'chain_receipt.assigned': words('Unmatched crypto payment recorded for an application'),
  'chain_receipt.confirmed': words('Crypto payment confirmed'),
  'chain_receipt.matched': words('Unmatched crypto payment assigned to a quote'),
  'chain_receipt.dismissed': words('Unmatched crypto payment dismissed'),
  'chain_receipt.reopened': words('Dismissed crypto payment to review again'),
  'treasury_difference.explained': words('Balance difference explained'),
  'treasury_difference.dismissed': words('Balance difference dismissed'),
  'treasury_difference.reopened': words('Dismissed balance difference to review again'),
  'contact_submission.answered': words('Message answered by email'),
  'contact_submission.noted': words('Note added to a message'),
  'contact_submission.triage_undone': words('Bulk change to messages undone'),
  'contact_submission.triaged': words('Status, owner or tags of a message changed'),
  'contact_submission.triaged_many': words('Bulk change to messages'),
  'content.picture_added': words('Picture uploaded'),
  'content.published': words('Text published'),
  'content.seeded': words('Built-in texts published'),
  'content.withdrawn': words('Text withdrawn'),
  'donation.deleted': words('Donation deleted'),
  'donation.entered': words('Donation entered by hand'),
  'donation_link.changed': words('Donation link changed'),
  'donation_link.created': words('Donation link created'),
  'donation_link.deleted': words('Donation link deleted'),
  'email_config.activated': words('Email configuration activated'),
  'email_config.saved': words('Email configuration saved'),
  'failure_digest.switched': words('Daily email about problems turned on or off'),
  'held_mail.dropped': words('Emails held since a restore discarded'),
  'held_mail.sent': words('Emails held since a restore sent'),
  'individual_mail.queued': words('Email to one person queued'),
  'journal.exported': words('Journal downloaded'),
  'labels.printed': words('Labels printed'),
  'ledger.exported': words('Ledger downloaded'),
  'mail_limits.changed': words('Sending limits changed'),
  'mail_suppression.added': words('Addresses removed from bulk email'),
  'mail_suppression.removed': words('Address allowed to get bulk email again'),
  'message_report.resolved': words('Report decided'),
  'month.closed': words('Month closed'),
  'notification_email.changed': words('Notification address changed'),
  'paper_signatures.deleted': words('Sheet of paper signatures deleted'),
  'paper_signatures.entered': words('Sheet of paper signatures entered'),
  'paper_signatures.exported': words('Paper signatures downloaded'),
  'partner_submission.answered': words('Partnership application answered by email'),
  'partner_submission.noted': words('Note added to a partnership application'),
  'partner_submission.triage_undone': words('Bulk change to partnership applications undone'),
  'partner_submission.triaged': words('Status, owner or tags of a partnership application changed'),
  'partner_submission.triaged_many': words('Bulk change to partnership applications'),
  'payment.confirmed': words('Payment confirmed'),
  'payment.dispute_kept': words('Dispute closed, payment kept'),
  'payment.dispute_lost': words('Dispute lost'),
  'payment.disputed': words('Dispute recorded'),
  'payment.move_undone': words('Moved money counts where it was recorded again'),
  'payment.moved': words('Money moved to another payment'),
  'payment.refund_requested': words('PayPal asked to refund a payment'),
  'payment.refund_refused': words('Refund through PayPal failed'),
  'payment.refund_dismissed': words('Failed refund through PayPal dismissed'),
  'payment.refund_reopened': words('Failed refund through PayPal to review again'),
  'payment.refunded': words('Refund recorded'),
  'payment.rejected': words('Payment rejected'),
  'plan.end_undone': words('Ended payment plan runs again'),
  'plan.ended': words('Payment plan ended'),
  'payment_config.changed': words('Payment method changed'),
  'payment_config.created': words('Payment method created'),
  'payment_config.deleted': words('Payment method deleted'),
  'dispute.answered': words('PayPal dispute answered'),
  'paypal_line.decided': words('Unmatched PayPal payment decided'),
  'paypal_line.reopened': words('Unmatched PayPal payment to review again'),
  'person.viewed': words('Full record of a person viewed'),
  'retention.changed': words('Rules for old records changed'),
  'retention.removed': words('Old records removed automatically'),
  'second_factor.all_removed': words('Two-step verification removed by an administrator'),
  'second_factor.passkey_added': words('Passkey added'),
  'second_factor.passkey_removed': words('Passkey removed'),
  'second_factor.recovery_code_used': words('Recovery code used'),
  'second_factor.recovery_codes_renewed': words('Recovery codes renewed'),
  'second_factor.totp_added': words('Authenticator app added'),
  'second_factor.totp_removed': words('Authenticator app removed'),
  'shipment.changed': words('Courier or tracking number corrected'),
  'site.pause_reworded': words('Pause message changed'),
  'site.paused': words('Signing, applying or registering paused'),
  'site.second_factor_optional': words('Two-step verification made optional for administrators'),
  'site.second_factor_required': words('Two-step verification required for every administrator'),
  'site.resumed': words('Signing, applying or registering reopened'),
  'statement.applied': words('Bank statement lines confirmed'),
  'statement.discarded': words('Bank statement deleted'),
  'statement.imported': words('Bank statement imported'),
  'statement_line.decided': words('Bank statement lines resolved'),
  'statement_line.undone': words('Bank statement lines no longer resolved'),
  'statement_rule.removed': words('Bank statement rule removed'),
  'statement.undone': words('Confirmed bank statement lines undone'),
  'submissions.exported': words('Submissions downloaded'),
  'unity_declarations.invalidated': words('Signatures invalidated'),
  'unity_declarations.restored': words('Invalidated signatures count again'),
  'volunteer_submission.answered': words('Volunteer answered by email'),
  'volunteer_submission.noted': words('Note added to a volunteer application'),
  'volunteer_submission.triage_undone': words('Bulk change to volunteers undone'),
  'volunteer_submission.triaged': words('Status, owner or tags of a volunteer changed'),
  'volunteer_submission.triaged_many': words('Bulk change to volunteers'),
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
