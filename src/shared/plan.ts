/** The two ways to pay. */
export const PLANS = ['onetime', 'installment'] as const;
export type Plan = (typeof PLANS)[number];

export interface PublicPlan {
  title: string;
  description: string;
  /** Of one payment, in cents as a decimal string ("100000" is $1,000.00). */
  amountCents: string;
  payments: number;
}
export type PublicPlans = Record<Plan, PublicPlan>;
