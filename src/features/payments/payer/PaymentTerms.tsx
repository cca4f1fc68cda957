import { type ReactNode, useState } from 'react';
import { cents } from '../../../shared/money.ts';
import type { PublicPlans } from '../../../shared/plan.ts';
import { words } from '../../../shared/words.ts';
import { afterFirstSentence } from '../../../web/ui/KitNotice.tsx';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import { dayOf, monthsAfter } from '../core/payment.rules.ts';
import type { MyApplication } from './my-applications.contract.ts';
import type { PayableInstalment } from './my-applications.rules.ts';
import { NO_REFUND_SENTENCE } from '../../../shared/plan.ts';
import {
  cancelSentence,
  DUE_SENTENCE,
  kitSentence,
  planValues,
  readable,
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
  /** PayPal charges this payment and the later ones of a plan. */
  byPaypal?: boolean;
}

/** What a payer must know beside the button: what is charged when and by whom, what stopping means, when the kit is sent. */
export function PaymentTerms({ application, plans, due, byPaypal = false }: PaymentTermsProps) {
  const t = useWords();
  const count = application.instalments.length;
  const values = valuesOf(application, plans, due);
  const isPlan = application.paymentPlan === 'installment';
  const [noRefunds, rights] = afterFirstSentence(t(NO_REFUND_SENTENCE));
  return (
    <div className="grid gap-1">
      {count > 1 ? (
        <p className="bold">{t('Payment {number} of {count}', { number: due.number, count })}</p>
      ) : null}
      <ChargeSentence {...{ application, plans, due, byPaypal }} />
      {isPlan ? <p>{t(totalSentence(ownPlans(application, plans)), values)}</p> : null}
      {isPlan ? <p>{t(cancelSentence(application), values)}</p> : null}
      <p>{t(kitSentence(application))}</p>
      <details className="fold">
        <summary>{noRefunds}</summary>
        <div className="grid gap-2">
          <p>{rights}</p>
          {isPlan && byPaypal && due.number < count ? <p>{t(LATER_BY_CARD, values)}</p> : null}
        </div>
      </details>
    </div>
  );
}

/** What is charged when and by whom, in one sentence. */
function ChargeSentence({ application, plans, due, byPaypal }: PaymentTermsProps) {
  const t = useWords();
  const { dayInWords } = useDates();
  const [today] = useState(() => dayOf(new Date()));
  const { instalments } = application;
  const values = valuesOf(application, plans, due);
  // The calendar of a plan begins with its first payment.
  const dayOfPayment = (number: number) =>
    due.number === 1
      ? monthsAfter(today, number - 1)
      : (instalments.find((later) => later.number === number)?.dueOn ?? today);
  const amounts = { now: readable(due.rest), amount: values.amount };
  if (application.paymentPlan === 'onetime')
    return (
      <p>
        {t(
          byPaypal
            ? words('PayPal will charge you {now} once, today.')
            : words('{now} is due once. Nothing more is due later.'),
          amounts,
        )}
      </p>
    );
  if (due.number === instalments.length)
    return <p>{t(byPaypal ? LAST_CHARGE : LAST_DUE, amounts)}</p>;
  if (!byPaypal) return <p>{t(DUE_SENTENCE, values)}</p>;
  return (
    <p>
      {t(
        'PayPal will charge you {now} today, then {amount} on {date} and each month until {last}.',
        {
          ...amounts,
          date: dayInWords(dayOfPayment(due.number + 1)),
          last: dayInWords(dayOfPayment(instalments.length)),
        },
      )}
    </p>
  );
}

const LAST_CHARGE = words('PayPal will charge you {now} today. It is the last payment.');
const LAST_DUE = words('{now} is due. It is the last payment.');
/** PayPal only tells afterwards whether it stores the account. */
const LATER_BY_CARD = words(
  'PayPal keeps your account for the remaining {remaining} payments and {amount} is charged monthly. Where PayPal does not do that, {amount} is due every month instead: we write to you and nothing is taken by itself.',
);

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
