import { words } from './words.ts';

/** The two ways to pay. */
export const PLANS = ['onetime', 'installment'] as const;
export type Plan = (typeof PLANS)[number];

/** What can be offered for a payment, as the public pages name it; `us_bank` is a bank account without SWIFT/BIC and IBAN. */
export type WayToPay = 'card' | 'crypto' | 'bank' | 'us_bank' | 'zelle';

export interface PublicPlan {
  title: string;
  description: string;
  /** Of one payment, in cents as a decimal string ("100000" is $1,000.00). */
  amountCents: string;
  payments: number;
}
export type PublicPlans = Record<Plan, PublicPlan> & {
  /** When a plan's kit is sent; after the first payment when absent. */
  kitRelease?: KitRelease;
};

/** When the kit of a payment plan is sent: after the first of its payments, or after the last (gaps.md §5). */
export const KIT_RELEASES = ['first_payment', 'fully_paid'] as const;
export type KitRelease = (typeof KIT_RELEASES)[number];

/** When the kit is sent, whatever an owner sets: for texts that anyone reads before a plan is chosen. */
export const ANY_KIT_SENTENCE = words(
  'Your kit is sent within 2-3 business days after your form and your payment have reached us. In a payment plan the first payment counts, unless the checkout says that it is the last one.',
);

export const NO_REFUND_SENTENCE = words(
  'All payments are final: there are no refunds. This does not affect your legal rights as a buyer.',
);
