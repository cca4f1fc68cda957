import { Refusal } from '../control.ts';
import type { Bank } from './bank.ts';
import { captureById, settle } from './captures.ts';
import {
  acceptOffer,
  askSeller,
  changeAmount,
  denyOffer,
  type DisputeDetails,
  escalate,
  openDispute,
  resolveDispute,
} from './disputes.ts';
import { minorUnits, type Money, money } from './money.ts';
import { approve, withdrawApproval } from './orders.ts';
import { notFound, Problem } from './problem.ts';
import { refund, settleRefund } from './refunds.ts';
import { forgetAccount } from './vault.ts';

/** The details of an action, beside the record that it changes. */
export type Details = { amount?: string | undefined } & DisputeDetails;

/** Actions of payers, banks and PayPal's staff on a record, by its kind. */
const ACTIONS = {
  'orders/approve': (bank, id) => approve(bank, id),
  'orders/withdraw': withdrawApproval,
  'captures/complete': (bank, id) => settle(bank, id, 'COMPLETED'),
  'captures/decline': (bank, id) => settle(bank, id, 'DECLINED'),
  'captures/refund': (bank, id, details) => refund(bank, id, asked(bank, id, details)),
  'captures/reverse': (bank, id, details) => refund(bank, id, asked(bank, id, details), 'reversal'),
  'refunds/complete': (bank, id) => settleRefund(bank, id, 'COMPLETED'),
  'refunds/fail': (bank, id) => settleRefund(bank, id, 'FAILED'),
  'captures/dispute': (bank, id, details) =>
    openDispute(bank, id, { ...details, units: unitsAsked(bank, id, details) }),
  'disputes/escalate': escalate,
  'disputes/ask-seller': askSeller,
  'disputes/change-amount': (bank, id, { amount = '0' }) => changeAmount(bank, id, amount),
  'disputes/accept-offer': acceptOffer,
  'disputes/deny-offer': denyOffer,
  'disputes/resolve-for-buyer': (bank, id, { amount }) =>
    resolveDispute(bank, id, 'RESOLVED_BUYER_FAVOUR', amount),
  'disputes/resolve-for-seller': (bank, id) => resolveDispute(bank, id, 'RESOLVED_SELLER_FAVOUR'),
  'disputes/resolve-with-payout': (bank, id) => resolveDispute(bank, id, 'RESOLVED_WITH_PAYOUT'),
  'disputes/cancel': (bank, id) => resolveDispute(bank, id, 'CANCELED_BY_BUYER'),
  'tokens/forget': (bank, id) => forgetAccount(bank, id),
  'notices/resend': (bank, id) => {
    if (!bank.notices.resend(id)) throw notFound();
  },
} as const satisfies Record<string, (bank: Bank, id: string, details: Details) => unknown>;
export type Action = keyof typeof ACTIONS;

/** Does an action as one transaction and lets its notices go. Throws a Refusal when there is no such action, or it cannot be done now. */
export function act(bank: Bank, name: string, id: string, details: Details = {}): unknown {
  if (!Object.hasOwn(ACTIONS, name))
    throw new Refusal(
      404,
      `There is no such action. There are: ${Object.keys(ACTIONS).join(', ')}`,
    );
  const action: (bank: Bank, id: string, details: Details) => unknown = ACTIONS[name as Action];
  try {
    const done = bank.ledger.transaction(() => action(bank, id, details));
    bank.delivery.start();
    return done;
  } catch (error) {
    if (error instanceof Problem) throw new Refusal(error.status, error.message);
    throw error;
  }
}

const unitsAsked = (bank: Bank, id: string, details: Details) => {
  const { amount } = asked(bank, id, details);
  return amount && minorUnits(amount, '/amount');
};

function asked(bank: Bank, id: string, { amount }: Details): { amount?: Money } {
  if (!amount) return {};
  const currency_code = captureById(bank, id).currency;
  return { amount: money(minorUnits({ currency_code, value: amount }, '/amount'), currency_code) };
}
