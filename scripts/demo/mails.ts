import { readFileSync } from 'node:fs';
import type { emailLogs } from '../../src/features/mail/log/email-log.store.ts';
import type { OutgoingMail } from '../../src/features/mail/queue/outgoing-mail.store.ts';
import type { MailTemplate } from '../../src/server/mails.ts';
import {
  REMINDERS,
  reminderBatch,
} from '../../src/features/application-status/notifications/instalment-reminder.rules.ts';
import { daysAfter, minutesAfter } from './calendar.ts';
import type { Chance } from './chance.ts';
import { type Purchase, isPayable } from './purchase.ts';
import { DEMO_HOST } from './people.ts';

/** A mail that left, and to whom. */
interface SentMail {
  email: string;
  locale: string;
  template: MailTemplate;
  at: Date;
  reference?: string;
}

/** How each is called in the history: the subjects of src/server/mails.ts. */
const SUBJECTS: Partial<Record<MailTemplate, string>> = {
  'declaration-signed': 'Confirm your signature on the Unity Declaration',
  'contact-received': 'We have your message',
  'volunteer-received': 'We have your volunteer application',
  'partner-received': 'We have your partnership application',
  'verify-email': 'Confirm your email address',
  'application-submitted': 'We have your application {reference}',
  'payment-confirmed': 'Payment received: {reference}',
  'application-in-review': 'We’re reviewing your application {reference}',
  'application-needs-information': 'We need something for your application {reference}',
  'application-approved': 'Your application {reference} is approved',
  'application-dispatched': 'Your kit is on its way: {reference}',
  'application-delivered': 'Your kit has arrived: {reference}',
  'application-cancelled': 'Your application {reference} was cancelled',
  'due-soon': 'A payment is due in a week: {reference}',
  'due-today': 'A payment is due today: {reference}',
  'due-late': 'We haven’t received your payment yet: {reference}',
  'plan-past-due': 'Your plan is past due: {reference}',
};

const french = JSON.parse(
  readFileSync(new URL('../../src/web/locales/fr.json', import.meta.url), 'utf8'),
) as Record<string, string>;

function subjectOf({ template, locale, reference = '' }: SentMail): string {
  const subject = SUBJECTS[template];
  if (!subject) throw new Error(`The subject of ${template} is not known.`);
  return ((locale === 'fr' && french[subject]) || subject).replace('{reference}', reference);
}

const FAILURES = [
  '550 5.1.1 The mailbox does not exist (demonstration)',
  '552 5.2.2 The mailbox is full (demonstration)',
  'The server did not answer in time (demonstration)',
];

/** The history of mails that left; a few of them in vain. */
export const logMails = (mails: readonly SentMail[], now: Date, chance: Chance) =>
  mails
    .filter(({ at }) => at <= now)
    .map((mail): typeof emailLogs.$inferInsert => {
      const isSent = chance.happens(0.986);
      return {
        id: chance.id(),
        recipientEmail: mail.email,
        subject: subjectOf(mail),
        emailType: mail.template,
        status: isSent ? 'success' : 'failed',
        errorMessage: isSent ? null : chance.pick(FAILURES),
        configType: 'email_alternative',
        sentAt: minutesAfter(mail.at, 0.2),
      };
    })
    .toSorted((a, b) => a.sentAt.getTime() - b.sentAt.getTime());

const STEPS: Readonly<Record<string, MailTemplate>> = {
  submitted: 'application-submitted',
  in_review: 'application-in-review',
  needs_information: 'application-needs-information',
  approved: 'application-approved',
  dispatched: 'application-dispatched',
  delivered: 'application-delivered',
  cancelled: 'application-cancelled',
};

/** The mails that applicants got about their applications and payments. */
export function mailsOf({ application, applicationEvents, paymentEvents }: Purchase): SentMail[] {
  const { email, locale, reference } = application;
  const to = { email, locale, reference };
  const steps = applicationEvents.flatMap(({ to: step, at }) => {
    const template = STEPS[step];
    return template ? [{ ...to, template, at }] : [];
  });
  const settlements = paymentEvents.filter(
    (one) => one.from === 'processing' && one.to === 'succeeded',
  );
  return [
    ...steps,
    ...settlements.map(({ at }) => ({ ...to, template: 'payment-confirmed' as const, at })),
  ];
}

/** Reminders of instalments that are to be paid now: those that have left do not leave again when the site starts. */
export function remindersOf(purchase: Purchase, now: Date, chance: Chance): OutgoingMail[] {
  const { application, schedule, instalments } = purchase;
  if (schedule.storedStatus !== 'active') return [];
  const { email, locale, reference, firstName, lastName } = application;
  return instalments.filter(isPayable).flatMap((due) =>
    REMINDERS.filter(({ charged }) => charged === 'no').flatMap(({ template, fromDay }) => {
      const at = daysAfter(new Date(`${due.dueOn}T00:00:00Z`), fromDay);
      if (at > now || at < application.createdAt) return [];
      const id = chance.id();
      return [
        {
          id,
          batchId: reminderBatch(template) + due.id,
          recipientAddress: email,
          recipientName: `${firstName} ${lastName}`,
          repliesTo: null,
          replyTo: null,
          template,
          sealedProps: '',
          subject: subjectOf({ email, locale, template, at, reference }),
          locale,
          kind: 'transactional' as const,
          emailType: template,
          state: 'sent' as const,
          attempts: 1,
          nextAttemptAt: null,
          messageId: `<${id}@${DEMO_HOST}>`,
          error: null,
          configType: 'email_alternative',
          createdAt: at,
          updatedAt: at,
          sentAt: at,
        },
      ];
    }),
  );
}
