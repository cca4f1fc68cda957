import { cents, dollars } from '../../../shared/money.ts';
import type { KitRelease, Plan, PublicPlans } from '../../../shared/plan.ts';
import { words } from '../../../shared/words.ts';

/** Pricing as it is stored: amounts of one payment in dollars, as decimal strings. */
export interface Pricing {
  onetime: { title: string; amount: string; description: string };
  installment: { title: string; amount: string; description: string; totalPayments: number };
  /** Absent: after the first payment, as the specification promises. */
  kitRelease?: KitRelease;
}

/** Specification §9; in force as long as no pricing is stored and active. */
export const DEFAULT_PRICING: Pricing = {
  onetime: {
    title: words('One-Time Payment'),
    amount: '1000.00',
    description: words('Pay once, in full.'),
  },
  installment: {
    title: words('Payment Plan'),
    amount: '100.00',
    description: words('A payment every month. Cancel anytime after 3 payments.'),
    totalPayments: 12,
  },
};

/** A payer may stop a plan after this many (specification §9). */
export const PAYMENTS_BEFORE_CANCELLING = 3;

/** What one payment of a plan costs, and how many there are. */
export function priceOf(plan: Plan, pricing: Pricing): { amountCents: bigint; payments: number } {
  return {
    amountCents: cents(pricing[plan].amount),
    payments: plan === 'onetime' ? 1 : pricing.installment.totalPayments,
  };
}

/** The two plans as the public pages show them. */
export function publicPlans(pricing: Pricing): PublicPlans {
  const show = (plan: Plan) => {
    const { amountCents, payments } = priceOf(plan, pricing);
    const { title, description } = pricing[plan];
    return { title, description, amountCents: amountCents.toString(), payments };
  };
  const { kitRelease } = pricing;
  return {
    onetime: show('onetime'),
    installment: show('installment'),
    ...(kitRelease ? { kitRelease } : {}),
  };
}

/** What is sold until an administrator changes it. */
export const BUILT_IN_PLANS = publicPlans(DEFAULT_PRICING);

/** Amounts in cents and counts of a plan, from which every text about it is made. */
export function figuresOf(plans: PublicPlans) {
  const onetimeCents = BigInt(plans.onetime.amountCents);
  const amountCents = BigInt(plans.installment.amountCents);
  const { payments } = plans.installment;
  const totalCents = amountCents * BigInt(payments);
  return {
    onetimeCents,
    amountCents,
    payments,
    totalCents,
    differenceCents: totalCents - onetimeCents,
  };
}

/** What fills the sentences below: dollars as people read them, and counts. */
export function planValues(
  plans: PublicPlans,
): Record<
  'onetime' | 'amount' | 'total' | 'difference' | 'payments' | 'remaining' | 'stop',
  string
> {
  const { onetimeCents, amountCents, payments, totalCents, differenceCents } = figuresOf(plans);
  return {
    onetime: dollars(onetimeCents),
    amount: dollars(amountCents),
    total: dollars(totalCents),
    difference: dollars(differenceCents < 0n ? -differenceCents : differenceCents),
    payments: String(payments),
    remaining: String(payments - 1),
    stop: String(PAYMENTS_BEFORE_CANCELLING),
  };
}

/** How the plan's total compares with the one-time price, for the button's text. */
export function totalSentence(plans: PublicPlans): string {
  const { differenceCents } = figuresOf(plans);
  if (differenceCents > 0n)
    return words(
      '{payments} payments of {amount} come to {total}, {difference} more than paying once.',
    );
  if (differenceCents < 0n)
    return words(
      '{payments} payments of {amount} come to {total}, {difference} less than paying once.',
    );
  return words('{payments} payments of {amount} come to {total}, the same as paying once.');
}

/** The same where the total is beside it. */
export function differenceSentence(plans: PublicPlans): string {
  const { differenceCents } = figuresOf(plans);
  if (differenceCents > 0n) return words('{difference} more than paying once.');
  if (differenceCents < 0n) return words('{difference} less than paying once.');
  return words('The same as paying once.');
}

export const CANCEL_SENTENCE = words(
  'You can cancel anytime after {stop} payments. You then stop paying, and payments already made are not refunded. No kit is sent before we receive the first payment.',
);
const CANCEL_WHEN_PAID_SENTENCE = words(
  'You can cancel anytime after {stop} payments. You then stop paying, and payments already made are not refunded. No kit is sent before everything is paid.',
);
/** What cancelling a plan means, by when its kit is sent. */
export const cancelSentence = ({ kitRelease }: Pick<PublicPlans, 'kitRelease'>) =>
  kitRelease === 'fully_paid' ? CANCEL_WHEN_PAID_SENTENCE : CANCEL_SENTENCE;
export const KIT_SENTENCE = words(
  'We send your kit within 2-3 business days after we receive your form and your one-time or first payment.',
);

const KIT_WHEN_PAID_SENTENCE = words(
  'We send your kit within 2-3 business days after we receive your form and all of its payments.',
);
/** When the kit is sent. */
export const kitSentence = ({ kitRelease }: Pick<PublicPlans, 'kitRelease'>) =>
  kitRelease === 'fully_paid' ? KIT_WHEN_PAID_SENTENCE : KIT_SENTENCE;

/** Dollars of an amount that left as a decimal string. */
export const readable = (amount: string) => dollars(cents(amount));
