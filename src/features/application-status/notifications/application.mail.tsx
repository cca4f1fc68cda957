import type { ReactNode } from 'react';
import { words } from '../../../shared/words.ts';
import { useWords } from '../../../web/words.tsx';
import { Layout } from '../../mail/frame/Layout.tsx';
import { Facts, Greeting, Paragraph, Quotation, StatusLink } from '../../mail/frame/MailText.tsx';
import type { Mails } from '../../mail/frame/template.mail.tsx';

/** What every mail about an application says. */
interface Followed {
  name: string;
  reference: string;
  /** A signed link to the application's page, or to the payment that the mail is about. */
  statusUrl: string;
}

/** What each of these mails says, by the name of its template. */
interface ApplicationMails {
  /** To go on with a draft elsewhere or later. */
  'draft-link': Followed;
  /** Unasked, to who has filled in an application and not paid; without plan and amount in mails queued before they were said. */
  'draft-saved': Followed & Partial<{ plan: string; amount: string }>;
  'application-link': Followed;
  'application-in-review': Followed;
  'application-needs-information': Followed & { note: string };
  'application-approved': Followed;
  'application-dispatched': Followed & { courier: string; trackingNumber: string };
  'application-delivered': Followed;
  /** `received` is what was paid and not refunded; absent when that is nothing. */
  'application-cancelled': Followed & { note: string; received?: string };
}

function DraftLink({ name, reference, statusUrl }: ApplicationMails['draft-link']) {
  const t = useWords();
  return (
    <Layout
      preview={t('Pick up where you left off, on any device.')}
      title={t('Continue your application')}
    >
      <Greeting name={name} />
      <Paragraph>
        {t(
          'We have saved what you filled in. Use this link to pick up where you left off, on any device.',
        )}
      </Paragraph>
      <Facts facts={[[t('Reference'), reference]]} />
      <StatusLink href={statusUrl} label={t('Continue')} />
      <NotMe />
    </Layout>
  );
}

function DraftSaved(props: ApplicationMails['draft-saved']) {
  const { name, reference, plan, amount, statusUrl } = props;
  const t = useWords();
  return (
    <Layout
      preview={t('Your application is saved. You haven’t paid yet.')}
      title={t('Continue to Payment')}
    >
      <Greeting name={name} />
      <Paragraph>
        {t(
          'We’ve saved your application. You haven’t paid yet: use this link to continue to payment, on any device.',
        )}
      </Paragraph>
      <Facts
        facts={[
          [t('Reference'), reference],
          [t('Plan'), plan && t(plan)],
        ]}
        {...(amount ? { total: [t('Amount due'), amount] } : {})}
      />
      <StatusLink href={statusUrl} label={t('Continue to Payment')} />
      <Paragraph>{t('Changed your mind? You don’t need to do anything.')}</Paragraph>
      <Paragraph>
        {t(
          'If you didn’t ask for this, someone probably mistyped their address. You can ignore this email.',
        )}
      </Paragraph>
    </Layout>
  );
}

function ApplicationLink({ name, reference, statusUrl }: ApplicationMails['application-link']) {
  const t = useWords();
  return (
    <Layout preview={t('It opens your application on any device.')} title={t('Here is your link')}>
      <Greeting name={name} />
      <Paragraph>
        {t('Here is the link to your application that you asked for. It works on any device.')}
      </Paragraph>
      <Facts facts={[[t('Reference'), reference]]} />
      <StatusLink href={statusUrl} label={t('Open your application')} />
      <NotMe />
    </Layout>
  );
}

function NotMe() {
  const t = useWords();
  return (
    <Paragraph>
      {t('If you didn’t ask for this, ignore this email. Nobody else has the link.')}
    </Paragraph>
  );
}

interface StepProps {
  title: string;
  text: string;
  mail: ApplicationMails['application-in-review'];
  /** Beside the reference. */
  facts?: readonly (readonly [string, string])[];
  /** What precedes the link. */
  children?: ReactNode;
  action?: string;
}

/** That an application has taken a step on its way. */
function Step({ title, text, mail, facts = [], children, action }: StepProps) {
  const t = useWords();
  return (
    <Layout preview={t(text)} title={t(title)}>
      <Greeting name={mail.name} />
      <Paragraph>{t(text)}</Paragraph>
      {children}
      <Facts facts={[[t('Reference'), mail.reference], ...facts.filter(([, value]) => value)]} />
      <StatusLink href={mail.statusUrl} {...(action ? { label: t(action) } : {})} />
    </Layout>
  );
}

const IN_REVIEW = words('We’re reviewing your application');
const IN_REVIEW_TEXT = words(
  'One of us is reviewing your application. You don’t need to do anything: we’ll email you when we’ve finished, or if we need something.',
);
const ASKED = words('We need something from you');
const ASKED_TEXT = words('Before we can continue with your application, we need this from you:');
const APPROVED = words('Your application is approved');
const APPROVED_TEXT = words('Your application is approved. We’re getting your kit ready to send.');
const DISPATCHED = words('Your kit is on its way');
const DISPATCHED_TEXT = words('We have sent your kit to the address in your application.');
const DELIVERED = words('Your kit has arrived');
const DELIVERED_TEXT = words(
  'Your kit is marked as delivered. If you don’t have it, reply to this email and we’ll look for it.',
);
const CANCELLED = words('Your application was cancelled');
const CANCELLED_TEXT = words(
  'Your application was cancelled. We won’t send anything more, and nothing more is due. If you don’t know why, reply to this email.',
);

const InReview = (mail: ApplicationMails['application-in-review']) => (
  <Step title={IN_REVIEW} text={IN_REVIEW_TEXT} mail={mail} />
);

const NeedsInformation = (mail: ApplicationMails['application-needs-information']) => (
  <Step title={ASKED} text={ASKED_TEXT} mail={mail} action={words('Correct my details')}>
    {mail.note ? <Quotation>{mail.note}</Quotation> : null}
  </Step>
);

const Approved = (mail: ApplicationMails['application-approved']) => (
  <Step title={APPROVED} text={APPROVED_TEXT} mail={mail} />
);

function Dispatched(mail: ApplicationMails['application-dispatched']) {
  const t = useWords();
  const facts = [
    [t('Courier'), mail.courier],
    [t('Tracking number'), mail.trackingNumber],
  ] as const;
  return <Step title={DISPATCHED} text={DISPATCHED_TEXT} mail={mail} facts={facts} />;
}

const Delivered = (mail: ApplicationMails['application-delivered']) => (
  <Step title={DELIVERED} text={DELIVERED_TEXT} mail={mail} />
);

function Cancelled(mail: ApplicationMails['application-cancelled']) {
  const t = useWords();
  const { note, received } = mail;
  return (
    <Step title={CANCELLED} text={CANCELLED_TEXT} mail={mail}>
      {note ? <Quotation>{note}</Quotation> : null}
      {received ? (
        <Paragraph>
          {t(
            'What you have paid, {received}, is not refunded automatically, and your receipts stay valid. The team decides on refunds: reply to this email to ask for one.',
            { received },
          )}
        </Paragraph>
      ) : null}
    </Step>
  );
}

const followed = {
  name: 'Awa Diop',
  reference: 'PX-7K4M2',
  statusUrl: 'https://one.example/application#key=k',
};

/** The mails that follow an application on its way. */
export const applicationMails: Mails<ApplicationMails> = {
  'draft-link': {
    subject: words('Continue your application {reference}'),
    Mail: DraftLink,
    example: followed,
  },
  'draft-saved': {
    subject: words('Your application {reference}: continue to payment'),
    Mail: DraftSaved,
    example: { ...followed, plan: 'One-time payment', amount: '$1,000.00' },
  },
  'application-link': {
    subject: words('The link to your application {reference}'),
    Mail: ApplicationLink,
    example: followed,
  },
  'application-in-review': {
    subject: words('We’re reviewing your application {reference}'),
    Mail: InReview,
    example: followed,
  },
  'application-needs-information': {
    subject: words('We need something for your application {reference}'),
    Mail: NeedsInformation,
    example: { ...followed, note: 'Please send us a clearer photo.' },
  },
  'application-approved': {
    subject: words('Your application {reference} is approved'),
    Mail: Approved,
    example: followed,
  },
  'application-dispatched': {
    subject: words('Your kit is on its way: {reference}'),
    Mail: Dispatched,
    example: { ...followed, courier: 'DHL', trackingNumber: '1999 4711' },
  },
  'application-delivered': {
    subject: words('Your kit has arrived: {reference}'),
    Mail: Delivered,
    example: followed,
  },
  'application-cancelled': {
    subject: words('Your application {reference} was cancelled'),
    Mail: Cancelled,
    example: { ...followed, note: 'You asked us to cancel it.', received: '$100.00' },
  },
};
