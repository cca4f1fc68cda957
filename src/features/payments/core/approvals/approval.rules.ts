import { days } from '../../../../shared/time.ts';
import { words } from '../../../../shared/words.ts';

/** LIST of the actions that a second administrator may have to approve, each with what it is called. */
export const APPROVAL_LABELS = {
  recordRefund: words('Record a refund'),
  refundThroughPaypal: words('Refund through PayPal'),
  takeBackPayment: words('Take back what was recorded'),
  movePayment: words('Move money to another payment'),
  waiveInstalment: words('Waive an instalment'),
  endPaymentPlan: words('End a payment plan'),
  confirmPayment: words('Confirm a different amount'),
  settlePayment: words('Confirm a different amount and reject the others'),
  decideLines: words('Refund unmatched money through PayPal'),
  answerDispute: words('Give money back in a dispute'),
  endDispute: words('Record that a dispute is lost'),
  assignOnChainTransfer: words('Record crypto for a payment'),
  matchOnChainTransfer: words('Assign crypto to a quote'),
  setApprovalSum: words('Change when a second administrator is needed'),
} as const;
export type ApprovalAction = keyof typeof APPROVAL_LABELS;

export const APPROVAL_STATES = ['waiting', 'approved', 'declined', 'withdrawn', 'expired'] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** How long a request waits. */
export const approvalLifetimeMs = days(7);
