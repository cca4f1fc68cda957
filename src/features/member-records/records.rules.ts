import { words } from '../../shared/words.ts';
import type { PaymentStatus } from '../payments/core/payment.rules.ts';

/** The status of a payment for its payer; null where no money moved. */
export const MEMBER_PAYMENT_LABELS: Readonly<Record<PaymentStatus, string | null>> = {
  created: null,
  action_required: null,
  awaiting_transfer: null,
  cancelled: null,
  expired: null,
  claimed: words('we are looking for it'),
  processing: words('being processed'),
  succeeded: words('paid'),
  failed: words('did not succeed'),
  disputed: words('in dispute'),
  refunded: words('paid back'),
  partially_refunded: words('paid back in part'),
  reversed: words('taken back by the bank'),
};

/** Abandoned attempts are not shown. */
export const isShownToMember = (status: PaymentStatus): boolean =>
  MEMBER_PAYMENT_LABELS[status] !== null;
