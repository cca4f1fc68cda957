import { words } from '../../../shared/words.ts';
import type { Plan } from '../../../shared/plan.ts';
import type { ApplicationPaymentStatus, Rail } from './payment.rules.ts';

/** How a rail is named to payers. PayPal takes cards, too, and does not say which it was. */
export const RAIL_NAMES: Readonly<Record<Rail, string>> = {
  zelle: words('Zelle'),
  bank: words('Bank transfer'),
  paypal: words('Through PayPal'),
  crypto: words('Crypto'),
};

/** How the payer of a transfer calls its number, by the name of the rail. */
export const numberName = (railName: string): string =>
  railName === RAIL_NAMES.zelle
    ? words('Zelle confirmation number')
    : words('Bank reference number');

export const PLAN_NAMES: Readonly<Record<Plan, string>> = {
  onetime: words('One-time payment'),
  installment: words('Payment plan'),
};

/** How a receipt is called: "OAP-000123". */
export const receiptName = (number: number) => `OAP-${String(number).padStart(6, '0')}`;

/** The number of a receipt by its name; undefined where there can be no such receipt. */
export function receiptNumber(name: string): number | undefined {
  const [, digits] = /^OAP-(\d{6,9})$/.exec(name) ?? [];
  const number = Number(digits);
  // One name for one receipt: no zeros in front beyond the six.
  return number > 0 && receiptName(number) === name ? number : undefined;
}

/** The payment status of an application, for its payer. */
export const PAYMENT_STATUS_LABELS: Readonly<Record<ApplicationPaymentStatus, string>> = {
  pending: words('not paid yet'),
  failed: words('the last payment did not succeed'),
  awaiting_verification: words('we are checking your payment'),
  confirming: words('your payment is being confirmed'),
  processing: words('your payment is being processed'),
  partially_paid: words('paid in part'),
  completed: words('paid'),
  past_due: words('a payment is overdue'),
  refunded: words('refunded'),
  disputed: words('in dispute'),
};
