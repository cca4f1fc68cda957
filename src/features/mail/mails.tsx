import type { ComponentType } from 'react';
import { render, toPlainText } from 'react-email';
import type { RenderMail } from '../../shared/mail.ts';
import { translate, type Values, words } from '../../shared/words.ts';
import { localeOf } from '../../web/locales.ts';
import { WordsProvider } from '../../web/words.tsx';
import { ACCOUNT_MAILS } from './AccountMails.tsx';
import { APPLICATION_MAILS } from './ApplicationMails.tsx';
import { DIGEST_MAILS } from './DigestMails.tsx';
import { ApplicationSubmitted } from './mails/ApplicationSubmitted.tsx';
import { ClaimNotification } from './mails/ClaimNotification.tsx';
import { ClaimReceived } from './mails/ClaimReceived.tsx';
import { ClaimRejected } from './mails/ClaimRejected.tsx';
import { WaitingClaims } from './mails/ClaimsWaiting.tsx';
import { ClaimWaiting } from './mails/ClaimWaiting.tsx';
import { ContactNotification } from './mails/ContactNotification.tsx';
import { ContactReceived } from './mails/ContactReceived.tsx';
import { DeclarationSigned } from './mails/DeclarationSigned.tsx';
import { EmailTest } from './mails/EmailTest.tsx';
import { MailServerChanged } from './mails/MailServerChanged.tsx';
import { MESSAGE_MAILS } from './MessageMails.tsx';
import { MailOptionsContext } from './mails/useMailOptions.ts';
import { MoneyWaits } from './mails/MoneyWaits.tsx';
import { NotificationEmailChanged } from './mails/NotificationEmailChanged.tsx';
import { PartnerNotification } from './mails/PartnerNotification.tsx';
import { PartnerReceived } from './mails/PartnerReceived.tsx';
import { PaymentConfirmed } from './mails/PaymentConfirmed.tsx';
import { PaymentDestinationChanged } from './mails/PaymentDestinationChanged.tsx';
import { PaymentReview } from './mails/PaymentReview.tsx';
import { RefundRecorded } from './mails/RefundRecorded.tsx';
import { TransferDetails } from './mails/TransferDetails.tsx';
import { TransferExpired } from './mails/TransferExpired.tsx';
import { TransferReminder } from './mails/TransferReminder.tsx';
import { VolunteerNotification } from './mails/VolunteerNotification.tsx';
import { VolunteerReceived } from './mails/VolunteerReceived.tsx';
import type { MailProps, MailTemplate } from './mails.contract.ts';
import { REPLY_MAILS } from './ReplyMails.tsx';
import { SECOND_FACTOR_MAILS } from './SecondFactorMails.tsx';
import { WRITTEN_MAILS } from './WrittenMails.tsx';

/** Every mail: its subject, which may name the mail's props, and what stands in it. */
const MAILS: { [T in MailTemplate]: { subject: string; Mail: ComponentType<MailProps[T]> } } = {
  'declaration-signed': {
    subject: words('Thank you for signing the Unity Declaration'),
    Mail: DeclarationSigned,
  },
  'contact-received': { subject: words('We have your message'), Mail: ContactReceived },
  'contact-notification': {
    subject: words('Request for information from {name}'),
    Mail: ContactNotification,
  },
  'volunteer-received': {
    subject: words('We have your volunteer application'),
    Mail: VolunteerReceived,
  },
  'volunteer-notification': {
    subject: words('Volunteer application from {name}'),
    Mail: VolunteerNotification,
  },
  'partner-received': {
    subject: words('We have your partnership application'),
    Mail: PartnerReceived,
  },
  'partner-notification': {
    subject: words('Partnership application from {organization}'),
    Mail: PartnerNotification,
  },
  'application-submitted': {
    subject: words('Your application {reference}'),
    Mail: ApplicationSubmitted,
  },
  'claim-received': {
    subject: words('We look for your payment: {reference}'),
    Mail: ClaimReceived,
  },
  'payment-confirmed': { subject: words('Payment received: {reference}'), Mail: PaymentConfirmed },
  'refund-recorded': {
    subject: words('Your money has gone back to you: {reference}'),
    Mail: RefundRecorded,
  },
  'claim-rejected': {
    subject: words('We could not find your payment: {reference}'),
    Mail: ClaimRejected,
  },
  'transfer-details': {
    subject: words('The details of your payment: {reference}'),
    Mail: TransferDetails,
  },
  'transfer-reminder': {
    subject: words('Have you sent your payment? {reference}'),
    Mail: TransferReminder,
  },
  'transfer-expired': {
    subject: words('We no longer wait for your payment: {reference}'),
    Mail: TransferExpired,
  },
  'claim-waiting': {
    subject: words('We are still looking for your payment: {reference}'),
    Mail: ClaimWaiting,
  },
  'claims-waiting': {
    subject: words(
      '{count, plural, one {# payment has waited for days} other {# payments have waited for days}}',
    ),
    Mail: WaitingClaims,
  },
  'claim-notification': {
    subject: words('A payment waits to be confirmed: {reference}'),
    Mail: ClaimNotification,
  },
  'payment-review': {
    subject: words('A card payment needs a person: {reference}'),
    Mail: PaymentReview,
  },
  'money-waits': {
    subject: words('Money waits for you: {count, plural, one {# case} other {# cases}}'),
    Mail: MoneyWaits,
  },
  'payment-destination-changed': {
    subject: words('The place where money arrives has been changed: {configType}'),
    Mail: PaymentDestinationChanged,
  },
  'mail-server-changed': {
    subject: words('The way our mail leaves is being changed'),
    Mail: MailServerChanged,
  },
  'notification-email-changed': {
    subject: words('Notifications go elsewhere from now on'),
    Mail: NotificationEmailChanged,
  },
  'email-test': { subject: words('Test email from {sender}'), Mail: EmailTest },
  ...APPLICATION_MAILS,
  ...SECOND_FACTOR_MAILS,
  ...ACCOUNT_MAILS,
  ...DIGEST_MAILS,
  ...MESSAGE_MAILS,
  ...REPLY_MAILS,
  ...WRITTEN_MAILS,
};

/** A title in capitals is a shout, and some languages have none. */
const plainText = { selectors: [{ selector: 'h1', options: { uppercase: false } }] };

/** Writes a mail as HTML and as text. Throws on a template that does not exist. */
export const renderMail: RenderMail = async (template, props, options) => {
  const known = Object.hasOwn(MAILS, template) && MAILS[template as MailTemplate];
  if (!known) throw new Error(`There is no mail "${template}".`);
  // The map above pairs names with props; queueMail's types let nothing else into the queue.
  const Mail = known.Mail as ComponentType<object>;
  const locale = localeOf(options.locale);
  const html = await render(
    <MailOptionsContext value={options}>
      <WordsProvider locale={locale}>
        <Mail {...props} />
      </WordsProvider>
    </MailOptionsContext>,
  );
  const subject = oneLine(translate(known.subject, props as Values, locale));
  return {
    subject: options.sandbox ? `[Sandbox] ${subject}` : subject,
    html,
    text: toPlainText(html, plainText),
  };
};

/** A subject is one line of bounded length, whatever the names in it hold. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 200);
}
