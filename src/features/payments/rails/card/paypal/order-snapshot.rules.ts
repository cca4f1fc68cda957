import { CURRENCY, cents, isAmount } from '../../../../../shared/money.ts';
import {
  isTransitionAllowed,
  PAYMENT_TRANSITIONS,
  type PaymentStatus,
} from '../../../core/payment.rules.ts';
import type { Amount, CaptureAnswer, OrderAnswer } from './paypal.rules.ts';

/** What our row says of an order. */
export interface Expected {
  id: string;
  orderId: string | null;
  captureId: string | null;
  payee: string | null;
  amountCents: bigint;
  currency: string;
}

/** What PayPal says of an order. */
export interface OrderSnapshot {
  orderId: string;
  /** PayPal's name of who gets the money. */
  payee: string | undefined;
  /** The facts that differ from our row: then it is never settled. */
  differences: string[];
  /**
   * `waiting` for the payer, `approved` by the payer, `void`, or with a capture that says everything. `completed`: said to
   * be done, and its capture is not to be seen yet.
   */
  state: 'waiting' | 'approved' | 'void' | 'completed' | 'captured';
  capture: Capture | undefined;
  /** Given back so far, in all. */
  refundedCents: bigint;
  fees: PaypalFee[];
  /** The stored account of the plan. */
  vaultId: string | undefined;
}

export interface Capture {
  id: string;
  /** The status that counts: a completed order can have a declined capture. */
  status: string;
  amountCents: bigint | undefined;
  /** ISO 8601. */
  at: string | undefined;
}

/** What PayPal took of a capture or a refund. */
export interface PaypalFee {
  /** PayPal's id of the capture or refund. */
  transactionId: string;
  /** In US cents; below zero what it gave back. */
  cents: bigint;
}

const STATES: Partial<Record<string, OrderSnapshot['state']>> = {
  APPROVED: 'approved',
  VOIDED: 'void',
  COMPLETED: 'completed',
};

/** Reads PayPal's answer about an order and compares it, fact by fact, with our row. */
export function parseOrder(row: Expected, order: OrderAnswer): OrderSnapshot {
  const units = order.purchase_units ?? [];
  const [unit] = units;
  const captures = unit?.payments?.captures ?? [];
  const [capture] = captures;
  const payee = unit?.payee?.merchant_id ?? unit?.payee?.email_address;
  const isAmountOf = (amount: Amount | undefined) =>
    amount !== undefined &&
    amount.currency_code === row.currency &&
    centsOf(amount) === row.amountCents;
  const holds: Record<string, boolean> = {
    order: row.orderId === null || row.orderId === order.id,
    custom_id: unit?.custom_id === row.id && (!capture?.custom_id || capture.custom_id === row.id),
    amount: isAmountOf(unit?.amount) && (!capture || isAmountOf(capture.amount)),
    payee: payee !== undefined && (row.payee === null || row.payee === payee),
    units: units.length === 1 && captures.length <= 1,
    capture: row.captureId === null || row.captureId === capture?.id,
  };
  const refunds = (unit?.payments?.refunds ?? []).filter(({ status }) => status === 'COMPLETED');
  return {
    orderId: order.id,
    payee,
    differences: Object.keys(holds).filter((fact) => !holds[fact]),
    state: capture ? 'captured' : (STATES[order.status] ?? 'waiting'),
    capture: capture && {
      id: capture.id,
      status: capture.status,
      amountCents: centsOf(capture.amount),
      at: capture.create_time,
    },
    refundedCents: refunds.reduce((sum, { amount }) => sum + (centsOf(amount) ?? 0n), 0n),
    fees: [
      ...captures.flatMap(feesOfCapture),
      ...refunds.flatMap(({ id, seller_payable_breakdown }) =>
        feeOf(id, seller_payable_breakdown?.paypal_fee, -1n),
      ),
    ],
    vaultId: order.payment_source?.paypal?.attributes?.vault?.id,
  };
}

/** The fee of a capture; none where PayPal does not say it, or says it in another currency. */
export const feesOfCapture = ({
  id,
  seller_receivable_breakdown,
}: Pick<CaptureAnswer, 'id' | 'seller_receivable_breakdown'>): PaypalFee[] =>
  feeOf(id, seller_receivable_breakdown?.paypal_fee, 1n);

function feeOf(transactionId: string, fee: Amount | undefined, sign: 1n | -1n): PaypalFee[] {
  const taken = fee?.currency_code === CURRENCY ? centsOf(fee) : undefined;
  return taken ? [{ transactionId, cents: taken * sign }] : [];
}

const centsOf = ({ value }: Amount): bigint | undefined =>
  isAmount(value) ? cents(value) : undefined;

/** Captures whose money was received, also when it was refunded later. */
const CAPTURED_STATUSES: readonly string[] = ['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'];
/** Captures that took nothing and never will. */
const DECLINED_STATUSES: readonly string[] = ['DECLINED', 'FAILED'];

export const isCaptured = ({ status }: Capture) => CAPTURED_STATUSES.includes(status);
export const isDeclined = ({ status }: Capture) => DECLINED_STATUSES.includes(status);
/** Only these need a check for disputes; a dispute itself sends a webhook event. */
export const isRefundedCapture = ({ capture }: OrderSnapshot) =>
  capture?.status === 'REFUNDED' || capture?.status === 'PARTIALLY_REFUNDED';

export type DisputeStatus = 'none' | 'open' | 'lost' | 'won';

/** https://developer.paypal.com/docs/api/customer-disputes/v1/: outcomes in which the payer has the money. */
const LOST: readonly string[] = ['RESOLVED_BUYER_FAVOUR', 'ACCEPTED'];

/** A dispute as it is kept. */
interface DisputeState {
  status: string;
  /** PayPal's code. */
  outcome: string | null;
  amountCents: bigint;
  offeredCents: bigint | null;
  returnedCents: bigint | null;
  currency: string;
}

/** Of several disputes the worst counts. */
export function disputeStatusOf(
  disputes: readonly Pick<DisputeState, 'status' | 'outcome'>[],
): DisputeStatus {
  const statuses = disputes.map(({ status, outcome }): DisputeStatus => {
    if (status !== 'RESOLVED') return 'open';
    return LOST.includes(outcome ?? '') ? 'lost' : 'won';
  });
  return (['open', 'lost', 'won'] as const).find((status) => statuses.includes(status)) ?? 'none';
}

/** The disputes of a capture taken together, in US cents. */
export interface DisputeFacts {
  status: DisputeStatus;
  /** What is disputed now. */
  openCents: bigint;
  /** What the payer got back by disputes that have ended. */
  lostCents: bigint;
}

export function disputeFactsOf(disputes: readonly DisputeState[]): DisputeFacts {
  const sum = (amounts: readonly (bigint | null)[]) =>
    amounts.reduce<bigint>((total, amount) => total + (amount ?? 0n), 0n);
  const ours = disputes.filter(({ currency }) => currency === CURRENCY);
  const open = ours.filter(({ status }) => status !== 'RESOLVED');
  const lost = ours.filter((dispute) => disputeStatusOf([dispute]) === 'lost');
  return {
    status: disputeStatusOf(disputes),
    openCents: sum(open.map(({ amountCents }) => amountCents)),
    // Where PayPal does not say how much: what was offered, or else disputed.
    lostCents: sum(
      lost.map(
        ({ returnedCents, offeredCents, amountCents }) =>
          returnedCents ?? offeredCents ?? amountCents,
      ),
    ),
  };
}

/** One step of a payment whose money had come. */
export interface PaymentStep {
  to: PaymentStatus;
  /** In all; only where the step says so. */
  refundedCents?: bigint;
}

/**
 * The steps from a payment's status to what PayPal reports; empty when they match. Undefined when the table has
 * no such path: then it needs review.
 */
export function stepsTowards(
  payment: { status: PaymentStatus; receivedCents: bigint; refundedCents: bigint },
  truth: { refundedCents: bigint; isRefundedWhole: boolean; dispute: DisputeStatus },
): PaymentStep[] | undefined {
  // Everything is with the payer again: no dispute makes that more.
  if (payment.status === 'refunded' || payment.status === 'reversed') return [];
  const back = truth.isRefundedWhole ? payment.receivedCents : truth.refundedCents;
  // PayPal lists none: a dispute that an administrator entered, or that we may not read, stays until its end is
  // reported.
  const isUnknownThere = payment.status === 'disputed' && truth.dispute === 'none';
  if (isUnknownThere && back <= payment.refundedCents) return [];
  const end = endOf(payment, { ...truth, back });
  if (payment.status === end.to && payment.refundedCents >= (end.refundedCents ?? 0n)) return [];
  const needsDispute = end.to === 'reversed' && payment.status !== 'disputed';
  const way: PaymentStep[] = needsDispute ? [{ to: 'disputed' }, end] : [end];
  let from: PaymentStatus = payment.status;
  for (const { to } of way) {
    if (!isTransitionAllowed<PaymentStatus>(PAYMENT_TRANSITIONS, from, to)) return undefined;
    from = to;
  }
  return way;
}

function endOf(
  { receivedCents, refundedCents }: { receivedCents: bigint; refundedCents: bigint },
  { back, dispute }: { back: bigint; dispute: DisputeStatus },
): PaymentStep {
  if (dispute === 'open') return { to: 'disputed' };
  const isWhole = back >= receivedCents;
  if (dispute === 'lost' && (isWhole || back === 0n)) return { to: 'reversed' };
  if (isWhole) return { to: 'refunded' };
  if (back === 0n) return { to: 'succeeded' };
  return { to: 'partially_refunded', refundedCents: back > refundedCents ? back : refundedCents };
}
