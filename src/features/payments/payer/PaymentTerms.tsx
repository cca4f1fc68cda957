import type { ReactNode } from 'react';
import { cents } from '../../../shared/money.ts';
import type { PublicPlans } from '../../../shared/plan.ts';
import { useWords } from '../../../web/words.tsx';
import type { MyApplication } from './my-applications.contract.ts';
import type { PayableInstalment } from './my-applications.rules.ts';
import { NO_REFUND_SENTENCE } from '../../../shared/plan.ts';
import {
  cancelSentence,
  DUE_SENTENCE,
  kitSentence,
  planValues,
  totalSentence,
} from '../pricing/pricing.rules.ts';

/** A payment that was made by card or in crypto, as far as the page knows. */
export interface SubmittedPayment {
  /** `unknown`: the server has not confirmed yet whether the money was captured. */
  outcome: 'paid' | 'processing' | 'unknown';
  due: PayableInstalment;
  /** How far it has come, shown until it is paid; calls back when nothing was paid after all. */
  progress?: (onLost: (sentence: string) => void) => ReactNode;
}

interface PaymentTermsProps {
  application: MyApplication;
  plans: PublicPlans;
  /** The payment that is made now. */
  due: PayableInstalment;
  /** How the later payments of a plan come about on this rail; filled with `planValues`. */
  laterSentence?: string;
}

/** What a payer must know beside the button: the total, what stopping means, when the kit is sent. */
export function PaymentTerms({
  application,
  plans,
  due,
  laterSentence = DUE_SENTENCE,
}: PaymentTermsProps) {
  const t = useWords();
  const count = application.instalments.length;
  const values = valuesOf(application, plans, due);
  return (
    <>
      {count > 1 ? (
        <p className="bold">{t('Payment {number} of {count}', { number: due.number, count })}</p>
      ) : null}
      <div className="grid gap-2">
        {application.paymentPlan === 'installment' ? (
          <>
            <p>{t(totalSentence(ownPlans(application, plans)), values)}</p>
            {due.number < count ? <p>{t(laterSentence, values)}</p> : null}
            <p>{t(cancelSentence(application), values)}</p>
          </>
        ) : null}
        <p>{t(kitSentence(application))}</p>
        <p>{t(NO_REFUND_SENTENCE)}</p>
      </div>
    </>
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
