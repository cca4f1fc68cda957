import type { ReactNode } from 'react';
import { cents } from '../../../shared/money.ts';
import type { PublicPlans } from '../../../shared/plan.ts';
import { afterFirstSentence } from '../../../web/ui/KitNotice.tsx';
import { useWords } from '../../../web/words.tsx';
import type { MyApplication } from './my-applications.contract.ts';
import { isRestAtOnce, type PayableInstalment } from './my-applications.rules.ts';
import { NO_REFUND_SENTENCE } from '../../../shared/plan.ts';
import { cancelSentence, differenceSentence, planValues } from '../pricing/pricing.rules.ts';

/** A payment that was made by card or in crypto, as far as the page knows. */
export interface SubmittedPayment {
  /** `unknown`: the server has not confirmed yet whether the money was captured. */
  outcome: 'paid' | 'processing' | 'unknown';
  due: PayableInstalment;
  /** How far it has come, shown until it is paid; calls back when nothing was paid after all. */
  progress?: (onLost: (sentence: string) => void) => ReactNode;
}

interface PlanTermsProps {
  application: MyApplication;
  plans: PublicPlans;
  /** The payment that is made now. */
  due: PayableInstalment;
}

/** What a payer must know before paying: there are no refunds; the buyer's rights are behind *More*. */
export function PaymentTerms() {
  const t = useWords();
  const [noRefunds, rights] = afterFirstSentence(t(NO_REFUND_SENTENCE));
  return (
    <details className="fold">
      <summary>
        {noRefunds} <u>{t('More')}</u>
      </summary>
      <p>{rights}</p>
    </details>
  );
}

/** Which payment of a plan this is, its total, what stopping means, and which payment releases the kit. */
export function PlanTerms({ application, plans, due }: PlanTermsProps) {
  const t = useWords();
  const count = application.instalments.length;
  if (count === 1) return null;
  const values = valuesOf(application, plans, due);
  // Who pays the rest at once has nothing left to cancel.
  const isStoppable = !isRestAtOnce(application, due);
  const [cancel, meaning] = afterFirstSentence(t(cancelSentence(application), values));
  const which = <b>{t('Payment {number} of {count}', { number: due.number, count })}</b>;
  if (!isStoppable) return <p className="plan-terms hint">{which}</p>;
  return (
    <details className="fold plan-terms hint">
      <summary>
        {which}. <span>{t(differenceSentence(ownPlans(application, plans)), values)}</span>{' '}
        <span>{cancel}</span> <u>{t('More')}</u>
      </summary>
      <p>{meaning}</p>
      <p>{t('We email you before each payment.')}</p>
    </details>
  );
}

/** What fills the sentences about a plan, in the figures of this application; `remaining` counts from this payment on. */
export const valuesOf = (
  application: MyApplication,
  plans: PublicPlans,
  due: PayableInstalment,
) => ({
  ...planValues(ownPlans(application, plans)),
  remaining: String(application.instalments.length - due.number),
});

/** The prices that were agreed with this application, which may no longer be those of the page. */
const ownPlans = (
  { paymentAmount, instalments }: MyApplication,
  plans: PublicPlans,
): PublicPlans => ({
  ...plans,
  installment: {
    ...plans.installment,
    amountCents: cents(paymentAmount).toString(),
    payments: instalments.length,
  },
});
