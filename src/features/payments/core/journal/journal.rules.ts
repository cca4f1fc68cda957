import { dayOf, type PaymentStatus, type Rail, RECEIVED } from '../payment.rules.ts';

/** Where money can be, and where it came from or went to. An auditor's list of them is in docs/money.md. */
export const ACCOUNTS = [
  'receivable',
  'kit_orders',
  'paypal',
  'paypal_fees',
  'bank',
  'zelle',
  'treasury_eth',
  'treasury_usdt',
  'exchange',
  'network_fees',
  'refunds',
  'disputes',
  'unmatched',
  'in_transit',
  'opening',
  'donations',
  'other_income',
  'spending',
  'written_off',
  'moved',
] as const;
export type Account = (typeof ACCOUNTS)[number];

export const ASSETS = ['USD', 'ETH', 'USDT'] as const;
export type Asset = (typeof ASSETS)[number];

/**
 * An amount that moves from one account to another: both sides of an entry in one row, so that no entry can be out of
 * balance (the model of https://docs.tigerbeetle.com/coding/data-modeling/).
 */
export interface Transfer {
  debit: Account;
  credit: Account;
  asset: Asset;
  /** In the smallest unit: cents, wei, or millionths of a USDT. More than zero. */
  amount: bigint;
}

/** The account that holds the money of a rail, in dollars; crypto is exchanged for dollars at the quote's rate. */
const HOLDS: Readonly<Record<Rail, Account>> = {
  paypal: 'paypal',
  zelle: 'zelle',
  bank: 'bank',
  crypto: 'exchange',
};

export const TREASURY: Readonly<Record<'ETH' | 'USDT', Account>> = {
  ETH: 'treasury_eth',
  USDT: 'treasury_usdt',
};

/** A step of a payment, with what had gone back to the payer before it and with it, in all. */
export interface MoneyStep {
  rail: Rail;
  from: PaymentStatus | null;
  to: PaymentStatus;
  receivedCents: bigint;
  refundedBeforeCents: bigint;
  refundedCents: bigint;
  /** How much of it was in dispute before the step. */
  inDisputeCents: bigint;
  /** How much of it is, with a step into a dispute. */
  disputedCents: bigint;
  /** Takes a booking back: what came was not there, or what went back was not. */
  isCorrection: boolean;
}

const dollars = (debit: Account, credit: Account, amount: bigint): Transfer[] =>
  amount > 0n ? [{ debit, credit, asset: 'USD', amount }] : [];

const lesser = (one: bigint, other: bigint) => (one < other ? one : other);

/** The transfers of one step of a payment; none where no money moves. */
export function transfersOf(step: MoneyStep): Transfer[] {
  const { rail, from, to, receivedCents, refundedBeforeCents, refundedCents } = step;
  const account = HOLDS[rail];
  if (step.isCorrection)
    return RECEIVED.includes(to)
      ? dollars(account, 'receivable', refundedBeforeCents - refundedCents)
      : dollars('receivable', account, receivedCents);
  const heldCents = receivedCents - refundedBeforeCents;
  const backCents = refundedCents - refundedBeforeCents;
  const { inDisputeCents } = step;
  if (to === 'disputed') {
    const moreCents = lesser(step.disputedCents, heldCents) - inDisputeCents;
    return [
      ...dollars('disputes', account, moreCents),
      ...dollars(account, 'disputes', -moreCents),
    ];
  }
  if (from === 'disputed') {
    const lostCents = lesser(backCents, inDisputeCents);
    return [
      ...dollars('receivable', 'disputes', lostCents),
      ...dollars('receivable', account, backCents - lostCents),
      ...dollars(account, 'disputes', inDisputeCents - lostCents),
    ];
  }
  if (from === 'processing' && to === 'succeeded')
    return dollars(account, 'receivable', receivedCents);
  return dollars('receivable', account, backCents);
}

/** What one kind of entry is called, for a person: a statement of an account names it. */
export const ENTRY_KINDS = [
  'charge',
  'charge_cancelled',
  'charge_waived',
  'received',
  'refunded',
  'dispute_opened',
  'dispute_changed',
  'dispute_ended',
  'correction',
  'moved',
  'fee',
  'exchange',
  'opening',
  'transfer',
  'unmatched',
  'unmatched_ended',
  'set_aside',
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

export function kindOf({
  from,
  to,
  isCorrection,
}: Pick<MoneyStep, 'from' | 'to' | 'isCorrection'>): EntryKind {
  if (isCorrection) return 'correction';
  if (to === 'disputed') return from === to ? 'dispute_changed' : 'dispute_opened';
  if (from === 'disputed') return 'dispute_ended';
  return to === 'succeeded' ? 'received' : 'refunded';
}

/** The day on which a step moved money: that of the rail where the event names one. */
export function dayOfStep(at: Date, data: Readonly<Record<string, unknown>>): string {
  const { receivedOn, refundedOn } = data;
  return typeof receivedOn === 'string'
    ? receivedOn
    : typeof refundedOn === 'string'
      ? refundedOn
      : dayOf(at);
}
