import { words } from '../../../../shared/words.ts';
import type { ReviewKind } from './review.contract.ts';

/** Labels of states in the timeline, by the kind of entry. */
export const STATE_LABELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  application: {
    draft: words('Draft'),
    submitted: words('Submitted'),
    in_review: words('In review'),
    needs_information: words('Needs information'),
    approved: words('Approved'),
    dispatched: words('Dispatched'),
    delivered: words('Delivered'),
    cancelled: words('Cancelled'),
  },
  order: {
    creating: words('not yet known'),
    created: words('waiting for the payer'),
    capturing: words('not yet known'),
    captured: words('captured'),
    pending: words('held by PayPal'),
    declined: words('declined'),
    void: words('ended without payment'),
  },
  quote: {
    open: words('open'),
    paid: words('paid'),
    lapsed: words('expired'),
  },
  chain: {
    seen: words('not yet final'),
    final: words('final'),
    orphaned: words('reversed by the network'),
    review: words('needs review'),
    dismissed: words('dismissed'),
  },
  mail: {
    queued: words('on its way'),
    sending: words('on its way'),
    sent: words('sent'),
    failed: words('not delivered'),
    skipped: words('not sent'),
    uncertain: words('delivery uncertain'),
  },
};

/** Why a person should look, as it is said in the list. */
export const REVIEW_KIND_LABELS: Readonly<Record<ReviewKind, string>> = {
  under: words('Less received than due'),
  over: words('More received than due'),
  late: words('Arrived late'),
  manual: words('Needs review; see the history'),
  number: words('Two applications reported the same number'),
  slow: words('In progress for more than a day'),
  chain: words('Unmatched crypto payment'),
  notice: words('Notification not processed'),
  order: words('Outcome of a PayPal order still unknown'),
  unmatched: words('Unmatched payment'),
  dispute: words('Dispute at PayPal'),
  refund: words('Refund not completed'),
  approval: words('Waits for a second administrator'),
};

/** What can be done on the page of the payments, for cases that nothing in the list itself ends. */
export const REVIEW_STEPS: Readonly<Partial<Record<ReviewKind, string>>> = {
  under: words('Ask for the rest or waive it'),
  over: words('Use or refund the surplus'),
  late: words('Check the late payment'),
  manual: words('Read the history'),
  number: words('Check the payment'),
  slow: words('Check the payment'),
  order: words('Check the payment'),
};
