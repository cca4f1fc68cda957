import { isKeyOf } from '../../../../shared/record.ts';
import { words } from '../../../../shared/words.ts';

/**
 * `asked`: PayPal may or may not have done it. `pending`: it has, and the money is not back yet. `failed`: PayPal has refused
 * it, and an administrator is to decide what follows. `refused`: an administrator knows.
 */
export const PAYPAL_REFUND_STATES = ['asked', 'pending', 'done', 'failed', 'refused'] as const;
export type PaypalRefundState = (typeof PAYPAL_REFUND_STATES)[number];

/** Those of which PayPal is asked again. */
export const OPEN_REFUNDS: readonly PaypalRefundState[] = ['asked', 'pending'];

/** Those that are in the review list. */
export const REFUNDS_TO_REVIEW = ['asked', 'pending', 'failed'] as const;
export type RefundToReview = (typeof REFUNDS_TO_REVIEW)[number];

/** Our word for that PayPal has never said whether it made a refund. */
export const NEVER_SAID = 'REFUND_NEVER_CONFIRMED';

const TOO_LATE = words(
  'PayPal no longer refunds this payment, as it is too old. Send the money another way and record the refund.',
);
const NO_FUNDS = words(
  'The balance of the PayPal account is too low. Add money to it and try again.',
);
const TOO_MUCH = words('PayPal says that less than this is left of the payment. Check it there.');
const NOT_ALLOWED = words(
  'PayPal does not allow a refund of this payment. Look it up in the PayPal account.',
);

/**
 * Why PayPal refuses a refund: https://developer.paypal.com/docs/api/payments/v2/#captures_refund, "422"; and what became
 * of one that it made.
 */
export const REFUSALS = {
  REFUND_TIME_LIMIT_EXCEEDED: TOO_LATE,
  REFUND_FAILED_INSUFFICIENT_FUNDS: NO_FUNDS,
  REFUND_AMOUNT_EXCEEDED: TOO_MUCH,
  CAPTURE_FULLY_REFUNDED: TOO_MUCH,
  MAX_NUMBER_OF_REFUNDS_EXCEEDED: NOT_ALLOWED,
  REFUND_NOT_ALLOWED: NOT_ALLOWED,
  REFUND_FAILED: words('PayPal could not send the money to the payer.'),
  REFUND_CANCELLED: words('The refund was cancelled at PayPal.'),
  [NEVER_SAID]: words(
    'PayPal has not said in 40 days whether it made this refund. Check the PayPal account before you refund it again.',
  ),
} as const;

/** Why PayPal refused a refund, as a sentence. */
export const refusalSentence = (issue: string): string =>
  isKeyOf(REFUSALS, issue) ? REFUSALS[issue] : words('PayPal refused the refund.');
