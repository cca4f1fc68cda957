/** What each mail is told. Amounts and dates come written out, as the reader is to see them. */
export interface MailProps {
  'declaration-signed': { name: string };
  'contact-received': { name: string };
  /** To the administrators. */
  'contact-notification': { name: string; email: string; country: string; message: string };
  'application-submitted': {
    name: string;
    reference: string;
    plan: string;
    amount: string;
    method: string;
    /** A signed link to the application's page. */
    statusUrl?: string;
  };
  'claim-received': {
    name: string;
    reference: string;
    method: string;
    amount: string;
    number: string;
  };
  'payment-confirmed': {
    name: string;
    reference: string;
    amount: string;
    receivedOn: string;
    paymentsLeft: number;
  };
  'claim-rejected': { name: string; reference: string; amount: string; reason: string };
  /** To the administrators. */
  'claim-notification': {
    reference: string;
    method: string;
    amount: string;
    number: string;
    adminUrl: string;
  };
  /** To the administrators: security.md §1.8. */
  'payment-destination-changed': {
    changedBy: string;
    configType: string;
    before: string;
    after: string;
    when: string;
  };
  welcome: { firstName: string };
}

export type MailTemplate = keyof MailProps;

/** Sent to whatever address a stranger types into a form: few a day, and nothing of theirs but a name. */
export const AUTOMATIC_REPLIES: readonly MailTemplate[] = [
  'declaration-signed',
  'contact-received',
  'welcome',
];
