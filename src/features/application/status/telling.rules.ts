import { words } from '../../../shared/words.ts';
import type { Told } from './history.rules.ts';

/** A history entry as a sentence; `{amount}`, `{number}` and `{method}` are filled where an entry has them. */
export const TELLING: Readonly<Record<Told, string>> = {
  begun: words('You began the application.'),
  submitted: words('The application was submitted.'),
  in_review: words('We began to review it.'),
  needs_information: words('We asked you for something.'),
  approved: words('It was approved.'),
  dispatched: words('The kit was handed to the courier.'),
  delivered: words('The kit was delivered.'),
  cancelled: words('The application was cancelled.'),
  claimed: words('You told us of a payment of {amount} ({method}); we look for it.'),
  processing: words('A payment of {amount} ({method}) is being processed.'),
  confirming: words('The network has seen a payment of {amount} and confirms it.'),
  paid: words('{amount} arrived ({method}).'),
  paid_in_part: words('{amount} arrived ({method}), less than was due.'),
  failed: words('A payment of {amount} ({method}) did not succeed.'),
  expired: words('Nothing came of a payment that was announced ({method}).'),
  refunded: words('{amount} went back to you.'),
  partially_refunded: words('{amount} went back to you.'),
  disputed: words('A payment of {amount} is in dispute.'),
  dispute_won: words('The dispute about {amount} has ended; the payment stands.'),
  reversed: words('A payment of {amount} was taken back by the bank.'),
  plan_stopped: words('The payment plan was cancelled.'),
};
