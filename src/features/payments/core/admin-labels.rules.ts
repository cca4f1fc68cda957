import { words } from '../../../shared/words.ts';
import type { Flag, PaymentStatus, Rail } from './payment.rules.ts';

/** How a rail is named to administrators. */
export const RAIL_LABELS: Record<Rail, string> = {
  paypal: words('Card'),
  zelle: words('Zelle'),
  bank: words('Bank wire'),
  crypto: words('Crypto'),
};

export const STATUS_LABELS: Record<PaymentStatus, string> = {
  created: words('Started'),
  action_required: words('Waiting for the payer'),
  awaiting_transfer: words('Waiting for the transfer'),
  claimed: words('To check'),
  expired: words('Expired'),
  processing: words('Being processed'),
  succeeded: words('Paid'),
  disputed: words('Disputed'),
  failed: words('Failed or rejected'),
  cancelled: words('Cancelled'),
  refunded: words('Refunded'),
  partially_refunded: words('Partly refunded'),
  reversed: words('Reversed'),
};

export const FLAG_LABELS: Record<Flag, string> = {
  none: '',
  under: words('Less than due'),
  over: words('More than due'),
  late: words('Late'),
  manual: words('To review'),
};
