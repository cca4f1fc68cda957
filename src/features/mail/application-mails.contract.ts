/** What every mail about an application is told. */
interface Followed {
  name: string;
  reference: string;
  /** A signed link to the application's page, or to the payment that the mail is about. */
  statusUrl: string;
}

interface Due extends Followed {
  amount: string;
  /** Of the due, from 1, and how many the plan has. */
  number: number;
  payments: number;
  /** YYYY-MM-DD. */
  dueOn: string;
}

/** Mails that follow an application on its way. */
export interface ApplicationMailProps {
  /** To go on with a draft elsewhere or later. */
  'draft-link': Followed;
  'application-link': Followed;
  'due-soon': Due;
  'due-today': Due;
  'due-late': Due;
  /** A week late: the plan is past due. */
  'plan-past-due': Due;
  /** PayPal takes it by itself. */
  'charge-soon': Due;
  /** PayPal could not take it and does not try again. */
  'due-payment-failed': Due;
  'plan-stopped': Followed & { paid: number; received: string };
  'plan-completed': Followed & { payments: number; received: string };
  'application-in-review': Followed;
  'application-needs-information': Followed & { note: string };
  'application-approved': Followed;
  'application-dispatched': Followed & { courier: string; trackingNumber: string };
  'application-delivered': Followed;
  'application-cancelled': Followed & { note: string };
}
