import { applicationMails } from '../features/application-status/notifications/application.mail.tsx';
import { planMails } from '../features/application-status/notifications/plan.mail.tsx';
import { campaignMails } from '../features/campaigns/message/message.mail.tsx';
import { contactMails } from '../features/contact/contact.mail.tsx';
import { declarationMails } from '../features/declaration/declaration.mail.tsx';
import { failureDigestMails } from '../features/failure-digest/failure-digest.mail.tsx';
import { configurationMails } from '../features/mail/configuration/configuration.mail.tsx';
import type { MailTemplate as Template } from '../features/mail/frame/template.mail.tsx';
import { accountMails } from '../features/members/account/account.mail.tsx';
import { emailChangeMails } from '../features/members/account/email-change.mail.tsx';
import { administrationMails } from '../features/members/administrators/administrators.mail.tsx';
import { secondFactorMails } from '../features/members/account/second-factor.mail.tsx';
import { messageMails } from '../features/messages/message.mail.tsx';
import { partnerMails } from '../features/partner/partner.mail.tsx';
import { paymentAdminMails } from '../features/payments/admin/admin.mail.tsx';
import { applicationSubmittedMails } from '../features/payments/notifications/application-submitted.mail.tsx';
import { claimMails } from '../features/payments/notifications/claim.mail.tsx';
import { paymentConfirmedMails } from '../features/payments/notifications/payment-confirmed.mail.tsx';
import { paymentShortMails } from '../features/payments/notifications/payment-short.mail.tsx';
import { destinationMails } from '../features/payments/pricing/destination.mail.tsx';
import { transferMails } from '../features/payments/rails/transfer/transfer.mail.tsx';
import { replyMails } from '../features/submissions/reply/reply.mail.tsx';
import { volunteerMails } from '../features/volunteer/volunteer.mail.tsx';

/**
 * Every mail, by the name of its template, in the order of its readers' way through the site. Node reads no JSX:
 * the server imports the types alone and calls what the build made of features/mail/frame/render.mail.tsx.
 */
export const mails = {
  ...declarationMails,
  ...contactMails,
  ...volunteerMails,
  ...partnerMails,
  ...applicationSubmittedMails,
  ...paymentConfirmedMails,
  ...paymentShortMails,
  ...claimMails,
  ...transferMails,
  ...paymentAdminMails,
  ...destinationMails,
  ...configurationMails,
  ...accountMails,
  ...emailChangeMails,
  ...administrationMails,
  ...applicationMails,
  ...planMails,
  ...messageMails,
  ...failureDigestMails,
  ...secondFactorMails,
  ...replyMails,
  ...campaignMails,
};

/** The props of each mail, by the name of its template. Amounts come written out, days as `YYYY-MM-DD`, times as ISO 8601. */
export type MailProps = {
  [Name in keyof typeof mails]: (typeof mails)[Name] extends Template<infer Props> ? Props : never;
};

export type MailTemplate = keyof MailProps;

/** The templates of the mails that say all of `Base`. */
export type MailsWith<Base> = {
  [Name in MailTemplate]: MailProps[Name] extends Base ? Name : never;
}[MailTemplate];
