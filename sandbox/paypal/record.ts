import type { Money } from './money.ts';

/** A time as PayPal writes it: UTC to the second. */
export type Instant = string;

export type Payer = {
  email_address: string;
  payer_id: string;
  name: { given_name: string; surname: string };
  address: { country_code: string };
};

export type PurchaseUnit = {
  reference_id?: string;
  amount: Money & { breakdown?: Record<string, Money> };
  payee?: { email_address?: string; merchant_id?: string };
  description?: string;
  custom_id?: string;
  invoice_id?: string;
  soft_descriptor?: string;
  items?: { name: string; quantity: string; unit_amount: Money; tax?: Money }[];
  shipping?: object;
};

export type Order = {
  id: string;
  status: 'CREATED' | 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED' | 'VOIDED';
  unit: PurchaseUnit;
  units: number;
  currency: string;
  /** The request named PayPal as its source, so the links differ. */
  hasSource: boolean;
  /** Shown on the approval page. */
  brand?: string;
  returnUrl?: string;
  cancelUrl?: string;
  /** The merchant wants to keep the account for later charges. */
  wantsVault: boolean;
  /** The account that it kept. */
  tokenId?: string;
  /** The answer to the capture keeps silent about it. */
  isVaultReportedLater?: boolean;
  /** The charge was made with an account kept earlier. */
  chargedTokenId?: string;
  payer?: Payer;
  paidWith?: 'paypal' | 'card';
  createdAt: Instant;
  updatedAt: Instant;
};

export type Capture = {
  id: string;
  orderId: string;
  status: 'COMPLETED' | 'DECLINED' | 'PENDING' | 'PARTIALLY_REFUNDED' | 'REFUNDED' | 'FAILED';
  reason?: string;
  units: number;
  currency: string;
  customId?: string;
  invoiceId?: string;
  refundedUnits: number;
  /** Taken back by PayPal after a dispute or by the bank. */
  reversedUnits: number;
  createdAt: Instant;
  /** When the money was there. */
  completedAt?: Instant;
  /** PayPal's share, as it was when the money came. */
  feeUnits?: number;
  updatedAt: Instant;
};

export type Refund = {
  id: string;
  captureId: string;
  /** `reversal`: PayPal took it back; the merchant did not ask. */
  by: 'shop' | 'reversal';
  status: 'COMPLETED' | 'PENDING' | 'FAILED';
  units: number;
  /** What PayPal gave back of its fee. */
  feeUnits: number;
  /** Given back of the payment so far, in all. */
  totalUnits: number;
  currency: string;
  invoiceId?: string;
  customId?: string;
  note?: string;
  createdAt: Instant;
  updatedAt: Instant;
};

/** A line of the merchant's account, as the transaction report shows it. */
export type Movement = {
  id: string;
  /** developer.paypal.com/docs/transaction-search/transaction-event-codes */
  code: string;
  /** Denied, pending, successful, or reversed in full. */
  status: 'D' | 'P' | 'S' | 'V';
  /** Negative when money leaves. */
  units: number;
  /** Negative when PayPal takes it. */
  feeUnits: number;
  currency: string;
  /** The payment that it is about. */
  referenceId?: string;
  customId?: string;
  invoiceId?: string;
  at: Instant;
  updatedAt: Instant;
  /** When it changed the balance. */
  postedAt?: Instant;
};

/** What PayPal takes. */
export type Fees = {
  /** Of each payment; 349 are 3.49 %. */
  basisPoints: number;
  /** Of each payment, too. */
  fixedUnits: number;
  chargebackUnits: number;
  /** Whether a refund brings its part of the fee back. */
  returnsFee: boolean;
};

/** An account that PayPal stores for a merchant. */
export type Token = {
  id: string;
  customerId: string;
  orderId: string;
  payer: Payer;
  createdAt: Instant;
};

export type Dispute = {
  id: string;
  captureId: string;
  reason: string;
  units: number;
  currency: string;
  /** https://developer.paypal.com/api/customer-disputes/v1/definitions/status */
  status:
    | 'OPEN'
    | 'WAITING_FOR_SELLER_RESPONSE'
    | 'WAITING_FOR_BUYER_RESPONSE'
    | 'UNDER_REVIEW'
    | 'RESOLVED';
  /** The buyer asks; then it is a claim; then the card's bank decides. */
  lifecycle: 'INQUIRY' | 'CHARGEBACK' | 'PRE_ARBITRATION' | 'ARBITRATION';
  /** `EXTERNAL`: at the bank of the buyer's card. */
  channel: 'INTERNAL' | 'EXTERNAL';
  /** Until when the merchant must answer. */
  dueAt?: Instant;
  /** Held back on the account until it is decided. */
  heldUnits: number;
  /** What the merchant offers, when it is less than what is disputed. */
  offeredUnits?: number;
  /** The buyer wants more. */
  isOfferDenied?: boolean;
  evidences: { type: string; notes?: string; files: string[]; at: Instant }[];
  outcome?:
    | 'RESOLVED_BUYER_FAVOUR'
    | 'RESOLVED_SELLER_FAVOUR'
    | 'RESOLVED_WITH_PAYOUT'
    | 'CANCELED_BY_BUYER';
  /** What the buyer got back, from the merchant or from PayPal. */
  returnedUnits?: number;
  createdAt: Instant;
  updatedAt: Instant;
};

/** A notice to the merchant, and what became of its delivery. */
export type Notice = {
  id: string;
  type: string;
  /** The raw body: what is signed is exactly what is sent. */
  body: string;
  transmissionId: string;
  transmissionTime: Instant;
  state: 'waiting' | 'delivered' | 'given-up';
  attempts: number;
  /** Real time in ms since 1970. */
  nextAttemptMs: number;
  lastAnswer?: string;
};

/** The result of a call with a request id and a digest of its body, so that repeats find it. */
export type Remembered = { made: string; digest: string; at: Instant };

export type Hook = {
  url: string | null;
  order: 'sent' | 'reversed' | 'shuffled' | 'held';
  copies: number;
};

/** The kinds of records and their shapes. */
export type Kinds = {
  order: Order;
  capture: Capture;
  refund: Refund;
  movement: Movement;
  fees: Fees;
  token: Token;
  dispute: Dispute;
  notice: Notice;
  /** Invoices that are used up, by their number. */
  invoice: { captureId: string };
  'refund-invoice': { refundId: string };
  request: Remembered;
  hook: Hook;
};
