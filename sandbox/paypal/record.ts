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
  updatedAt: Instant;
};

export type Refund = {
  id: string;
  captureId: string;
  /** `reversal`: PayPal took it back; the merchant did not ask. */
  by: 'shop' | 'reversal';
  units: number;
  currency: string;
  invoiceId?: string;
  customId?: string;
  note?: string;
  createdAt: Instant;
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
  status: 'OPEN' | 'RESOLVED';
  outcome?: 'RESOLVED_BUYER_FAVOUR' | 'RESOLVED_SELLER_FAVOUR';
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

/** The result of a call with a request id, so that repeats find it. */
export type Remembered = { made: string; at: Instant };

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
  token: Token;
  dispute: Dispute;
  notice: Notice;
  /** Invoices that are used up, by their number. */
  invoice: { captureId: string };
  request: Remembered;
  hook: Hook;
};
