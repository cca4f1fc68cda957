import type { ReactNode } from 'react';
import { words } from '../../../shared/words.ts';
import { useWords } from '../../../web/words.tsx';
import type { MailProps } from '../mails.contract.ts';
import { Facts } from './Facts.tsx';
import { Greeting } from './Greeting.tsx';
import { Layout } from './Layout.tsx';
import { Paragraph } from './Paragraph.tsx';
import { Quotation } from './Quotation.tsx';
import { StatusLink } from './StatusLink.tsx';

interface StepProps {
  title: string;
  text: string;
  mail: MailProps['application-in-review'];
  /** Beside the reference. */
  facts?: readonly (readonly [string, string])[];
  /** What stands before the link. */
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

const IN_REVIEW = words('Your application is being reviewed');
const IN_REVIEW_TEXT = words(
  'A person goes through your application now. You need do nothing; we write to you when it is done or when we need something.',
);
const ASKED = words('We need something from you');
const ASKED_TEXT = words('Before we can go on with your application we need something from you:');
const APPROVED = words('Your application is approved');
const APPROVED_TEXT = words('Everything is in order. Your kit is being made ready to leave.');
const DISPATCHED = words('Your kit is on its way');
const DISPATCHED_TEXT = words(
  'Your kit has left us and travels to the address in your application.',
);
const DELIVERED = words('Your kit has arrived');
const DELIVERED_TEXT = words(
  'Your kit is marked as delivered. If you do not have it, answer this mail and we look for it.',
);
const CANCELLED = words('Your application was cancelled');
const CANCELLED_TEXT = words(
  'Your application was cancelled and nothing more is sent or due. If you do not know why, answer this mail.',
);

export const InReview = (mail: MailProps['application-in-review']) => (
  <Step title={IN_REVIEW} text={IN_REVIEW_TEXT} mail={mail} />
);

export const NeedsInformation = (mail: MailProps['application-needs-information']) => (
  <Step title={ASKED} text={ASKED_TEXT} mail={mail} action={words('Correct my details')}>
    {mail.note ? <Quotation>{mail.note}</Quotation> : null}
  </Step>
);

export const Approved = (mail: MailProps['application-approved']) => (
  <Step title={APPROVED} text={APPROVED_TEXT} mail={mail} />
);

export function Dispatched(mail: MailProps['application-dispatched']) {
  const t = useWords();
  const facts = [
    [t('Courier'), mail.courier],
    [t('Tracking number'), mail.trackingNumber],
  ] as const;
  return <Step title={DISPATCHED} text={DISPATCHED_TEXT} mail={mail} facts={facts} />;
}

export const Delivered = (mail: MailProps['application-delivered']) => (
  <Step title={DELIVERED} text={DELIVERED_TEXT} mail={mail} />
);

export const Cancelled = (mail: MailProps['application-cancelled']) => (
  <Step title={CANCELLED} text={CANCELLED_TEXT} mail={mail}>
    {mail.note ? <Quotation>{mail.note}</Quotation> : null}
  </Step>
);
