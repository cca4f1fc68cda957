import type { KitRelease } from '../../shared/plan.ts';
import type { AccountMailProps } from './account-mails.contract.ts';
import type { ApplicationMailProps } from './application-mails.contract.ts';
import type { DigestMailProps } from './digest-mails.contract.ts';
import type { MessageMailProps } from './message-mails.contract.ts';
import type { ReplyMailProps } from './reply-mails.contract.ts';
import type { SecondFactorMailProps } from './second-factor-mails.contract.ts';
import type { WrittenMailProps } from './written-mails.contract.ts';

/** A transfer that is to be made: where to, how much, with which memo. */
interface Transfer {
  name: string;
  reference: string;
  method: string;
  amount: string;
  memo: string;
  /** By the names of the payment configuration's fields. */
  destination: Record<string, string>;
  /** A signed link to the due that it is for. */
  statusUrl: string;
}

/** What each mail is told. Amounts come written out, days as `YYYY-MM-DD`, moments as ISO 8601. */
export interface MailProps
  extends ApplicationMailProps,
    AccountMailProps,
    DigestMailProps,
    MessageMailProps,
    ReplyMailProps,
    SecondFactorMailProps,
    WrittenMailProps {
  'declaration-signed': { name: string };
  'contact-received': { name: string };
  /** To whom an administrator names: shows that the email configuration works. */
  'email-test': { server: string; sender: string; when: string };
  /** To the administrators. */
  'contact-notification': { name: string; email: string; country: string; message: string };
  'volunteer-received': { name: string };
  /** To the administrators. */
  'volunteer-notification': {
    name: string;
    email: string;
    country: string;
    phone: string | null;
    availability: string;
    skills: string;
    experience: string | null;
    motivation: string;
  };
  'partner-received': { name: string };
  /** To the administrators; `name` is the contact person's. */
  'partner-notification': {
    name: string;
    email: string;
    organization: string;
    type: string;
    size: string | null;
    country: string;
    website: string | null;
    partnership: string;
    contribution: string;
    message: string;
  };
  'application-submitted': {
    name: string;
    reference: string;
    plan: string;
    /** Of one payment. */
    amount: string;
    method: string;
    /** Of a plan: how many payments there are, and what they are in all. */
    schedule?: { payments: number; total: string };
    /** When the kit is sent; after the first payment when absent. */
    kitRelease?: KitRelease;
    /** A signed link to the application's page. */
    statusUrl?: string;
  };
  'claim-received': {
    name: string;
    reference: string;
    method: string;
    amount: string;
    number: string;
    statusUrl?: string;
  };
  'payment-confirmed': {
    name: string;
    reference: string;
    amount: string;
    receivedOn: string;
    /** Payments that are still to come; one that came short is not among them. */
    paymentsLeft: number;
    /** The next one, where PayPal takes it by itself; absent where the payer has to see to it. */
    charge?: { amount: string; dueOn: string };
    /** What was asked for and how far what came is from it; absent when it is the same. */
    difference?: { due: string; over?: string; rest?: string };
    /** Its name and the link that opens it. */
    receipt: { name: string; url: string };
    statusUrl?: string;
  };
  'refund-recorded': {
    name: string;
    reference: string;
    /** What went back this time. */
    amount: string;
    refundedOn: string;
    reason: string;
    /** Name of the receipt of the payment. */
    receipt?: string;
  };
  'claim-rejected': {
    name: string;
    reference: string;
    amount: string;
    reason: string;
    /** A signed link to the due that it was for. */
    statusUrl?: string;
  };
  'transfer-details': Transfer;
  'transfer-reminder': Transfer;
  'transfer-expired': { name: string; reference: string; amount: string; statusUrl: string };
  'claim-waiting': {
    name: string;
    reference: string;
    method: string;
    amount: string;
    number: string;
    statusUrl: string;
  };
  /** To the administrators; `count` is of all, `claims` names the first. */
  'claims-waiting': {
    count: number;
    claims: { reference: string; method: string; amount: string; days: number }[];
    adminUrl: string;
  };
  /** To the administrators. */
  'claim-notification': {
    reference: string;
    method: string;
    amount: string;
    number: string;
    adminUrl: string;
  };
  /** To the administrators: money that no rule of ours can place; `issue` is a word of the rail or of ours. */
  'payment-review': {
    reference: string;
    amount: string;
    number: string;
    issue: string;
    adminUrl: string;
  };
  /** To the administrators: how much money waits for a person, of each kind. */
  'money-waits': {
    count: number;
    /** A kind is a sentence of ours, in English. */
    kinds: { kind: string; count: number }[];
    adminUrl: string;
  };
  /** To the administrators: security.md §1.8. */
  'payment-destination-changed': {
    changedBy: string;
    configType: string;
    before: string;
    after: string;
    when: string;
    /** A link by which visitors give money. */
    isDonation?: boolean;
  };
  /** To everybody who may see the mail servers, through the one that mail leaves through until now. */
  'mail-server-changed': {
    changedBy: string;
    before: { sender: string; server: string };
    after: { sender: string; server: string };
    when: string;
  };
  /** To whom notifications went until now; null stands for every administrator. */
  'notification-email-changed': {
    changedBy: string;
    before: string | null;
    after: string | null;
    when: string;
  };
}

export type MailTemplate = keyof MailProps;

/** To the administrators, about the campaign: while one of these cannot be sent somebody may wait in vain. */
export const NOTICES: readonly MailTemplate[] = [
  'contact-notification',
  'volunteer-notification',
  'partner-notification',
  'claim-notification',
  'claims-waiting',
  'payment-review',
  'money-waits',
  'reports-waiting',
  'payment-destination-changed',
  'mail-server-changed',
  'notification-email-changed',
  'administrator-changed',
  'failure-digest',
];

/** Sent to whatever address a stranger types into a form: few a day, and nothing of theirs but a name. */
export const AUTOMATIC_REPLIES: readonly MailTemplate[] = [
  'declaration-signed',
  'contact-received',
  'volunteer-received',
  'partner-received',
  'draft-link',
];
