import { words } from '../../shared/words.ts';
import type { PaymentStatus } from '../payments/core/payment.rules.ts';

/** The status of a payment for its payer; null where no money moved. */
export const MEMBER_PAYMENT_LABELS: Readonly<Record<PaymentStatus, string | null>> = {
  created: null,
  action_required: null,
  awaiting_transfer: null,
  cancelled: null,
  expired: null,
  claimed: words('we are checking for it'),
  processing: words('being processed'),
  succeeded: words('paid'),
  failed: words('failed'),
  disputed: words('in dispute'),
  refunded: words('refunded'),
  partially_refunded: words('partly refunded'),
  reversed: words('reversed'),
};

/** Abandoned attempts are not shown. */
export const isShownToMember = (status: PaymentStatus): boolean =>
  MEMBER_PAYMENT_LABELS[status] !== null;
