import { words } from '../../shared/words.ts';
import type { ApplicationPaymentStatus } from './payment.rules.ts';

/** How the payment of an application stands, for its payer. */
export const STANDS: Readonly<Record<ApplicationPaymentStatus, string>> = {
  pending: words('not paid yet'),
  failed: words('the last payment did not succeed'),
  awaiting_verification: words('we are checking your payment'),
  confirming: words('your payment is being confirmed'),
  processing: words('your payment is being processed'),
  partially_paid: words('paid in part'),
  completed: words('paid'),
  past_due: words('a payment is overdue'),
  refunded: words('paid back'),
  disputed: words('in dispute'),
};
