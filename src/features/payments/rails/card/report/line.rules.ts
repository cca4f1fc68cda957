/**
 * `new`: not looked at yet. `pending`: no money has moved. `matched`: our journal explains it. `unmatched`: nothing
 * does, and a person looks. `decided`: an administrator has put it to an account.
 */
export const LINE_STATES = ['new', 'pending', 'matched', 'unmatched', 'decided'] as const;
export type LineState = (typeof LINE_STATES)[number];

/** What a line is about; `other` is also every code that we do not know. */
export type LineKind =
  | 'pending'
  | 'nothing'
  | 'hold'
  | 'fee'
  | 'transfer'
  | 'payment'
  | 'money_back'
  | 'other';

/** Money is set aside or free again, and stays ours: https://developer.paypal.com/docs/transaction-search/transaction-event-codes */
export const HOLD_CODES = '^T(1105|1110|1111|13|15|21)';
const HOLDS = new RegExp(HOLD_CODES);
/** Fees of their own, and those that come back. */
const FEES = /^T(01|1108|1109)/;
/** From our bank account to PayPal, and back. */
const TRANSFERS = /^T0[34]/;
/** Refunds, reversals and chargebacks. */
const MONEY_BACK = /^T1[12]/;
const PAYMENTS = /^T00/;

/** By PayPal's status and event code. Only successful lines, and those that were reversed later, moved money. */
export function lineKindOf({ eventCode, status }: { eventCode: string; status: string }): LineKind {
  if (status === 'P') return 'pending';
  if (status === 'D') return 'nothing';
  if (HOLDS.test(eventCode)) return 'hold';
  if (FEES.test(eventCode)) return 'fee';
  if (TRANSFERS.test(eventCode)) return 'transfer';
  if (MONEY_BACK.test(eventCode)) return 'money_back';
  return PAYMENTS.test(eventCode) ? 'payment' : 'other';
}
