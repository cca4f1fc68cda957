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
    created: words('waits for the payer'),
    capturing: words('not yet known'),
    captured: words('captured'),
    pending: words('held by PayPal'),
    declined: words('declined'),
    void: words('ended without money'),
  },
  quote: {
    open: words('open'),
    paid: words('paid'),
    lapsed: words('lapsed'),
  },
  chain: {
    seen: words('not yet final'),
    final: words('final'),
    orphaned: words('undone by the network'),
    review: words('waits for a person'),
    dismissed: words('laid aside'),
  },
  mail: {
    queued: words('on its way'),
    sending: words('on its way'),
    sent: words('sent'),
    failed: words('not delivered'),
    skipped: words('not sent'),
    uncertain: words('nobody knows whether it arrived'),
  },
};

/** Why a person should look, as it is said in the list. */
export const REVIEW_KIND_LABELS: Readonly<Record<ReviewKind, string>> = {
  under: words('Less came than was due'),
  over: words('More came than was due'),
  late: words('It came late'),
  manual: words('A person has to look; the history says why'),
  number: words('Two applications claim the same number'),
  slow: words('Under way for more than a day'),
  chain: words('Money on the network that fits no payment'),
  notice: words('A notice that was not handled'),
  order: words('Nobody knows yet how an order at PayPal ended'),
};
