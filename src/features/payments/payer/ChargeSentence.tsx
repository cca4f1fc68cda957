import { useState } from 'react';
import { words } from '../../../shared/words.ts';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import { dayOf } from '../core/payment.rules.ts';
import { readable } from '../pricing/pricing.rules.ts';
import type { MyApplication } from './my-applications.contract.ts';
import { dayOfLater, type PayableInstalment } from './my-applications.rules.ts';

export interface ChargeSentenceProps {
  application: MyApplication;
  /** The payment that is made now. */
  due: PayableInstalment;
  /** PayPal charges this payment and the later ones of a plan. */
  byPaypal?: boolean;
}

/** What is charged when and by whom, in one sentence; what is paid once has its price beside it. */
export function ChargeSentence({ application, due, byPaypal = false }: ChargeSentenceProps) {
  const t = useWords();
  const { dayInWords } = useDates();
  const [today] = useState(() => dayOf(new Date()));
  const { instalments, paymentAmount } = application;
  if (due.chargeOn) return <SparedCharge application={application} due={due} />;
  const count = instalments.length;
  const dayOfPayment = (number: number) => dayOfLater(application, due, number, today);
  return (
    <p>
      {t(sentenceOf(application, due, byPaypal), {
        now: readable(due.rest),
        amount: readable(paymentAmount),
        date: dayInWords(dayOfPayment(Math.min(due.number + 1, count))),
        last: dayInWords(dayOfPayment(count)),
        later: count - due.number,
      })}
    </p>
  );
}

function sentenceOf(
  { chargesItself, instalments, paymentPlan }: MyApplication,
  { number }: PayableInstalment,
  byPaypal: boolean,
): string {
  if (paymentPlan === 'onetime') return byPaypal ? ONE_CHARGE : ONE_DUE;
  if (number === instalments.length) return byPaypal ? LAST_CHARGE : LAST_DUE;
  if (byPaypal) return CHARGES;
  return chargesItself ? DUE_THEN_CHARGES : EACH_DUE;
}

const ONE_CHARGE = words('PayPal will charge you once, today.');
const ONE_DUE = words('You pay once.');
const LAST_CHARGE = words('PayPal will charge you {now} today. This is the last payment.');
const LAST_DUE = words('{now} is due. This is the last payment.');
const CHARGES = words(
  'PayPal will charge you {now} today, then {amount} on {date}{later, plural, =1 {} other { and each month until {last}}}.',
);
const EACH_DUE = words(
  'Then you send {amount} on {date}{later, plural, =1 {} other { and each month until {last}}}.',
);

/** For one that PayPal could not take, of a plan that it goes on to charge. */
const DUE_THEN_CHARGES = words(
  'You send {now} now. PayPal will still charge you {amount} on {date}{later, plural, =1 {} other { and each month until {last}}}.',
);

/** When PayPal charges it, or else when it is due. */
const dayOfInstalment = (due: PayableInstalment | undefined) => due?.chargeOn ?? due?.dueOn;

/** What paying now means for a payment that PayPal would charge by itself. */
export function SparedCharge({
  application,
  due,
}: Pick<ChargeSentenceProps, 'application' | 'due'>) {
  const t = useWords();
  const { dayInWords } = useDates();
  const [today] = useState(() => dayOf(new Date()));
  const next = application.instalments.find(({ number }) => number > due.number);
  const chargeOn = due.chargeOn ?? due.dueOn;
  const values = {
    amount: readable(due.rest),
    date: dayInWords(chargeOn),
    next: next ? dayInWords(dayOfInstalment(next) ?? '') : '',
  };
  // Its day has come: PayPal is about to try.
  if (chargeOn <= today) return <p>{t(next ? SOON_THEN : SOON, values)}</p>;
  return <p>{t(next ? LATER_THEN : LATER, values)}</p>;
}

const SOON = words(
  'PayPal will charge you {amount} in the next days. If you pay now, that charge is left out.',
);
const SOON_THEN = words(
  'PayPal will charge you {amount} in the next days. If you pay now, that charge is left out and the next one is on {next}.',
);
const LATER = words(
  'PayPal will charge you {amount} on {date}. If you pay now, that charge is skipped.',
);
const LATER_THEN = words(
  'PayPal will charge you {amount} on {date}. If you pay now, that charge is skipped and the next one is on {next}.',
);
