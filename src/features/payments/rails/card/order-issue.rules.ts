import { ACCOUNT_GONE_ISSUES, DUPLICATE_INVOICE, VAULT_NOT_ENABLED_ISSUES } from './card.rules.ts';

/**
 * LIST of why an order at PayPal ended or waits, as we tell them apart. Where PayPal gave a code, it is beside the reason:
 * `REFUSED` says no more than that it did, `ORDER` that an order took no money, `PAYPAL_SAYS` that captures and disputes do
 * not fit our records.
 */
export const ORDER_REASONS = [
  'REFUSED',
  'ORDER',
  'VAULT_OFF',
  'ACCOUNT_GONE',
  'DUPLICATE_INVOICE_ID',
  'MISMATCH',
  'PAYPAL_SAYS',
  'CAPTURED_AFTER_DECLINE',
  'NOT_ASKED_FOR',
  'GONE_AT_PAYPAL',
  'UNKNOWN_TOO_LONG',
  'NOT_APPROVED',
  'NOT_APPROVED_ANY_MORE',
  'PAID_OTHERWISE',
  'PAID_BY_ANOTHER_ORDER',
  'PAYMENT_ENDED',
  'REPLACED',
  'NEVER_SHOWN',
] as const;
export type OrderReason = (typeof ORDER_REASONS)[number];

/** Why an order ended or waits, as its row has it. */
export interface OrderIssue {
  reason: OrderReason;
  /** PayPal's own code. */
  paypalCode: string | null;
}

export const because = (reason: OrderReason, paypalCode: string | null = null): OrderIssue => ({
  reason,
  paypalCode,
});

/** PayPal may have the money of such an order: it needs a person, and nothing else is charged in its place. */
const UNCLEAR_OUTCOMES: readonly OrderReason[] = [
  'DUPLICATE_INVOICE_ID',
  'MISMATCH',
  'UNKNOWN_TOO_LONG',
];
export const isOutcomeUnclear = (reason: OrderReason | null): boolean =>
  reason !== null && UNCLEAR_OUTCOMES.includes(reason);

/** An order that did nothing wrong. */
export const NO_ISSUE = { reason: null, paypalCode: null } as const;

/** What PayPal's code means for us. */
export function refusedWith(paypalCode: string): OrderIssue {
  if (paypalCode === DUPLICATE_INVOICE) return because('DUPLICATE_INVOICE_ID', paypalCode);
  if (VAULT_NOT_ENABLED_ISSUES.includes(paypalCode)) return because('VAULT_OFF', paypalCode);
  return because(ACCOUNT_GONE_ISSUES.includes(paypalCode) ? 'ACCOUNT_GONE' : 'REFUSED', paypalCode);
}

/** Why nothing was taken. */
export interface Decline {
  issue: OrderIssue;
  debugId?: string;
}

/** Of PayPal's refusal, with its code. */
export const declineOf = ({ issue, debugId }: { issue: string; debugId?: string }): Decline => ({
  issue: refusedWith(issue),
  ...(debugId && { debugId }),
});
